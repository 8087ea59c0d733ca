// As one types, the page is asked for again, and what it says takes the place
// of what was said. The address follows, so that it can be sent to somebody.
"use strict";
(() => {
  const form = document.getElementById("ask");
  const result = document.getElementById("result");
  const said = document.getElementById("said");
  if (!form || !result) return;
  const field = form.querySelector("input");
  const key = field.name;
  const choices = ["edition", "reading", "start"].filter((name) => form.elements[name]);
  let asked = null;
  let waiting = 0;

  const typed = (address) => new RegExp(`[?&]${key}=([^&]*)`).exec(address)?.[1] ?? "";
  // The field cannot hold every byte: as long as nobody changes it, the address counts.
  const exact = (address) => ({ text: field.value, typed: typed(address) });
  let shown = exact(location.search);
  const address = () => {
    const value = field.value === shown.text ? shown.typed : encodeURIComponent(field.value);
    const chosen = choices.filter((name) => form.elements[name].value);
    const query = chosen.map((name) => `${name}=${encodeURIComponent(form.elements[name].value)}`);
    return `live?${[`${key}=${value}`, ...query].join("&")}`;
  };
  const show = async (to, push) => {
    if (asked) asked.abort();
    asked = new AbortController();
    shown = exact(to);
    try {
      const answer = await fetch(to, { signal: asked.signal });
      const text = await answer.text();
      if (!answer.ok) {
        result.textContent = text;
        return;
      }
      const page = new DOMParser().parseFromString(text, "text/html");
      result.replaceChildren(...page.getElementById("result").childNodes);
      for (const name of choices) {
        const options = page.getElementById(name);
        const chosen = options.value;
        form.elements[name].replaceChildren(...options.childNodes);
        form.elements[name].value = chosen;
      }
      said.textContent = result.querySelector(".finding > p")?.textContent ?? "";
      if (push) history.pushState(null, "", to);
      else history.replaceState(null, "", to);
    } catch (error) {
      if (error.name !== "AbortError") result.textContent = "The server does not answer.";
    }
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => show(address(), false), 40);
  });
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
    field.value = new URL(link.href).searchParams.get(key) ?? "";
    result.focus({ preventScroll: true });
    show(link.getAttribute("href"), true);
  });
  window.addEventListener("popstate", () => location.reload());
})();
