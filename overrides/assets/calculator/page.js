// The calculator page: reads the form on every change, keeps the address, shows the answer.
"use strict";

import { Calculator, TYPED_IN } from "./estimate.js";
import { Form } from "./form.js";
import { Format } from "./format.js";
import { Market } from "./market.js";
import { Answer } from "./answer.js";

const root = document.getElementById("calculator");
const format = new Format(JSON.parse(root.dataset.settings));

async function start() {
  const response = await fetch(new URL("../../../assets/calculator.json", import.meta.url));
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  const calculator = new Calculator(await response.json());
  const market = new Market(calculator);
  const form = new Form(root.querySelector("form"), calculator, format);
  const answer = new Answer(root, { calculator, market, format });
  let lastKnown = null;

  function update() {
    const { choices, problems } = form.read();
    form.mark(problems);
    history.replaceState(null, "", `?${form.query(choices)}${location.hash}`);
    if (problems.size) answer.wait();
    else answer.show(choices);
  }

  const choose = () => format.use(document.documentElement.dataset.currency); // of currency.js
  choose();
  document.addEventListener("currency", () => {
    choose();
    update();
  });
  form.arrange();
  form.restore(new URLSearchParams(location.search));
  root.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  root.querySelector("form").addEventListener("input", (event) => {
    if (event.target.name === "model" && event.target.value === TYPED_IN && lastKnown) form.prefill(calculator.sizes({ model: lastKnown }));
    form.arrange();
    if (form.active("model").value !== TYPED_IN) lastKnown = form.active("model").value;
    update();
  });
  lastKnown = form.active("model").value === TYPED_IN ? null : form.active("model").value;
  root.querySelector("form").hidden = false;
  update();
  document.getElementById(location.hash.slice(1))?.scrollIntoView(); // the answer has pushed the named section down
}

start().catch((error) => {
  root.querySelector(".failed").hidden = false;
  throw error;
});
