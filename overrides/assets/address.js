// Keeps the page's choices in its address, written after a pause: browsers refuse more than about a hundred changes in some seconds.

const PAUSE = 200; // milliseconds without a further change
const waiting = new Set();
let timer;

/** Has `write` put the choices of the moment into the address: once, however often it is asked meanwhile. */
export function writeLater(write) {
  waiting.add(write);
  clearTimeout(timer);
  timer = setTimeout(writeNow, PAUSE);
}

function writeNow() {
  clearTimeout(timer);
  const due = [...waiting];
  waiting.clear();
  for (const write of due) write();
}

// What reads the address finds it written: a link or a button of the page (before its own listeners), and the browser's address bar.
document.addEventListener("click", ({ target }) => target.closest("a, button") && writeNow(), { capture: true });
for (const leaving of ["blur", "pagehide"]) window.addEventListener(leaving, writeNow);
