// A table at work: what the fields and headings ask becomes rows, a count that is announced, and the address.

import { writeLater } from "../address.js";
import { Facts } from "./facts.js";
import { Fields } from "./fields.js";
import { Rows } from "./rows.js";

const WIDE = matchMedia("(min-width: 60em)");

export class Work {
  #box;
  #facts;
  #fields;
  #rows;
  #form;
  #panel;
  #format;
  #pageSize;
  #limit;
  #toAddress = () => this.#fields.toAddress();

  constructor(box, json, prefix, dress) {
    this.#box = box;
    this.#pageSize = this.#limit = Number(box.dataset.pageSize);
    this.#facts = new Facts(json);
    this.#rows = new Rows(box, dress);
    this.#format = new Intl.NumberFormat(box.dataset.locale);
    this.#form = new DOMParser().parseFromString(json.tools, "text/html").querySelector("form");
    this.#panel = this.#form.querySelector(".panel");
    box.querySelector(".offers-start").after(this.#form);
    this.#rows.nameUnsure(this.#form.querySelector("[role=status]").dataset.may);
    this.#fields = new Fields(this.#form, box.dataset.locale, prefix);
    this.#listen();
    if (this.#fields.fromAddress() && WIDE.matches) this.togglePanel();
    this.#update();
  }

  togglePanel() {
    this.#panel.hidden = !this.#panel.hidden;
    this.#box.querySelector("button.tools").setAttribute("aria-expanded", String(!this.#panel.hidden));
  }

  /** A heading's click: its own way first, then the other way. */
  sortBy(column) {
    const first = this.#firstWay(column);
    const other = first ? "" : "desc";
    const again = this.#fields.get("sort") === column && this.#fields.get("dir") === first;
    this.#fields.set("sort", column);
    this.#fields.set("dir", again ? other : first);
    this.#ask();
  }

  showMore() {
    this.#limit += this.#pageSize;
    this.#update();
  }

  #firstWay(column) {
    return this.#form.querySelector(`[name=sort] option[value="${column}"]`)?.dataset.first ?? "";
  }

  #listen() {
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", ({ target }) => {
      if (target.name === "sort") this.#fields.set("dir", this.#firstWay(target.value));
      this.#ask();
    });
    this.#form.addEventListener("click", ({ target }) => {
      const asked = target.dataset.do;
      if (!asked) return;
      if (asked === "see") return this.#seeRows();
      if (asked === "rank") for (const name of ["sort", "dir"]) this.#fields.set(name, "");
      else this.#fields.clear();
      this.#ask();
      this.#form.querySelector("[role=status]").focus(); // the button itself goes out of view
    });
  }

  /** Where the fields fill the screen: they are put away, and the rows come into view. */
  #seeRows() {
    this.#box.querySelector("button.tools").click();
    this.#box.querySelector(".table-box").scrollIntoView();
    this.#box.querySelector(".table-box").focus({ preventScroll: true });
  }

  #ask() {
    this.#limit = this.#pageSize;
    this.#update();
    writeLater(this.#toAddress);
  }

  #update() {
    const asked = this.#fields.read();
    const answers = this.#facts.answers(asked);
    const least = this.#fields.get("known") ? 1 : 0;
    const sort = this.#fields.get("sort");
    const way = this.#fields.get("dir");
    const order = sort ? this.#facts.order(sort, way === "desc") : answers.map((_, n) => n);
    const fits = order.filter((n) => answers[n] === 1);
    const may = order.filter((n) => answers[n] === 0 && least === 0); // what is not known comes last
    const shown = [...fits, ...may].slice(0, this.#limit).map((n) => this.#facts.ids[n]);
    const parts = { fits: shown.slice(0, fits.length), may: shown.slice(fits.length) };
    this.#rows.show(parts, !sort, sort ? [sort, ...asked.columns] : asked.columns);
    this.#tell(fits.length + may.length, may.length, shown.length, sort);
    this.#tellHeadings(sort, way);
  }

  /** Says how many rows are left and shows the buttons that make sense now. */
  #tell(kept, unsure, shown, sort) {
    const status = this.#form.querySelector("[role=status]");
    const total = this.#facts.ids.length;
    const say = (name, count) =>
      status.dataset[name].replace("{count}", this.#format.format(count)).replace("{total}", this.#format.format(total));
    const parts = [unsure ? say("some", kept - unsure) : kept === total ? say("all", kept) : kept ? say("some", kept) : say("none", 0)];
    if (unsure) parts.push(say("unsure", unsure));
    if (shown < kept) parts.push(say("part", shown));
    if (this.#facts.ranks(sort)) parts.push(say("late", 0));
    status.textContent = parts.join(" ");
    const filtered = [...new FormData(this.#form)].some(([name, value]) => value && !["sort", "dir", "of"].includes(name));
    this.#form.querySelector(".check.known").hidden = !unsure && !this.#fields.get("known");
    this.#form.querySelector("[data-do=rank]").hidden = !sort;
    this.#form.querySelector("[data-do=clear]").hidden = !filtered;
    this.#tellMore(kept - shown);
  }

  #tellMore(left) {
    const more = this.#box.querySelector("button.more-rows");
    if (!more) return;
    more.hidden = left === 0;
    more.textContent = this.#box.dataset.more.replace("{count}", this.#format.format(Math.min(left, this.#pageSize)));
  }

  #tellHeadings(sort, way) {
    for (const heading of this.#box.querySelectorAll("thead th[data-column]")) {
      if (heading.dataset.column !== sort) heading.removeAttribute("aria-sort");
      else heading.setAttribute("aria-sort", way === "desc" ? "descending" : "ascending");
    }
  }
}
