// The tables of offers on the page: for the chosen number of GPUs, and for each usual number of cards.

import { element, label } from "./elements.js";
import { lines, RentalCells } from "./rental-cells.js";

const COLUMNS = 4; // card and provider, an hour, the run, date

export class Rentals {
  constructor(answer) {
    this.answer = answer;
    this.market = answer.market;
    this.format = answer.format;
    this.data = answer.calculator.data;
    this.cells = new RentalCells(answer);
  }

  say(key, parts) {
    return this.format.say(key, parts);
  }

  show(context) {
    this.offers(context);
    this.counts(context);
    this.answer.box.querySelectorAll("table.rentals").forEach(label);
  }

  /** The cheapest of each card that holds the job, or all of the chosen card. */
  offers({ choices, estimate, needed, card }) {
    const count = choices.gpus ?? 1;
    const { fits } = this.market.verdicts(estimate, needed);
    const found = card ? this.market.rentals(card, count, choices) : this.market.cheapest(fits, count, choices);
    const shown = found.slice(0, this.data.offers_shown);
    const rows = shown.map((rental) => element("tr", {}, this.cells.of(rental, choices, "th")));
    const none = element("tr", {}, element("td", { colspan: COLUMNS }, this.say(card ? "no_offer_card" : fits.length ? "no_offer" : "no_card")));
    this.answer.slot("offers", rows.length ? rows : none);
    const unfit = card && !fits.includes(card) && this.answer.verdict(card, estimate, needed);
    this.answer.slot("offers_caption", [this.caption(choices, count, shown), unfit].filter(Boolean).join(" "));
  }

  caption(choices, count, shown) {
    const figures = this.runFigures(choices, count);
    const sentences = {
      offers_caption: true,
      with_storage: choices.kept_gb > 0,
      with_transfer: choices.out_gb > 0,
      incomplete: shown.some(({ missing }) => missing.length),
    };
    return Object.keys(sentences).filter((key) => sentences[key]).map((key) => this.say(key, figures)).join(" ");
  }

  runFigures(choices, gpus) {
    const number = (value) => this.format.number(value, 2);
    const { hours, launches, kept_gb, months, out_gb } = choices;
    return { gpus: number(gpus), hours: number(hours), launches: number(launches), kept: number(kept_gb), months: number(months), out: number(out_gb) };
  }

  /** The same job on other numbers of cards, or of the chosen card; images are made on one. */
  counts({ choices, needed, card }) {
    const counts = choices.method === "image" ? [] : this.data.counts;
    const run = counts.filter((gpus) => this.market.divides({ ...choices, gpus }));
    const rows = run.map((gpus) => this.countRow({ ...choices, gpus }, needed, card, gpus === choices.gpus));
    this.answer.slot("counts_caption", this.say(card ? "counts_caption_card" : "counts_caption", { card: card?.name }));
    this.answer.slot("left_out", run.length < counts.length ? this.say("left_out", this.answer.split(choices)) : "");
    this.answer.slot("counts", rows).closest(".table-box").hidden = !rows.length;
  }

  countRow(choices, needed, card, chosen) {
    const estimate = this.answer.calculator.estimate(choices);
    const { fits } = this.market.verdicts(estimate, needed);
    const held = card ? fits.filter((one) => one === card) : fits;
    const [rental] = this.market.cheapest(held, choices.gpus, choices, true);
    const missing = () => (held.length ? this.say(card ? "no_offer_card" : "no_offer") : card ? this.answer.verdict(card, estimate, needed) : this.say("no_card"));
    const none = () => element("td", { colspan: COLUMNS }, missing());
    return element(
      "tr",
      chosen ? { class: "chosen" } : {},
      element("th", { scope: "row" }, this.format.number(choices.gpus)),
      element("td", {}, lines(`${this.format.gib(estimate.total)} GiB`, this.say("range", this.answer.figures(estimate)))),
      rental ? this.cells.of(rental, choices, "td") : none(),
    );
  }
}
