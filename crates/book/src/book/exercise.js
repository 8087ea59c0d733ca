// An answer is handed to the engine in the page, and what it says is shown.
"use strict";
(() => {
  const form = document.getElementById("answer");
  const outcome = document.getElementById("outcome");
  if (!form || !outcome) return;
  form.hidden = false;

  // The engine is large: it comes when it is first asked, and with it the grammar of the book.
  const load = (path) =>
    new Promise((loaded, failed) => {
      const script = document.createElement("script");
      script.src = path;
      script.onload = loaded;
      script.onerror = failed;
      document.head.append(script);
    });
  const open = async () => {
    const { engine, grammar } = form.dataset;
    await Promise.all([engine, grammar].filter(Boolean).map(load));
    return self.urlbnfOpen();
  };
  let opened;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = new FormData(form).get("answer") ?? "";
    let said;
    try {
      opened ??= open();
      said = (await opened).answer(form.dataset.exercise, answer, self.urlbnfGrammar);
    } catch {
      outcome.textContent = "This browser cannot judge: it has no WebAssembly.";
      return;
    }
    const page = new DOMParser().parseFromString(said, "text/html");
    outcome.replaceChildren(...page.body.childNodes);
  });
})();
