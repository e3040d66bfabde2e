// A table as CSV or as Markdown; `words` are those of the page's language. Loaded when a reader goes to a button.

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/; // the rule of /data/offers.csv (macros/open_csv.py)
const OWN_LINE = ".local, .whole, .where, .mark, .why, p, li, div";
const LEFT_OUT = "td button, tbody th button, .why.in-row"; // a reason for a row's place that a column of the table gives anyway
const PLAIN = { text: (said) => said, link: (said) => said };
// An address that ends neither its link, its cell nor its line, and makes nothing else of what it is part of.
const inMarkdown = (address) => address.replace(/[\s()[\]|\\<>`]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
const MARKDOWN = {
  text: (said) => said.replace(/[\\|<`*_[\]]/g, "\\$&"),
  link: (said, address) => `[${said}](${inMarkdown(address)})`,
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
  const columns = names(table, PLAIN).length;
  let group = null;
  const rows = [];
  for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
    if (row.querySelector("th[scope=rowgroup]")) group = row;
    else if (row.cells.length === columns && getComputedStyle(row).display !== "none") rows.push({ group, cells: [...row.cells] });
  }
  return rows;
}

// What stands above each column; nothing, where a table has no headings.
function names(table, style) {
  const headings = table.tHead?.rows[0]?.cells ?? [];
  const count = Math.max(0, ...[...table.rows].map((row) => row.cells.length));
  return Array.from({ length: count }, (_, i) => (headings[i] ? said(headings[i], style) : ""));
}

// For each row the figure of a column: of a price's column always a price, never the day that stands with it.
function figuresOf(rows, i) {
  const within = (kind) => rows.map(({ cells }) => cells[i]?.querySelector(kind));
  const prices = within("data[value]");
  return prices.some(Boolean) ? prices : within("time[datetime]");
}

// A figure or a day as a program reads it; money converted or divided to eight decimals.
function plain(figure) {
  if (!figure) return "";
  const value = figure.getAttribute("value") ?? figure.dateTime;
  return Number.isFinite(Number(value)) ? String(Number(Number(value).toFixed(8))) : value;
}

const safe = (text) => (FORMULA.test(text) ? `'${text}` : text);

// The columns of a CSV file: a figure has one of its own before the words that it stands in.
function csvColumns(table, rows, words) {
  const columns = [{ name: words.group, fields: rows.map(({ group }) => (group ? safe(said(group, PLAIN)) : "")) }];
  names(table, PLAIN).forEach((name, i) => {
    const figures = figuresOf(rows, i);
    const unit = figures.some((figure) => figure?.matches("data.usd")) ? " (USD)" : ""; // whatever a price is listed in
    const hasFigures = figures.some(Boolean);
    if (hasFigures) columns.push({ name: name + unit, fields: figures.map(plain) });
    columns.push({ name: hasFigures ? `${name} (${words.shown})` : name, fields: rows.map(({ cells }) => safe(said(cells[i], PLAIN))) });
  });
  const source = ({ cells }) => cells.map((cell) => cell.querySelector("a.source")?.href).find(Boolean) ?? "";
  return [...columns, { name: "URL", fields: rows.map(source) }];
}

export function csv(table, rows, words) {
  const kept = csvColumns(table, rows, words).filter(({ fields }) => fields.some(Boolean));
  const columns = kept.map(({ name, fields }) => [safe(name), ...fields]);
  const quoted = (field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
  return Array.from({ length: rows.length + 1 }, (_, i) => columns.map((column) => quoted(column[i])).join(",") + "\r\n").join("");
}

export function markdown(table, rows, words) {
  const line = (fields) => `| ${fields.join(" | ")} |\n`;
  const columns = names(table, MARKDOWN);
  const head = line(columns) + line(columns.map(() => "---"));
  let group = null;
  const body = rows.map((row) => {
    const opening = row.group && row.group !== group ? line([`**${said(row.group, MARKDOWN)}**`, ...columns.slice(1).map(() => "")]) : "";
    group = row.group;
    return opening + line(row.cells.map((cell) => said(cell, MARKDOWN)));
  });
  const from = words.from.replace("{address}", () => inMarkdown(location.href.split("#")[0]));
  return `${said(table.caption, MARKDOWN)}\n\n${head}${body.join("")}\n${from}\n`;
}
