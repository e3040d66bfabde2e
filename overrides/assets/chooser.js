// Suggests a language by the reader's earlier choice or the browser's languages. Without it the links still work.
"use strict";

const KEY = "language";
const links = [...document.querySelectorAll("a[data-language]")];
const offered = links.map((link) => link.dataset.language);

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be blocked
  }
}

function remember(code) {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // the choice then lasts for this page only
  }
}

function preferred() {
  return navigator.languages.map((tag) => tag.split("-")[0].toLowerCase()).find((code) => offered.includes(code));
}

for (const link of links) link.addEventListener("click", () => remember(link.dataset.language));

const chosen = offered.includes(remembered()) ? remembered() : null;
if (document.body.classList.contains("not-found")) {
  const code = location.pathname.split("/").find((part) => offered.includes(part)) ?? chosen ?? preferred();
  const section = document.querySelector(`[data-section="${code}"]`);
  section?.parentNode.querySelector("h1").after(section);
} else {
  const cameFromHere = document.referrer.startsWith(location.origin + location.pathname);
  const link = links.find((one) => one.dataset.language === (chosen ?? preferred()));
  if (chosen && !cameFromHere) location.replace(link.href);
  else link?.classList.add("suggested");
}
