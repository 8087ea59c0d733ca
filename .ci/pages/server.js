// A server that sends the files of a folder, and does nothing else.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";

const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  json: "application/json",
};

export const serve = async (folder) => {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    try {
      const text = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      const type = TYPES[path.split(".").pop()] ?? "text/html; charset=utf-8";
      response.writeHead(200, { "content-type": type }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { root: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
};
