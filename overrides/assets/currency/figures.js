// The figures of an amount of money, in a locale's digits; its sign is put around them by the form of its currency.

const FIGURES = 3; // of a converted amount: a rate of another day supports no more (macros/view/numbers.py)
const SURE = 12; // figures of a computed amount; what is past them is what binary fractions add
const formats = new Map(); // a format is dear to make, and a page has thousands of amounts

/** An amount with just so many decimal places. */
export function figures(amount, places, locale) {
  const key = `${locale} ${places}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }));
  return formats.get(key).format(amount);
}

/** The number that `text` is with its point moved to the right: by its digits, without arithmetic. */
function moved(text, places) {
  const [digits, exponent = 0] = String(text).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** An amount rounded, halves up, by the digits it is written with, as macros/view/numbers.py rounds it. */
export function halfUp(amount, places) {
  return Math.sign(amount) * moved(Math.round(moved(Math.abs(amount).toPrecision(SURE), places)), -places);
}

/** Decimal places that three figures of an amount have; less than none from 1000. */
const placesOf = (amount) => FIGURES - 1 - (amount && Number(Number(amount.toPrecision(SURE)).toExponential().split("e")[1]));

/** A converted amount: three figures, and no more places than these have. */
export function about(amount, locale) {
  const rounded = halfUp(amount, placesOf(amount));
  return figures(rounded, Math.max(0, placesOf(rounded)), locale);
}
