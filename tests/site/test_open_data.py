"""The open data of the built site: valid, safe to open, and the same figures as the YAML and the tables."""

import csv
import datetime
import io
import json
import re
from decimal import Decimal
from html import unescape
from urllib.parse import urlsplit

import jsonschema
import pytest
import yaml

from macros.catalog.record import MARKUP

from . import project
from .project import AS_OF, LANGUAGES, ROOT, contents, edit

NAMES = ("offers", "gpus", "providers", "models")
CURRENCIES = {"usd_per_hour": "USD", "inr_per_hour": "INR", "eur_per_hour": "EUR"}
HOSTILE = '=HYPERLINK("https://evil.example","x")'


def read_json(folder, path):
    """A JSON file with its numbers exact."""
    return json.loads((folder / path).read_text(encoding="utf-8"), parse_float=Decimal)


@pytest.fixture(scope="session")
def offers(site):
    return {offer["id"]: offer for offer in read_json(site, "data/offers.json")["offers"]}


def rows_of(folder):
    text = (folder / "data/offers.csv").read_bytes().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


@pytest.fixture(scope="session")
def rows(site):
    return {row["id"]: row for row in rows_of(site)}


@pytest.fixture(scope="session")
def yaml_offers():
    """Every offer as the YAML files have it, by its public id, read without the project's own reader."""
    found = {}
    for path in sorted((ROOT / "data/providers").glob("*.yml")):
        provider = yaml.safe_load(path.read_text(encoding="utf-8"))
        found |= {f"{path.stem}/{key}": offer for key, offer in (provider.get("offers") or {}).items()}
    return found


def usd_per_gpu(price, gpus):
    """What the open data should say of a YAML price, to six decimals."""
    rates = yaml.safe_load((ROOT / "data/currencies.yml").read_text(encoding="utf-8"))["rates"]
    field = next(name for name in CURRENCIES if name in price)
    amount = Decimal(str(price[field]))
    rate = 1 if field == "usd_per_hour" else Decimal(str(rates[CURRENCIES[field]]["units_per_usd"]))
    return amount, CURRENCIES[field], round(amount / rate / gpus, 6)


@pytest.mark.parametrize("name", NAMES)
def test_each_file_is_valid_by_the_schema_that_it_names(site, name):
    data = json.loads((site / f"data/{name}.json").read_text(encoding="utf-8"))
    schema = json.loads((site / "data" / data["$schema"]).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(data, schema, cls=jsonschema.Draft202012Validator)
    broken = data | {name: [{**data[name][0], "unheard_of": 1}]}
    with pytest.raises(jsonschema.ValidationError, match="unheard_of"):
        jsonschema.validate(broken, schema, cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", NAMES)
def test_each_file_names_its_day_and_licence(site, name):
    data = read_json(site, f"data/{name}.json")
    assert data["as_of"] == AS_OF.isoformat()
    assert data["licence"]["name"] == "CC-BY-4.0"
    assert "age" not in json.dumps(list(data[name][0])) and "freshness" not in data[name][0]


def test_the_editors_schemas_stand_as_they_are(site):
    ours = {path.name: path.read_bytes() for path in (ROOT / "data/schema").glob("*.json")}
    published = {path.name: path.read_bytes() for path in (site / "data/schema").glob("*.json")}
    assert ours.items() <= published.items()
    assert set(published) - set(ours) == {f"published-{name}.json" for name in NAMES}


def test_every_offer_of_the_yaml_is_there_with_its_figures(offers, yaml_offers):
    assert list(offers) == sorted(yaml_offers, key=lambda id_: tuple(id_.split("/")))
    for id_, offer in yaml_offers.items():
        for name, price in (("price", offer), ("spot", offer.get("spot") or {})):
            published = offers[id_].get(name)
            if not set(CURRENCIES) & set(price):
                assert published is None, f"{id_} has a {name} that the YAML lacks"
                continue
            figures = (published["listed_per_hour"], published["currency"], published["usd_per_gpu_hour"])
            assert figures == usd_per_gpu(price, offer["gpus"]), id_
            assert (published["checked"], published["evidence"]) == (str(price["checked"]), price["evidence"]), id_
        assert offers[id_]["source"] == offer["source"]
        known = {"gpu", "gpus", "instance", "market", "price_scope", "region", "areas", "interconnect", "network", "tax", "not_included"}
        assert {k: v for k, v in offers[id_].items() if k in known} == {k: v for k, v in offer.items() if k in known}, id_


@pytest.mark.parametrize(("name", "file"), [("gpus", "gpus.yml"), ("models", "models.yml")])
def test_facts_are_those_of_the_yaml(site, name, file):
    """Nothing added and nothing lost but the id: what is unknown there is left out here."""
    facts = yaml.safe_load((ROOT / "data" / file).read_text(encoding="utf-8"))[name]
    published = json.loads((site / f"data/{name}.json").read_text(encoding="utf-8"))[name]
    assert {record.pop("id"): record for record in published} == facts


def test_features_are_those_of_the_yaml(site, yaml_offers):
    for record in json.loads((site / "data/providers.json").read_text(encoding="utf-8"))["providers"]:
        facts = yaml.safe_load((ROOT / f"data/providers/{record['id']}.yml").read_text(encoding="utf-8"))
        facts["offers"] = sorted(id_ for id_ in yaml_offers if id_.startswith(f"{record['id']}/"))
        assert record == json.loads(json.dumps(facts, default=str)), record["id"]


def test_the_csv_has_the_same_offers_and_figures(rows, offers):
    assert list(rows) == list(offers)
    for id_, row in rows.items():
        for name, prefix in (("price", ""), ("spot", "spot_")):
            price = offers[id_].get(name) or {}
            for field in ("listed_per_hour", "usd_per_gpu_hour"):
                told = row[prefix + field]
                assert (Decimal(told) if told else None) == price.get(field), f"{id_} {name}"
            assert row[f"{prefix}checked"] == price.get("checked", "")
        assert row["areas"].split() == offers[id_].get("areas", [])
        assert row["instance"] == offers[id_].get("instance", "")


def test_the_tables_show_what_the_csv_says(pages, rows):
    """HTML against CSV: each price that a table of offers sorts by, on every page of every language."""
    seen = set()
    for name, page in pages.items():
        for row in page.select("tr[data-offer]"):
            for column, field in (("price", "usd_per_gpu_hour"), ("spot", "spot_usd_per_gpu_hour")):
                for cell in row.select(f"td.{column} data.usd"):
                    told = rows[row["data-offer"]][field]
                    assert round(Decimal(cell["value"]), 6) == Decimal(told), f"{name}: {row['data-offer']} {column}"
                    seen.add((name.partition("/")[0], row["data-offer"], column))
    assert len(seen) > 150


def test_the_csv_is_as_rfc_4180_has_it(site):
    raw = (site / "data/offers.csv").read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert raw.endswith(b"\r\n") and raw.count(b"\n") == raw.count(b"\r\n")
    lines = list(csv.reader(io.StringIO(raw.decode("utf-8"), newline=""), strict=True))
    assert {len(line) for line in lines} == {len(lines[0])}


def test_the_csv_is_explained(site):
    metadata = read_json(site, "data/offers.csv-metadata.json")
    header = (site / "data/offers.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert [column["name"] for column in metadata["tableSchema"]["columns"]] == header
    assert (site / "data" / metadata["url"]).is_file()
    assert "apostrophe" in metadata["rdfs:comment"]


def test_nothing_but_the_day_depends_on_the_day(site, tmp_path):
    """A build a month later has the same bytes in /data/ and the feeds but for the lines that name the day."""
    later = project.copy(tmp_path)
    done = project.build(later, SITE_URL="https://gpu.example/", SOURCE_DATE_EPOCH=project.epoch(AS_OF + datetime.timedelta(30)))
    assert done.returncode == 0, project.own(done.stdout)
    first, second = contents(site), contents(later / "site")
    changed = set()
    for name in first:
        if re.match(r"data/|\w+/feed\.xml|llms\.txt", name):
            pairs = zip(first[name].splitlines(), second[name].splitlines(), strict=True)
            changed |= {before.strip() for before, after in pairs if before != after}
    assert changed == {f'"{key}": "{AS_OF}",'.encode() for key in ("as_of", "@value")}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A site whose catalog holds texts that a spreadsheet, a feed reader or Jinja could run."""
    folder = project.copy(tmp_path_factory.mktemp("hostile"))
    edit(folder / "data/providers/lambda.yml", "name: Lambda", f"name: '{HOSTILE}'")
    path = folder / "data/providers/aws.yml"
    edit(path, "name: Amazon Web Services", "name: '@SUM(1+1) {{ 7*7 }}<script>alert(1)</script> ]]> &amp;'")
    edit(path, "instance: g4dn.xlarge", "instance: '+cmd|calc!A1'")
    edit(path, "region: us-east-1", "region: '-1, \"quoted\"'")
    done = project.build(folder, SITE_URL="https://gpu.example/")
    assert done.returncode == 0, project.own(done.stdout)
    return folder / "site"


def test_no_cell_is_a_formula(hostile):
    cells = [cell for row in rows_of(hostile) for cell in row.values()]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))] == []
    told = {row["id"]: row for row in rows_of(hostile)}
    assert told["lambda/gpu-8x-b200-sxm6"]["provider_name"] == f"'{HOSTILE}"
    first = told["aws/g4dn-xlarge"]
    assert first["provider_name"].startswith("'@SUM(1+1) {{ 7*7 }}<script>")
    assert (first["instance"], first["region"]) == ("'+cmd|calc!A1", "'-1, \"quoted\"")


def test_no_title_can_become_markup(hostile):
    """The theme's script takes what a title says for HTML when it makes a tooltip of it."""
    titles = {unescape(title) for path in hostile.rglob("*.html") for title in re.findall(r'\stitle="([^"]*)"', path.read_text(encoding="utf-8"))}
    assert len(titles) > 100 and [title for title in titles if MARKUP.search(title)] == []


def test_json_keeps_hostile_texts_as_they_are(hostile):
    names = {one["id"]: one["name"] for one in read_json(hostile, "data/providers.json")["providers"]}
    assert names["lambda"] == HOSTILE and "{{ 7*7 }}<script>alert(1)</script> ]]> &amp;" in names["aws"]


def test_llms_txt_lists_what_is_there(site):
    text = (site / "llms.txt").read_text(encoding="utf-8")
    assert text.startswith("# ") and text.splitlines()[2].startswith("> ")
    lines = re.findall(r"^- \[[^\]]+\]\((\S+)\):(.*)$", text, re.M)
    assert not [link for link, said in lines if not said.strip()]
    links = [link for link, _ in lines]
    assert len(links) > 20 and len(links) == len(set(links))
    for link in links:
        path = urlsplit(link).path.lstrip("/")
        assert (site / path).is_file() or (site / path / "index.html").is_file(), link
    listed = {urlsplit(link).path for link in links}
    assert {f"/data/{name}.json" for name in NAMES} | {f"/{code}/" for code in LANGUAGES} <= listed
