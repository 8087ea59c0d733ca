// uri-js: it is of RFC 3986, and says that it checks no more; `parse` tells some errors.
import { answer, load, version } from "./answers.mjs";

const uri = load("uri-js");
const first = { name: "uri-js", version: version("uri-js"), compared: ["rfc3986"] };
answer(first, (text) => uri.parse(text).error === undefined);
