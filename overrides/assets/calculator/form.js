// The reader's choices: which fields apply, what is wrong with what was typed, and the address that holds it all.

import { hasDecimalComma, typedNumber, writtenNumber } from "../typed-number.js";
import { TYPED_IN } from "./estimate.js";

// What an architecture typed in must have together: where the first is not 0, the others are not.
const TOGETHER = [
  ["experts", "experts_per_token", "moe_intermediate_size"],
  ["sliding_layers", "sliding_window"],
  ["kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"],
];

export class Form {
  constructor(form, calculator, format) {
    this.form = form;
    this.calculator = calculator;
    this.format = format;
    this.plain = new Intl.NumberFormat(format.locale, { useGrouping: false, maximumFractionDigits: 6 });
    this.decimalComma = hasDecimalComma(format.locale);
    this.fields = [...form.querySelectorAll(".field")].map((box) => ({ box, control: box.querySelector("select, input") }));
  }

  /** Show the fields that apply to the chosen method and model; the others are off, so that they are not read. */
  arrange() {
    const method = this.form.querySelector("[name=method]").value;
    const show = ({ box, control }, on) => {
      box.hidden = !on;
      control.disabled = !on;
    };
    for (const field of this.fields) show(field, (field.box.dataset.methods ?? method).split(" ").includes(method));
    const typedIn = this.active("model").value === TYPED_IN;
    for (const field of this.fields.filter(({ box }) => "own" in box.dataset)) show(field, typedIn && method !== "image");
    for (const group of this.form.querySelectorAll("fieldset")) group.hidden = !group.querySelector(".field:not([hidden])");
  }

  active(name) {
    return this.fields.find(({ control }) => control.name === name && !control.disabled)?.control;
  }

  get shown() {
    return this.fields.filter(({ control }) => !control.disabled);
  }

  /** Take choices from an address; what does not exist is passed over, what is no number is shown as it was given. */
  restore(parameters) {
    for (const name of ["method", "model", ...parameters.keys()]) {
      const control = this.active(name);
      const given = parameters.get(name);
      if (!control || given === null) continue;
      if (control.localName === "input") control.value = writtenNumber(given, this.plain);
      else if ([...control.options].some((option) => option.value === given)) control.value = given;
      this.arrange();
    }
  }

  /** Fill in a known model's sizes, for a reader who starts from them. */
  prefill(sizes) {
    for (const { box, control } of this.fields) {
      if ("own" in box.dataset && control.name in sizes) {
        const size = String(sizes[control.name]);
        control.value = control.localName === "input" ? writtenNumber(size, this.plain) : size;
      }
    }
  }

  value(control) {
    if (control.localName === "input") return typedNumber(control.value, this.decimalComma);
    return "number" in control.dataset ? Number(control.value) : control.value;
  }

  /** The choices by name, and for each field that is wrong a sentence. */
  read() {
    const choices = Object.fromEntries(this.shown.map(({ control }) => [control.name, this.value(control)]));
    const problems = new Map();
    for (const { control } of this.shown) {
      const problem = control.localName === "input" && this.problemOf(control);
      if (problem) problems.set(control.name, problem);
    }
    for (const [name, ...problem] of this.disagreements(choices)) {
      if (!problems.has(name)) problems.set(name, this.format.say(...problem));
    }
    return { choices, problems };
  }

  /** What is wrong with one number, in the page's language. */
  problemOf(control) {
    const { say, number } = { say: (...all) => this.format.say(...all), number: (n) => this.format.number(n, 2) };
    const { min, max, whole } = control.dataset;
    const value = this.value(control);
    if (control.value.trim() === "") return say("problem_empty");
    if (Number.isNaN(value)) return say("problem_number", { example: number(Number(control.dataset.usual)) });
    if (value < Number(min)) return say("problem_least", { least: number(Number(min)) });
    if (value > Number(max)) return say("problem_most", { most: number(Number(max)) });
    return whole === "yes" && !Number.isInteger(value) ? say("problem_whole") : null;
  }

  /** Numbers that are right by themselves and not together: [field, sentence, its parts]. */
  *disagreements(choices) {
    const longest = this.calculator.longestContext(choices.model);
    const most = (limit) => ({ most: this.format.number(limit) });
    if (choices.context > longest) yield ["context", "problem_context", { model: choices.model, ...most(longest) }];
    if (choices.kv_heads > choices.attention_heads) yield ["kv_heads", "problem_heads", most(choices.attention_heads)];
    else if (choices.attention_heads % choices.kv_heads) yield ["kv_heads", "problem_divides", { heads: this.format.number(choices.attention_heads) }];
    if (choices.experts_per_token > choices.experts) yield ["experts_per_token", "problem_most", most(choices.experts)];
    if (choices.dense_layers > choices.layers) yield ["dense_layers", "problem_most", most(choices.layers)];
    if (choices.sliding_layers > choices.layers) yield ["sliding_layers", "problem_most", most(choices.layers)];
    for (const [whole, ...parts] of TOGETHER) {
      const missing = parts.filter((name) => choices[whole] > 0 && choices[name] === 0);
      for (const name of missing) yield [name, "problem_least", { least: this.format.number(1) }];
    }
    if (!this.calculator.hasOptimizer(choices)) yield ["optimizer", "problem_optimizer"];
  }

  /** Mark the fields that are wrong, and say what is wrong beside each. */
  mark(problems) {
    for (const { box, control } of this.fields) {
      const problem = (!control.disabled && problems.get(control.name)) || "";
      const said = box.querySelector(".problem");
      if (said.textContent !== problem) said.textContent = problem;
      if (problem) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      if (problem && box.closest("details")) box.closest("details").open = true;
    }
  }

  /** Every choice as a query string; a number in plain digits. */
  query(choices) {
    const parameters = new URLSearchParams();
    for (const { control } of this.shown) {
      const value = choices[control.name];
      parameters.set(control.name, typeof value === "number" && Number.isFinite(value) ? String(value) : control.value);
    }
    return parameters.toString();
  }
}
