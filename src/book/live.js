// As one types, the page is asked for again, and what it says takes the place
// of what was said. The address follows, so that it can be sent to somebody.
"use strict";
(() => {
  const form = document.getElementById("ask");
  const result = document.getElementById("result");
  if (!form || !result) return;
  const field = form.elements.url;
  const choices = ["edition", "reading", "start"];
  let asked = null;
  let waiting = 0;

  const address = () => {
    const query = new URLSearchParams(new FormData(form));
    if (!query.get("start")) query.delete("start");
    return "live?" + query;
  };
  const show = async (to, push) => {
    if (asked) asked.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(to, { signal: asked.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const said = page.getElementById("result") || page.getElementById("text");
      result.replaceChildren(...said.childNodes);
      for (const name of choices) {
        const asked = page.getElementById(name);
        if (!asked) continue;
        const chosen = asked.value;
        form.elements[name].replaceChildren(...asked.childNodes);
        form.elements[name].value = chosen;
      }
      if (push) history.pushState(null, "", to);
      else history.replaceState(null, "", to);
      result.dataset.shows = to;
    } catch (error) {
      if (error.name !== "AbortError") result.textContent = "The server does not answer.";
    }
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => show(address(), false), 40);
  };
  field.addEventListener("input", soon);
  for (const name of choices) {
    form.elements[name].addEventListener("change", () => show(address(), true));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    show(address(), true);
  });
  result.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-state]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    field.value = new URL(link.href).searchParams.get("url") || "";
    show(link.getAttribute("href"), true);
  });
  window.addEventListener("popstate", () => location.reload());
})();
