"""What is said of a broken catalog: the file, the line, what is wrong and the repair."""

import copy
import datetime
import functools
import re

import pytest
import yaml

from macros import check
from macros.catalog.problems import CatalogError
from macros.catalog.reader import read_catalog
from macros.listings import listings
from macros.settings import Languages

from . import tiny

AS_OF = datetime.date(2026, 11, 30)
TWO = Languages(["bn", "vi"], "vi")


def problems(folder, changed=None) -> list[str]:
    try:
        read_catalog(tiny.write(folder, changed), AS_OF, "vi")
    except CatalogError as error:
        return [str(problem) for problem in error.problems]
    return []


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_tiny_catalog_is_right(tmp_path):
    assert problems(tmp_path) == []


# Each case: a file, a text in it, what a contributor wrote instead, and the message at the line where it stands.
MISTAKES = [
    ("providers/alpha.yml", "    usd_per_hour: 0.50", "    usd_per_hor: 0.50", "usd_per_hor is not a field here; did you mean usd_per_hour?"),
    ("providers/alpha.yml", "  step: second", "  step: secnd", "step: “secnd” is not known; did you mean second?"),
    ("providers/alpha.yml", "    gpu: small-16", "    gpu: smal-16", "smal-16 is not in data/gpus.yml; did you mean small-16?"),
    ("providers/alpha.yml", "    gpus: 1", "    gpus: one", "gpus should be a whole number, not “one”"),
    ("providers/alpha.yml", "    gpus: 1", '    gpus: "1"', "gpus should be a whole number, not “1”; write 1 without quotes"),
    ("providers/alpha.yml", "    gpus: 1", "    gpus: 0", "gpus: input should be greater than or equal to 1"),
    ("providers/alpha.yml", "    usd_per_hour: 0.50", "    usd_per_hour: cheap", "usd_per_hour: should be a number with a point and no currency sign, such as 0.89"),
    ("providers/alpha.yml", "    usd_per_hour: 0.50", "    usd_per_hour: -0.5", "usd_per_hour is -0.5; a price is above 0, and one not known is left out"),
    ("providers/alpha.yml", "    usd_per_hour: 0.50", "    usd_per_hour: .nan", "usd_per_hour: input should be a finite number"),
    ("providers/alpha.yml", "    usd_per_hour: 0.50", "    usd_per_hour: 500",
     "500 USD per GPU-hour is outside 0.01 to 50; correct it (the price is for the whole instance of 1),"
     " or add `reason:` saying why it is right"),
    ("providers/alpha.yml", "    checked: 2026-11-01", "    checked: 2026-12-02", "checked 2026-12-02 is in the future (today is 2026-11-30)"),
    ("providers/alpha.yml", "    checked: 2026-11-01", "    checked: 2026-11-31", "2026-11-31 is not a real date"),
    ("providers/alpha.yml", "    checked: 2026-11-01", "    checked: 01.11.2026", "checked should be a date such as 2026-11-30, not “01.11.2026”"),
    ("providers/alpha.yml", "    checked: 2026-11-01", "    checked: 2026-11-01 12:00:00", "give the date alone, as 2026-11-30"),
    ("providers/alpha.yml", "    areas: [IN]", "    areas: [NO]", 'YAML reads NO as true or false; for the word write "NO", else true or false'),
    ("providers/alpha.yml", "    gpus: 1", "    gpus: 12:30", 'YAML reads 12:30 as another number; put quotes around it: "12:30"'),
    ("providers/alpha.yml", "    gpus: 1", "    gpus: 010", 'YAML reads 010 as another number; put quotes around it: "010"'),
    ("providers/alpha.yml", "    source: https://alpha.example/prices", "    source: http://alpha.example/prices",
     "source: should be an https address that a reader can open"),
    ("providers/alpha.yml", "    source: https://alpha.example/prices", "    source: javascript:alert(1)",
     "source: should be an https address that a reader can open"),
    ("providers/alpha.yml", "    source: https://alpha.example/prices", '    source: "https://alpha.example/\\"onclick=x"',
     "source: holds a character that is not allowed in an address"),
    ("providers/alpha.yml", "    source: https://alpha.example/prices", "    source: https://alpha.example:99999/", "source: should be an https address that a reader can open"),
    ("providers/alpha.yml", "    source: https://alpha.example/prices", "    source: https://alpha..example/", "source: should be an https address that a reader can open"),
    ("providers/alpha.yml", "    source: https://alpha.example/prices", '    source: "https://alpha.example/\\u202ep"', "source: holds a character that is not allowed in an address"),
    ("providers/alpha.yml", "    usd_per_hour: 0.50", "    usd_per_hour: 99999999999999", "usd_per_hour: input should be less than or equal to 1000000000"),
    ("providers/alpha.yml", "    checked: 2026-11-01", "    checked: 0001-01-01", "checked 0001-01-01 is before 2015, when no such thing could be read"),
    ("currencies.yml", "  EUR: { units_per_usd: 0.9", "  EUR: { units_per_usd: 0", "units_per_usd: input should be greater than 0"),
    ("comparisons.yml", "big-80-sxm", "big-80-smx", "big-80-smx is not in data/gpus.yml; did you mean big-80-sxm?"),
    ("comparisons.yml", "big-80-sxm", "small-16", "small-16 is compared with itself"),
    ("providers/alpha.yml", "id: alpha", "id: alhpa", "id is alhpa but the file is alpha.yml; they must be the same"),
    ("providers/alpha.yml", "name: Alpha", "name: 42", 'name should be text, not 42; put quotes around it: "42"'),
    ("providers/alpha.yml", "name: Alpha", 'name: "Al\\u202epha"', "name: should be one line of text, without control characters"),
    ("providers/alpha.yml", "name: Alpha", "name: !!python/object:os.system Alpha", "the YAML tag tag:yaml.org,2002:python/object:os.system is not allowed"),
    ("gpus.yml", "    vram_gb: 80", "    vram_gb: 40", "vram_gb is 40 but the id big-80-sxm says 80; one of them is wrong"),
    ("gpus.yml", "    memory: hbm3", "    memory: hbm33", "memory: “hbm33” is not known; did you mean hbm3?"),
    ("workloads.yml", "model: Tiny-1B", "model: Tiny-1b", "Tiny-1b is not in data/models.yml; did you mean Tiny-1B?"),
    ("workloads.yml", "columns: [card, provider", "columns: [card, providr", "columns, entry 2: “providr” is not known; did you mean provider?"),
    ("policy.yml", "headroom: 0.05", "headroom: lots", "headroom should be a number, not “lots”"),
    ("providers/alpha.yml", "    areas: [IN]", "    areas: [ZQ]", "areas, entry 1: ZQ is not a country or area that CLDR knows"),
    ("providers/alpha.yml", "billing:\n", "billing: !foo\n", "the YAML tag !foo is not allowed"),
    ("providers/alpha.yml", "    gpus: 8", "    gpus: 99999999999999999999", "gpus: input should be less than or equal to 1024"),
    ("currencies.yml", "  BDT: {", "  EUX: {", "EUX: “EUX” is not known; choose one of BDT, EUR, INR, VND"),
    ("languages/bn.yml", "site_name: Site bn", "site_name: <svg onload=alert(1)>",
     "site_name: holds <, which is markup; write words only, with “ ” for quotes"),
    ("languages/bn.yml", "site_name: Site bn", "site_name: '&lt;svg onload=alert(1)&gt;'",
     "site_name: holds &, which is markup; write words only, with “ ” for quotes"),
    ("languages/bn.yml", "    hello: Hello", '    hello: "Hel\\u0002lo"', "hello: should be text without control characters"),
    ("providers/alpha.yml", "    evidence: price page read on 2026-11-01", "    evidence: <img src=x onerror=alert(1)>",
     "evidence: holds <, which is markup; write it in words"),
    ("providers/alpha.yml", "    evidence: price page read on 2026-11-01", "    evidence: '&#60;img src=x&#62;'",
     "evidence: holds &, which is markup; write it in words"),
    ("providers/alpha.yml", "billing:\n", "storage: { usd_per_gb_month: 1.0e-300 }\nbilling:\n", "1e-300 USD a GB is outside 0.001 to 2; correct it"),
    ("policy.yml", "fresh: 60, ageing: 180", "fresh: 600, ageing: 180", "freshness_days: fresh (600) should be less than ageing (180)"),
    ("languages/bn.yml", "locale: bn_BD", "locale: xq_QX", "locale: xq_QX is not a locale that CLDR knows; write it as bn_BD"),
    ("languages/bn.yml", "currency: BDT", "currency: XYZ", "data/currencies.yml has no rate for XYZ; choose one of BDT, EUR, INR, VND"),
    ("languages/bn.yml", "site_name: Site bn", "site_nam: Site bn", "site_nam is not a field here; did you mean site_name?"),
]


def test_a_pair_given_twice_either_way_round_is_told(tmp_path):
    text = tiny.COMPARISONS + "  - [big-80-sxm, small-16]\n"
    assert problems(tmp_path, {"comparisons.yml": text}) == ["data/comparisons.yml:3: big-80-sxm and small-16 are compared twice; keep one"]


@pytest.mark.parametrize(("path", "right", "wrong", "message"), MISTAKES, ids=lambda value: str(value)[:40])
def test_a_mistake_is_told_with_its_line_and_repair(tmp_path, path, right, wrong, message):
    text = tiny.files()[path]
    assert right in text
    assert problems(tmp_path, {path: text.replace(right, wrong, 1)}) == [f"data/{path}:{line_of(text, right)}: {message}"]


@pytest.mark.parametrize(("line", "message"), [
    ('money_pattern: "#,##0.0 ¤"', "money_pattern is no CLDR pattern with one ¤, such as #,##0.00 ¤"),
    ('search_folds: [{ find: "a*b*a*c", put: b }]', "repeats more than twice"),
    ("search_folds: [{ find: 'a{1000}', put: b }]", "{100 is not read alike by Python and by browsers"),
    ('money_pattern: "abc"', "money_pattern is no CLDR pattern with one ¤, such as #,##0.00 ¤"),
    ("money_pattern: 0E999", "money_pattern is no CLDR pattern with one ¤, such as #,##0.00 ¤"),
    ('date_patterns: { medium: "hh:mm" }', "date_patterns: medium is no CLDR pattern of a day, a month and a year, such as d/M/y"),
    ("date_patterns: { long: zzzzz }", "date_patterns: long is no CLDR pattern of a day, a month and a year, such as d/M/y"),
    ('search_folds: [{ find: "(?P<n>z)", put: b }]', "(?P< is not read alike by Python and by browsers"),
    ('search_folds: [{ find: "(?i)a", put: b }]', "(?i) is not read alike by Python and by browsers"),
    ("search_folds: [{ find: a++, put: b }]", "++ is not read alike by Python and by browsers"),
    ("search_folds: [{ find: .*, put: b }]", "finds nothing at all, which is everywhere"),
    ("search_folds: [{ find: (a+)+z, put: b }]", "repeats a group that repeats, chooses or looks around (+ behind its end)"),
    ('search_folds: [{ find: "(a|a)*b", put: b }]', "repeats a group that repeats, chooses or looks around (* behind its end)"),
    ('search_folds: [{ find: "((a+)b?)*c", put: b }]', "repeats a group that repeats, chooses or looks around (* behind its end)"),
    ('search_folds: [{ find: "(?=a)+b", put: b }]', "repeats a group that repeats, chooses or looks around (+ behind its end)"),
    ('search_folds: [{ find: a, put: "q q" }]', r"put: “q q” should have the form ^[^\s\x00-\x1f\x7f-\x9f]*$"),
    ("search_folds: [{ find: a, put: '\\q' }]", "put holds \\; only $1 to $9 and plain letters stand there"),
    ("search_folds: [{ find: a, put: $& }]", "put holds $; only $1 to $9 and plain letters stand there"),
    ("date_patterns: { medium: d/d/y }", "date_patterns: medium is no CLDR pattern of a day, a month and a year, such as d/M/y"),
    ("date_patterns: { medium: d/w/y }", "date_patterns: medium is no CLDR pattern of a day, a month and a year, such as d/M/y"),
    ("date_patterns: { medium: d MMMM YYYY w }", "date_patterns: medium is no CLDR pattern of a day, a month and a year, such as d/M/y"),
    ("search_folds: [{ find: a, put: $9 }]", "put names $9, but find has 0 groups"),
], ids=lambda value: value[:40])
def test_a_form_of_a_language_that_cannot_work_is_refused(tmp_path, line, message):
    text = tiny.files()["languages/bn.yml"].replace("site_name: Site bn", f"{line}\nsite_name: Site bn", 1)
    told = problems(tmp_path, {"languages/bn.yml": text})
    assert len(told) == 1 and told[0].startswith("data/languages/bn.yml:") and told[0].endswith(message), told


def test_a_files_name_with_a_line_end_is_told_on_one_line(tmp_path):
    text = tiny.files()["providers/alpha.yml"].replace("id: alpha", "id: gamma")
    told = problems(tmp_path, {"providers/gam\n::notice::ma.yml": text})
    assert told and not any("\n" in line for line in told)


def test_a_repeated_key_is_told_at_the_second(tmp_path):
    changed = tiny.ALPHA.replace("    gpus: 1\n", "    gpus: 1\n    gpus: 2\n", 1)
    line = line_of(changed, "    gpus: 2")
    assert problems(tmp_path, {"providers/alpha.yml": changed}) == [
        f"data/providers/alpha.yml:{line}: gpus is given twice (first on line {line - 1}); keep one"
    ]


def test_a_precision_both_supported_and_lacking(tmp_path):
    changed = tiny.GPUS.replace("lacks: [bf16]", "lacks: [fp16]")
    assert problems(tmp_path, {"gpus.yml": changed}) == ["data/gpus.yml:2: small-16: fp16 is under both supports and lacks"]


def test_spot_above_on_demand(tmp_path):
    changed = tiny.ALPHA.replace("usd_per_hour: 0.20", "usd_per_hour: 0.90")
    line = line_of(changed, "    spot:")
    assert problems(tmp_path, {"providers/alpha.yml": changed}) == [
        f"data/providers/alpha.yml:{line}: spot (0.9) is above on-demand (0.5); are they swapped?"
    ]


def test_two_currencies_for_one_offer(tmp_path):
    changed = tiny.ALPHA.replace("    usd_per_hour: 0.50\n", "    usd_per_hour: 0.50\n    inr_per_hour: 49\n")
    assert problems(tmp_path, {"providers/alpha.yml": changed}) == [
        f"data/providers/alpha.yml:{line_of(changed, '  small:')}: small: two prices for one offer"
        " (usd_per_hour and inr_per_hour); keep the one the provider lists"
    ]


def test_two_offers_that_differ_only_in_price(tmp_path):
    start = tiny.BETA.index("  small:")
    copy = tiny.BETA[start:].replace("small:", "again:", 1).replace("24.5", "30")
    changed = tiny.BETA + copy
    assert problems(tmp_path, {"providers/beta.yml": changed}) == [
        f"data/providers/beta.yml:{line_of(changed, '  again:')}: two prices for one offer:"
        " again differs from small in nothing but price; keep one"
    ]


def test_an_unusual_price_with_a_reason_is_allowed(tmp_path):
    changed = tiny.ALPHA.replace("usd_per_hour: 0.50", "usd_per_hour: 500\n    reason: a rack sold whole")
    assert problems(tmp_path, {"providers/alpha.yml": changed}) == []


def test_a_missing_field_is_told_at_its_record(tmp_path):
    changed = tiny.ALPHA.replace("    checked: 2026-11-01\n", "")
    assert problems(tmp_path, {"providers/alpha.yml": changed}) == [
        f"data/providers/alpha.yml:{line_of(changed, '  small:')}: checked is missing"
    ]


def test_all_problems_of_all_files_come_in_one_run(tmp_path):
    found = problems(tmp_path, {
        "providers/alpha.yml": tiny.ALPHA.replace("step: second", "step: secnd").replace("gpus: 8", "gpus: eight"),
        "providers/beta.yml": tiny.BETA.replace("gpu: small-16", "gpu: unheard-of"),
        "gpus.yml": tiny.GPUS.replace("vram_gb: 80", "vram_gb: 81"),
        "policy.yml": "freshness_days: [",
    })
    assert [p.split(": ")[0] for p in found] == [
        "data/gpus.yml:23", "data/policy.yml:2", "data/providers/alpha.yml:6", "data/providers/alpha.yml:24", "data/providers/beta.yml:9",
    ]


ODD = ("hello", "1", "true", "2026-01-01", "[]", "[[]]", "[null, 1]", "{a: 1}", "{1: {2: 3}}", "- - - x", '""', "a: [b, {c: d}]")


@pytest.mark.parametrize("path", tiny.files())
@pytest.mark.parametrize("text", ODD)
def test_a_file_of_another_shape_ends_in_a_message(tmp_path, path, text):
    assert any(problem.startswith(f"data/{path}:") for problem in problems(tmp_path, {path: text}))


def nodes(value, path=()):
    """Every path into the data of a file."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from nodes(inner, (*path, key))


@pytest.mark.parametrize("path", tiny.files())
def test_any_value_in_any_place_ends_in_a_message_or_is_right(tmp_path, path):
    data = yaml.safe_load(tiny.files()[path])
    for place in [place for place in nodes(data) if place and place[0] not in ("tags", "theme")]:
        for odd in (None, 7, "x", [[]], {1: [2]}):
            changed = copy.deepcopy(data)
            functools.reduce(lambda part, key: part[key], place[:-1], changed)[place[-1]] = odd
            problems(tmp_path, {path: yaml.safe_dump(changed, allow_unicode=True)})


def test_a_mistake_hides_no_other(tmp_path):
    """Wrong tags, a repeated key and a broken file of GPUs, and still each offer is held to what is known."""
    found = problems(tmp_path, {
        "gpus.yml": tiny.GPUS.replace("vendor: nvidia", "vendor: nvidai", 1),
        "providers/alpha.yml": tiny.ALPHA.replace("kind: cloud", "kind: clod\nkind: cloud").replace("usd_per_hour: 24", "usd_per_hour: 900")
        .replace("gpu: small-16", "gpu: smal-16").replace("checked: 2026-09-01", "checked: 2027-09-01"),
        "providers/beta.yml": tiny.BETA.replace("step: hour", "step: our"),
        "measurements.yml": tiny.MEASUREMENTS.replace("Tiny-1B", "Tiny-1C"),
    })
    assert [p.split(": ", 1) for p in found] == [
        ["data/gpus.yml:3", "vendor: “nvidai” is not known; did you mean nvidia?"],
        ["data/measurements.yml:2", "Tiny-1C is not in data/models.yml; did you mean Tiny-1B?"],
        ["data/providers/alpha.yml:3", "kind: “clod” is not known; did you mean cloud?"],
        ["data/providers/alpha.yml:4", "kind is given twice (first on line 3); keep one"],
        ["data/providers/alpha.yml:10", "smal-16 is not in data/gpus.yml; did you mean small-16?"],
        ["data/providers/alpha.yml:28", "112.5 USD per GPU-hour is outside 0.01 to 50; correct it (the price is for the whole instance of 8),"
         " or add `reason:` saying why it is right"],
        ["data/providers/alpha.yml:29", "checked 2027-09-01 is in the future (today is 2026-11-30)"],
        ["data/providers/beta.yml:6", "step: “our” is not known; did you mean hour?"],
    ]


@pytest.mark.parametrize(("path", "right", "wrong", "message"), [
    ("workloads.yml", "  research:", "  reserch:", "data/languages/vi.yml has no words.captions.reserch; did you mean captions.research?"),
    ("workloads.yml", "      all:", "      al:", "data/languages/vi.yml has no words.groups.research.al; did you mean groups.research.all?"),
    ("workloads.yml", "workloads:", "calculator:\n  servng:\n    - { model: Tiny-1B, method: qlora }\nworkloads:", "data/languages/vi.yml has no words.calculator.table_servng"),
])
def test_a_name_without_words_is_told_where_it_stands(tmp_path, path, right, wrong, message):
    words = {"page": {"hello": "Hello"}, "calculator": {"table_serving": "Serving"}}
    changed = {f"languages/{code}.yml": tiny.language(code, locale, money, words)
               for code, locale, money in (("vi", "vi_VN", "VND"), ("bn", "bn_BD", "BDT"))}
    text = tiny.files()[path].replace(right, wrong, 1)
    (found,) = problems(tmp_path, changed | {path: text})
    assert found.startswith(f"data/{path}:") and message in found


def test_an_id_that_its_users_know_otherwise_is_told_in_its_own_file(tmp_path):
    text = tiny.GPUS.replace("big-80-sxm:", "bgi-80-sxm:")
    assert problems(tmp_path, {"gpus.yml": text}) == [
        f"data/gpus.yml:{line_of(text, '  bgi')}: bgi-80-sxm is named nowhere, but big-80-sxm, which is not here, is: 2 times; correct one"
    ]


def test_a_measurement_given_twice_is_told(tmp_path):
    text = tiny.MEASUREMENTS + tiny.MEASUREMENTS.splitlines()[1] + "\n"
    assert problems(tmp_path, {"measurements.yml": text}) == ["data/measurements.yml:3: cache is an id already (line 2)"]


def test_an_alias_cannot_grow_a_file(tmp_path):
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    assert problems(tmp_path, {"policy.yml": bomb}) == ["data/policy.yml:2: aliases (*name) are not used here; write the value out"]


@pytest.mark.parametrize(("old", "new", "hint"), [
    ("    usd_per_hour: 0.50", "    usd_per_hour:0.50", "; put a space after the colon in line "),
    ("    gpus: 1", "   gpus: 1", "; indent the line as those around it"),
    ("  small:", "  small", "; is a colon missing in line "),
])
def test_a_slip_that_yaml_sees_late_is_told_with_its_line(tmp_path, old, new, hint):
    text = tiny.ALPHA.replace(old, new, 1)
    (found,) = problems(tmp_path, {"providers/alpha.yml": text})
    line = str(line_of(text, new))
    assert hint in found and (hint.startswith("; indent") or line in found.partition(hint)[2].replace("?", "").split()), found


@pytest.mark.parametrize("text", ["", "- 1\n", "\x00", "{" * 3000, "a: b: c", "\ttab: 1"])
def test_any_text_gives_problems_and_no_traceback(tmp_path, text):
    found = problems(tmp_path, {"policy.yml": text})
    assert found and all(p.startswith("data/policy.yml:") for p in found)


@pytest.mark.parametrize(("line", "hint"), [
    ("\tgpus: 1", "; write spaces instead, as on the line above"),
    ("    instance: a: b", "; put quotes around a text that holds a colon and a space"),
    ("    instance: @home", "; a tab or a mark such as @ or % stands there: indent with spaces, and put quotes around the text"),
])
def test_what_yaml_cannot_read_comes_with_its_repair(tmp_path, line, hint):
    text = tiny.ALPHA.replace("    gpus: 1", line, 1)
    (found,) = problems(tmp_path, {"providers/alpha.yml": text})
    assert found.startswith(f"data/providers/alpha.yml:{line_of(text, line)}: not readable as YAML: ") and found.endswith(hint)


def test_bytes_that_are_not_utf8(tmp_path):
    data = tiny.write(tmp_path)
    (data / "policy.yml").write_bytes(b"name: \xff\xfe")
    with pytest.raises(CatalogError, match=r"data/policy.yml:1: not UTF-8 text \(byte 6\)"):
        read_catalog(data, AS_OF, "vi")


def test_a_missing_file(tmp_path):
    data = tiny.write(tmp_path)
    (data / "gpus.yml").unlink()
    with pytest.raises(CatalogError, match="data/gpus.yml:1: the file is missing"):
        read_catalog(data, AS_OF, "vi")


def test_a_word_that_one_language_lacks(tmp_path):
    words = {"page": {"hello": "Xin chào", "bye": "Tạm biệt"}}
    found = problems(tmp_path, {"languages/vi.yml": tiny.language("vi", "vi_VN", "VND", words)})
    assert len(found) == 1
    assert found[0].startswith("data/languages/bn.yml:") and "words.page.bye is missing (data/languages/vi.yml:" in found[0]


def test_a_currency_without_a_name(tmp_path):
    changed = {name: text.replace("    bdt: bdt\n", "") for name, text in tiny.files().items() if name.startswith("languages/")}
    found = problems(tmp_path, changed)
    assert len(found) == 2 and all(one.endswith("words.money has no name for BDT; give it as bdt") for one in found)


def test_a_tag_without_a_word(tmp_path):
    text = tiny.files()["languages/bn.yml"].replace("    infiniband: infiniband\n", "")
    found = problems(tmp_path, {"languages/bn.yml": text})
    assert found == [f"data/languages/bn.yml:{line_of(text, '  network:')}: tags.network has no word for infiniband"]


def test_each_misspelt_tag_is_told_at_its_line(tmp_path):
    text = tiny.files()["languages/bn.yml"].replace("    infiniband: infiniband\n", "    infinibnd: x\n").replace("  market:\n", "  markt:\n")
    assert problems(tmp_path, {"languages/bn.yml": text}) == [
        f"data/languages/bn.yml:{line_of(text, '  markt:')}: tags.markt is not a vocabulary; did you mean market?",
        f"data/languages/bn.yml:{line_of(text, 'infinibnd')}: infinibnd is not a tag; did you mean infiniband?",
    ]


def test_a_misspelt_key_of_the_reference_language_is_told_there(tmp_path):
    """With two languages beside it: one against one could be either's slip."""
    changed = {
        "languages/vi.yml": tiny.files()["languages/vi.yml"].replace("    hello: Hello", "    helo: Hello"),
        "languages/hi.yml": tiny.language("hi", "hi_IN", "INR"),
    }
    line = line_of(changed["languages/vi.yml"], "    helo")
    assert problems(tmp_path, changed) == [f"data/languages/vi.yml:{line}: words.page.helo is in no other language; did you mean hello?"]


def test_messages_show_no_control_characters(tmp_path):
    found = problems(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("step: second", 'step: "se\\ncond\\u001b[31m"')})
    assert found and all(p.isprintable() for p in found)


def test_a_pull_request_shows_each_problem_at_its_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796000000")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    check.main(tiny.write(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("step: second", 'step: "100%\\n::warning::x"')}), site=TWO)
    assert capsys.readouterr().out.splitlines() == [
        "::error file=data/providers/alpha.yml,line=6::step: “100%25\\n::warning::x” is not known;"
        " choose one of hour, minute, quarter-hour, second"
    ]


def test_the_command_prints_the_problems_and_fails(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796000000")  # 2026-11-30
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert check.main(tiny.write(tmp_path), site=TWO) == 0
    assert check.main(tiny.write(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("step: second", "step: secnd")}), site=TWO) == 1
    assert capsys.readouterr().err == (
        "data/providers/alpha.yml:6: step: “secnd” is not known; did you mean second?\n\n1 problem in data/ and docs/\n"
    )


def test_a_language_of_the_site_without_its_file_is_told(tmp_path, capsys):
    assert check.main(tiny.write(tmp_path), site=Languages(["bn", "vi", "hi"], "vi")) == 1
    assert "data/languages/hi.yml:1: the file is missing; mkdocs.yml lists hi" in capsys.readouterr().err


@pytest.mark.parametrize(("front", "message"), [
    ("---\ntitle: a\ntitle: b\ndescription: c\n---\n", "docs/bn/one.md:3: title is given twice (first on line 2); keep one"),
    ("---\ntitle: a\n---\n", 'docs/bn/one.md:2: description is missing from the front matter, or holds one of < > " &…;'),
    ("---\ntitle: a\ndescription: x &lt;b\n---\n", 'docs/bn/one.md:3: description is missing from the front matter, or holds one of < > " &…;'),
    ("---\ntitle: a\ndescription: c\naligned: foo\n---\n", "docs/bn/one.md:4: aligned should be the fingerprints"),
    ("---\ntitle: a\ndescription: c\ndate: 2026-13-45\n---\n", "docs/bn/one.md:4: 2026-13-45 is not a real date"),
    ("---\ntitel: a\ntitle: b\ndescription: c\n---\n", "docs/bn/one.md:2: titel is not used in front matter; did you mean title?"),
    ("---\ntitle: [\n---\n", "docs/bn/one.md:3: the front matter (between the lines of ---) is missing, or not readable as YAML"),
    ("# No front matter\n", "docs/bn/one.md:1: the front matter"),
])
def test_a_mistake_in_front_matter_is_told_at_its_line(tmp_path, capsys, front, message):
    page = tmp_path / "docs/bn/one.md"
    page.parent.mkdir(parents=True)
    page.write_text(front, encoding="utf-8")
    assert check.main(tiny.write(tmp_path), tmp_path / "docs", TWO) == 1
    assert message in capsys.readouterr().err


def test_a_page_that_is_not_text_is_told_with_its_line(tmp_path, capsys):
    page = tmp_path / "docs/bn/one.md"
    page.parent.mkdir(parents=True)
    page.write_bytes(b"---\ntitle: \xff\n---\n")
    assert check.main(tiny.write(tmp_path), tmp_path / "docs", TWO) == 1
    assert "docs/bn/one.md:2: not UTF-8 text (byte 11)" in capsys.readouterr().err


def test_a_reason_does_not_excuse_a_price_below_zero(tmp_path):
    changed = tiny.ALPHA.replace("usd_per_hour: 0.50", "usd_per_hour: -5\n    reason: odd")
    assert [p.split(": ")[1] for p in problems(tmp_path, {"providers/alpha.yml": changed})] == [
        "usd_per_hour is -5; a price is above 0, and one not known is left out"
    ]


@pytest.mark.parametrize("scalar", ['!!int ""', '!!float ""', '!!timestamp "abc"', "!!bool maybe", "!!null x"])
def test_no_tagged_scalar_ends_in_a_traceback(tmp_path, scalar):
    assert problems(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("gpus: 1", f"gpus: {scalar}", 1)})


def test_the_places_of_a_word_are_the_same_in_every_language(tmp_path):
    words = [{"page": {"hello": text}} for text in ("{days} ago", "{dayz} ago")]
    found = problems(tmp_path, {
        "languages/vi.yml": tiny.language("vi", "vi_VN", "VND", words[0]), "languages/bn.yml": tiny.language("bn", "bn_BD", "BDT", words[1]),
    })
    assert len(found) == 1 and "words.page.hello: {days}, {dayz} must stand in both this and data/languages/vi.yml:" in found[0]


@pytest.mark.parametrize("name", ["foo.yml", "providers/foo.yaml", "providers/FOO.YML", "providers/more/foo.yml", "note.txt"])
def test_a_file_that_would_be_passed_over_is_told(tmp_path, name):
    assert problems(tmp_path, {name: "id: foo\n"}) == [
        f"data/{name}:1: is not read; the catalog is the named files in data/, providers/<id>.yml and languages/<code>.yml, all plain files"
    ]


def test_a_folder_or_a_link_in_place_of_a_file_is_told(tmp_path):
    data = tiny.write(tmp_path)
    (data / "providers/folder.yml").mkdir()
    (data / "providers/link.yml").symlink_to("/etc/hostname")
    with pytest.raises(CatalogError) as raised:
        read_catalog(data, AS_OF, "vi")
    assert [p.path for p in raised.value.problems] == ["data/providers/folder.yml", "data/providers/link.yml"]


def test_today_in_asia_is_not_the_future(tmp_path):
    """In Dhaka the day begins six hours before that of a build, which is in UTC."""
    alpha = tiny.ALPHA.replace("checked: 2026-11-01", "checked: 2026-12-01")
    catalog = read_catalog(tiny.write(tmp_path, {"providers/alpha.yml": alpha}), AS_OF, "vi")
    assert {one.price.age_days for one in listings(catalog, AS_OF) if one.id == "alpha/small"} == {0}


@pytest.mark.parametrize(("path", "old", "new", "said"), [
    ("currencies.yml", "VND: { units_per_usd: 25000", "VND: { units_per_usd: 25", "25 VND for a dollar is outside 18000 to 40000"),
    ("policy.yml", "BDT: { min: 80, max: 200 }, ", "", "120 BDT for a dollar is without limits"),
    ("providers/alpha.yml", "site: https://alpha.example", "site: https://\u0430lpha.example", "https address"),  # a Cyrillic a
    ("providers/alpha.yml", "areas: [IN]", 'areas: ["150"]', "150 is not an area that the tables know"),
])
def test_what_is_well_formed_and_cannot_be_right_is_told(tmp_path, path, old, new, said):
    data = tiny.write(tmp_path)
    text = (data / path).read_text(encoding="utf-8")
    assert old in text
    (data / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CatalogError, match=re.escape(said)) as raised:
        read_catalog(data, AS_OF, "vi")
    assert len(raised.value.problems) == 1


@pytest.mark.parametrize("name", [".alpha.yml.swp", "alpha.yml~", ".DS_Store"])
def test_what_an_editor_leaves_is_no_part_of_the_catalog(tmp_path, name):
    data = tiny.write(tmp_path)
    (data / "providers" / name).write_bytes(b"\x00")
    read_catalog(data, AS_OF, "vi")


def test_a_stray_file_hides_no_other_problem(tmp_path):
    data = tiny.write(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("gpus: 8", "gpus: 0")})
    (data / "providers/gamma.yaml").write_text("id: gamma")
    with pytest.raises(CatalogError) as raised:
        read_catalog(data, AS_OF, "vi")
    assert [problem.path for problem in raised.value.problems] == ["data/providers/alpha.yml", "data/providers/gamma.yaml"]


def test_no_message_holds_a_control_character(tmp_path):
    alpha = tiny.ALPHA.replace("    checked: 2026-11-01", '    checked: 2026-11-01\n    "\\e[2J\\a": 2027-01-01')
    with pytest.raises(CatalogError) as raised:
        read_catalog(tiny.write(tmp_path, {"providers/alpha.yml": alpha}), AS_OF, "vi")
    assert str(raised.value).replace("\n", "").isprintable()


@pytest.mark.parametrize(("path", "old", "new"), [
    ("providers/alpha.yml", "site: https://alpha.example/", "site: https://alpha.example/\nstorage: { usd_per_gb_month: .nan }"),
    ("measurements.yml", "model: Tiny-1B,", "model: [a], component_dtypes: { unet: bf16 },"),
])
def test_odd_values_end_in_messages(tmp_path, path, old, new):
    text = tiny.files()[path]
    assert old in text
    with pytest.raises(CatalogError) as raised:
        read_catalog(tiny.write(tmp_path, {path: text.replace(old, new)}), AS_OF, "vi")
    assert {problem.path for problem in raised.value.problems} == {f"data/{path}"}


def test_a_value_that_may_be_of_two_kinds_is_told_once_by_its_field(tmp_path):
    text = tiny.MEASUREMENTS.replace("{ id:", "{ grad_accum: -3, id:")
    with pytest.raises(CatalogError) as raised:
        read_catalog(tiny.write(tmp_path, {"measurements.yml": text}), AS_OF, "vi")
    assert len(raised.value.problems) == 1 and "grad_accum" in raised.value.problems[0].message


@pytest.mark.parametrize("path", ["providers/alpha.yml", "policy.yml", "languages/vi.yml", "workloads.yml"])
def test_a_key_that_looks_like_a_mark_of_the_library_is_a_key(tmp_path, path):
    text = tiny.files()[path] + '"[key]": 1\n'
    found = problems(tmp_path, {path: text})
    assert [one for one in found if one.startswith(f"data/{path}:{line_of(text, '[key]')}: [key] is not a field here")]


def test_two_providers_have_two_names(tmp_path):
    found = problems(tmp_path, {"providers/beta.yml": tiny.BETA.replace("name: Beta", "name: ALPHA")})
    assert len(found) == 1 and "ALPHA is the name of providers/alpha already" in found[0]
