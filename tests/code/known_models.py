"""The architectures of data/models.yml, for tests of formulas."""

from pathlib import Path

import yaml

from macros.catalog.models import ModelsFile

ROOT = Path(__file__).parents[2]
MODELS = ModelsFile.model_validate(yaml.safe_load((ROOT / "data/models.yml").read_text(encoding="utf-8"))).models
