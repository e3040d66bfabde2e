"""The real catalog: it is right, it is as full as promised, and a slip in it is found at its line."""

import datetime
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from macros.calculator_form import CHOICE_FIELDS
from macros.catalog import reader
from macros.catalog.problems import CatalogError
from macros.catalog.yaml_source import parse
from macros.clock import build_date

DATA = Path(__file__).parents[2] / "data"
SLIPS_PER_FILE = 8


@pytest.fixture(scope="module")
def catalog():
    return reader.read_catalog(DATA, build_date(), "vi")


def test_it_holds_what_the_site_promises(catalog):
    assert len(catalog.gpus) >= 40
    assert len(catalog.providers) >= 30
    assert len(catalog.models) >= 70
    assert len(catalog.offers()) >= 180
    assert set(catalog.workloads) == {"research", "generative-ai", "fine-tuning", "training"}
    assert set(catalog.languages) == {"bn", "vi", "hi"}


def test_each_price_can_be_checked_at_its_providers_own_site(catalog):
    """`source` is on the provider's own domain (its site, its price page, or a name it also trades under)."""
    also = {"akamai": "linode.com", "yotta-shakti": "shakticloud.ai"}
    for id_, provider, offer in catalog.offers():
        own = {registrable(url) for url in (provider.site, provider.pricing, offer.source) if url}
        assert len(own) == 1 or also.get(provider.id) in own, f"{id_}: {own}"


def registrable(url: str) -> str:
    return ".".join(urlsplit(url).hostname.split(".")[-2:])


def test_dates_are_dates_of_this_project(catalog):
    for id_, _, offer in catalog.offers():
        for price in filter(None, (offer, offer.spot)):
            assert datetime.date(2024, 1, 1) <= price.checked, id_


def test_every_offer_of_several_cards_by_a_data_centre_names_whole_cards(catalog):
    assert all(offer.gpus in (1, 2, 3, 4, 5, 6, 8, 10, 16) for _, _, offer in catalog.offers())


def test_every_glossary_has_the_same_terms_with_an_explanation(catalog):
    terms = {code: list(language.glossary) for code, language in catalog.languages.items()}
    assert terms["bn"] == terms["vi"] == terms["hi"]
    assert len(terms["vi"]) >= 75


def test_no_term_forbids_itself(catalog):
    for code, language in catalog.languages.items():
        for id_, term in language.glossary.items():
            for variant in term.forbidden:
                shown = f"{term.term} {term.gloss or ''}"
                assert variant not in shown, f"data/languages/{code}.yml: {id_} forbids {variant}, its own word"


def test_the_first_line_of_each_file_names_its_schema():
    for path in DATA.rglob("*.yml"):
        name = path.parent.name.removesuffix("s") if path.parent != DATA else path.stem
        prefix = "../" if path.parent != DATA else ""
        assert path.read_text(encoding="utf-8").splitlines()[0] == f"# yaml-language-server: $schema={prefix}schema/{name}.json"


@pytest.mark.alone
def test_the_whole_check_takes_under_two_seconds():
    reader._checked.cache_clear()
    reader._read.cache_clear()
    start = time.process_time()
    reader.read_catalog(DATA, build_date(), "vi")
    assert time.process_time() - start < 2


FREE = re.compile(
    r"^\s*(- )?(name|aliases|evidence|instance|code|region|architecture|sources|source|site|pricing|id|notes|framework|gpu|published_as"
    r"|measured_unit|source_group|reason|unit_note|split_note|clip_l_text|[a-z0-9_]+_text)\b|^\s*#|^\s*[\w.-]+:\s*(#.*)?$|^\s*- (?!\{)(?!\w+: )"
)
"""Lines whose text is free, or keys that are ids of their own: no check can tell a slip there from a new thing."""
WORD = re.compile(r"[a-z][a-z_0-9-]{3,}|\d{4}-\d\d-\d\d")


def slips() -> list[tuple[str, int, str, str]]:
    """One-character slips in keys, tags, types and dates of the real files: (file, line, right, wrong)."""
    chance = random.Random(20261130)
    found = []
    for path in sorted(path for path in DATA.rglob("*.yml") if path.parent.name != "languages" and path.stem != "redirects"):
        in_file = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            words = [] if FREE.match(line) else list(WORD.finditer(line.split("#")[0].split('"')[0]))
            for word in words:
                text = word[0]
                at = chance.randrange(len(text))
                wrong = f"{text[:5]}13{text[7:]}" if text[0].isdigit() else text[:at] + "x" + text[at:]
                in_file.append((str(path.relative_to(DATA)), number, line, line[: word.start()] + wrong + line[word.end():]))
        found += chance.sample(in_file, min(SLIPS_PER_FILE, len(in_file)))
    return found + chance.sample(list(slips_in_languages(chance)), 5 * SLIPS_PER_FILE)


def slips_in_languages(chance: random.Random) -> Iterator[tuple[str, int, str, str]]:
    """The same for the keys of words, tags and terms; their text is free."""
    depth = {"words": 3, "tags": 3, "theme": 2, "glossary": 2}
    for path in sorted((DATA / "languages").glob("*.yml")):
        text = path.read_text(encoding="utf-8")
        lines, source = text.splitlines(), parse(text, path.name)
        for place, number in source.lines.items():
            if place and depth.get(place[0]) == len(place):
                at = chance.randrange(1, len(place[-1]) + 1)
                line = lines[number - 1]
                wrong = line.replace(place[-1], place[-1][:at] + "q" + place[-1][at:], 1)
                yield str(path.relative_to(DATA)), number, line, wrong


def test_one_character_slips_are_found_at_their_line(tmp_path):
    """The rest of the catalog is read once; each slip is put into a copy of its file and taken out again."""
    copy = tmp_path / "data"
    for path in DATA.rglob("*.yml"):
        target = copy / path.relative_to(DATA)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    missed = []
    for name, number, right, wrong in slips():
        path, text = copy / name, (copy / name).read_text(encoding="utf-8")
        lines = text.splitlines()
        assert lines[number - 1] == right
        path.write_text("\n".join([*lines[: number - 1], wrong, *lines[number:]]) + "\n", encoding="utf-8")
        try:
            reader.read_catalog(copy, build_date(), "vi")
            missed.append(f"{name}:{number}: {wrong.strip()} is not refused")
        except CatalogError as error:
            if (f"data/{name}", number) not in {(p.path, p.line) for p in error.problems}:
                missed.append(f"{name}:{number}: {wrong.strip()} is told elsewhere: {error.problems[0]}")
        path.write_text(text, encoding="utf-8")
    assert missed == [], "\n".join(missed)


BY_DATA = ("groups", "captions", "money")
"""Areas whose names are those of workloads and currencies (macros/catalog/word_checks.py holds them to each other)."""


def test_every_word_of_the_reference_language_is_used():
    """A word that no template, hook or script asks for is dead weight for translators."""
    root = DATA.parent
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("macros", "hooks", "overrides") for path in (root / folder).rglob("*")
        if path.suffix in (".py", ".html", ".xml", ".js") and path.is_file()
    ) + re.sub(r"name: palette\.(\w+)", r"palette_\1", (root / "mkdocs.yml").read_text(encoding="utf-8"))
    words = yaml.safe_load((DATA / "languages/vi.yml").read_text(encoding="utf-8"))["words"]
    asked = set(re.findall(r"[\w-]+", text))
    beginnings = tuple(one for one in asked if len(one) > 2 and one.endswith("_") and not one.startswith("_"))  # "field_" ~ name
    beginnings += tuple(f"{field.name}_" for field in CHOICE_FIELDS)
    unused = [f"{area}.{name}" for area, names in words.items() if area not in BY_DATA for name in names
              if name not in asked and not name.startswith(beginnings) and not {*name.split(".")} <= asked]
    assert unused == []
