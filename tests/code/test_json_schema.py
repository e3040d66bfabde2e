"""The JSON Schemas that editors use agree with the records that refuse bad data."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from macros.catalog.json_schema import SCHEMAS, schema_text
from macros.catalog.validation import validated
from macros.catalog.yaml_source import parse

from . import tiny
from .test_catalog_problems import MISTAKES

DATA = Path(__file__).parents[2] / "data"
BY_FILE = {"providers": "provider", "languages": "language"}


def schema_of(path: str) -> str:
    return BY_FILE.get(path.split("/")[0], path.removesuffix(".yml"))


def as_json(text: str) -> object:
    """A YAML text as an editor's validator sees it: dates are strings."""
    return json.loads(json.dumps(yaml.safe_load(text), default=str))


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_committed_schema_is_made_from_the_records(name):
    assert (DATA / "schema" / f"{name}.json").read_text(encoding="utf-8") == schema_text(name), "run `make schema`"


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_schema_is_valid_json_schema(name):
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text(name)))


@pytest.mark.parametrize("path", tiny.files())
def test_what_the_records_take_the_schema_takes(path):
    jsonschema.validate(as_json(tiny.files()[path]), json.loads(schema_text(schema_of(path))))


@pytest.mark.parametrize(("path", "right", "wrong"), [
    (path, right, wrong) for path, right, wrong, message in MISTAKES
    if (" is not a field here" in message or "is not known" in message or " should be " in message)
    and "address" not in message and "finite" not in message and "date" not in message and "one line" not in message
    and "control" not in message and "less than" not in message
])
def test_what_the_schema_refuses_the_records_refuse(path, right, wrong):
    text = tiny.files()[path].replace(right, wrong, 1)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(as_json(text), json.loads(schema_text(schema_of(path))))
    source = parse(text, path)
    assert validated(source, SCHEMAS[schema_of(path)]) is None and source.problems
