// Which cards hold an estimate, and what the cheapest current offers of them cost.

const OTHER_WAY = { demand: "spot", spot: "demand" };
const PARTS = ["compute", "storage", "transfer"];
const records = ({ fields, rows }) => rows.map((row) => Object.fromEntries(fields.map((name, place) => [name, row[place]])));

export class Market {
  constructor(calculator) {
    const { cards, offers, node } = calculator.data;
    const providers = records(calculator.data.providers);
    this.calculator = calculator;
    this.node = node;
    this.cards = records(cards);
    this.offers = records(offers).map((offer) => ({
      ...offer,
      card: this.cards[offer.card],
      provider: providers[offer.provider],
    }));
  }

  /** The precision that a card must not lack, or undefined. */
  needed({ method, weights }) {
    return this.calculator.data.needs[method]?.[weights];
  }

  /**
   * fits: the upper end leaves the headroom free. tight: the estimate is within the usable memory, the upper end
   * with headroom is not. no: the estimate is beyond it. lacks: no hardware for the precision. unlisted: the engine's
   * documentation says that it does not run the format there (macros/engines.py).
   */
  verdict(card, estimate, needed) {
    if (card.lacks.includes(needed)) return this.calculator.data.formats.includes(needed) ? "unlisted" : "lacks";
    if (estimate.high <= card.room) return "fits";
    return estimate.total <= card.usable ? "tight" : "no";
  }

  /** Whether engines can spread the job over its GPUs: with tensor parallelism each has as many query heads. */
  divides(choices) {
    const { method, weights, gpus = 1 } = choices;
    if (method !== "inference" || this.calculator.data.by_layers.includes(weights)) return true;
    return this.calculator.sizes(choices).attention_heads % gpus === 0;
  }

  /** The cards under each verdict, smallest first. */
  verdicts(estimate, needed) {
    const groups = { fits: [], tight: [], no: [], unlisted: [], lacks: [] };
    for (const card of this.cards) groups[this.verdict(card, estimate, needed)].push(card);
    for (const group of Object.values(groups)) group.sort((a, b) => a.vram - b.vram || (a.name < b.name ? -1 : 1));
    return groups;
  }

  /** The ways to rent `count` of a card, cheapest run first; `exact`: only instances of just so many. */
  rentals(card, count, run, exact) {
    const size = this.instanceSize(card, count, run, exact);
    const instances = Math.max(1, Math.ceil(count / size));
    return this.offers
      .filter((offer) => offer[run.way] && offer.card === card && offer.gpus === size && (count <= this.node || offer.provider.joins))
      .map((offer) => this.rental(offer, instances, run))
      .sort(dearer);
  }

  /** GPUs of the instance to take: the smallest that is sold and enough; beyond a node, nodes. */
  instanceSize(card, count, { way }, exact) {
    if (count > this.node) return this.node;
    const sold = this.offers.filter((offer) => offer[way] && offer.card === card && offer.gpus >= count).map((offer) => offer.gpus);
    return exact ? count : Math.min(...sold);
  }

  /** One offer with what the run costs on it: by parts, in all, and in all the other way, on demand or spot. */
  rental(offer, instances, run) {
    const price = (way) => {
      const [usd, checked, ...native] = offer[way];
      const cost = this.calculator.cost({ usdPerHour: usd, provider: offer.provider, instances, run });
      const missing = PARTS.filter((part) => cost[part] === null);
      return { ...cost, usd, checked, native, missing, perHour: usd * instances, run: cost.compute + (cost.storage ?? 0) + (cost.transfer ?? 0) };
    };
    const other = OTHER_WAY[run.way];
    return { offer, instances, gpus: offer.gpus * instances, ...price(run.way), other: offer[other] && price(other) };
  }

  /** The cheapest rental of each of `cards`, cheapest run first. */
  cheapest(cards, count, run, exact) {
    return cards
      .map((card) => this.rentals(card, count, run, exact)[0])
      .filter(Boolean)
      .sort(dearer);
  }
}

/** Cheapest run first; a sum that lacks a part comes after those that lack none, however small it is. */
const dearer = (a, b) => a.missing.length - b.missing.length || a.run - b.run || a.perHour - b.perHour;
