// Every page: valid HTML, and no link or anchor that leads nowhere. It is a thread of its own,
// beside the browser.
import { join, posix } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { HtmlValidate, Rule } from "html-validate";

const validate = async ({ folder, files, pages }, say) => {
  const known = new Set(files);
  const ids = new Map();
  const links = [];
  let page = "";
  // The validator reads each page anyway: what is in it is noted on the way.
  class Noted extends Rule {
    setup() {
      this.on("dom:ready", ({ document }) => {
        const values = (name) =>
          document.querySelectorAll(`[${name}]`).map((it) => [it, it.getAttributeValue(name)]);
        ids.set(page, new Set(values("id").map(([, id]) => id)));
        for (const [element, link] of [...values("href"), ...values("src")]) {
          links.push({ from: page, link: link ?? "", isLink: element.is("a") });
        }
        for (const it of document.querySelectorAll("svg a")) {
          const link = it.getAttributeValue("xlink:href");
          if (link) links.push({ from: page, link, isLink: true });
        }
      });
    }
  }
  const plugin = { name: "noted", rules: { noted: Noted } };
  const validator = new HtmlValidate({
    root: true,
    plugins: [plugin],
    extends: ["html-validate:recommended"],
    // An id may have a dot: `section-2.1` is in the addresses of readers. What a program prints may
    // end with blanks. The pages leave out what HTML allows to.
    rules: {
      noted: "error",
      "valid-id": ["error", { relaxed: true }],
      "no-trailing-whitespace": "off",
      "attr-quotes": "off",
      "no-implicit-close": "off",
      "no-raw-characters": ["error", { relaxed: true }],
      "wcag/h63": "off",
    },
  });
  for (page of pages) {
    const report = await validator.validateFile(join(folder, page));
    for (const { messages } of report.results) {
      for (const it of messages) say(page, `${it.line}:${it.column} ${it.ruleId}: ${it.message}`);
    }
  }
  for (const { from, link, isLink } of links) {
    if (/^https:\/\//.test(link)) {
      if (!isLink) say(from, `loads ${link}`);
      continue;
    }
    // What a page keeps behind the `#` is its state, with any bytes, and no anchor.
    const [path, behind = ""] = link.split("#");
    const anchor = behind.includes("=") ? "" : decodeURIComponent(behind);
    const file = decodeURIComponent(path.split("?")[0]);
    const to = file === "" ? from : posix.join(posix.dirname(from), file);
    if (!known.has(to)) say(from, `${link} leads nowhere`);
    else if (anchor !== "" && !ids.get(to)?.has(anchor)) {
      say(from, `${link}: there is no such anchor`);
    }
  }
  return `${pages.length} pages, ${links.length} links`;
};

const wrong = [];
const said = await validate(workerData, (page, what) => wrong.push(`${page}: ${what}`));
parentPort.postMessage({ said, wrong });
