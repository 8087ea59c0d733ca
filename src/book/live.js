// As one types, the engine is asked, and what it says takes the place of what was
// said. The address follows, so that it can be sent to somebody: its state stands
// behind the `#`, which goes to no server.
"use strict";
(async () => {
  const form = document.getElementById("ask");
  const result = document.getElementById("result");
  const said = document.getElementById("said");
  if (!form || !result) return;
  const field = form.querySelector("input");
  const key = field.name;
  const choices = ["edition", "reading", "start"].filter((name) => form.elements[name]);
  // What comes slowly may come a little after what was typed.
  const PAUSE = 60;
  let waiting = 0;

  const state = () => location.hash.slice(1);
  const typed = (state) => new RegExp(`(?:^|&)${key}=([^&]*)`).exec(state)?.[1] ?? "";
  // The field cannot hold every byte: as long as nobody changes it, the address counts.
  const exact = (state) => ({ text: field.value, typed: typed(state) });
  let shown = { text: field.value, typed: "" };
  const chosen = () => {
    const value = field.value === shown.text ? shown.typed : encodeURIComponent(field.value);
    const named = choices.filter((name) => form.elements[name].value);
    const others = named.map((name) => `${name}=${encodeURIComponent(form.elements[name].value)}`);
    return [`${key}=${value}`, ...others].join("&");
  };
  const note = (text) => {
    const line = document.createElement("p");
    line.setAttribute("role", "note");
    line.textContent = text;
    result.replaceChildren(line);
  };

  const open = async () => {
    const { Engine } = await self.urlbnfOpen();
    const grammar = self.urlbnfGrammar;
    return grammar === undefined ? Engine.ofEditions() : Engine.ofGrammar(grammar);
  };
  let engine;
  try {
    engine = await open();
  } catch (error) {
    note(typeof error === "string" ? error : "This browser cannot judge: it has no WebAssembly.");
    return;
  }
  self.urlbnf = engine;

  const read = (text) => new DOMParser().parseFromString(text, "text/html");
  // All that there is to show in a state.
  const show = (to, keep) => {
    clearTimeout(waiting);
    let page;
    try {
      page = read(engine.answer(to));
    } catch (error) {
      note(String(error));
      return;
    }
    if (!keep) field.value = page.querySelector("#ask input").value;
    shown = exact(to);
    result.replaceChildren(...page.getElementById("result").childNodes);
    for (const name of choices) {
      const options = page.getElementById(name);
      const { value } = options;
      form.elements[name].replaceChildren(...options.childNodes);
      form.elements[name].value = value;
    }
    said.textContent = result.querySelector(".finding > p")?.textContent ?? "";
  };
  // The address follows. One goes back from what is judged otherwise, and not from a step of
  // its derivation, nor from each letter that is typed.
  let typing = false;
  const judged = (state) => state.split("&step=")[0];
  const enter = (to) => {
    const isSame = typing || judged(to) === judged(state());
    history[isSame ? "replaceState" : "pushState"](null, "", `#${to}`);
  };
  // What all grammars say, at once; the rest when nobody types.
  const glance = (to) => {
    const table = document.getElementById("glance");
    try {
      if (table) table.replaceWith(read(engine.glance(to)).getElementById("glance"));
    } catch {
      // What is wrong is said with the rest.
    }
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      show(to, true);
      enter(to);
      typing = true;
    }, table ? PAUSE : 0);
  };

  field.addEventListener("input", () => glance(chosen()));
  const choose = () => {
    const to = chosen();
    show(to, true);
    typing = false;
    enter(to);
  };
  for (const name of choices) form.elements[name].addEventListener("change", choose);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose();
  });
  result.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-state]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    typing = false;
    enter(link.hash.slice(1));
    show(state());
    result.focus({ preventScroll: true });
  });
  self.addEventListener("popstate", () => {
    typing = false;
    show(state());
  });
  show(state());
})();
