// Numbers as readers type them, on every page by the same rules: digits of any of the site's scripts, and marks told by where they stand.

const OTHER_DIGITS = /[\u09e6-\u09ef\u0966-\u096f]/g;
const SPACES = /[\s\u00a0\u202f]/g;
const GROUPS = /^[1-9]\d{0,2}([.,]\d{2,3})*[.,]\d{3}$/; // 12,345,678 or 1,23,45,678; in thousands the last has three digits

/** Digits of the site's three scripts as Latin ones. */
export const latinDigits = (text) => text.replace(OTHER_DIGITS, (digit) => String((digit.codePointAt(0) - 0x966) % 0x80));

/** Whether a locale writes a comma before the decimals. */
export const hasDecimalComma = (locale) => new Intl.NumberFormat(locale).format(0.5).includes(",");

/**
 * The number that was typed; NaN if it is none. Of two different marks the last is the decimal one, and what stands more than once
 * parts groups. A mark alone is the decimal one in every language (0.5 and 0,5), unless it is the page's own mark of groups with exactly
 * three digits behind it: 1,000 is a thousand on a page that writes points, 1.000 on one that writes commas.
 */
export function typedNumber(text, decimalComma) {
  const [, sign, digits] = /^([-−]?)(.*)$/s.exec(latinDigits(text).replace(SPACES, ""));
  const [whole, decimals] = parted(digits, decimalComma ? "." : ",");
  const plain = GROUPS.test(whole) && new Set(whole.replace(/\d/g, "")).size === 1 ? whole.replace(/[.,]/g, "") : whole;
  if (!/^\d*$/.test(plain) || !/^\d*$/.test(decimals) || !(plain + decimals)) return NaN;
  return Number(`${sign && "-"}${plain}.${decimals}`);
}

/** What stands before the decimal mark, with its groups, and what stands behind it. */
function parted(digits, groupMark) {
  const marks = digits.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const groups = marks.length === 1 ? last === groupMark && GROUPS.test(digits) : marks[0] === last;
  if (!marks.length || groups) return [digits, ""];
  const at = digits.lastIndexOf(last);
  return [digits.slice(0, at), digits.slice(at + 1)];
}

/** A number of an address, which has points, as a page writes it with `format`; other text stays, to be told beside its field. */
export const writtenNumber = (text, format) => (/^-?\d+(\.\d+)?$/.test(text) ? format.format(Number(text)) : text);
