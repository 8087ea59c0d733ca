// The engine in the page judges an answer, and what it says is shown. The browser remembers the
// names of the exercises that were solved; one that keeps nothing only forgets them.
"use strict";
(() => {
  const KEY = "urlbnf-solved";
  const solved = () => {
    try {
      const names = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return new Set(Array.isArray(names) ? names : []);
    } catch {
      return new Set();
    }
  };
  const keep = (names) => {
    try {
      localStorage.setItem(KEY, JSON.stringify([...names]));
    } catch {
      return;
    }
  };

  const progress = document.getElementById("progress");
  const show = () => {
    const links = [...document.querySelectorAll(".exercises a")];
    const names = solved();
    const name = (link) => link.pathname.split("/").pop().replace(/\.html$/, "");
    const done = links.filter((link) => names.has(name(link)));
    links.forEach((link) => link.parentElement.classList.toggle("solved", done.includes(link)));
    progress.hidden = done.length === 0;
    progress.querySelector("output").textContent = `${done.length} of ${links.length} solved.`;
  };
  if (progress) {
    progress.querySelector("button").addEventListener("click", () => {
      keep([]);
      show();
    });
    show();
  }

  const form = document.getElementById("answer");
  const outcome = document.getElementById("outcome");
  if (!form || !outcome) return;
  form.hidden = false;
  const name = location.pathname.split("/").pop().replace(/\.html$/, "");
  const before = document.querySelector("p.solved");
  if (solved().has(name)) {
    before.textContent = "✓ You solved this before.";
    before.hidden = false;
  }

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
    if (outcome.querySelector(".finding.good")) keep(solved().add(name));
  });
})();
