// An answer is handed to the engine in the page, and what it says is shown.
"use strict";
(() => {
  const form = document.getElementById("answer");
  const outcome = document.getElementById("outcome");
  if (!form || !outcome) return;
  form.hidden = false;

  // The engine is large: it comes when it is first asked.
  const load = () =>
    new Promise((loaded, failed) => {
      const script = document.createElement("script");
      script.src = form.dataset.engine;
      script.onload = loaded;
      script.onerror = failed;
      document.head.append(script);
    });
  const open = async () => {
    await load();
    const packed = Uint8Array.from(atob(self.urlbnfEngine), (it) => it.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    await wasm_bindgen({ module_or_path: await new Response(stream).arrayBuffer() });
  };
  let opened;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = new FormData(form).get("answer") ?? "";
    let said;
    try {
      opened ??= open();
      await opened;
      said = wasm_bindgen.answer(form.dataset.exercise, answer);
    } catch {
      outcome.textContent = "This browser cannot judge: it has no WebAssembly.";
      return;
    }
    const page = new DOMParser().parseFromString(said, "text/html");
    outcome.replaceChildren(...page.body.childNodes);
  });
})();
