// URL, as the WHATWG has it: another standard, and so only compared. A reference needs a base.
import { answer } from "./answers.mjs";

const first = { name: "URL (Node.js)", version: process.versions.node, compared: ["rfc3986"] };
answer(first, (text) => URL.canParse(text, "http://a/"));
