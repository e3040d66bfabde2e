// The figures of an amount of money, in a locale's digits; its sign is put around them by the form of its currency.
"use strict";

const FIGURES = 3; // of a converted amount: a rate of another day supports no more (macros/view/numbers.py)
const WHOLE_FROM = 100;
const formats = new Map(); // a format is dear to make, and a page has thousands of amounts

/** An amount with just so many decimal places. */
export function figures(amount, places, locale) {
  const key = `${locale} ${places}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }));
  return formats.get(key).format(amount);
}

/** A converted amount: three figures, whole from 100. */
export function about(amount, locale) {
  const rounded = Number(amount.toPrecision(FIGURES));
  return figures(rounded, Math.abs(rounded) >= WHOLE_FROM ? 0 : 2, locale);
}
