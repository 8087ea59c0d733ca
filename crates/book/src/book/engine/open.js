{
  // Opens the engine, once; what it was unpacked from is let go.
  const open = async () => {
    const packed = Uint8Array.from(atob(self.urlbnfEngine), (it) => it.charCodeAt(0));
    delete self.urlbnfEngine;
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    await wasm_bindgen({ module_or_path: await new Response(stream).arrayBuffer() });
    return wasm_bindgen;
  };
  let opened;
  self.urlbnfOpen = () => (opened ??= open());
}
