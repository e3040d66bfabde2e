// Which page an address that is no page's may mean. Knows the pages by their addresses alone; touches neither document nor location.
import { mistakes } from "../mistakes.js";
import { latinDigits } from "../typed-number.js";

const LONGEST = 120; // letters of an address that are looked at
const SHOWN = 5; // pages offered at most
const MISTAKES = 1 / 3; // wrong letters among those of an address that is still a page's
const PART_OF_NAME = 0.5; // what h100-s for h100-sxm counts, and a100-80gb for a100-80, in wrong letters
const BESIDE = 0.15; // what a letter counts that stands beside a name
const OTHER_MODEL = 1; // what a wrong letter or digit counts more that makes another card's name
const SHORTEST_PART = 3; // letters
const ELSEWHERE = 1; // what another folder counts
const BETWEEN = /-(?:vs|versus|and|or)-/;

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray % is taken as it is
  }
}

// The parts of an address in lower case and Latin digits, words with one hyphen between them: /GPUs/H১০০_SXM/index.html is gpus, h100-sxm.
export function parts(path) {
  const text = latinDigits(decoded(path).slice(0, LONGEST).normalize("NFKC").toLowerCase()).replace(/(?:\/index)?\.(?:html?|md)$/, "");
  return text.split("/").map((part) => part.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "")).filter(Boolean);
}

// Letters without their marks: a name of a page as it would be typed into an address.
const plain = (name) => parts(name.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").replaceAll("/", " ")).join("");

const key = (some) => some.map((part) => part.replaceAll("-", "")).join("/");

// All addresses that are known, with where each leads, its parts, and the name of what is there.
function known({ pages, moved, terms }) {
  const own = Object.entries(pages).map(([address, name]) => ({ address, target: address, name: plain(name) }));
  const others = Object.entries(moved).map(([address, target]) => ({ address, target, name: "" }));
  const ofGlossary = terms.map((id) => ({ address: `glossary/${id}/`, target: `glossary/#${id}`, name: "", isTerm: true }));
  return [...own, ...others, ...ofGlossary].map((one) => ({ ...one, parts: parts(one.address) }));
}

function only(found) {
  const targets = new Set(found.map(({ target }) => target));
  return targets.size === 1 ? [...targets][0] : undefined;
}

// gpu/h100-sxm is gpus/h100-sxm where gpu/ leads to gpus/.
function inMovedFolder(asked, all) {
  const folder = all.find(({ address, target, parts: its }) => its.length === 1 && its[0] === asked[0] && address !== target);
  return folder && asked.length > 1 ? [...parts(folder.target.split("#")[0]), ...asked.slice(1)] : asked;
}

// Whether a name is part of another, or both names of a pair are, in either order: h100-vs-h200 of h100-sxm-vs-h200-sxm.
function isPart(asked, name) {
  const [sides, others] = [asked.split(BETWEEN), name.split(BETWEEN)];
  const begins = (side, other) => other.replaceAll("-", "").startsWith(side.replaceAll("-", ""));
  if (sides.length === 2) return others.length === 2 && [others, [...others].reverse()].some((two) => two.every((other, at) => begins(sides[at], other)));
  return asked.length >= SHORTEST_PART && others.length === 1 && (begins(asked, name) || name.endsWith(`-${asked}`));
}

// How many letters stand beside a model's name in what was asked, if it is there: 24gb beside rtx-4090, gb beside a100-80.
function beside(asked, name) {
  const isModel = /\d/.test(name) && !BETWEEN.test(asked);
  const inside = isModel && new RegExp(`(?:^|-)${name.replaceAll("-", "-?")}(?=$|-|gi?b)`).test(asked);
  return inside ? asked.length - name.length : undefined;
}

// The model in a name, by its number: h100 of h100-80gb.
const model = (name = "") => name.match(/[a-z]*\d+/)?.[0];

function distance(asked, { parts: its, name }) {
  const [last, itsLast] = [asked.at(-1), its.at(-1) ?? ""];
  if (last.length >= SHORTEST_PART && name.startsWith(plain(last))) return PART_OF_NAME;
  const elsewhere = key(asked.slice(0, -1)) === key(its.slice(0, -1)) ? 0 : ELSEWHERE;
  if (isPart(last, itsLast)) return PART_OF_NAME + elsewhere / 2;
  const more = beside(last, itsLast);
  if (more !== undefined) return PART_OF_NAME + elsewhere / 2 + more * BESIDE;
  return Math.min(mistakes(key(asked), key(its)), mistakes(key([last]), key([itsLast])) + elsewhere);
}

// `page` where it is plain which page is meant, else `near`: the pages it may be, nearest first.
export function nearest(path, addresses) {
  const all = known(addresses);
  const asked = inMovedFolder(parts(path), all);
  const pages = all.filter(({ isTerm }) => !isTerm);
  const elsewhere = (some) => (asked.length ? only(some.filter((one) => key(one.parts.slice(-1)) === key(asked.slice(-1)))) : undefined);
  const page = only(all.filter((one) => key(one.parts) === key(asked))) ?? elsewhere(pages) ?? elsewhere(all);
  if (page !== undefined) return { page, near: [] };
  const most = Math.max(1, key(asked.slice(-1)).length * MISTAKES);
  const close = pages.map((one) => ({ ...one, far: distance(asked, one) })).filter(({ far }) => far <= most);
  const rank = ({ far, parts: its }) => (model(its.at(-1)) === model(asked.at(-1)) ? far : far + OTHER_MODEL);
  close.sort((a, b) => rank(a) - rank(b) || a.target.length - b.target.length);
  return { near: [...new Set(close.map(({ target }) => target))].slice(0, SHOWN) };
}
