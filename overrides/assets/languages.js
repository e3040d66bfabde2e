// The language menu keeps the section the reader is at and the choices in the address, and remembers the choice for the chooser.
import { keep } from "./choices.js";

const HEADER = 100; // pixels at the top of the window that the header covers, with some room

const isShown = (element) => element.getClientRects().length > 0; // a hidden heading is not read, and seems to be at the very top

// The section being read: the one that the address names while its heading is in view (at the end of a page it can't reach the
// top), else the last heading or term that has reached the top of the window. "" above the first one.
function section() {
  const named = document.getElementById(location.hash.slice(1));
  const top = named && isShown(named) ? named.getBoundingClientRect().top : -1;
  if (top >= 0 && top < innerHeight) return named.id;
  const headings = [...document.querySelectorAll("article :is(h2, h3, dt)[id]")].filter(isShown);
  return headings.findLast((one) => one.getBoundingClientRect().top <= HEADER)?.id ?? "";
}

for (const link of document.querySelectorAll("a[data-language]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = section();
    keep("language", link.dataset.language);
  });
}
