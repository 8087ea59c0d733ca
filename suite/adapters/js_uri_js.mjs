// uri-js: it says that it follows RFC 3986; `parse` tells an error in its result.
import { answer, load, version } from "./answers.mjs";

const uri = load("uri-js");
const first = { name: "uri-js", version: version("uri-js"), claims: ["rfc3986"], starts: ["URI-reference", "URI"] };
answer(first, (text, start) => {
  const parsed = uri.parse(text, { reference: start === "URI" ? "uri" : undefined });
  return parsed.error === undefined;
});
