// Each change of the field is judged by the engine, and the answer replaces the one before. The
// address holds the state after its `#`, so that a link shows the same answer to somebody else.
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

  // A fragment without a key of the form is a place on the page, and no state.
  const keys = [key, ...choices, "step"];
  const isState = (fragment) => keys.some((name) => new RegExp(`(?:^|&)${name}=`).test(fragment));
  const state = () => (isState(location.hash.slice(1)) ? location.hash.slice(1) : "");
  // The fields on other pages send what was typed as a query.
  if (isState(location.search.slice(1))) {
    history.replaceState(null, "", `${location.pathname}#${location.search.slice(1)}`);
  }
  const typed = (state) => new RegExp(`(?:^|&)${key}=([^&]*)`).exec(state)?.[1] ?? "";
  // The field cannot hold every byte: as long as nobody changes it, the address counts.
  const exact = (state) => ({ text: field.value, typed: typed(state) });
  let shown = { text: field.value, typed: "" };
  // An empty field asks nothing, until somebody says that it does.
  const isAsked = (state) => new RegExp(`(?:^|&)${key}=`).test(state);
  // A lone surrogate has no UTF-8. Its three bytes are judged as what they are: not UTF-8.
  const encoded = (text) =>
    text
      .split(/([\uD800-\uDFFF])/u)
      .map((part, at) => {
        if (at % 2 === 0) return encodeURIComponent(part);
        const unit = part.charCodeAt(0);
        const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
        return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join("");
      })
      .join("");
  const chosen = (asks, text = field.value) => {
    const value = text === shown.text ? shown.typed : encoded(text);
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
    said.textContent = line.textContent;
    return line;
  };

  // A link within the page, such as the one that skips to the text, leaves the state alone.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]:not([data-state])');
    const target = link && document.getElementById(link.hash.slice(1));
    if (!target) return;
    event.preventDefault();
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
    target.scrollIntoView();
  });

  // Who asks before the engine is there is told that it loads; until then the empty field says so,
  // and nothing on the page moves when it is there.
  const waits = document.createElement("p");
  waits.className = "faint";
  waits.textContent = "The page is loading what judges (about 1.3 MB). You can already type.";
  said.textContent = waits.textContent;
  field.placeholder = "Loading (1.3 MB). You can already type.";
  // What is typed and chosen while the engine loads is judged when it is there.
  let early = false;
  const notice = () => {
    early = true;
    if (!waits.isConnected) result.prepend(waits);
  };
  form.addEventListener("input", notice);
  const refuse = (event) => {
    event.preventDefault();
    notice();
  };
  form.addEventListener("submit", refuse);

  const open = async () => {
    const { Engine } = await self.urlbnfOpen(form.dataset.engine);
    const grammar = self.urlbnfGrammar;
    return grammar === undefined ? Engine.ofEditions() : Engine.ofGrammar(grammar);
  };
  let engine;
  while (!engine) {
    try {
      engine = await open();
    } catch (error) {
      const again = document.createElement("button");
      again.type = "button";
      again.textContent = "Try again";
      waits.hidden = true;
      note(typeof error === "string" ? error : error.message).append(" ", again);
      await new Promise((pressed) => again.addEventListener("click", pressed, { once: true }));
      note("Loading …");
      waits.hidden = false;
    }
  }
  waits.remove();
  field.placeholder = "";
  said.textContent = "";
  form.removeEventListener("input", notice);
  form.removeEventListener("submit", refuse);
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
    said.textContent = result.querySelector(".finding > p, [role=note]")?.textContent ?? "";
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
    // The element that was pressed has been replaced: its successor gets the focus.
    const { go } = link.dataset;
    const same = link.closest("#glance") ? "#glance [aria-current]" : go && `[data-go=${go}]`;
    ((same && result.querySelector(same)) || result).focus({ preventScroll: true });
  });
  self.addEventListener("popstate", () => {
    if (location.hash.length > 1 && !isState(location.hash.slice(1))) return;
    typing = false;
    show(state());
  });
  if (early) choose(field.value !== "");
  else show(state());
  // Whoever was sent a step is to see it.
  if (/(?:^|&)step=/.test(state())) document.getElementById("steps")?.scrollIntoView();
})();
