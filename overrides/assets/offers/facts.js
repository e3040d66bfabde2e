// The facts of a table's offers, as the build has written them: what they are sorted by and what filters ask of them.

import { latinDigits } from "../typed-number.js";

const YES = 1, UNSURE = 0, NO = -1;

/** The words of a text as they are compared: without case, tone marks and accents. */
function wordsOf(text) {
  const bare = latinDigits(text.toLowerCase()).normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/đ/g, "d");
  return bare.match(/[\p{L}\p{M}\p{N}.]+/gu) ?? [];
}

/** Finds what begins with each word of a search; “rtx4090” and “H-100” are found though their parts stand apart or together. */
export function searches(text) {
  const parts = text.split(/\s+/).map((part) => wordsOf(part).join("")).filter(Boolean);
  return parts.map((part) => new RegExp(` ${[...part].map((letter) => letter.replace(".", "\\.")).join(" ?")}`, "u"));
}

export class Facts {
  #json;
  #keys = new Map();
  #texts = [];

  constructor(json) {
    this.#json = json;
    this.ids = json.ids;
  }

  /** The places of all rows, sorted by a column; what a ranking leaves out, then what is not known, come last, both ways. */
  order(column, descending) {
    const keys = this.#numbers(column);
    const late = new Set(this.#json.late[column]);
    const tier = keys.map((key, n) => (key === null ? (late.has(n) ? 2 : 3) : Number(late.has(n))));
    const way = descending ? -1 : 1;
    return keys.map((_, n) => n).sort((a, b) => tier[a] - tier[b] || way * (keys[a] - keys[b]) || a - b);
  }

  /** Whether some number is put after the others when this column sorts. */
  ranks(column) {
    return this.#json.late[column]?.some((n) => this.#numbers(column)[n] !== null) ?? false;
  }

  /** For each row whether it answers: 1, 0 where that is not known, -1 where it does not. */
  answers({ words, least, most, tags }) {
    const tests = [
      ...words.map((word) => (n) => (word.test(this.#text(n)) ? YES : NO)),
      ...Object.entries(least).map(([name, number]) => this.#limit(name, (value) => value >= number)),
      ...Object.entries(most).map(([name, number]) => this.#limit(name, (value) => value <= number)),
      ...Object.entries(tags).map(([name, tag]) => this.#tagged(name, tag)),
    ];
    return this.ids.map((_, n) => tests.reduce((answer, test) => (answer === NO ? NO : Math.min(answer, test(n))), YES));
  }

  #limit(name, holds) {
    const values = this.#json.sort[name];
    return (n) => (values[n] === null ? UNSURE : holds(values[n]) ? YES : NO);
  }

  #tagged(name, tag) {
    const { values, at } = this.#json.tags[name];
    const answers = values.map((tags) => (tags === null ? UNSURE : tags.includes(tag) ? YES : tags.includes(`?${tag}`) ? UNSURE : NO));
    return (n) => answers[at[n]];
  }

  /** A column as numbers; names get their place in the alphabet of the page's language. */
  #numbers(column) {
    if (!this.#keys.has(column)) {
      const kept = this.#json.sort[column];
      this.#keys.set(column, Array.isArray(kept) ? kept : ranked(kept));
    }
    return this.#keys.get(column);
  }

  #text(n) {
    const names = [this.#json.sort.card, this.#json.sort.provider].map((column) => column?.values[column.at[n]] ?? "");
    return (this.#texts[n] ??= ` ${wordsOf([...names, this.ids[n], this.#json.text[n]].join(" ")).join(" ")}`);
  }
}

function ranked({ values, at }) {
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const order = values.map((_, n) => n).sort((a, b) => compare(values[a], values[b]));
  const place = [];
  order.forEach((n, rank) => (place[n] = values[n] === null ? null : rank));
  return at.map((n) => place[n]);
}
