// Two buttons under every table: copy it as CSV (plain figures and dates) or as Markdown (as it reads).
const script = document.querySelector("script[data-csv]"); // overrides/main.html writes words in the page's language into it
const words = script.dataset;
const load = () => import("./copy/table.js");

// The browser wants to be asked at once, not when the text is there: it is given a promise.
async function copied(text) {
  try {
    const blob = text.then((one) => new Blob([one], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    return copiedTheOldWay(await text); // no permission, or a page that is not served over https
  }
}

function copiedTheOldWay(text) {
  const field = document.body.appendChild(document.createElement("textarea"));
  field.value = text;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

function button(box, kind, status) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "md-button";
  made.textContent = words[kind];
  made.setAttribute("aria-describedby", box.getAttribute("aria-labelledby") ?? "");
  made.addEventListener("click", async () => {
    const table = box.querySelector("table");
    let count = 0;
    const text = load().then((part) => {
      const rows = part.shownRows(table);
      count = rows.length;
      return part[kind](table, rows, words);
    });
    const done = await copied(text).catch(() => false);
    status.replaceChildren(...(done ? told(box, new Intl.NumberFormat(words.locale).format(count)) : [words.failed]));
    made.focus();
  });
  return made;
}

// How many rows were copied; of a table that has more of them to show, where all are.
function told(box, rows) {
  const more = box.parentElement.querySelector(":scope > button.more-rows");
  if (!more || more.hidden) return [words.copied.replace("{rows}", rows)];
  const file = document.createElement("a");
  file.href = new URL("../../data/offers.csv", import.meta.url);
  file.textContent = "offers.csv";
  const [before, after] = words.part.replace("{rows}", rows).split("{file}");
  return [before, file, after];
}

for (const box of document.querySelectorAll(".table-box:has(> table)")) {
  const bar = document.createElement("p");
  const status = document.createElement("span");
  bar.className = "copy";
  status.setAttribute("role", "status");
  bar.append(button(box, "csv", status), button(box, "markdown", status), status);
  for (const near of ["pointerenter", "focusin"]) bar.addEventListener(near, () => load().catch(() => null), { once: true });
  box.after(bar);
}
