// Writes every converted amount of the page in another currency, and those of rows that are put into the page later.

import { about } from "./figures.js";

export class Amounts {
  #written = new WeakMap();
  #locale;
  #code;
  #currency;

  constructor(locale) {
    this.#locale = locale;
  }

  /** `currency` has the units that a dollar buys, the form of an amount, and what sentences say of the rate. */
  write(code, currency) {
    if (!this.#code) this.#watch();
    this.#code = code;
    this.#currency = currency;
    for (const part of document.querySelectorAll("[data-rate]")) part.textContent = currency[part.dataset.rate];
    this.#within(document.body);
  }

  about(usd) {
    return this.#currency.form.replace("{amount}", about(usd * this.#currency.units, this.#locale));
  }

  /** What is listed in the chosen currency needs no converted amount beside it. */
  #within(root) {
    for (const amount of root.querySelectorAll("[data-usd]")) {
      if (this.#written.get(amount) === this.#code) continue;
      amount.textContent = this.about(Number(amount.dataset.usd));
      this.#written.set(amount, this.#code);
    }
    for (const listed of root.querySelectorAll("[data-listed]")) listed.hidden = listed.dataset.listed === this.#code;
  }

  #watch() {
    const added = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    new MutationObserver((changes) => added(changes).forEach((node) => this.#within(node))).observe(document.body, { childList: true, subtree: true });
  }
}
