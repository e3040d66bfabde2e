// From a reader's choices to memory and cost, by the formulas in calculator.json.
"use strict";

import { decoded, evaluator } from "./graph.js";

const TYPED_IN = "own";
const TRAINING = ["full", "lora", "qlora"];

/** What calculator.json holds, ready to be asked. */
export class Calculator {
  constructor(data) {
    this.data = data;
    this.nodes = decoded(data.graph.nodes);
    const { plans, moments } = data.graph;
    this.plans = Object.fromEntries(Object.entries(plans).map(([name, places]) => [name, places.map((place) => moments[place])]));
  }

  /** The longest context of a model in tokens; a typed-in one has none. */
  longestContext(model) {
    return this.data.models.rows[model]?.[0] ?? Infinity;
  }

  /** The sizes of the chosen model by name; what a typed-in architecture lacks is 0. */
  sizes(choices) {
    const { fields, rows } = this.data.models;
    if (choices.model !== TYPED_IN) {
      const row = rows[choices.model];
      return Object.fromEntries(fields.map((name, place) => [name, row?.[place + 1] ?? 0]));
    }
    const typed = Object.fromEntries(fields.map((name) => [name, choices[name] ?? 0]));
    return { ...typed, moe_layers: typed.experts > 0 ? typed.layers : 0, used: typed.kv_lora_rank > 0 ? 1 : 0 };
  }

  /** Bytes on one GPU at the peak: its parts by name, their total, and the interval. */
  estimate(choices) {
    const at = evaluator(this.nodes, { ...this.sizes(choices), ...this.numbers(choices) });
    const moments = this.plans[planOf(choices)].map((places) => places.map(at));
    const count = this.data.parts.length;
    const most = (place) => Math.max(...moments.map((moment) => moment[place]));
    const peak = moments.find((moment) => moment[count] === most(count));
    const parts = Object.fromEntries(this.data.parts.map((part, place) => [part, peak[place]]));
    return { parts, total: peak[count], low: most(count + 1), high: most(count + 2) };
  }

  /** The values of the variables that are not sizes of the model. */
  numbers(choices) {
    const { rates, states } = this.data;
    const decided = Object.entries(rates).map(([choice, options]) => options[choices[choice]]);
    return {
      context: choices.context,
      micro_batch: choices.batch,
      gpus: choices.gpus ?? 1,
      lora_rank: choices.rank,
      width: choices.width,
      height: choices.height,
      state_bytes: states[choices.weights]?.[choices.optimizer],
      ...Object.assign({}, ...decided),
    };
  }

  /** Whether optimizer state is worked out for the chosen weights. */
  hasOptimizer(choices) {
    return !TRAINING.includes(choices.method) || choices.optimizer in this.data.states[choices.weights];
  }

  /** Parameters in all, and those that one token uses. */
  parameters(choices) {
    return this.data.graph.parameters.map(evaluator(this.nodes, this.sizes(choices)));
  }

  /** USD for one instance, and the hours that are billed; a step that is not published is taken as a second. */
  cost({ usdPerHour, hours, launches, stepSeconds, minimumSeconds }) {
    const at = evaluator(this.nodes, {
      price_per_hour: usdPerHour,
      hours,
      launches,
      step_seconds: stepSeconds ?? 1,
      minimum_seconds: minimumSeconds,
    });
    const [usd, billed] = this.data.graph.cost.map(at);
    return { usd, billed };
  }
}

/** The name of a kind of job, as macros/traced.py makes it. */
function planOf(choices) {
  const parts = [choices.method, choices.weights];
  if (choices.method === "image") return [...parts, choices.model].join("/");
  if (TRAINING.includes(choices.method)) parts.push(choices.checkpointing);
  return parts.join("/");
}
