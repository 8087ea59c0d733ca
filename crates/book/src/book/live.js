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
  // An empty field asks nothing, until somebody says that it does.
  const isAsked = (state) => new RegExp(`(?:^|&)${key}=`).test(state);
  const chosen = (asks, text = field.value) => {
    const value = text === shown.text ? shown.typed : encodeURIComponent(text);
    const named = choices.filter((name) => form.elements[name].value);
    const others = named.map((name) => `${name}=${encodeURIComponent(form.elements[name].value)}`);
    return (value || asks ? [`${key}=${value}`, ...others] : others).join("&");
  };
  const note = (text) => {
    const line = document.createElement("p");
    line.setAttribute("role", "note");
    // What stands between backquotes is code.
    text.split("`").forEach((part, at) => {
      const code = at % 2 ? document.createElement("code") : undefined;
      if (code) code.textContent = part;
      line.append(code ?? part);
    });
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
    try {
      history[isSame ? "replaceState" : "pushState"](null, "", `#${to}`);
    } catch {
      // An address has its limits, and what is shown does not need it.
    }
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

  field.addEventListener("input", () => glance(chosen(false)));
  // A field would make a space of a line break, and another string of the whole. The end of
  // the line is none of it.
  field.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    const line = pasted.replace(/\r?\n$/, "");
    const { value, selectionStart, selectionEnd } = field;
    const text = value.slice(0, selectionStart) + line + value.slice(selectionEnd);
    const to = chosen(true, text);
    show(to);
    typing = false;
    enter(to);
  });
  const choose = (asks) => {
    const to = chosen(asks);
    show(to, true);
    typing = false;
    enter(to);
  };
  for (const name of choices) form.elements[name].addEventListener("change", () => choose(isAsked(state())));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose(true);
  });
  result.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-state]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    typing = false;
    enter(link.hash.slice(1));
    show(state());
    // What was pressed is another element now, and its keys go on.
    const { go } = link.dataset;
    const same = link.closest("#glance") ? "#glance [aria-current]" : go && `[data-go=${go}]`;
    ((same && result.querySelector(same)) || result).focus({ preventScroll: true });
  });
  self.addEventListener("popstate", () => {
    typing = false;
    show(state());
  });
  show(state());
  // Whoever was sent a step is to see it.
  if (/(?:^|&)step=/.test(state())) document.getElementById("steps")?.scrollIntoView();
})();
