// Suggests a language by the reader's earlier choice or the browser's languages. Without it the links still work.
import { chosen, keep } from "./choices.js";

const links = [...document.querySelectorAll("a[data-language]")];
const offered = links.map((link) => link.dataset.language);

// The first of some language tags (bn, vi-VN) that the site is offered in.
function known(tags) {
  return tags.map((tag) => tag.split(/[-_]/)[0].toLowerCase()).find((code) => offered.includes(code));
}

for (const link of links) link.addEventListener("click", () => keep("language", link.dataset.language));

const earlier = offered.find((code) => code === chosen("language"));
if (document.body.classList.contains("not-found")) {
  const root = new URL("..", links[0].href).pathname;
  const inAddress = location.pathname.startsWith(root) ? location.pathname.slice(root.length).split("/") : [];
  const code = known(inAddress.slice(0, 1)) ?? earlier ?? known(navigator.languages);
  const section = document.querySelector(`[data-section="${code}"]`);
  section?.classList.add("leading");
  section?.parentNode.querySelector("h1").after(section);
} else {
  const cameFromHere = document.referrer.startsWith(location.origin + location.pathname);
  const link = links.find((one) => one.dataset.language === (earlier ?? known(navigator.languages)));
  const asksToChoose = location.hash === "#choose"; // as the pages' own links here
  if (earlier && !cameFromHere && !asksToChoose) location.replace(link.href);
  else link?.classList.add("suggested");
}
