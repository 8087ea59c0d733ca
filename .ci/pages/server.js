// A server that sends the files of a folder, at so many bytes a second if a rate is given.
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

// Sends a text in ten parts a second.
const slowly = async (response, text, rate) => {
  for (let sent = 0; sent < text.length; sent += rate / 10) {
    response.write(text.subarray(sent, sent + rate / 10));
    await new Promise((ready) => setTimeout(ready, 100));
  }
  response.end();
};

export const serve = async (folder, rate) => {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    try {
      const text = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      const type = TYPES[path.split(".").pop()] ?? "text/html; charset=utf-8";
      response.writeHead(200, { "content-type": type });
      if (rate) await slowly(response, text, rate);
      else response.end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { root: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
};
