// Steps of a derivation by keys, and one after the other by themselves. Each button is a
// link to the page in another state, so all there is to do is to press it.
"use strict";
(() => {
  const PAUSE = 1100;
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  const section = () => document.getElementById("steps");
  const find = (go) => section()?.querySelector(`[data-go=${go}]`);
  let playing = 0;

  // What the page shows is new after each step: so is what is said of the button.
  const dress = () => {
    const play = section()?.querySelector("[data-play]");
    if (!play) return;
    play.hidden = false;
    const word = playing ? "pause" : "play";
    if (play.textContent !== word) play.textContent = word;
    play.setAttribute("aria-pressed", String(Boolean(playing)));
    const keys = section().querySelector(".keys");
    if (keys) keys.hidden = false;
  };
  const press = (go) => {
    const link = find(go);
    if (link) link.click();
    return Boolean(link);
  };
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    dress();
  };
  const play = () => {
    if (playing) return stop();
    if (!find("forward") && !press("first")) return stop();
    playing = setInterval(() => {
      if (!section() || !press("forward")) stop();
    }, PAUSE);
    dress();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-play]")) {
      play();
      section()?.querySelector("[data-play]")?.focus({ preventScroll: true });
      return;
    }
    const go = event.target.closest("[data-go]")?.dataset.go;
    if (!go || !section()) return;
    if (playing && event.isTrusted) stop();
    // The button that was pressed is another one now.
    (find(go) ?? section()).focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    const inside = event.target instanceof Element && event.target.closest("#steps");
    if (!inside || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const scrolls = event.target.closest("figure, .bnf");
    if (scrolls && scrolls.scrollWidth > scrolls.clientWidth) return;
    if (event.key === " ") {
      if (event.target.closest("button, a:not([data-go])")) return;
      event.preventDefault();
      play();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      if (playing) stop();
      press(KEYS[event.key]);
      section()?.focus({ preventScroll: true });
    }
  });
  new MutationObserver(dress).observe(document.body, { childList: true, subtree: true });
  dress();
})();
