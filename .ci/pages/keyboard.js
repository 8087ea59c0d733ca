// A page without a mouse: each control is reached by Tab, and one sees where one is.

// Of a page with more controls only so many are tried: they are links of one kind.
const MOST = 120;

// The controls of a page, in order; each is given a number.
const numbered = (page) => page.evaluate(() => {
  const all = document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0'], svg a");
  const isThere = (it) =>
    it.checkVisibility({ visibilityProperty: true }) && !it.disabled && it.tabIndex >= 0;
  return [...all].filter(isThere).map((it, at) => { it.dataset.control = at; }).length;
});

// What has the focus: its number, and whether that is seen.
const focused = (page) => page.evaluate(() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const style = getComputedStyle(it);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const drawn = it.closest("svg") && [...it.querySelectorAll("rect")].some(
    (rect) => parseFloat(getComputedStyle(rect).strokeWidth) >= 3);
  const { left, top, right, bottom } = it.getBoundingClientRect();
  const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return { number: it.dataset.control, seen: Boolean(outlined || drawn) && inside, html: it.outerHTML.slice(0, 120) };
});

export const keyboard = async (page, say) => {
  const controls = Math.min(await numbered(page), MOST);
  const met = new Set();
  // A page may begin within a field; behind the last control the first comes again.
  for (let turn = 0; turn <= controls + 1; turn += 1) {
    if (turn > 0) await page.keyboard.press("Tab");
    const it = await focused(page);
    if (!it) continue;
    met.add(Number(it.number));
    if (!it.seen) say(`one does not see the focus of ${it.html}`);
  }
  for (let number = 0; number < controls; number += 1) {
    if (met.has(number)) continue;
    const control = await page.$(`[data-control="${number}"]`);
    const html = await control?.evaluate((it) => it.outerHTML.slice(0, 120));
    say(`Tab does not lead to ${html ?? "a control that was replaced meanwhile"}`);
  }
  return controls;
};

// The first Tab is the way past the navigation.
export const skipLink = async (page, say) => {
  await page.keyboard.press("Tab");
  const skip = await focused(page);
  if (!skip?.seen || !/class="skip"/.test(skip.html)) say("the first Tab is not the skip link");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const isIn = await page.evaluate(() => document.activeElement.closest("main") !== null);
  if (!isIn) say("behind the skip link one is not in the text");
};

// One types a name, and goes to the first that is found.
export const search = async (page, say) => {
  await page.keyboard.press("/");
  const isIn = await page.evaluate(() => document.activeElement.matches("#search input"));
  if (!isIn) return say("`/` does not lead to the search");
  await page.keyboard.type("hsegment");
  const first = await page.waitForSelector("#search ul a", { timeout: 5000 }).catch(() => null);
  if (!first) return say("the search finds nothing");
  await page.keyboard.press("Tab");
  const isFound = await page.evaluate(() => document.activeElement.matches("#search ul a"));
  if (!isFound) return say("Tab does not lead to what was found");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  const title = await page.$eval("h1", (it) => it.textContent);
  if (title !== "hsegment") say(`what was found is ${title}`);
};

// One types a URL into the live page, and is told what is wrong with it; the address follows.
export const live = async (page, say) => {
  for (let turn = 0; turn < MOST; turn += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.id === "url")) break;
  }
  if (!await page.evaluate(() => document.activeElement.id === "url")) {
    return say("Tab does not lead to the field of the live page");
  }
  await page.keyboard.type("http://info.cern.ch/~timbl/");
  const told = () => document.querySelector("#result")?.innerText.includes("hsegment")
    && location.hash.includes("timbl");
  await page.waitForFunction(told, { timeout: 60000 }).catch(() => say("one types, and is told nothing"));
};
