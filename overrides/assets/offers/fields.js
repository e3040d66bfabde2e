// The fields above a table: what they ask, in the page's numerals, and the same in the address in Latin ones.

import { hasDecimalComma, latinDigits, typedNumber, writtenNumber } from "../typed-number.js";
import { searches } from "./facts.js";

export class Fields {
  #form;
  #format;
  #decimalComma;
  #prefix;

  constructor(form, locale, prefix) {
    this.#form = form;
    this.#prefix = prefix;
    this.#decimalComma = hasDecimalComma(locale);
    this.#format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false });
  }

  get #named() {
    return [...this.#form.elements].filter((field) => field.name);
  }

  /** What is asked of the rows, and the columns in which a reader sees the answer. */
  read() {
    const asked = { words: [], least: {}, most: {}, tags: {}, columns: [] };
    for (const field of this.#named) {
      const value = this.#value(field);
      if (!value || !field.dataset.asks) continue;
      if (field.dataset.asks === "words") asked.words = searches(value);
      else if (field.dataset.asks === "most") asked.most[this.get("of") || "price"] = Number(value);
      else asked[field.dataset.asks][field.name] = field.dataset.asks === "least" ? Number(value) : value;
      if (field.dataset.column) asked.columns.push(field.name === "max" ? this.get("of") || "price" : field.dataset.column);
    }
    return asked;
  }

  get(name) {
    const field = this.#form.elements[name];
    return field ? this.#value(field) : "";
  }

  set(name, value) {
    const field = this.#form.elements[name];
    if (field.type === "checkbox") field.checked = value === field.value;
    else field.value = field.inputMode === "decimal" ? writtenNumber(value, this.#format) : value;
    if (field.selectedIndex === -1) field.value = ""; // the address may name what is not on offer
  }

  /** Empties the filters; the order stays. */
  clear() {
    for (const field of this.#named) if (!["sort", "dir"].includes(field.name)) this.set(field.name, "");
  }

  /** Takes what the address asks; whether it asks anything. */
  fromAddress() {
    const asked = new URLSearchParams(location.search);
    const given = this.#named.filter((field) => asked.has(this.#prefix + field.name));
    for (const field of given) this.set(field.name, latinDigits(asked.get(this.#prefix + field.name)));
    for (const field of given) field.closest("details")?.setAttribute("open", "");
    return given.length > 0;
  }

  toAddress() {
    const address = new URL(location);
    for (const field of this.#named) {
      const value = this.#value(field);
      if (value) address.searchParams.set(this.#prefix + field.name, value);
      else address.searchParams.delete(this.#prefix + field.name);
    }
    history.replaceState(history.state, "", address);
  }

  /** A field's value with Latin digits, empty where it asks nothing; what is no number above 0 is told beside its field. */
  #value(field) {
    if (field.type === "checkbox") return field.checked ? field.value : "";
    if (field.inputMode !== "decimal") return field.value;
    const number = typedNumber(field.value.replace("$", ""), this.#decimalComma);
    const wrong = !(number > 0) && field.value.trim() !== "";
    if (wrong) field.setAttribute("aria-invalid", "true"); // an empty value would say that it is not
    else field.removeAttribute("aria-invalid");
    document.getElementById(field.getAttribute("aria-describedby")).hidden = !wrong;
    return number > 0 ? String(number) : "";
  }
}
