// fast-uri: a toolbox of RFC 3986, which says what it checks; `parse` tells errors.
import { answer, load, version } from "./answers.mjs";

const uri = load("fast-uri");
const first = { name: "fast-uri", version: version("fast-uri"), compared: ["rfc3986"] };
answer(first, (text) => uri.parse(text).error === undefined);
