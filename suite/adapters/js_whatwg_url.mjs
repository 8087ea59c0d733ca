// whatwg-url: the reference implementation of the WHATWG's standard; only compared.
import { answer, load, version } from "./answers.mjs";

const { parseURL } = load("whatwg-url");
const base = parseURL("http://a/");
const first = { name: "whatwg-url", version: version("whatwg-url"), compared: ["rfc3986"] };
answer(first, (text) => parseURL(text, { baseURL: base }) !== null);
