// The book in a folder, looked at: `node check.js FOLDER`. Nothing of urlbnf runs meanwhile; the
// pages come from a server that only sends files, and from file://.
import { readdir, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { launch } from "puppeteer-core";
import { serve } from "./server.js";
import { accessible } from "./accessible.js";
import { halfHour } from "./class.js";
import { keyboard, live, search, skipLink } from "./keyboard.js";

const folder = process.argv[2];
if (!folder) throw new Error("which folder?");
const wrong = [];
const say = (page, what) => wrong.push(`${page}: ${what}`);

const walk = async (from) => {
  const entries = await readdir(join(folder, from), { withFileTypes: true });
  const below = entries.map((it) => (it.isDirectory() ? walk(`${from}${it.name}/`) : [from + it.name]));
  return (await Promise.all(below)).flat();
};
const files = (await walk("")).sort();
const pages = files.filter((it) => it.endsWith(".html"));

// One of each kind: all that lie at the top, and of each folder its first page and its largest.
// The folders of the grammars are of one kind: RFC 1738 stands for them.
const isOtherGrammar = (folder) => /^(url-\d|rfc\d)/.test(folder) && folder !== "rfc1738";
const kinds = new Map();
const size = async (page) => (await readFile(join(folder, page))).length;
for (const page of pages) {
  const [top, ...rest] = page.split("/");
  if (rest.length === 0) kinds.set(page, page);
  else if (isOtherGrammar(top)) continue;
  else if (page.endsWith("/index.html")) kinds.set(page, page);
  else {
    const kind = rest.slice(0, -1).reduce((path, part) => `${path}/${part}`, top);
    const known = kinds.get(kind);
    if (!known || (await size(page)) > (await size(known))) kinds.set(kind, page);
  }
}
const samples = [...kinds.values()];

const timed = async (what, work) => {
  const begun = performance.now();
  const said = await work();
  console.log(`${what}: ${said} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
};

const valid = timed("HTML, links and anchors", () => new Promise((done, failed) => {
  const worker = new Worker(new URL("valid.js", import.meta.url), {
    workerData: { folder, files, pages },
  });
  worker.on("error", failed);
  worker.on("message", (found) => {
    wrong.push(...found.wrong);
    done(found.said);
  });
}));

const paths = (process.env.PATH ?? "").split(delimiter);
const program = (...names) => {
  const found = names.flatMap((name) => paths.map((path) => join(path, name))).find(existsSync);
  if (!found) throw new Error(`there is no ${names[0]}`);
  return found;
};
const browser = await launch({
  executablePath: program("chromium", "chromium-browser", "google-chrome", "chrome"),
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const firefox = await launch({ browser: "firefox", executablePath: program("firefox", "firefox-esr") });
const server = await serve(folder);
// As fast as a slow line: the engine takes seven seconds.
const slow = await serve(folder, 200_000);

// Until the engine of a page that has one is there, and nothing in the page changes any more.
const settled = async (page) => {
  const isThere = () => !document.getElementById("ask") || self.urlbnf !== undefined;
  await page.waitForFunction(isThere, { timeout: 60000 });
  await page.evaluate(() => new Promise((done) => {
    let waiting = setTimeout(done, 200);
    new MutationObserver(() => {
      clearTimeout(waiting);
      waiting = setTimeout(done, 200);
    }).observe(document, { subtree: true, childList: true });
  }));
};

// A page that asks for nothing else than the folder, and of which no script fails.
const open = async (address, path, { width = 1280, scripts = true, by = browser } = {}) => {
  const page = await by.newPage();
  await page.setViewport({ width, height: 900 });
  if (!scripts) await page.setJavaScriptEnabled(false);
  const root = address.slice(0, address.length - path.length);
  page.on("request", (it) => {
    const asked = it.url();
    if (!asked.startsWith(root) && !/^(data|blob):/.test(asked)) say(path, `asks for ${asked}`);
  });
  page.on("requestfailed", (it) => say(path, `${it.url()} ${it.failure()?.errorText}`));
  page.on("pageerror", (error) => say(path, `a script fails: ${error.message}`));
  page.on("console", (it) => {
    if (it.type() === "error") say(path, `the console says ${it.text()}`);
  });
  await page.evaluateOnNewDocument(() => {
    self.shifted = 0;
    if (!PerformanceObserver.supportedEntryTypes.includes("layout-shift")) return;
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) if (!it.hadRecentInput) self.shifted += it.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address, { waitUntil: "load" });
  if (scripts) await settled(page);
  return page;
};
const served = (path) => `${server.root}${path}`;
const onDisk = (path) => pathToFileURL(join(folder, path)).href;

// What is on the screen stays where it is, as browsers measure it.
const still = async (page, path, width) => {
  const shifted = await page.evaluate(() => self.shifted);
  if (shifted > 0.1) say(path, `${width} px: moves by ${shifted.toFixed(3)} while it loads`);
};

await timed("axe-core, light and dark, 390 and 1280 px", async () => {
  for (const path of samples) {
    for (const width of [390, 1280]) {
      const page = await open(served(path), path, { width });
      await still(page, path, width);
      await accessible(page, width, (what) => say(path, what));
      await page.close();
    }
  }
  return `${samples.length} pages of ${pages.length}, one of each kind`;
});

await timed("the live page at 200 KB/s", async () => {
  for (const path of ["live.html", "live.html#url=http://a.b/x|y&edition=rfc3986"]) {
    for (const width of [390, 1280]) {
      const page = await open(`${slow.root}${path}`, path, { width });
      await still(page, path, width);
      await page.close();
    }
  }
  return "nothing moves";
});

await timed("from file://", async () => {
  for (const path of samples) {
    const page = await open(onDisk(path), path);
    await page.close();
  }
  return `${samples.length} pages`;
});

await timed("keyboard only", async () => {
  let controls = 0;
  for (const path of samples) {
    const page = await open(served(path), path);
    controls += await keyboard(page, (what) => say(path, what));
    await page.close();
  }
  for (const [address, path] of [[served, "history.html"], [onDisk, "rfc1738/index.html"]]) {
    const page = await open(address(path), path);
    await skipLink(page, (what) => say(path, what));
    await search(page, (what) => say(path, what));
    await page.close();
  }
  for (const address of [served, onDisk]) {
    const page = await open(address("live.html"), "live.html");
    await live(page, (what) => say("live.html", what));
    await page.close();
  }
  return `${controls} controls`;
});

await timed("a class, by keyboard", async () => {
  for (const [by, name] of [[browser, "Chromium"], [firefox, "Firefox"]]) {
    for (const [root, from] of [[onDisk, "file://"], [(path) => `${slow.root}${path}`, "200 KB/s"]]) {
      for (const width of [390, 1280]) {
        const opened = (address, path) => open(address, path, { width, by });
        await halfHour(opened, root).catch((error) => say(`${name}, ${width} px, ${from}`, error.message));
      }
    }
  }
  return "in two browsers, from a memory stick and at 200 KB/s";
});

await timed("without a script, and on paper", async () => {
  for (const path of samples) {
    const page = await open(served(path), path, { width: 390, scripts: false });
    const text = await page.$eval("main", (main) => main.innerText.trim());
    if (text.length < 40) say(path, "says nothing without a script");
    const wide = await page.$eval("html", (html) => html.scrollWidth - html.clientWidth);
    if (wide > 0) say(path, `is ${wide} px wider than a phone`);
    const printed = Buffer.from(await page.pdf({ format: "A4" }));
    if (printed.subarray(0, 5).toString() !== "%PDF-") say(path, "cannot be printed");
    await page.close();
  }
  return `${samples.length} pages`;
});

await Promise.all([browser.close(), firefox.close()]);
server.close();
slow.close();
await valid;
if (wrong.length > 0) {
  const shown = wrong.slice(0, 60);
  console.error(shown.join("\n"));
  if (wrong.length > shown.length) console.error(`and ${wrong.length - shown.length} more`);
  console.error(`${wrong.length} wrong`);
  process.exit(1);
}
