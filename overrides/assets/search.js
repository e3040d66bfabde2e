// The search box: opens, closes and moves by keys like the theme's. What searches is loaded when a reader first turns to it.
import { chosen, keep } from "./choices.js";

const toggle = document.getElementById("__search");
const box = document.querySelector(".md-search");
const query = box.querySelector("input");
const meta = box.querySelector(".md-search-result__meta");
const list = box.querySelector(".md-search-result__list");
const none = box.querySelector(".search-none"); // shown where nothing is found
const OPENING_KEYS = ["/", "s", "f"];
const SESSION = "sessionStorage";
const VISITED = "search"; // there: the page that a result led to, and its words
let results; // the module that searches and shows, once asked for

const setOpen = (open) => toggle.checked === open || toggle.click();
const links = () => [list, none].flatMap((part) => [...part.querySelectorAll("a, summary")]).filter((link) => link.offsetParent);

function loaded() {
  if (!results) {
    meta.textContent = meta.dataset.loading;
    results = import("./search/results.js").then((module) => module.prepare({ meta, list, none }).then(() => module));
    results.catch(fail);
  }
  return results;
}

async function search() {
  const text = query.value;
  try {
    await (await loaded()).show(text);
  } catch {
    if (text === query.value) fail();
  }
}

function fail() {
  results = undefined; // tried again with the next letter
  meta.textContent = meta.dataset.failed;
  none.hidden = true;
  list.replaceChildren(); // what was found earlier answers something else
  delete list.dataset.query;
}

// Follows the best result, unless something else is typed meanwhile or the box is closed.
function follow() {
  if (toggle.checked && list.dataset.query === query.value.trim()) list.querySelector("[data-best]")?.click();
}

function start() {
  setOpen(true);
  search();
}

function move(step) {
  const stops = [query, ...links()];
  const at = Math.max(0, stops.indexOf(document.activeElement));
  stops[(at + step + stops.length) % stops.length].focus();
}

function whileOpen(event) {
  const typing = document.activeElement === query;
  if (event.key === "Escape") {
    setOpen(false);
    document.activeElement.blur();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && typing) {
    event.preventDefault();
    search().then(follow);
  } else if (event.key.length === 1 && event.key !== " " && !typing) {
    query.focus();
  }
}

function whileClosed(event) {
  const active = document.activeElement;
  const typing = active.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName);
  if (typing || !OPENING_KEYS.includes(event.key)) return;
  event.preventDefault();
  query.focus();
  query.select();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (toggle.checked) whileOpen(event);
  else whileClosed(event);
});
query.addEventListener("focus", start);
query.addEventListener("input", search);
query.form.addEventListener("submit", (event) => event.preventDefault());
query.form.addEventListener("reset", () => {
  query.focus();
  setTimeout(search); // the box is emptied after the event
});
toggle.addEventListener("change", () => {
  list.hidden = !toggle.checked;
  if (toggle.checked) query.focus();
});
box.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !box.contains(event.relatedTarget)) setOpen(false);
});

const mark = async (terms) => (await import("./search/marks.js")).mark(terms);

list.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  const { pathname } = new URL(link.href);
  const terms = (await results).terms();
  setOpen(false);
  if (pathname === location.pathname) mark(terms); // nothing is loaded anew
  else keep(VISITED, [pathname, ...terms].join(" "), SESSION); // neither the address nor a word has a space
});

const [visited, ...visitedBy] = (chosen(VISITED, SESSION) ?? "").split(" ");
keep(VISITED, "", SESSION);
if (visited === location.pathname) mark(visitedBy);

const asked = new URLSearchParams(location.search).get("q"); // as a link or a form elsewhere asks, such as 404.html
if (document.activeElement === query) start(); // the reader was faster than this script
else if (asked) {
  query.value = asked;
  query.focus();
}
