// For a lost reader: takes them to the page where it is plain which one is meant, else offers the nearest ones and the search.
// The address comes from strangers: nothing of it is ever put into a link or markup, only into the search field.
import { nearest, parts } from "./not-found/nearest.js";

const LONGEST_QUERY = 80; // letters
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2,4})?$/; // bn, vi-VN, en
const leading = document.querySelector("section.leading");
const sections = leading ? [leading] : [...document.querySelectorAll("section")];
const root = new URL("../", new URL(sections[0].dataset.home, location)).pathname;

// The address below the site's root and below the language.
function asked() {
  const below = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : location.pathname;
  const [first] = parts(below);
  return first && LANGUAGE.test(first) ? below.replace(/^\/*[^/]+/, "") : below;
}

async function addresses({ dataset: { home } }) {
  const response = await fetch(`${home}assets/addresses.json`);
  if (!response.ok) throw new Error(`addresses.json: ${response.status}`);
  return response.json();
}

function offer(section, near, known) {
  section.querySelector(".near ul").append(...near.map((page) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = section.dataset.home + page;
    link.textContent = known.pages[page.split("#")[0]];
    return item;
  }));
  section.querySelector(".near").hidden = !near.length;
}

async function answer(section) {
  const known = await addresses(section);
  const { page, near } = nearest(asked(), known);
  const target = page === undefined ? "" : section.dataset.home + page;
  if (leading && target && target !== location.pathname) location.replace(target + location.search + (target.includes("#") ? "" : location.hash));
  else offer(section, page === undefined ? near : [page], known);
}

if (leading) {
  document.documentElement.lang = leading.lang;
  document.title = leading.querySelector("h2").textContent;
}
for (const section of sections) {
  const form = section.querySelector("form");
  form.elements.q.value = (parts(asked()).at(-1) ?? "").replaceAll("-", " ").slice(0, LONGEST_QUERY);
  form.hidden = false;
  answer(section).catch(() => {}); // the links that the page has without scripts stay
}
