// What a reader types, as the words of the index: spellings made alike as macros/search/folding.py does, and other names
// (words.json) put into the pages' own.
import { mistakes } from "../mistakes.js";

const LONGEST = 5; // words that one name can have
const ENDING = 3; // letters that may hang on a name
const SHORTEST = 4; // letters of a name that may have an ending
const MOST_WORDS = 12;
const SLIPS = [[8, 2], [5, 1]]; // from so many letters on, so many may be wrong in a name
let words, loading;

async function read() {
  const response = await fetch(new URL("../../pagefind/words.json", import.meta.url));
  if (!response.ok) throw new Error(`words.json: ${response.status}`);
  const { sections, folds, aliases, pages } = await response.json();
  const rules = folds.map(([find, put]) => [new RegExp(find, "gu"), put]);
  words = { aliases: new Map(Object.entries(aliases)), pages: new Map(Object.entries(pages)), folds: rules };
  return sections;
}

// How many sections the index has, once the words are here.
export function load() {
  loading ??= read();
  loading.catch(() => (loading = undefined)); // asked for again the next time
  return loading;
}

export function fold(text) {
  return words.folds.reduce((folded, [find, put]) => folded.replace(find, put), text.toLowerCase().normalize("NFD"));
}

const lettersOnly = (word) => word.replace(/[^\p{L}\p{N}]/gu, "");

export function squeezed(some) {
  const letters = lettersOnly(some.join(""));
  return some.length > 1 ? letters.replace(/\p{Lm}/gu, "") : letters;
}

function withoutEnding(word) {
  if (word.length <= SHORTEST) return undefined;
  const names = [...words.aliases.keys()].filter(
    (name) => name.length >= SHORTEST && word.startsWith(name) && word.length - name.length <= ENDING,
  );
  return words.aliases.get(names.sort((a, b) => b.length - a.length)[0]);
}

// huấnluyện is huấn luyện, whose marks the names of several words are kept without.
function runTogether(word) {
  const name = word.length > SHORTEST ? words.aliases.get(word.replace(/\p{Lm}/gu, "")) : undefined;
  return name?.includes(" ") ? name : undefined;
}

function nameAt(typed, at) {
  for (let length = Math.min(LONGEST, typed.length - at); length > 0; length--) {
    const name = words.aliases.get(squeezed(typed.slice(at, at + length)));
    if (name) return { name, length };
  }
  return { name: runTogether(typed[at]) ?? withoutEnding(typed[at]) ?? typed[at], length: 1 };
}

// The words to look for: as the pages write them, and as they were typed.
export function searched(text) {
  const typed = fold(text).replace(/(\d\d)-/g, "$1 ").split(/[\s/,;:|()]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const page = words.pages.get(squeezed(typed));
  const meant = page ? page.split(" ") : [];
  for (let at = page ? typed.length : 0; at < typed.length; ) {
    const { name, length } = nameAt(typed, at);
    meant.push(...name.replace(/(\d\d)-/g, "$1 ").split(" "));
    at += length;
  }
  const unique = (some) => [...new Set(some)].slice(0, MOST_WORDS);
  return { meant: unique(meant), typed: unique(typed) };
}

// The name that the typed words are the beginning of.
export function completed(typed) {
  const start = squeezed(typed);
  const name = start.length >= SHORTEST ? [...words.aliases.keys()].find((one) => one.startsWith(start)) : undefined;
  return name ? words.aliases.get(name).split(" ") : [];
}

// The name that a word which no page has is a slip of: traning, infrence. Not of one with a number, which is another card's.
export function mended(word) {
  const most = SLIPS.find(([letters]) => word.length >= letters)?.[1] ?? 0;
  if (!most || /\d/.test(word)) return undefined;
  const near = [...words.aliases.keys()].filter((name) => Math.abs(name.length - word.length) <= most).map((name) => [mistakes(word, name), name]);
  const [slips, name] = near.sort(([a], [b]) => a - b)[0] ?? [];
  return slips <= most ? words.aliases.get(name).split(" ") : undefined;
}

const partsOf = (folded) => [lettersOnly(folded), ...folded.split(/[^\p{L}\p{N}]+/u)];

// Whether a word of a page, folded, begins with one that was searched for.
export function matches(folded, terms) {
  const parts = partsOf(folded);
  return terms.some((term) => parts.some((part) => part.startsWith(lettersOnly(term))));
}

// Whether a term is a word of a page with an ending to it.
export function isEndedBy(folded, term) {
  const isWord = (part) => part.length >= SHORTEST && term.startsWith(part) && term.length - part.length <= ENDING;
  return !/\d/.test(term) && partsOf(folded).some(isWord);
}
