// The search: names and titles, from a list that lies beside this file.
"use strict";
(() => {
  const place = document.getElementById("search");
  const entries = window.urlbnfSearch;
  if (!place || !entries) return;
  const root = document.body.dataset.root;
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search (press /)";
  input.setAttribute("aria-label", "Search names and titles");
  input.autocomplete = "off";
  const list = document.createElement("ul");
  list.hidden = true;
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "faint";
  place.append(input, list);

  const rank = (name, wanted) =>
    name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  const show = () => {
    const wanted = input.value.trim().toLowerCase();
    list.replaceChildren();
    list.hidden = wanted === "";
    if (wanted === "") return;
    const found = entries
      .map(([name, of, path]) => ({ name, of, path, rank: rank(name.toLowerCase(), wanted) }))
      .filter((entry) => entry.rank < 3)
      .sort((one, other) => one.rank - other.rank)
      .slice(0, 20);
    for (const { name, of, path } of found) {
      const link = document.createElement("a");
      link.href = root + path;
      const where = document.createElement("small");
      where.textContent = of;
      link.append(name, where);
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    status.textContent = found.length ? "" : "No match.";
    if (!found.length) {
      const item = document.createElement("li");
      item.append(status);
      list.append(item);
    }
  };
  input.addEventListener("input", show);
  place.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      input.value = "";
      show();
      input.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      (links[next] || input).focus();
      event.preventDefault();
    } else if (event.key === "Enter" && document.activeElement === input && links[0]) {
      links[0].click();
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      input.focus();
      event.preventDefault();
    }
  });
  document.addEventListener("click", (event) => {
    if (!place.contains(event.target)) list.hidden = true;
  });
})();
