// ajv-formats: the formats of JSON Schema, in the mode that the argument names. The mode `fast` says
// that its patterns are simplified.
import { answer, load, version } from "./answers.mjs";

const Ajv = load("ajv").default;
const addFormats = load("ajv-formats").default;
const mode = process.argv[2] ?? "full";
const ajv = addFormats(new Ajv(), { mode });
const formats = {
  "URI": ajv.compile({ type: "string", format: "uri" }),
  "URI-reference": ajv.compile({ type: "string", format: "uri-reference" }),
};
const first = {
  name: `ajv-formats (${mode})`, version: version("ajv-formats"), starts: Object.keys(formats),
  ...(mode === "full" ? { claims: ["rfc3986"] } : { compared: ["rfc3986"] }),
};
answer(first, (text, start) => formats[start](text));
