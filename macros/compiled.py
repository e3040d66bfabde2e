"""Compiled Jinja templates, kept beside the project as Python keeps its modules: all languages and later builds use them."""

from pathlib import Path

from jinja2 import FileSystemBytecodeCache

_FOLDER = Path(__file__).parents[1] / ".cache" / "templates"
_FOLDER.mkdir(parents=True, exist_ok=True)

COMPILED = FileSystemBytecodeCache(str(_FOLDER))
"""Jinja checks each template's source against the kept one, so an edit while serving is seen."""
