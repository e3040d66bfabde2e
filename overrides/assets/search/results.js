// Shows what was found, in the theme's markup: the sections of one page together, the matched words marked.
import { find, prepare as prepareFinding } from "./find.js";
import { fold, matches } from "./words.js";

const EXCERPT = 24; // words
const BEFORE = 4; // words shown before the first match
const PAUSE = 120; // ms without a further letter
const SHOWN = 3; // sections of a page before "more"
const translations = JSON.parse(document.getElementById("__config").textContent).translations;
const digits = new Intl.NumberFormat(document.documentElement.lang);
let parts; // of the search box: meta, list, none
let asked = 0;
let shownTerms = [];

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function counted(key, count) {
  return count === 1 ? translations[`${key}.one`] : translations[`${key}.other`].replace("#", digits.format(count));
}

function marked(words, isMatch) {
  return words.flatMap((word, at) => [at ? " " : "", isMatch(word, at) ? element("mark", "", word) : word]);
}

function heading(name, title, terms) {
  return element(name, "", ...marked(title.split(" "), (word) => matches(fold(word), terms)));
}

function excerpt({ words, places, title }) {
  if (words.join(" ") === title) return [];
  const sorted = [...places].sort((a, b) => a - b);
  const within = (start) => sorted.filter((place) => place >= start && place < start + EXCERPT - BEFORE).length;
  const densest = sorted.reduce((best, place) => (within(place) > within(best) ? place : best), sorted[0] ?? 0);
  const start = densest < EXCERPT - BEFORE ? 0 : densest - BEFORE;
  const shown = marked(words.slice(start, start + EXCERPT), (_, at) => places.has(start + at));
  return [element("p", "", start ? "… " : "", ...shown, start + EXCERPT < words.length ? " …" : "")];
}

function link(url, isBest, ...children) {
  const made = element("a", "md-search-result__link", element("article", "md-search-result__article md-typeset", ...children));
  made.href = url;
  if (isBest) made.dataset.best = "";
  return made;
}

// One page: its title, its best sections, and further ones behind "more".
function item(sections, best, terms) {
  const { page, pageTitle } = sections[0];
  const itself = sections.find(({ url }) => !url.includes("#"));
  const pageUrl = sections[0].url.split("#")[0];
  const icon = element("div", "md-search-result__icon md-icon");
  const top = link(pageUrl, itself === best, icon, heading("h1", pageTitle, terms), ...(itself ? excerpt(itself) : []));
  const others = sections.filter((section) => section !== itself);
  const shown = others.map((section) => link(section.url, section === best, heading("h2", section.title, terms), ...excerpt(section)));
  const made = element("li", "md-search-result__item", top, ...shown.slice(0, SHOWN));
  made.dataset.page = page;
  if (shown.length > SHOWN) made.append(more(shown.slice(SHOWN)));
  return made;
}

function byPage(sections) {
  const pages = new Map();
  for (const section of sections) pages.set(section.page, [...(pages.get(section.page) ?? []), section]);
  return [...pages.values()];
}

function more(links) {
  const summary = element("summary", "", element("div", "", counted("search.result.more", links.length)));
  return element("details", "md-search-result__more", summary, ...links);
}

export async function prepare(given) {
  parts = given;
  await prepareFinding();
}

// The words of the answer that is shown.
export const terms = () => shownTerms;

function render(text, { terms: found, sections }) {
  const { meta, list, none } = parts;
  shownTerms = found;
  none.hidden = !text || sections.length > 0;
  list.replaceChildren(...byPage(sections).map((some) => item(some, sections[0], found)));
  list.dataset.query = text;
  if (!text) meta.textContent = translations["search.result.placeholder"];
  else meta.textContent = sections.length ? counted("search.result", sections.length) : translations["search.result.none"];
}

// Shows the answer to what is typed, unless something else is typed meanwhile.
export async function show(typed) {
  const text = typed.trim();
  const mine = ++asked;
  if (parts.list.dataset.query === text) return;
  await new Promise((resolve) => setTimeout(resolve, text ? PAUSE : 0));
  if (mine !== asked) return;
  const found = text ? await find(text) : { terms: [], sections: [] };
  if (mine === asked) render(text, found);
}
