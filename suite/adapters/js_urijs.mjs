// URI.js: it reads what it can.
import { answer, load, version } from "./answers.mjs";

const URI = load("urijs");
const first = { name: "URI.js", version: version("urijs"), compared: ["rfc3986"] };
answer(first, (text) => {
  try {
    new URI(text);
    return true;
  } catch (error) {
    return false;
  }
});
