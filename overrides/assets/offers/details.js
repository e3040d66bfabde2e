// What opens under a row: every column that the row itself does not show.

import { cellOf, columnsOf } from "./cells.js";

/** Opens or closes the row that the button stands in. */
export function toggle(button) {
  const row = button.closest("tr");
  const opened = row.nextElementSibling?.matches("tr.details") ? row.nextElementSibling : null;
  button.setAttribute("aria-expanded", String(!opened));
  if (opened) opened.remove();
  else row.after(details(row));
}

/** Where the figure was read, which a finger can't ask a link's title for. */
function evidence(link) {
  const note = document.createElement("span");
  note.className = "where";
  note.lang = "en";
  note.textContent = link.title;
  return note;
}

function details(row) {
  const list = document.createElement("dl");
  for (const { heading, cell, inRow } of [...columnsOf(row)].map((column) => cellOf(row, column)).filter(Boolean)) {
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    term.textContent = heading;
    text.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
    const part = document.createElement("div");
    part.className = `${cell.className}${inRow ? " in-row" : ""}`;
    part.append(term, text);
    for (const link of text.querySelectorAll("a[title]")) link.after(evidence(link));
    list.append(part);
  }
  const made = document.createElement("tr");
  made.className = "details";
  made.setAttribute("role", "row");
  const cell = made.insertCell();
  cell.colSpan = row.cells.length;
  cell.setAttribute("role", "cell");
  cell.append(list);
  return made;
}
