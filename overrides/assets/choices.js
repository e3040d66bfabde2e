// What a reader has chosen on some page of the site (a language, a currency, a search's result) and keeps on the others, for good or in
// sessionStorage. Storage may be blocked, so that even naming it throws: a choice then lasts for its page only.

export function chosen(name, store = "localStorage") {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, choice, store = "localStorage") {
  try {
    window[store].setItem(name, choice);
  } catch {
    // nothing to do: the page works all the same
  }
}
