// The search: names, titles and sentences, from a list that is loaded when one types.
"use strict";
(() => {
  const place = document.getElementById("search");
  const script = document.currentScript;
  place.setAttribute("role", "search");
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search (press /)";
  input.setAttribute("aria-label", "Search names, titles and sentences");
  input.autocomplete = "off";
  const list = document.createElement("ul");
  list.hidden = true;
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "faint";
  place.append(input, list);

  // The grammar of this page comes first among equals.
  const folder = location.pathname.split("/").slice(-2)[0] + "/";
  const isHere = (path) => path.startsWith(folder);
  const rank = (name, wanted) =>
    name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 4;
  let entries = [];
  let lowered = [];
  const load = () => {
    const list = document.createElement("script");
    list.src = new URL("search-index.js", script.src);
    list.addEventListener("load", () => {
      entries = window.urlbnfSearch;
      lowered = entries.map(([name, of]) => [name.toLowerCase(), `${name} ${of}`.toLowerCase()]);
      show();
    });
    document.head.append(list);
  };
  // How many letters are typed too much, too little or otherwise; beyond `most`, more.
  const slips = (name, wanted, most) => {
    if (Math.abs(name.length - wanted.length) > most) return most + 1;
    let row = Array.from({ length: wanted.length + 1 }, (_, at) => at);
    for (let i = 1; i <= name.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= wanted.length; j += 1) {
        const same = name[i - 1] === wanted[j - 1] ? 0 : 1;
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same));
      }
      row = next;
    }
    return row[wanted.length];
  };
  const matches = (wanted) => {
    const ranked = (rank) =>
      entries.map(([name, of, path], at) => ({ name, of, path, rank: rank(...lowered[at]) }));
    // Several words may be in any order, in the name and in what it is of.
    const words = wanted.split(/\s+/);
    const exact = ranked((name, all) =>
      Math.min(rank(name, wanted), words.every((word) => all.includes(word)) ? 3 : 4),
    ).filter((entry) => entry.rank < 4);
    if (exact.length || wanted.length < 3) return exact;
    const most = wanted.length < 6 ? 1 : 2;
    return ranked((name) => slips(name, wanted, most)).filter((entry) => entry.rank <= most);
  };
  const show = () => {
    const wanted = input.value.trim().toLowerCase();
    list.replaceChildren();
    list.hidden = wanted === "" || !entries.length;
    if (list.hidden) return;
    const found = matches(wanted)
      .sort((one, other) => one.rank - other.rank || isHere(other.path) - isHere(one.path))
      .slice(0, 20);
    for (const { name, of, path } of found) {
      const link = document.createElement("a");
      link.href = new URL(path, script.src);
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
  input.addEventListener("input", load, { once: true });
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
