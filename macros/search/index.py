"""The search index of one language, made by Pagefind from the sections of its pages.

Pagefind is given the folded words, so that it finds a word however it is typed; the pieces that it shows are then
given back the words of the page. Both have the same number of words, so that Pagefind's places stay right.
"""

import gzip
import html
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .folding import Folding
from .sections import Section

SIGNATURE = b"pagefind_dcd"
"""What the content of each of Pagefind's files starts with."""
NO_STEMS = "und"
"""The language of the index, as Pagefind is told: it stems Hindi only after taking the vowel signs away, which the rules of
data/languages/hi.yml do better."""
CHUNK = "2500"
"""Places of words in one file of the index: some 4 KB, so that an answer stays small however much is indexed."""


class IndexingError(Exception):
    """Pagefind did not do what it should."""


def write_index(found: Sequence[Section], folding: Folding, spellings: dict[str, dict[str, str]], folder: Path) -> None:
    """Write what the browser needs to search `found` into `folder`; `spellings` are those of macros/search/aliases.py by their kind.

    Raises IndexingError where Pagefind fails or reads words otherwise.
    """
    with tempfile.TemporaryDirectory() as temporary:
        by_url = {_write_source(section, folding, Path(temporary)): section for section in found}
        _run_pagefind(Path(temporary), folder)
    for fragment in sorted((folder / "fragment").iterdir()):
        _show_page_words(fragment, by_url)
    _remove_unused(folder)
    words = {"sections": len(found), "folds": folding.rules, **spellings}
    (folder / "words.json").write_text(json.dumps(words, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _write_source(section: Section, folding: Folding, folder: Path) -> str:
    """Write a section for Pagefind to read; returns the address that Pagefind will give it."""
    page, _, id_ = section.address.partition("#")
    name = f"{page}{id_}.section.html" if id_ else f"{page}index.html"
    title, page_title, text = (
        html.escape(" ".join(folding.words(t))) for t in (section.title, section.page, _content(section))
    )
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<html lang="{NO_STEMS}"><body data-pagefind-meta="title[data-title], page[data-page]"'
        f' data-title="{title}" data-page="{page_title}">{text}</body></html>',
        encoding="utf-8",
    )
    return "/" + name.removesuffix("index.html")


def _content(section: Section) -> str:
    """Pagefind leaves out what has no text, such as a heading over further headings."""
    return section.text or section.title


def _run_pagefind(source: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "pagefind", "--silent", "--site", str(source), "--output-path", str(folder)]
    done = subprocess.run(
        command, env={**os.environ, "PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE": CHUNK}, capture_output=True, text=True, check=False
    )
    if done.returncode or not (folder / "pagefind-entry.json").is_file():
        raise IndexingError(f"Pagefind made no search index: {(done.stderr or done.stdout).strip() or 'it gave no reason'}")


def _show_page_words(fragment: Path, by_url: dict[str, Section]) -> None:
    """Give one piece of the index the words of the page in place of the folded ones."""
    data = gzip.decompress(fragment.read_bytes())
    piece = json.loads(data.removeprefix(SIGNATURE))
    section = by_url[piece["url"]]
    if len(piece["content"].split()) != len(_content(section).split()):
        raise IndexingError(f"Pagefind counts the words of {section.address} otherwise than macros/search/index.py")
    shown = {"url": section.address or "./", "content": _content(section), "meta": {"title": section.title, "page": section.page}}
    text = json.dumps(piece | shown, ensure_ascii=False, separators=(",", ":"))
    fragment.write_bytes(gzip.compress(SIGNATURE + text.encode(), mtime=0))


def _remove_unused(folder: Path) -> None:
    """Pagefind's own look (the site has its own) and its worker, which would load all code twice."""
    for file in folder.iterdir():
        if file.suffix in (".css", ".js") and file.name != "pagefind.js":
            file.unlink()
