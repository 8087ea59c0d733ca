// Conformance suites for parsers of URLs, for node's test runner or any other.
//
//     import { suite } from "urlbnf-suite";
//     suite("rfc3986", (text) => myLibrary.isUri(text), { start: "URI" });
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";

const data = new URL("data/", import.meta.url);

function isNamed(name, pattern) {
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${pattern.split("*").map(literal).join("[^/]*")}$`).test(name);
}

// The cases of a suite, as of `rfc3986`, by its first start or another one. `without` has layers,
// as `reader`; `accept` has patterns of known differences, as `rfc3986/*/class-wider`. What is not
// UTF-8 is no text of JavaScript, and has no `text`.
export function cases(grammar, { start, without = [], accept = [] } = {}) {
  const files = readdirSync(data).filter((name) => name.endsWith(".json")).sort();
  const all = files.map((name) => JSON.parse(readFileSync(new URL(name, data), "utf8")));
  const of = all.filter((it) => it.grammar === grammar && (!start || it.start === start)).pop();
  if (!of) throw new RangeError(`there is no suite of ${grammar} by ${start}`);
  const groups = of.groups.filter((group) => !without.includes(group.layer));
  const found = groups.flatMap((group) => group.cases.map((it) => {
    const parts = it.input_parts ?? [it.input ?? ""];
    const text = parts.map((part) => typeof part === "string" ? part : part[0].repeat(part[1]));
    const bytes = it.input_base64 && Buffer.from(it.input_base64, "base64");
    const base = `${grammar}/${group.production}`;
    return {
      id: `${base}/${it.id}`, kind: `${base}/${group.fault}`, valid: it.valid,
      says: it.why ?? group.says, text: bytes ? undefined : text.join(""),
      data: bytes ?? Buffer.from(text.join("")),
    };
  }));
  return found.filter((it) => !accept.some((one) => isNamed(it.id, one) || isNamed(it.kind, one)));
}

// A test for each case that is text: `accepts` has to accept exactly what conforms.
export function suite(grammar, accepts, options = {}) {
  describe(`urlbnf-suite ${grammar} ${options.start ?? ""}`, () => {
    for (const { id, text, valid, says } of cases(grammar, options)) {
      if (text === undefined) continue;
      test(id, () => {
        const is = valid ? "conforms" : "does not conform";
        const told = `${JSON.stringify(text.slice(0, 200))} ${is}. ${says} (${id})`;
        assert.equal(Boolean(accepts(text)), valid, told);
      });
    }
  });
}
