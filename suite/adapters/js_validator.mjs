// validator: `isURL`, which is for addresses of web sites.
import { answer, load, version } from "./answers.mjs";

const validator = load("validator");
answer(
  { name: "validator", version: version("validator"), compared: ["rfc3986"], starts: ["URI"] },
  (text) => validator.isURL(text, { require_tld: false }),
);
