"""What a reviewer is shown of a pull request's data, and the maintainer of the catalog's age."""

import datetime
import html
import json
import re

import pytest

from macros.catalog.reader import read_catalog
from macros.changes import as_markdown, changes
from macros.summary import summary

from . import tiny


def shown(tmp_path, **changed) -> str:
    before = tiny.write(tmp_path / "before")
    after = tiny.write(tmp_path / "after", {path.replace("__", "/") + ".yml": text for path, text in changed.items()})
    return html.unescape(as_markdown(changes(before, after)))


def test_a_changed_price_is_one_row_with_its_move(tmp_path):
    price = tiny.ALPHA.replace("usd_per_hour: 0.50", "usd_per_hour: 0.55")
    assert shown(tmp_path, providers__alpha=price.replace("checked: 2026-11-01", "checked: 2026-11-29")).splitlines()[2:] == [
        "| <code>providers/alpha.yml</code> | <code>offers.small.usd_per_hour</code> | <code>0.5</code> | <code>0.55</code> (+10%) |",
        "| <code>providers/alpha.yml</code> | <code>offers.small.checked</code> | <code>2026-11-01</code> | <code>2026-11-29</code> |",
    ]
    assert "(+10%) ⚠ `checked` is the day of the old price |" in shown(tmp_path / "undated", providers__alpha=price)


def test_a_large_move_is_marked(tmp_path):
    made = shown(tmp_path, providers__alpha=tiny.ALPHA.replace("usd_per_hour: 0.50", "usd_per_hour: 0.71"))
    assert "(+42%) ⚠ large move" in made


def test_new_and_removed_records_are_shown(tmp_path):
    start = tiny.ALPHA.index("  eight-big:")
    made = shown(tmp_path, providers__alpha=tiny.ALPHA[:start], providers__gamma="id: gamma\n")
    assert "| <code>offers.eight-big.gpu</code> | <code>big-80-sxm</code> | – |" in made
    assert "| <code>providers/gamma.yml</code> | <code>id</code> | – | <code>gamma</code> |" in made


@pytest.mark.parametrize("hostile", [
    "a|b `c` <img src=x onerror=alert(1)> @everyone", "[see](https://evil.example) ![x](https://evil.example/x.png)",
    "https://evil.example", "www.evil.example", "someone@evil.example", "*a* _b_ ~~c~~ **d**", "&amp; &#60;b&#62; \\", "#1 :smile: $x$",
])
def test_no_text_of_a_stranger_becomes_markup(tmp_path, hostile):
    """Letters, digits and what Markdown has no use for; all else by its number."""
    before, after = tiny.write(tmp_path / "before"), tiny.write(tmp_path / "after")
    (after / "providers/alpha.yml").write_text(tiny.ALPHA.replace("name: Alpha\n", f"name: {json.dumps(hostile)}\n"))
    row = as_markdown(changes(before, after)).splitlines()[2]
    inside = re.findall("<code>(.*?)</code>", row)[-1]
    assert html.unescape(inside) == hostile and re.fullmatch(r"(?:[\w ,/-]|&#\d+;)*", inside.replace("_", "!"))


@pytest.mark.parametrize(("path", "old", "new", "warning"), [
    ("providers/alpha.yml", "usd_per_hour: 0.50", "eur_per_hour: 0.50", "another currency"),
    ("providers/alpha.yml", "gpus: 8", "gpus: 1", "something else"),
    ("providers/alpha.yml", "market: on-demand", "market: reserved", "something else"),
    ("policy.yml", "max_usd: 50", "max_usd: 500", "a limit that prices are held to"),
    ("providers/alpha.yml", "checked: 2026-11-01", "checked: 2026-10-01", "an earlier day than before"),
    ("currencies.yml", "units_per_usd: 25000", "units_per_usd: 25", "(-100%) ⚠ large move"),
])
def test_what_moves_a_price_in_another_way_is_marked_too(tmp_path, path, old, new, warning):
    before = tiny.write(tmp_path / "before")
    text = (before / path).read_text()
    assert old in text
    made = as_markdown(changes(before, tiny.write(tmp_path / "after", {path: text.replace(old, new)})))
    assert warning in made.splitlines()[2]


def test_nothing_changed(tmp_path):
    assert shown(tmp_path) == "The catalog is unchanged.\n"


def test_a_file_that_cannot_be_read_says_so(tmp_path):
    assert shown(tmp_path, providers__alpha="a: [").splitlines()[2:] == [
        "| <code>providers/alpha.yml</code> | <code>the whole file</code> | <code>25 values</code> | <code>(not readable)</code> |"
    ]


@pytest.mark.parametrize("text", [
    "hello", "- id: [1]\n", "- id: { b: 1 }\n", tiny.ALPHA.replace("usd_per_hour: 0.50", 'usd_per_hour: "0"'),
    tiny.ALPHA.replace("usd_per_hour: 0.50", 'usd_per_hour: "1e-999"'), "\x00", "",
])
def test_no_text_before_or_after_ends_in_a_traceback(tmp_path, text):
    odd, right = tiny.write(tmp_path / "odd", {"providers/alpha.yml": text}), tiny.write(tmp_path / "right")
    for before, after in ((odd, right), (right, odd)):
        assert "providers/alpha.yml" in html.unescape(as_markdown(changes(before, after)))


def test_a_large_move_stands_before_much_else(tmp_path):
    noise = "".join(f"  - {{ id: n{n}, notes: x }}\n" for n in range(300))
    made = shown(tmp_path, measurements=f"measurements:\n{noise}", providers__alpha=tiny.ALPHA.replace("usd_per_hour: 0.50", "usd_per_hour: 0.05"))
    assert "(-90%) ⚠ large move" in made.splitlines()[2] and "more." in made


def test_long_texts_are_shown_where_they_differ(tmp_path):
    said = "price page " * 40
    before = tiny.write(tmp_path / "before", {"providers/alpha.yml": tiny.ALPHA.replace("price page read on 2026-11-01", said + "of 2026-11-01")})
    after = tiny.write(tmp_path / "after", {"providers/alpha.yml": tiny.ALPHA.replace("price page read on 2026-11-01", said + "of 2026-11-02")})
    assert "of 2026-11-01</code> | <code>…" in html.unescape(as_markdown(changes(before, after))).splitlines()[2]


def test_true_and_one_are_not_the_same(tmp_path):
    made = shown(tmp_path, models=tiny.MODELS.replace("popular: true", "popular: 1"))
    assert "<code>True</code> | <code>1</code>" in made


def test_the_summary_counts_ages_and_names_old_rates(tmp_path):
    as_of = datetime.date(2026, 11, 30)
    made = summary(read_catalog(tiny.write(tmp_path), as_of, "vi"), as_of)
    assert "3 offers on 2026-11-30: 1 fresh, 1 ageing, 1 stale." in made
    assert made.index("beta/small: 2026-05-01") < made.index("alpha/eight-big: 2026-09-01")
    assert "Exchange rates older than 45 days, marked so on every page:\n- BDT: 2026-09-29 (62 days)" in made
