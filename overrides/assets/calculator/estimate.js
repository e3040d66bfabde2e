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
    this.plans = data.graph.plans;
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
    return { ...typed, moe_layers: typed.experts > 0 ? typed.layers : 0 };
  }

  /** Bytes on one GPU at the peak: its parts by name, their total, and the interval. */
  estimate(choices) {
    const sizes = this.sizes(choices);
    const at = evaluator(this.nodes, { ...sizes, ...this.numbers(choices) });
    const moments = this.plans[planOf(choices, sizes.kv_lora_rank > 0)].map((places) => places.map(at));
    const count = this.data.parts.length;
    const most = (place) => Math.max(...moments.map((moment) => moment[place]));
    const peak = moments.find((moment) => moment[count] === most(count));
    const parts = Object.fromEntries(this.data.parts.map((part, place) => [part, peak[place]]));
    return { parts, total: peak[count], low: most(count + 1), high: most(count + 2) };
  }

  /** The values of the variables that are not sizes of the model. */
  numbers(choices) {
    const { rates } = this.data;
    return {
      context: choices.context,
      micro_batch: choices.batch,
      gpus: choices.gpus ?? 1,
      lora_rank: choices.rank,
      width: choices.width,
      height: choices.height,
      kv_bytes: rates.kv_bytes[choices.cache],
      bits_per_weight: rates.bits_per_weight[choices.weights],
      loss_bytes: rates.loss_bytes[choices.loss],
      state_bytes: rates.state_bytes[choices.weights]?.[choices.optimizer],
    };
  }

  /** Whether optimizer state is worked out for the chosen weights. */
  hasOptimizer(choices) {
    return !TRAINING.includes(choices.method) || choices.optimizer in this.data.rates.state_bytes[choices.weights];
  }

  /** Parameters in all, and those that one token uses. */
  parameters(choices) {
    const sizes = this.sizes(choices);
    const at = evaluator(this.nodes, sizes);
    return this.data.graph.parameters[sizes.kv_lora_rank > 0 ? "latent" : "plain"].map(at);
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
function planOf(choices, latent) {
  const parts = [choices.method, choices.weights];
  if (choices.method === "image") return [...parts, choices.model].join("/");
  if (TRAINING.includes(choices.method)) parts.push(choices.checkpointing);
  if (choices.method === "qlora") parts.push(choices.embeddings);
  return (latent ? [...parts, "latent"] : parts).join("/");
}
