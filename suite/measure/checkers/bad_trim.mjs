// A parser by hand that reads one character after the other, of a string that is trimmed.
import { answer } from "./harness.mjs";

const unreserved = (it) => /[A-Za-z0-9._~!$&'()*+,;=-]/.test(it);
function skip(text, at, more) {
  for (;;) {
    if (text[at] === "%" && /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3))) at += 3;
    else if (at < text.length && (unreserved(text[at]) || more.includes(text[at]))) at += 1;
    else return at;
  }
}
const hex = "[0-9A-Fa-f]{1,4}";
function isAddress(text) {
  if (/^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/.test(text)) return true;
  const halves = text.split("::");
  const count = (half) => half === "" ? 0 : half.split(":").every((it) => new RegExp(`^${hex}$`).test(it)) ? half.split(":").length : 99;
  const all = halves.reduce((sum, it) => sum + count(it), 0);
  return halves.length === 1 ? all === 8 : halves.length === 2 && all < 8;
}
answer((given) => {
  const text = given.trim();
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text);
  if (!scheme) return false;
  let at = scheme[0].length;
  if (text.startsWith("//", at)) {
    at += 2;
    const user = skip(text, at, ":");
    if (text[user] === "@") at = user + 1;
    if (text[at] === "[") {
      const end = text.indexOf("]", at);
      if (end < 0 || !isAddress(text.slice(at + 1, end))) return false;
      at = end + 1;
    } else at = skip(text, at, "");
    if (text[at] === ":") for (at += 1; at < text.length && text[at] >= "0" && text[at] <= "9";) at += 1;
    if (at < text.length && !"/?#".includes(text[at])) return false;
  }
  at = skip(text, at, ":@/");
  if (text[at] === "?") at = skip(text, at + 1, ":@/?");
  if (text[at] === "#") at = skip(text, at + 1, ":@/?");
  return at === text.length;
});
