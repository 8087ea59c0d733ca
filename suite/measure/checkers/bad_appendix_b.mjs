// The pattern of appendix B splits, and the characters of each part are checked, but not its order.
import { answer } from "./harness.mjs";

const split = /^(([^:/?#]+):)(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$/;
const chars = (more) => new RegExp(`^(?:[A-Za-z0-9._~!$&'()*+,;=${more}-]|%[0-9A-Fa-f]{2})*$`);
const inside = { authority: chars(":@\\[\\]"), path: chars(":@/"), query: chars(":@/?") };
answer((text) => {
  const found = split.exec(text);
  if (!found || !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(found[2])) return false;
  return inside.authority.test(found[4] ?? "") && inside.path.test(found[5]) &&
    inside.query.test(found[7] ?? "") && inside.query.test(found[9] ?? "");
});
