// How far what was typed names what was found: a page by its name, a section by its title.
import { fold, isEndedBy, matches, squeezed } from "./words.js";

// Chosen by what tests/site/queries.yml asks for.
const TITLED = 4.5; // what a section counts whose title is what was typed
const ASKED = 2; // what is added to a section for the words of its title that were typed, and for nothing else having been
const CLOSE = 1.5; // how much more the nearly whole title counts than a part
const PAGE_NAMED = 2; // what is added to a page for as much of its name as was typed
const CARD_NAMED = 3.5; // likewise for the names of cards, other words beside them or not
const NUMBER = /\d\d|[a-z]\d/; // what sets a card's name apart: h100, 4090, l4

const totalLength = (some) => some.reduce((sum, word) => sum + word.length, 0);
const wordsOf = (text) => fold(text).split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

// The longest run of terms from `at` on, with a number in it, that is part of a name: rtx 4090 of giá rtx 4090.
function runIn(name, terms, at) {
  for (let end = terms.length; end > at; end--) {
    const run = squeezed(terms.slice(at, end));
    if (NUMBER.test(run) && name.includes(run)) return { letters: run.length, end };
  }
  return undefined;
}

// How much of a page's name the cards in the terms are, 0 to 1; less where the terms have others beside: h100 vs h200.
function cardsNamed(name, terms) {
  const numbers = terms.filter((term) => NUMBER.test(term)).length;
  let [letters, found] = [0, 0];
  for (let at = 0; at < terms.length; at++) {
    const run = runIn(name, terms, at);
    if (!run) continue;
    letters += run.letters;
    found += terms.slice(at, run.end).filter((term) => NUMBER.test(term)).length;
    at = run.end - 1;
  }
  return found ? (Math.min(1, letters / name.length) * found) / numbers : 0;
}

function pageNamed(terms, pageTitle) {
  const [name, typed] = [squeezed(wordsOf(pageTitle)), squeezed(terms)];
  const cards = CARD_NAMED * cardsNamed(name, terms);
  return cards || !name.includes(typed) ? cards : (PAGE_NAMED * typed.length) / name.length;
}

// The share of a title that was typed times the share of what was typed that is in the title, by letters, 0 to 1.
function overlap(terms, title) {
  const words = wordsOf(title);
  const isTyped = (word, term) => matches(word, [term]) || isEndedBy(word, term);
  const typed = words.filter((word) => terms.some((term) => isTyped(word, term)));
  const used = terms.filter((term) => words.some((word) => isTyped(word, term)));
  return (totalLength(typed) / totalLength(words)) * (totalLength(used) / totalLength(terms));
}

// What a section's score is to be multiplied by.
export function named(terms, { title, pageTitle, isPage }) {
  const ofPage = isPage ? pageNamed(terms, pageTitle) : 0;
  if (ofPage) return 1 + ofPage;
  const [words, name] = [wordsOf(title), squeezed(terms)];
  const whole = squeezed(words);
  if (whole === name || (words.length === 1 && whole.startsWith(name))) return 1 + (TITLED - 1) * (name.length / whole.length) ** CLOSE;
  return 1 + ASKED * overlap(terms, title) ** CLOSE;
}
