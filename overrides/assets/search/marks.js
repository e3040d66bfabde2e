// Marks the words that led here, on the page that a search result leads to.
import { fold, load, matches } from "./words.js";

const NOT_SEARCHED = "td, .headerlink, [data-pagefind-ignore]";

export async function mark(terms) {
  await load();
  const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (texts.nextNode()) nodes.push(texts.currentNode);
  for (const node of nodes.filter((one) => !one.parentElement.closest(NOT_SEARCHED))) {
    const words = node.data.split(/(\s+)/);
    const folded = fold(words.map((word) => word.trim()).join("\n")).split("\n");
    const parts = words.map((word, at) => (folded[at] && matches(folded[at], terms) ? marked(word) : word));
    if (parts.some((part) => part instanceof Node)) node.replaceWith(...parts);
  }
}

function marked(word) {
  const made = document.createElement("mark");
  made.textContent = word;
  return made;
}
