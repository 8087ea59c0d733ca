// is-url: a loose check.
import { answer, load, version } from "./answers.mjs";

const isUrl = load("is-url");
answer({ name: "is-url", version: version("is-url"), compared: ["rfc3986"], starts: ["URI"] }, isUrl);
