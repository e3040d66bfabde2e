"""The lock files hold what is asked for, with hashes, and name no index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["requirements", "requirements-test"])
def test_the_lock_holds_every_package_asked_for(name):
    asked = set(re.findall(r"^([a-zA-Z0-9][a-zA-Z0-9-]*)", (ROOT / f"{name}.in").read_text(), re.M))
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / f"{name}.lock").read_text(), re.M))
    assert {package.lower() for package in asked} <= locked, "run `make lock`"


@pytest.mark.parametrize("name", ["requirements", "requirements-test"])
def test_every_pin_has_a_hash_and_no_index_is_named(name):
    text = (ROOT / f"{name}.lock").read_text()
    for pin in re.findall(r"^[a-z0-9-]+==.*?(?=^[a-z]|\Z)", text, re.M | re.S):
        assert "--hash=sha256:" in pin, pin
    assert "://" not in text and "--index" not in text
