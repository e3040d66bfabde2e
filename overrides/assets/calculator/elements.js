// Elements made from text: whatever comes from the catalog is text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; strings become text. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.flat().filter((child) => child !== "" && child !== null && child !== undefined));
  return node;
}

const drawn = (name, attributes, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

/** The stacked bar of an estimate, as macros/templates/bar.html draws it; its full width is the upper end. */
export function bar(estimate) {
  const picture = { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" };
  const low = (100 * estimate.low) / estimate.high;
  let start = 0;
  const rectangles = Object.entries(estimate.parts).filter(([, size]) => size > 0).map(([part, size]) => {
    const width = (100 * size) / estimate.high;
    start += width;
    return drawn("rect", { class: `fill-${part}`, x: start - width, width, height: 10 });
  });
  return drawn("svg", picture, ...rectangles, drawn("path", { class: "interval", d: `M${low} 5H100M${low} 2V8M100 2V8` }));
}

/** Gives a table the roles and each cell the heading that the layout of a phone would take away (class stacked). */
export function label(table) {
  const headings = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  table.setAttribute("role", "table");
  for (const part of [table.tHead, ...table.tBodies]) part.setAttribute("role", "rowgroup");
  for (const cell of table.tHead.rows[0].cells) cell.setAttribute("role", "columnheader");
  for (const row of table.rows) {
    row.setAttribute("role", "row");
    for (const cell of row.querySelectorAll("td")) {
      cell.setAttribute("role", "cell");
      if (cell.colSpan === 1) cell.dataset.label = headings[cell.cellIndex];
    }
    const heading = row.querySelector("th[scope=row]");
    heading?.setAttribute("role", "rowheader");
    if (table.matches(".counts")) heading?.setAttribute("data-label", headings[0]); // a number alone says nothing
  }
}
