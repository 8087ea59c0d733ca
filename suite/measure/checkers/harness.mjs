// What the checkers in JavaScript share: they answer whether a string is a `URI` of RFC 3986.
import { createInterface } from "node:readline";

export async function answer(judge) {
  console.log(JSON.stringify({ claims: ["rfc3986"], starts: ["URI"], name: process.argv[1] }));
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, input, input_base64 } = JSON.parse(line);
    const text = input_base64 ? Buffer.from(input_base64, "base64").toString("latin1") : input;
    console.log(JSON.stringify({ id, valid: Boolean(judge(text)) }));
  }
}
