// The calculator page: reads the form on every change, shows the answer, keeps the address.

import { writeLater } from "../address.js";
import { Answer } from "./answer.js";
import { Calculator, TYPED_IN } from "./estimate.js";
import { Form } from "./form.js";
import { Format } from "./format.js";
import { Market } from "./market.js";

const root = document.getElementById("calculator");
const format = new Format(JSON.parse(root.dataset.settings));

async function load() {
  const response = await fetch(new URL("../../../assets/calculator.json", import.meta.url));
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  return new Calculator(await response.json());
}

/** What shows the answer to the form as it stands. */
function updater(form, answer) {
  const toAddress = () => history.replaceState(history.state, "", `?${form.query(form.read().choices)}${location.hash}`);
  return () => {
    const { choices, problems } = form.read();
    form.mark(problems);
    if (problems.size) answer.wait();
    else answer.show(choices);
    writeLater(toAddress);
  };
}

/** Keeps the fields those of the choices; an architecture that is typed in starts as the model chosen before. */
function listen(form, calculator, update) {
  const chosenModel = () => form.active("model").value;
  let lastKnown = chosenModel() === TYPED_IN ? null : chosenModel();
  form.form.addEventListener("submit", (event) => event.preventDefault());
  form.form.addEventListener("input", ({ target }) => {
    if (target.name === "model" && target.value === TYPED_IN && lastKnown) form.prefill(calculator.sizes({ model: lastKnown }));
    form.arrange();
    if (chosenModel() !== TYPED_IN) lastKnown = chosenModel();
    update();
  });
}

/** Amounts in the currency that currency.js says the page is in, now and whenever it says another. */
function followCurrency(update) {
  const choose = () => format.use(document.documentElement.dataset.currency);
  choose();
  document.addEventListener("currency", () => {
    choose();
    update();
  });
}

async function start() {
  const calculator = await load();
  const form = new Form(root.querySelector("form"), calculator, format);
  const update = updater(form, new Answer(root, { calculator, market: new Market(calculator), format }));
  form.arrange();
  form.restore(new URLSearchParams(location.search));
  listen(form, calculator, update);
  followCurrency(update);
  form.form.hidden = false;
  update();
  document.getElementById(location.hash.slice(1))?.scrollIntoView(); // the answer has pushed the named section down
}

start().catch((error) => {
  root.querySelector(".failed").hidden = false;
  throw error;
});
