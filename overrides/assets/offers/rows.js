// The rows of a table in the page: a hundred at a time, in the guide's groups or in one order.

import { cellOf } from "./cells.js";

const ROW = /(?=<tr data-offer=")/;
const keyOf = (row) => row.dataset.offer ?? row.dataset.card ?? row.dataset.provider;
const DECIDING = new Set(["card", "provider", "price", "checked"]); // always in view

export class Rows {
  #box;
  #dress;
  #groups;
  #flat;
  #unsure;
  #unsureHeading = document.createElement("tr");
  #known = new Map();
  #sources = new Map();

  constructor(box, dress) {
    this.#box = box;
    this.#dress = dress;
    const table = box.querySelector("table");
    this.#groups = [...table.tBodies].map((body) => ({ body, heading: body.querySelector("tr.group"), ids: new Set() }));
    for (const { body, ids } of this.#groups) {
      for (const row of body.querySelectorAll("tr.item")) {
        ids.add(keyOf(row));
        this.#known.set(keyOf(row), row);
      }
    }
    this.#readRest();
    [this.#flat, this.#unsure] = [table.createTBody(), table.createTBody()];
    for (const body of [this.#flat, this.#unsure]) body.setAttribute("role", "rowgroup");
  }

  /** What stands above the rows of which it is not known whether they answer. */
  nameUnsure(words) {
    const heading = document.createElement("th");
    const text = document.createElement("span");
    text.textContent = words;
    heading.scope = "rowgroup";
    heading.colSpan = this.#box.querySelector("thead tr").cells.length;
    heading.append(text);
    this.#unsureHeading.className = "group may";
    this.#unsureHeading.append(heading);
  }

  /** With scripts on, a noscript element is text: its rows are cut out of it, and become elements when they are shown. */
  #readRest() {
    const text = this.#box.querySelector("noscript")?.textContent ?? "";
    for (const html of text.split(ROW).slice(1)) {
      const id = html.slice(html.indexOf('"') + 1, html.indexOf('"', html.indexOf('"') + 1));
      this.#sources.set(id, html.slice(0, html.lastIndexOf("</tr>") + 5));
      this.#groups.at(-1).ids.add(id);
    }
  }

  /** Shows the offers that fit, in their order, then those that may; `columns` are those that the reader asks about. */
  show({ fits, may }, grouped, columns) {
    const ids = [...fits, ...may];
    this.#make(ids.filter((id) => !this.#known.has(id)));
    const parts = this.#groups.map(({ body, heading, ids }) => [body, heading, grouped ? fits.filter((id) => ids.has(id)) : []]);
    parts.push([this.#flat, null, grouped ? [] : fits], [this.#unsure, this.#unsureHeading, may]);
    const grown = parts.map(([body, heading, kept]) => [body, kept.length ? [heading, ...this.#withDetails(kept)].filter(Boolean) : []]);
    for (const [body, rows] of grown) body.replaceChildren(...rows);
    const told = columns.filter((column) => !DECIDING.has(column));
    for (const id of ids) tell(this.#known.get(id), told);
  }

  #make(ids) {
    if (!ids.length) return;
    const holder = document.createElement("template");
    holder.innerHTML = `<table><tbody>${ids.map((id) => this.#sources.get(id)).join("")}`; // the page's own markup
    for (const row of holder.content.querySelectorAll("tr[data-offer]")) {
      this.#known.set(row.dataset.offer, this.#dress(document.importNode(row, true), this.#box));
    }
  }

  /** Each row with what is open under it. */
  #withDetails(ids) {
    return ids.flatMap((id) => {
      const row = this.#known.get(id);
      const next = row.nextElementSibling;
      if (next?.matches("tr.details")) return [row, next];
      row.querySelector("button.open").setAttribute("aria-expanded", "false");
      return [row];
    });
  }
}

/** Says in the row's heading what it has in columns that may be out of view. */
function tell(row, columns) {
  for (const line of row.querySelectorAll(".why")) line.remove();
  for (const found of [...new Set(columns)].map((column) => cellOf(row, column)).filter(Boolean)) {
    const { heading, cell, inRow } = found;
    const line = document.createElement("span");
    line.className = inRow ? "why in-row" : "why";
    line.append(`${heading}: `, ...joined([...cell.childNodes].map(plainly)));
    row.cells[0].append(line);
  }
}

/** The text of a part of a cell; an amount that may be written in another currency stays an element. */
function plainly(node) {
  if (!node.querySelector?.("[data-usd]")) return node.textContent.replace(/\s+/g, " ").trim();
  const part = node.cloneNode(true);
  part.removeAttribute("class");
  return part;
}

const joined = (parts) => parts.filter(Boolean).flatMap((part, n) => (n ? [" · ", part] : [part]));
