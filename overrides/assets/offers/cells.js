// Where the text of a column stands for an offer: in its row, or in the tables of facts of its card and provider.

const INSTEAD = { near_regions: "regions" }; // what all offers have in place of a guide's column
const headings = new WeakMap();
let facts = null;

/** The rows of facts of every card, or of every provider, by its id. */
function rowsBy(kind) {
  return new Map([...document.querySelectorAll(`tr[data-${kind}]`)].map((row) => [row.dataset[kind], row]));
}

/** The row itself and the rows of facts that belong to it. */
function partsOf(row) {
  facts ??= { cards: rowsBy("card"), providers: rowsBy("provider") };
  const provider = row.dataset.offer?.split("/")[0];
  return [row, facts.cards.get(row.dataset.gpu), facts.providers.get(provider)].filter(Boolean);
}

/** The words of a table's headings by their column. */
function headingsOf(table) {
  if (!headings.has(table)) {
    const cells = [...table.tHead.querySelectorAll("th[data-column]")];
    headings.set(table, new Map(cells.map((cell) => [cell.dataset.column, cell.textContent])));
  }
  return headings.get(table);
}

/** An offer's cell of a column with its heading, and whether it is in the row itself; null where the page has none. */
export function cellOf(row, column) {
  for (const part of partsOf(row)) {
    const cell = part.querySelector(`td.${column}`);
    if (cell) return { heading: headingsOf(part.closest("table")).get(column), cell, inRow: part === row };
  }
  return column in INSTEAD ? cellOf(row, INSTEAD[column]) : null;
}

/** Every column that the page knows of an offer. */
export const columnsOf = (row) => new Set(partsOf(row).flatMap((part) => [...headingsOf(part.closest("table")).keys()]));
