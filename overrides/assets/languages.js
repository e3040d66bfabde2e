// The language menu keeps the section the reader is at and the choices in the address, and remembers the choice for the chooser.
import { keep } from "./choices.js";

const HEADER = 100; // pixels at the top of the window that the header covers, with some room

// The section being read: the one that the address names while its heading is in view (at the end of a page it can't reach the
// top), else the last heading or term that has reached the top of the window. "" above the first one.
function section() {
  const named = document.getElementById(location.hash.slice(1));
  const top = named?.getBoundingClientRect().top ?? -1;
  if (top >= 0 && top < innerHeight) return named.id;
  const passed = [...document.querySelectorAll("article :is(h2, h3, dt)[id]")].filter((one) => one.getBoundingClientRect().top <= HEADER);
  return passed.at(-1)?.id ?? "";
}

for (const link of document.querySelectorAll("a[data-language]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = section() || location.hash;
    keep("language", link.dataset.language);
  });
}
