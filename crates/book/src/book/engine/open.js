{
  // Opens the engine, once, and loads the grammar of the book, if it has one. A failure is an error
  // whose message is for people, and the next call tries again.
  const load = (path) =>
    new Promise((loaded, failed) => {
      const script = document.createElement("script");
      script.src = path;
      script.onload = loaded;
      script.onerror = () => {
        script.remove();
        failed(new Error("The file that judges could not be loaded."));
      };
      document.head.append(script);
    });
  // Each character has seven bits.
  const unpacked = (text) => {
    const bytes = new Uint8Array((text.length * 7) >> 3);
    for (let at = 0, held = 0, bits = 0, length = 0; at < text.length; at += 1) {
      held = ((held & 0x7f) << 7) | text.charCodeAt(at);
      bits += 7;
      if (bits < 8) continue;
      bits -= 8;
      bytes[length] = held >> bits;
      length += 1;
    }
    return bytes;
  };
  const open = async (path, grammar) => {
    if (!self.WebAssembly || !self.DecompressionStream) {
      throw new Error("This browser cannot judge: it lacks WebAssembly or DecompressionStream.");
    }
    if (!self.urlbnfEngine) await load(path);
    if (grammar && self.urlbnfGrammar === undefined) await load(grammar);
    const packed = unpacked(self.urlbnfEngine);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    await wasm_bindgen({ module_or_path: await new Response(stream).arrayBuffer() });
    delete self.urlbnfEngine;
    return wasm_bindgen;
  };
  let opened;
  self.urlbnfOpen = (path, grammar) => {
    opened ??= open(path, grammar).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
