// Numbers, money, dates and sentences as the page's language writes them.

import { about, figures, halfUp } from "../currency/figures.js";

const GIB = 2 ** 30;
const DAY = 86_400_000;

export class Format {
  constructor(settings) {
    Object.assign(this, settings);
  }

  /** Write local money in the currency that the reader has chosen, if it is one of the site's. */
  use(currency) {
    if (currency in this.rates) this.currency = currency;
  }

  number(value, decimals = 0) {
    return new Intl.NumberFormat(this.locale, { maximumFractionDigits: decimals }).format(value).replace("-", "−");
  }

  /** Bytes as GiB, to a tenth below 100, to a hundredth below 1. */
  gib(bytes) {
    const gib = bytes / GIB;
    return this.number(gib, gib < 1 ? 2 : gib < 100 ? 1 : 0);
  }

  percent(share, decimals = 0) {
    return new Intl.NumberFormat(this.locale, { style: "percent", maximumFractionDigits: decimals }).format(share);
  }

  /** A listed price: to the cent, under 1 to as many of four places as it has. */
  price(value, currency = "USD") {
    const rounded = halfUp(value, value >= 1 ? 2 : 4);
    const places = [2, 3, 4].find((n) => Math.abs(Number(rounded.toFixed(n)) - rounded) < 1e-9);
    return this.money[currency].replace("{amount}", figures(rounded, places, this.locale));
  }

  /** A converted amount. */
  about(value, currency) {
    return this.money[currency].replace("{amount}", about(value, this.locale));
  }

  /** US dollars in the reader's currency. */
  local(usd) {
    return this.about(usd * this.rates[this.currency], this.currency);
  }

  date(iso) {
    const written = { day: "numeric", month: this.months, year: "numeric", timeZone: "UTC" };
    return new Intl.DateTimeFormat(this.locale, written).format(new Date(iso));
  }

  /** The days from one date to another, counted and written. */
  days(from, to) {
    const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY);
    return { count, text: new Intl.NumberFormat(this.locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(count) };
  }

  places(codes) {
    const names = new Intl.DisplayNames(this.locale, { type: "region" });
    return codes.map((code) => this.placeNames[code] ?? names.of(code)).join(", ");
  }

  /** A sentence of the language file with its {names} filled in. */
  say(key, parts = {}) {
    return this.words[key].replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  }
}
