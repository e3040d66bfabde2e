// Numbers, money, dates and sentences as the page's language writes them, and numbers as readers type them.
"use strict";

const GIB = 2 ** 30;
const DAY = 86_400_000;
const ZEROS = [0x9e6, 0x966]; // Bengali and Devanagari zero

export class Format {
  constructor(settings) {
    Object.assign(this, settings);
    this.tag = `${settings.locale}-u-nu-${settings.digits}`;
  }

  /** Write local money in the currency that the reader has chosen, if it is one of the site's. */
  use(currency) {
    if (currency in this.rates) this.currency = currency;
  }

  number(value, decimals = 0) {
    return new Intl.NumberFormat(this.tag, { maximumFractionDigits: decimals }).format(value).replace("-", "−");
  }

  /** Bytes as GiB, to a tenth below 100, to a hundredth below 1. */
  gib(bytes) {
    const gib = bytes / GIB;
    return this.number(gib, gib < 1 ? 2 : gib < 100 ? 1 : 0);
  }

  percent(share, decimals = 0) {
    return new Intl.NumberFormat(this.tag, { style: "percent", maximumFractionDigits: decimals }).format(share);
  }

  amount(value, places, currency) {
    const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
    return this.money[currency].replace("{amount}", new Intl.NumberFormat(this.tag, digits).format(value));
  }

  /** A listed price: to the cent, under 1 to as many of four places as it has. */
  price(value, currency = "USD") {
    const rounded = Number(value.toFixed(value >= 1 ? 2 : 4));
    const places = [2, 3, 4].find((n) => Math.abs(Number(rounded.toFixed(n)) - rounded) < 1e-9);
    return this.amount(rounded, places, currency);
  }

  /** A converted amount: three figures, a rate of another day supports no more. */
  about(value, currency) {
    const rounded = Number(value.toPrecision(3));
    return this.amount(rounded, Math.abs(rounded) >= 100 ? 0 : 2, currency);
  }

  /** US dollars in the reader's currency. */
  local(usd) {
    return this.about(usd * this.rates[this.currency], this.currency);
  }

  date(iso) {
    const written = { day: "numeric", month: this.months, year: "numeric", timeZone: "UTC" };
    return new Intl.DateTimeFormat(this.tag, written).format(new Date(iso));
  }

  /** The days from one date to another, counted and written. */
  days(from, to) {
    const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY);
    return { count, text: new Intl.NumberFormat(this.tag, { style: "unit", unit: "day", unitDisplay: "long" }).format(count) };
  }

  places(codes) {
    const names = new Intl.DisplayNames(this.tag, { type: "region" });
    return codes.map((code) => this.placeNames[code] ?? names.of(code)).join(", ");
  }

  /** A sentence of the language file with its {names} filled in. */
  say(key, parts = {}) {
    return this.words[key].replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  }
}

/** The number that was typed, in digits of any of the three scripts and with the page's separators; NaN if it is none. */
export function typedNumber(text, decimalComma) {
  let plain = text.replace(/[\s\u00a0\u202f]/g, "").replace(/−/g, "-").replace(/[०-९০-৯]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROS.find((zero) => code >= zero && code < zero + 10));
  });
  const grouped = decimalComma ? /^-?\d{1,3}(\.\d{3})+(,\d+)?$/ : /^-?\d{1,3}(,\d{2,3})+(\.\d+)?$/;
  if (grouped.test(plain)) plain = plain.replaceAll(decimalComma ? "." : ",", "");
  if (decimalComma) plain = plain.replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}
