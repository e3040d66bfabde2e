"""Copies of the project that tests build, break and change."""

import datetime
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("data", "docs", "hooks", "macros", "overrides", "mkdocs.yml")
LANGUAGES = ("bn", "vi", "hi")
VIEWS = [(360, "light"), (1280, "dark")]
"""What axe looks at: each width and each scheme once, since it takes seconds a page."""
NEWEST = re.compile(r"^\s*(?:- )?(?:checked|date|dated): (\d{4}-\d\d-\d\d)$", re.MULTILINE)
AS_OF = max(datetime.date.fromisoformat(day) for path in (ROOT / "data").rglob("*.yml") for day in NEWEST.findall(path.read_text(encoding="utf-8")))
"""The day the tests take for today: that of the newest entry, so that a price checked today is not in the future."""


def epoch(day: datetime.date) -> str:
    """Noon UTC as SOURCE_DATE_EPOCH."""
    return str(int(datetime.datetime.combine(day, datetime.time(12), datetime.UTC).timestamp()))


def copy(folder: Path) -> Path:
    """The parts of the project that the site is built from, below `folder`."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / part)
    return folder


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": epoch(AS_OF), "NO_COLOR": "1", **more}


def build(project: Path, *options: str, **more: str) -> subprocess.CompletedProcess:
    """`mkdocs build --strict` at the root of `project`; what it prints is in stdout."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", *options],
        cwd=project, env=environment(**more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
    )


def contents(site: Path) -> dict[str, bytes]:
    """Every file of a built site."""
    return {str(path.relative_to(site)): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def own(text: str) -> str:
    """The lines of a build's log without the macros plugin's chatter."""
    return "\n".join(line for line in text.splitlines() if "[macros] -" not in line)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
