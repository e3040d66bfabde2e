// The language menu keeps the section the reader is at and the choices in the address, and remembers the choice for the chooser.
"use strict";

for (const link of document.querySelectorAll("a[data-language]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = location.hash;
    try {
      localStorage.setItem("language", link.dataset.language);
    } catch {
      // storage may be blocked; the link works all the same
    }
  });
}
