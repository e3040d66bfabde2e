// A table as CSV or as Markdown; `words` are those of the page's language. Loaded when a reader goes to a button.

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/; // the rule of /data/offers.csv (macros/open_csv.py)
const OWN_LINE = ".local, .whole, .where, .mark, .why, p, li, div";
const LEFT_OUT = "td button, tbody th button, .why.in-row"; // a reason for a row's place that a column of the table gives anyway
const PLAIN = { text: (said) => said, link: (said) => said };
const MARKDOWN = {
  text: (said) => said.replace(/[\\|<`*_[\]]/g, "\\$&"),
  link: (said, address) => `[${said}](${address.replace(/[()|]/g, encodeURIComponent)})`,
};

// The lines that a cell is read in, the same at any width; buttons and what is hidden are left out.
function lines(node, style, found = [""]) {
  for (const part of node.childNodes) {
    if (part.nodeType === Node.TEXT_NODE) found[found.length - 1] += style.text(part.data);
    if (!(part instanceof HTMLElement) || part.hidden || part.matches(LEFT_OUT)) continue;
    const apart = part.matches(OWN_LINE);
    if (apart) found.push("");
    if (part.matches("a[href]")) found[found.length - 1] += style.link(said(part, style), part.href);
    else lines(part, style, found);
    if (apart) found.push("");
  }
  return found;
}

function said(node, style) {
  return lines(node, style).map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean).join("; ");
}

// The rows that are shown, each with the heading of its group; what opens under a row is part of no column.
export function shownRows(table) {
  let group = null;
  const rows = [];
  for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
    if (row.querySelector("th[scope=rowgroup]")) group = row;
    else if (row.cells.length === headings(table).length && getComputedStyle(row).display !== "none") rows.push({ group, cells: [...row.cells] });
  }
  return rows;
}

const headings = (table) => [...table.tHead.rows[0].cells];
const figureOf = (cell) => cell?.querySelector("data[value], time[datetime]");

const isMoney = (cell) => figureOf(cell)?.matches("data.usd") ?? false; // whatever it is listed in, its value is in US dollars

// A figure or a day as a program reads it; money converted or divided to eight decimals.
function plainFigure(cell) {
  const figure = figureOf(cell);
  if (!figure) return "";
  const value = figure.getAttribute("value") ?? figure.dateTime;
  return Number.isFinite(Number(value)) ? String(Number(Number(value).toFixed(8))) : value;
}

const safe = (text) => (FORMULA.test(text) ? `'${text}` : text);

// The columns of a CSV file: a figure has one of its own before the words that it stands in.
function csvColumns(table, rows, words) {
  const columns = [{ name: words.group, value: (row) => (row.group ? safe(said(row.group, PLAIN)) : "") }];
  headings(table).forEach((heading, i) => {
    const name = said(heading, PLAIN);
    const figures = rows.some((row) => figureOf(row.cells[i]));
    const unit = rows.some((row) => isMoney(row.cells[i])) ? " (USD)" : "";
    if (figures) columns.push({ name: name + unit, value: (row) => plainFigure(row.cells[i]) });
    const rest = figures ? `${name} (${words.shown})` : name;
    columns.push({ name: rest, value: (row) => (row.cells[i] ? safe(said(row.cells[i], PLAIN)) : "") });
  });
  columns.push({ name: "URL", value: (row) => row.cells.map((cell) => cell.querySelector("a.source")?.href).find(Boolean) ?? "" });
  return columns;
}

export function csv(table, rows, words) {
  const columns = csvColumns(table, rows, words).map(({ name, value }) => [safe(name), ...rows.map(value)]);
  const kept = columns.filter((column) => column.slice(1).some(Boolean));
  const quoted = (field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
  return Array.from({ length: rows.length + 1 }, (_, i) => kept.map((column) => quoted(column[i])).join(",") + "\r\n").join("");
}

export function markdown(table, rows, words) {
  const line = (fields) => `| ${fields.join(" | ")} |\n`;
  const names = headings(table).map((heading) => said(heading, MARKDOWN));
  const head = line(names) + line(names.map(() => "---"));
  let group = null;
  const body = rows.map((row) => {
    const opening = row.group && row.group !== group ? line([`**${said(row.group, MARKDOWN)}**`, ...names.slice(1).map(() => "")]) : "";
    group = row.group;
    return opening + line(row.cells.map((cell) => said(cell, MARKDOWN)));
  });
  const from = words.from.replace("{address}", location.href.split("#")[0]);
  return `${said(table.caption, MARKDOWN)}\n\n${head}${body.join("")}\n${from}\n`;
}
