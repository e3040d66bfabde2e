// The currency beside US dollars: the page language's own, or the one that the reader has chosen on some page of the site.
import { chosen, keep } from "./choices.js";

const script = document.querySelector("script[data-currencies]"); // overrides/main.html writes the currencies and their rates into it
const { locale, choose, currencies } = JSON.parse(script.dataset.currencies);
const [own] = Object.keys(currencies);
let amounts = null;

const load = () => (amounts ??= import("./currency/amounts.js").then(({ Amounts }) => new Amounts(locale)));

/** Writes the page in a currency, and tells the page's other scripts. The page as it came is in its own. */
async function use(code) {
  for (const { select, note } of choices) {
    select.value = code;
    note.textContent = currencies[code].dated;
  }
  document.documentElement.dataset.currency = code;
  document.dispatchEvent(new Event("currency"));
  if (code !== own || amounts) (await load()).write(code, currencies[code]);
}

function choice(place) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  const note = document.createElement("span");
  select.append(...Object.entries(currencies).map(([code, { currency }]) => new Option(currency, code)));
  select.autocomplete = "off";
  select.addEventListener("change", () => {
    keep("currency", select.value);
    use(select.value);
  });
  const name = document.createElement("span");
  name.textContent = choose;
  label.append(name, " ", select);
  note.className = "where";
  place.replaceChildren(label, note);
  return { select, note };
}

const choices = [...document.querySelectorAll(".currency")].map(choice);
const earlier = chosen("currency");
use(Object.hasOwn(currencies, earlier) ? earlier : own);
