// Starts each table of offers, cards or providers: rows that open on a phone, headings that sort, and a button for the filters.
// The parts that do the work are loaded when a reader first asks for them, or when the address already asks.

const PARTS = ["address", "offers/facts", "offers/fields", "offers/rows", "typed-number"];
const boxes = [...document.querySelectorAll("[data-offers]")];
const started = new WeakMap();

/** What a table's fields are called by in the address: the first table's by their names alone. */
const prefix = (box) => (box === boxes[0] ? "" : `${box.dataset.offers}-`);

/** The table's Work, loaded once with its facts. */
function work(box) {
  if (!started.has(box)) started.set(box, load(box));
  return started.get(box);
}

/** Whether the address asks something of this table: names one of its fields. */
function isAsked(box) {
  const asked = new URLSearchParams(location.search);
  return box.dataset.fields.split(" ").some((name) => asked.has(prefix(box) + name));
}

async function load(box) {
  try {
    const facts = fetch(new URL(`offers/${box.dataset.facts}`, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    });
    const [{ Work }, json] = await Promise.all([import("./offers/work.js"), facts, ...PARTS.map((part) => import(`./${part}.js`))]);
    const made = new Work(box, json, prefix(box), dress);
    box.querySelector(".offers-start [role=status]").textContent = ""; // of an earlier failure
    return made;
  } catch (error) {
    started.delete(box); // another try may go better
    box.querySelector(".offers-start [role=status]").textContent = box.dataset.failed;
    throw error;
  }
}

function button(words, kind) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = words;
  return made;
}

const plain = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** Gives a row its roles, which a narrow screen's layout would take away, and the button that opens it. */
function dress(row, box) {
  const [heading, ...cells] = row.cells;
  row.setAttribute("role", "row");
  row.classList.add("item");
  heading.setAttribute("role", "rowheader");
  for (const cell of cells) cell.setAttribute("role", "cell");
  const offer = [plain(heading), plain(row.querySelector("td.provider a"))].filter(Boolean).join(", ");
  const open = button("", "open");
  open.setAttribute("aria-expanded", "false");
  open.setAttribute("aria-label", box.dataset.details.replace("{offer}", offer));
  const name = document.createElement("span");
  name.className = "name";
  name.append(...heading.childNodes);
  heading.append(open, name);
  return row;
}

function dressTable(box, table) {
  table.setAttribute("role", "table");
  for (const part of [table.tHead, ...table.tBodies]) part.setAttribute("role", "rowgroup");
  for (const row of table.querySelectorAll("tbody tr:not(.group)")) dress(row, box);
  table.addEventListener("click", async ({ target }) => {
    const open = target.closest("button.open");
    if (open) (await import("./offers/details.js")).toggle(open);
  });
}

function dressHeadings(box, table) {
  for (const heading of table.tHead.querySelectorAll("th[data-column]")) {
    const sort = button(plain(heading), "sort");
    heading.replaceChildren(sort);
    sort.addEventListener("click", async () => (await work(box)).sortBy(heading.dataset.column));
  }
}

/** The line above the table: the button that opens the filters, and where a failure is told. */
function dressStart(box) {
  const tools = box.querySelector("button.tools");
  tools.hidden = false;
  tools.addEventListener("click", async () => (await work(box)).togglePanel());
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  box.querySelector(".offers-start").append(status);
}

function dressEnd(box) {
  if (!box.querySelector("noscript")) return;
  const more = button(box.dataset.moreFirst, "more-rows");
  more.addEventListener("click", async () => (await work(box)).showMore());
  box.querySelector(".table-box").after(more);
}

for (const box of boxes) {
  const table = box.querySelector("table");
  dressTable(box, table);
  dressHeadings(box, table);
  dressStart(box);
  dressEnd(box);
  box.classList.add("live");
  if (isAsked(box)) work(box);
}
