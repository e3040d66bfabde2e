"""Imports go one way: data, domain, view, entry (README, “How the parts hang together”)."""

import ast
from pathlib import Path

MACROS = Path(__file__).parents[2] / "macros"
MAY_SHOW = {"guide", "page_blocks", "charts", "machine_data"}
"""Modules beside macros/view that may use it: they make what pages show."""


def imports() -> dict[str, set[str]]:
    """For each module of macros/ (`memory/loss`), the modules of macros/ and the packages that it imports."""
    found = {}
    for path in sorted(MACROS.rglob("*.py")):
        name = path.relative_to(MACROS).with_suffix("")
        found[str(name)] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                start = name.parts[: len(name.parts) - node.level] if node.level else ()
                module = "/".join([*start, *(node.module or "").split(".")]).strip("/")
                found[str(name)] |= {f"{module}/{alias.name}".strip("/") for alias in node.names} if node.level else {module}
            elif isinstance(node, ast.Import):
                found[str(name)] |= {alias.name.replace(".", "/") for alias in node.names}
    return found


def users(package: str) -> set[str]:
    """Modules outside a package that import from it."""
    return {name for name, used in imports().items() if not name.startswith(f"{package}/") and any(one.startswith(package) for one in used)}


def own(package: str) -> set[str]:
    """The parts of macros/ that the modules of a package import from."""
    parts = {path.name.removesuffix(".py") for path in MACROS.iterdir() if path.suffix == ".py" or path.is_dir()}
    used = {one.partition("/")[0] for name, modules in imports().items() if name.startswith(f"{package}/") for one in modules}
    return (used & parts) - {"__init__"}


def test_the_catalog_knows_only_itself():
    assert own("catalog") <= {"catalog"}


def test_the_memory_engine_knows_the_catalog_alone():
    assert own("memory") <= {"catalog", "expression", "memory"}


def test_only_what_makes_pages_uses_the_view():
    assert users("view") <= MAY_SHOW


def test_only_the_entry_knows_mkdocs():
    assert users("mkdocs") == {"entry"}
