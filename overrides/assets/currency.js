// The currency beside US dollars: the page language's own, or the one that the reader has chosen on some page of the site.
import { chosen, keep } from "./choices.js";

const script = document.querySelector("script[data-currencies]"); // overrides/main.html writes the currencies and their rates into it
const { locale, choose, currencies } = JSON.parse(script.dataset.currencies);
const [own] = Object.keys(currencies);
let shown = own; // the page as it came
let amounts = null;

/** What writes amounts; after a failure it is asked for again. */
function load() {
  amounts ??= import("./currency/amounts.js").then(({ Amounts }) => new Amounts(locale));
  amounts.catch(() => (amounts = null));
  return amounts;
}

/** Says everywhere which currency the page is in, also to its other scripts. */
function tell(code) {
  shown = code;
  for (const { select, note } of choices) {
    select.value = code;
    note.textContent = currencies[code].dated;
  }
  document.documentElement.dataset.currency = code;
  document.dispatchEvent(new Event("currency"));
}

/** Writes the page in a currency; where that fails, the page and its choice stay as they were. */
async function use(code) {
  try {
    if (code !== own || amounts) (await load()).write(code, currencies[code]);
  } catch (error) {
    for (const { select } of choices) select.value = shown;
    throw error;
  }
  tell(code);
}

function choice(place) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  const note = document.createElement("span");
  select.append(...Object.entries(currencies).map(([code, { currency }]) => new Option(currency, code)));
  select.autocomplete = "off";
  select.addEventListener("change", async () => {
    const code = select.value;
    await use(code);
    keep("currency", code);
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
tell(own);
if (earlier !== own && Object.hasOwn(currencies, earlier)) use(earlier);
