// One rental as the cells of a row: what is rented of whom, what an hour and the run cost, when the price was seen.

import { element } from "./elements.js";

const moves = ({ kept_gb, out_gb, in_gb }) => kept_gb > 0 || out_gb > 0 || in_gb > 0;

/** A figure, and below it what belongs to it. */
export function lines(figure, ...below) {
  return [element("span", { class: "usd" }, figure), ...below.filter(Boolean).map((text) => element("span", { class: "where" }, text))];
}

export class RentalCells {
  constructor({ format, calculator }) {
    this.format = format;
    this.data = calculator.data;
  }

  say(key, parts) {
    return this.format.say(key, parts);
  }

  /** Card and provider in a cell of the kind `first`, an hour, the run, the date. */
  of(rental, choices, first) {
    const { offer, instances, gpus, perHour, run } = rental;
    const several = instances > 1 && this.say("instances", { count: this.format.number(instances) });
    const what = lines(`${this.format.number(gpus)} × ${offer.card.name}`, offer.provider.name, several);
    const marks = [this.format.markets[offer.market], offer.card.lacks.includes("bf16") && this.say("without_bf16")].filter(Boolean);
    return [
      element(first, first === "th" ? { scope: "row" } : {}, what, marks.map((text) => element("span", { class: "mark" }, text))),
      element("td", {}, this.money({ ...rental, storage: 0, transfer: 0 }, perHour), this.place(offer)),
      element("td", {}, this.money(rental, run), this.parts(rental, choices), this.billing(rental, choices), this.otherWay(rental, choices)),
      element("td", {}, this.seen(rental)),
    ];
  }

  /** An amount in the currency that the price is listed in, then what is converted: USD, and the reader's currency. */
  money({ usd: one, native, storage, transfer }, usd) {
    const mixed = storage || transfer; // these are in USD
    const [currency = "USD", amount = one] = mixed ? [] : native;
    const dollars = this.dollars(usd, native);
    const local = currency !== this.format.currency && this.local(usd);
    if (currency !== "USD") return lines(this.format.price((amount * usd) / one, currency), dollars, local);
    return lines(dollars, local);
  }

  /** US dollars: as listed, or as converted from another currency. */
  dollars(usd, native) {
    return native.length ? `≈\u00a0${this.format.about(usd, "USD")}` : this.format.price(usd);
  }

  local(usd) {
    return `≈\u00a0${this.format.local(usd)}`;
  }

  /** The parts of a sum that has more than compute, and what it is without. */
  parts(rental, choices) {
    if (!moves(choices)) return "";
    const asked = { compute: true, storage: choices.kept_gb > 0, transfer: choices.out_gb > 0 || rental.transfer > 0 };
    const known = Object.keys(asked).filter((part) => asked[part] && rental[part] !== null);
    const priced = (part) => this.both(rental[part], part === "compute" ? rental.native : []) + (part === "transfer" ? this.free(rental) : ""); // data is priced in USD
    const told = known.map((part) => element("span", { class: "where" }, `${this.say(part)}: ${priced(part)}`));
    return [...told, ...this.missing(rental, choices).map((part) => element("span", { class: "mark" }, this.say(`missing_${part}`)))];
  }

  /** How much of a transfer is free, where some of it is and some has a price. */
  free({ offer: { provider } }) {
    const [gb] = provider.transfer;
    return gb ? `, ${this.say("free_gb", { gb: this.format.number(gb) })}` : "";
  }

  /** What a sum is without; of a transfer, what goes out and what comes in where terms are published for neither. */
  missing({ missing, offer }, { out_gb, in_gb }) {
    const ways = { transfer: out_gb > 0, in: in_gb > 0 && offer.provider.charges_in !== 0 };
    const moved = Object.keys(ways).filter((way) => ways[way]);
    return missing.flatMap((part) => (part === "transfer" ? moved : [part]));
  }

  both(usd, native) {
    return usd === 0 ? this.say("free") : `${this.dollars(usd, native)} (${this.local(usd)})`;
  }

  /** What the same run costs on the same offer the other way: spot beside on demand, on demand beside spot. */
  otherWay({ other }, { way }) {
    if (!other) return "";
    const said = { price: this.both(other.run, other.native), date: this.format.date(other.checked) };
    return element("span", { class: "where other" }, this.say(way === "spot" ? "other_demand" : "other_spot", said));
  }

  place({ areas, region, scope, tax }) {
    const where = areas.length ? this.format.places(areas) + (region && ` (${region})`) : this.say("region_not_published");
    const kind = [where, this.format.scopes[scope]].filter(Boolean).join(", ");
    return element("span", { class: "where" }, [kind, this.format.taxes[tax]].filter(Boolean).join(" · "));
  }

  /** How many hours are billed where it is not the hours asked for, and that the billing is not known where it is not. */
  billing({ billed, offer }, { hours }) {
    if (offer.provider.step === null) return element("span", { class: "mark" }, this.say("step_unknown"));
    if (billed - hours < 0.005) return "";
    return element("span", { class: "where" }, this.say("billed", { hours: this.format.number(billed, 2) }));
  }

  seen({ checked, offer: { source } }) {
    const { count, text } = this.format.days(checked, this.data.as_of);
    const ageing = count > this.data.fresh_days;
    const age = this.say("age", { days: text }) + (ageing ? ` · ${this.say("ageing")}` : "");
    return [
      element("time", { datetime: checked }, this.format.date(checked)),
      " ",
      element("span", { class: ageing ? "age ageing" : "age" }, age),
      element("span", { class: "where" }, element("a", { href: source, rel: "noopener" }, this.say("source"))),
    ];
  }
}
