// What axe-core finds on a page, in the light and in the dark.
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const accessible = async (page, width, say) => {
  await page.evaluate(source);
  for (const value of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, {
        resultTypes: ["violations"],
        // Targets of 24 px, which axe leaves out if it is not told.
        rules: { "target-size": { enabled: true } },
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
    });
    for (const { id, html, failureSummary } of found) {
      say(`${width} px, ${value}: ${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ")}`);
    }
  }
};
