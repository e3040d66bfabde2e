// From a reader's choices to memory and cost, by the formulas in calculator.json.

import { decoded, evaluator } from "./graph.js";

export const TYPED_IN = "own"; // a model that is none of the catalog's (macros/templates/calculator.html)

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
      const known = Object.fromEntries(fields.map((name, place) => [name, row?.[place + 1] ?? 0]));
      return { ...known, dense_layers: known.experts > 0 ? known.layers - known.moe_layers : 0 };
    }
    const typed = Object.fromEntries(fields.map((name) => [name, choices[name] ?? 0]));
    return { ...typed, moe_layers: typed.experts > 0 ? typed.layers - (choices.dense_layers ?? 0) : 0, used: typed.kv_lora_rank > 0 ? 1 : 0 };
  }

  /** Bytes on one GPU at the peak: its parts by name, their total, and the interval. */
  estimate(choices) {
    const at = evaluator(this.nodes, { ...this.sizes(choices), ...this.numbers(choices) });
    const moments = this.plans[this.planOf(choices)].map((places) => places.map(at));
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

  isTraining({ method }) {
    return this.data.training.includes(method);
  }

  /** The name of a kind of job, as macros/traced.py makes it. */
  planOf(choices) {
    const parts = [choices.method, choices.weights];
    if (choices.method === "image") parts.push(choices.model);
    if (this.isTraining(choices)) parts.push(choices.checkpointing);
    return parts.join("/");
  }

  /** Whether optimizer state is worked out for the chosen weights. */
  hasOptimizer(choices) {
    return !this.isTraining(choices) || choices.optimizer in this.data.states[choices.weights];
  }

  /** Parameters in all, and those that one token uses. */
  parameters(choices) {
    return this.data.graph.parameters.map(evaluator(this.nodes, this.sizes(choices)));
  }

  /**
   * The parts of a job's cost in USD and the hours that are billed; a billing step that is not published is taken as a second.
   * A part that is null is asked for, and its price is not published (macros/charges.py).
   */
  cost({ usdPerHour, provider, instances, run }) {
    const { graph, steps } = this.data;
    const roots = (values, ...names) => {
      const at = evaluator(this.nodes, values);
      return names.map((name) => at(graph.cost[name]));
    };
    const [compute, billed] = roots({ ...run, instances, price_per_hour: usdPerHour, step_seconds: provider.step ?? 1, minimum_seconds: provider.minimum }, "compute", "billed");
    const { kept_gb = 0, months = 0, out_gb = 0, in_gb = 0 } = run;
    const priced = (list, name, asked) => (asked ? list && roots({ kept_gb, months, out_gb, in_gb, counts_in: provider.charges_in, ...stepsOf(list, steps) }, name)[0] : 0);
    return {
      compute,
      billed,
      storage: priced(provider.storage, "storage", kept_gb * months),
      transfer: priced(provider.transfer, "transfer", out_gb + in_gb * (provider.charges_in ?? 1)),
    };
  }
}

/** A price list as the formula's variables, filled up to `count` steps with some that change nothing. */
function stepsOf([free_gb, ...list], count) {
  const names = Array.from({ length: count }, (_, n) => [`above_${n}`, `change_${n}`]).flat();
  return { free_gb, ...Object.fromEntries(names.map((name, place) => [name, list[place] ?? 0])) };
}
