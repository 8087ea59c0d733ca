// What the adapters in JavaScript share: they read questions and write answers, a line each.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// Packages are looked for where the program is run, not beside this file.
const found = createRequire(join(process.cwd(), "package.json"));

export const load = (name) => found(name);

export function version(name) {
  return JSON.parse(readFileSync(join(process.cwd(), "node_modules", name, "package.json"))).version;
}

// Says what is claimed, and then of each string whether `judge` takes it.
export async function answer(first, judge) {
  console.log(JSON.stringify({ claims: [], starts: ["URI-reference"], compared: [], ...first }));
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, start, input, input_base64 } = JSON.parse(line);
    if (input === undefined) {
      console.log(JSON.stringify({ id, skip: "its strings are no bytes" }));
      continue;
    }
    try {
      console.log(JSON.stringify({ id, valid: Boolean(judge(input, start)) }));
    } catch (error) {
      console.log(JSON.stringify({ id, error: String(error) }));
    }
  }
}
