// Each string becomes a link to the live page, which judges it. That page needs a script too.
(() => {
  const live = new URL("live.html", document.currentScript.src);
  for (const typed of document.querySelectorAll("[data-judge] kbd, kbd[data-judge]")) {
    const [by, start] = typed.closest("[data-judge]").dataset.judge.split("/");
    const [edition, reading] = by.split(":");
    const state = new URLSearchParams({ edition, ...(reading && { reading }), ...(start && { start }) });
    const link = document.createElement("a");
    link.href = `${live}#url=${typed.dataset.url ?? encodeURIComponent(typed.textContent)}&${state}`;
    typed.replaceWith(link);
    link.append(typed);
  }
})();
