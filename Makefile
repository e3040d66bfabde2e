# The site's commands. `make serve` and `make test` need Python 3.11 or newer and make; they install the rest into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One more than processors: tests of pages wait for the browser part of their time.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

export NO_MKDOCS_2_WARNING := 1

.PHONY: help serve site check test changes summary translations aligned schema cards lock bench clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/'

serve: $(VENV)/.site ## the whole site at http://localhost:8000/, rebuilt on every edit (Python edits need a restart)
	$(BIN)/mkdocs serve

site: $(VENV)/.site ## the whole site into site/
	$(BIN)/mkdocs build --strict

check: $(VENV)/.site ## every problem of the catalog, in a second or two
	@$(BIN)/python -m macros.check

test: $(VENV)/.test ## all tests; finds or installs a Chromium
	$(BIN)/python -m tests.chromium
	$(BIN)/ruff check --quiet .
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadscope -m "not alone"
	$(BIN)/python -m pytest -m alone

changes: $(VENV)/.site ## how data/ differs from another state of it: make changes BEFORE=../before/data, or AFTER=../after/data
	@test -n "$(BEFORE)$(AFTER)" || { echo "Say which other state: make changes BEFORE=../before/data (the earlier data folder itself)" >&2; exit 2; }
	@$(BIN)/python -m macros.changes "$(or $(BEFORE),data)" "$(or $(AFTER),data)"

summary: $(VENV)/.site ## how old the catalog is
	@$(BIN)/python -m macros.summary

translations: $(VENV)/.site ## sections whose original has changed since they were translated
	@$(BIN)/python -m macros.alignment

aligned: $(VENV)/.site ## note pages as up to date with the original: make aligned PAGES="docs/hi/research.md"
	$(BIN)/python -m macros.alignment $(PAGES)

schema: $(VENV)/.site ## the editors' JSON Schemas, after a change to macros/catalog/
	$(BIN)/python -m macros.catalog.json_schema

cards: $(VENV)/.test ## the picture that links to each language are shown with; look at it and commit it
	$(BIN)/python -m tests.social_cards

lock: $(VENV)/.test ## the lock files, after a change to requirements*.in; UPGRADE=--upgrade takes newer releases
	$(BIN)/python -m pip install --quiet uv
	for name in requirements requirements-test; do \
	  $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 $(UPGRADE) \
	    --no-emit-index-url --no-header --output-file $$name.lock $$name.in || exit 1; done

bench: $(VENV)/.test ## build time beside that of the same pages with ready-made tables
	$(BIN)/python -m tests.bench

clean: ## remove what was installed and built
	rm -rf $(VENV) .cache .hypothesis .pytest_cache .ruff_cache site site.building site.old

$(VENV)/.site: requirements.lock | $(VENV)/bin/python
	@echo "Installing what the site needs into $(VENV); the first time takes a minute or two." >&2
	$(PIP) -r requirements.lock
	touch $@

$(VENV)/.test: requirements-test.lock | $(VENV)/bin/python
	@echo "Installing what the tests need into $(VENV); the first time takes a minute or two." >&2
	$(PIP) -r requirements-test.lock
	touch $@ $(VENV)/.site

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
