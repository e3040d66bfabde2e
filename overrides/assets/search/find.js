// Searches the index. Pagefind wants all words in one section; here each word is searched alone and the sections are ranked
// by how many of the words they have, the rarer the more.
import { named } from "./names.js";
import { completed, fold, isEndedBy, load, matches, mended, searched } from "./words.js";

const PAGEFIND = new URL("../../pagefind/pagefind.js", import.meta.url);
// These and the numbers below are chosen by what tests/site/queries.yml asks for.
const RANKING = { pageLength: 0.15, termFrequency: 1, termSaturation: 1.2, termSimilarity: 1.5, metaWeights: { title: 3, page: 1.5 } };
const MOST = 16; // sections looked at
const MOST_OF_A_PAGE = 6; // sections shown
const AS_TYPED = 0.5; // what the words as typed count beside the pages' own for them
const SHORT = 2; // letters
let pagefind, sections;

export async function prepare() {
  [pagefind, sections] = await Promise.all([import(PAGEFIND), load()]);
  await pagefind.destroy(); // it would keep what it failed to load
  await pagefind.options({ noWorker: true, ranking: RANKING });
  await pagefind.init();
}

const rarity = (found) => Math.log(1 + (sections - found + 0.5) / (found + 0.5));

// Where no word begins with the term, Pagefind answers with the longest word that the term begins with: 40 for 4090.
function isAnswer(term, places, { content, meta }) {
  const contents = content.split(/\s+/);
  const words = [...places.map((place) => contents[place]), ...meta.title.split(" "), ...meta.page.split(" ")].map(fold);
  return words.some((word) => matches(word, [term]) || isEndedBy(word, term));
}

async function answers(term) {
  const { results } = await pagefind.search(term);
  if (results.length && isAnswer(term, results[0].words, await results[0].data())) return results;
  const withoutMarks = term.replace(/\p{Lm}/gu, "");
  return withoutMarks === term ? [] : answers(withoutMarks);
}

// How many of the terms stand directly behind one another somewhere: băng thông, not bảng ... thông.
function neighbours(places) {
  return places.filter((ofTerm, at) => at && ofTerm.some((place) => places[at - 1].includes(place - 1))).length;
}

async function ranked(terms) {
  const hits = new Map();
  let wanted = 0;
  for (const [at, results] of (await Promise.all(terms.map(answers))).entries()) {
    wanted += rarity(results.length);
    for (const result of results) {
      const hit = hits.get(result.id) ?? { result, score: 0, had: 0, terms, places: terms.map(() => []) };
      hit.score += result.score;
      hit.had += rarity(results.length);
      hit.places[at] = result.words;
      hits.set(result.id, hit);
    }
  }
  for (const hit of hits.values()) hit.score *= (hit.had / wanted) ** 2 * (1 + neighbours(hit.places) / terms.length);
  return hits;
}

async function section({ result, score, terms, places }, meant) {
  const { url, content, meta } = await result.data();
  const { pathname, hash } = new URL(url, location);
  const found = { url: pathname + hash, page: pathname, isPage: !hash, title: meta.title, pageTitle: meta.page };
  const told = telling(terms);
  const marked = new Set(places.filter((_, at) => told.includes(terms[at])).flat());
  return { ...found, words: content.split(/\s+/), places: marked, score: score * named(meant, found) };
}

// The terms worth marking: not the short words between them.
function telling(terms) {
  const long = terms.filter((term) => term.length > SHORT || /\d/.test(term));
  return long.length ? long : terms;
}

async function hitsOf(meant, typed) {
  const hits = await ranked(meant);
  if (typed.join(" ") === meant.join(" ")) return hits;
  for (const [id, hit] of await ranked(typed)) {
    hit.score *= AS_TYPED;
    if (!hits.has(id)) hits.set(id, hit);
  }
  return hits;
}

// The terms with those that no page has put right, where they are slips of a name.
function withoutSlips(meant, hits) {
  const isFound = (at) => [...hits.values()].some(({ terms, places }) => terms === meant && places[at].length);
  return meant.flatMap((term, at) => (isFound(at) ? term : (mended(term) ?? term)));
}

function bestOfEachPage(sections) {
  const shown = new Map();
  return sections.filter(({ page }) => {
    shown.set(page, (shown.get(page) ?? 0) + 1);
    return shown.get(page) <= MOST_OF_A_PAGE;
  });
}

// The best sections for what was typed, best first, and the words that were searched for.
export async function find(text) {
  let { meant, typed } = searched(text);
  let hits = await hitsOf(meant, typed);
  if (!hits.size) {
    const whole = completed(typed);
    if (whole.length) hits = await ranked((meant = whole));
  }
  const mend = withoutSlips(meant, hits);
  if (mend.join(" ") !== meant.join(" ")) hits = await ranked((meant = mend));
  const best = [...hits.values()].sort((a, b) => b.score - a.score).slice(0, MOST);
  const found = await Promise.all(best.map((hit) => section(hit, meant)));
  return { terms: telling([...new Set([...meant, ...typed])]), sections: bestOfEachPage(found.sort((a, b) => b.score - a.score)) };
}
