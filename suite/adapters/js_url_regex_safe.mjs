// url-regex-safe: a pattern for addresses of web sites, matched as a whole.
import { answer, load, version } from "./answers.mjs";

const module = load("url-regex-safe");
const pattern = (module.default ?? module)({ exact: true, localhost: true, re2: false });
answer(
  { name: "url-regex-safe", version: version("url-regex-safe"), compared: ["rfc3986"], starts: ["URI"] },
  (text) => pattern.test(text),
);
