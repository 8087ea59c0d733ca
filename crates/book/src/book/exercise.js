// The engine in the page judges an answer, and what it says is shown.
"use strict";
(() => {
  const form = document.getElementById("answer");
  const outcome = document.getElementById("outcome");
  if (!form || !outcome) return;
  form.hidden = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = new FormData(form).get("answer") ?? "";
    const { engine, grammar, exercise } = form.dataset;
    let said;
    try {
      const slow = setTimeout(() => { outcome.textContent = "Loading what judges …"; }, 200);
      // The engine is large: it is loaded for the first answer, and with it the grammar of the book.
      const { answer: judge } = await self.urlbnfOpen(engine, grammar);
      clearTimeout(slow);
      said = judge(exercise, answer, self.urlbnfGrammar);
    } catch (error) {
      outcome.textContent = `${error.message ?? error} Press the button to try again.`;
      return;
    }
    const page = new DOMParser().parseFromString(said, "text/html");
    outcome.replaceChildren(...page.body.childNodes);
  });
})();
