// valid-url: `isUri` is Data::Validate::URI of Perl in JavaScript.
import { answer, load, version } from "./answers.mjs";

const { isUri } = load("valid-url");
const first = { name: "valid-url", version: version("valid-url"), claims: ["rfc3986"], starts: ["URI"] };
answer(first, (text) => isUri(text) !== undefined);
