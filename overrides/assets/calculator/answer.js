// The answer on the page: what the job needs, whether the chosen card holds it, which cards do.

import { bar, element } from "./elements.js";
import { Rentals } from "./rentals.js";

export class Answer {
  constructor(root, { calculator, market, format }) {
    Object.assign(this, { root, calculator, market, format });
    this.box = root.querySelector(".answer");
    this.rentals = new Rentals(this);
  }

  /** Put content in a named place of the page; returns the place. */
  slot(name, ...content) {
    const place = this.root.querySelector(`[data-slot="${name}"]`);
    place.replaceChildren(...content.flat().filter(Boolean));
    return place;
  }

  say(key, parts) {
    return this.format.say(key, parts);
  }

  /** Something in the form is wrong: no figures, but what to do. */
  wait() {
    this.box.hidden = true;
    this.slot("summary", this.say("wait"));
  }

  show(choices) {
    const estimate = this.calculator.estimate(choices);
    const card = this.market.cards.find(({ id }) => id === choices.card);
    const context = { choices, estimate, card, needed: this.market.needed(choices) };
    this.box.hidden = false;
    this.need(context);
    this.parts(estimate);
    this.cards(context);
    this.rentals.show(context);
  }

  figures({ total, low, high }) {
    return { total: this.format.gib(total), low: this.format.gib(low), high: this.format.gib(high) };
  }

  need({ choices, estimate, needed, card }) {
    const gpus = choices.gpus ?? 1;
    const need = this.say(gpus > 1 ? "need_each" : "need", { ...this.figures(estimate), gpus: this.format.number(gpus) });
    const sentences = [card && this.verdict(card, estimate, needed), !this.market.divides(choices) && this.say("uneven", this.split(choices))];
    this.slot("summary", element("a", { href: "#answer" }, need));
    this.slot("need", need);
    this.slot("verdict", sentences.filter(Boolean).join(" "));
    this.slot("error", this.error(choices.method));
    this.slot("parameters", choices.method === "image" ? "" : this.parameters(choices));
  }

  /** The query heads and the GPUs that share them. */
  split(choices) {
    return { heads: this.format.number(this.calculator.sizes(choices).attention_heads), gpus: this.format.number(choices.gpus) };
  }

  error(method) {
    const measured = this.calculator.data.accuracy[method];
    if (!measured) return "";
    const { n, median, p90 } = measured;
    const percent = (share) => this.format.percent(share, 1);
    return this.say("error", { n: this.format.number(n), median: percent(median), p90: percent(p90) });
  }

  parameters(choices) {
    const [total, active] = this.calculator.parameters(choices).map((count) => this.format.number(count / 1e9, 2));
    return this.say(total === active ? "parameters" : "parameters_active", { total, active });
  }

  /** A sentence for the chosen card; one more where it has to compute in FP16. */
  verdict(card, estimate, needed) {
    const verdict = this.market.verdict(card, estimate, needed);
    const parts = { ...this.figures(estimate), card: card.name, usable: this.format.gib(card.usable), precision: needed?.toUpperCase(), ...this.devices(card) };
    const holds = verdict === "fits" || verdict === "tight";
    const sentences = { [`verdict_${verdict}`]: true, use_fp16: holds && card.lacks.includes("bf16"), devices: card.devices > 1 };
    return Object.keys(sentences).filter((key) => sentences[key]).map((key) => this.say(key, parts)).join(" ");
  }

  devices({ devices, vram }) {
    return { devices: this.format.number(devices), each: `${this.format.number(vram)}\u00a0GB` };
  }

  /** A card's name; of what software sees as several GPUs also how many, and the memory of each. */
  named(card) {
    return card.devices > 1 ? `${card.name} (${this.say("devices_each", this.devices(card))})` : card.name;
  }

  parts(estimate) {
    const shown = Object.entries(estimate.parts).filter(([, size]) => size >= this.calculator.data.shown_from);
    const item = ([part, size]) => element("li", { class: `part key-${part}` }, `${this.say(`part_${part}`)} ${this.format.gib(size)} GiB`);
    this.slot("parts", bar(estimate), element("ul", { class: "part-list" }, shown.map(item)));
  }

  /** The cards of each verdict, by memory. */
  cards({ estimate, needed }) {
    for (const [verdict, cards] of Object.entries(this.market.verdicts(estimate, needed))) {
      const bySize = new Map();
      for (const card of cards) bySize.set(card.vram, [...(bySize.get(card.vram) ?? []), this.named(card)]);
      const line = ([vram, names]) => element("li", {}, element("b", {}, `${this.format.number(vram)} GB`), ` ${names.join(", ")}`);
      const lines = [...bySize].map(line);
      const place = this.slot(`cards_${verdict}`, lines.length ? lines : element("li", {}, this.say("no_card")));
      place.closest("[data-group]").hidden = verdict !== "fits" && !lines.length;
    }
  }
}
