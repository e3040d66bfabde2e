// What a reader has chosen on some page of the site (a language, a currency) and keeps on the others. Storage may be blocked: a choice
// then lasts for its page only.

export function chosen(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, choice) {
  try {
    localStorage.setItem(name, choice);
  } catch {
    // nothing to do: the page works all the same
  }
}
