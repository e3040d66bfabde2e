"""JSON Schemas for editors, made from the records: `python -m macros.catalog.json_schema` writes data/schema/."""

import json
from pathlib import Path

from pydantic import BaseModel

from .reader import FOLDERS, SINGLE_FILES

DATA = Path(__file__).parents[2] / "data"
SCHEMAS: dict[str, type[BaseModel]] = SINGLE_FILES | {folder.removesuffix("s"): r for folder, r in FOLDERS.items()}


def schema_text(name: str) -> str:
    """The JSON Schema (2020-12) of the files of one kind, such as `gpus` or `provider`."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **SCHEMAS[name].model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    folder = DATA / "schema"
    folder.mkdir(exist_ok=True)
    for name in SCHEMAS:
        (folder / f"{name}.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
