"""`make bench`: the build beside that of the same pages with their tables ready-made, and the seconds spent in macros.

Both build the whole site in this process, in turn, from a copy of the project; search is off in both. The ready-made
build gets the HTML of every block from a file, so the difference is what choosing, ranking, estimating and
rendering cost. Goal: the ratio of the medians is at most 1.3.
"""

import contextlib
import json
import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.site import project

RUNS = 7
GOAL = 1.3


class Recorder:
    """Stands in for a `Guide`: passes its blocks on, keeps their HTML by language and counts the seconds they took."""

    seconds = 0.0
    made: dict[str, list[str]] = {}
    names: list[str] = []
    rates: dict[str, str] = {}

    def __init__(self, guide, code: str):
        self._guide, self._code = guide, code

    def __getattr__(self, name: str):
        return getattr(self._guide, name)

    def blocks(self):
        made = self._guide.blocks()
        Recorder.names = list(made)
        Recorder.rates[self._code] = self._guide.currencies
        return {name: self._timed(make) for name, make in made.items()}

    def _timed(self, make):
        def timed(*args, **kwargs):
            start = time.perf_counter()
            html = make(*args, **kwargs)
            Recorder.seconds += time.perf_counter() - start
            Recorder.made.setdefault(self._code, []).append(html)
            return html

        return timed


class ReadyMade:
    """Stands in for a `Guide`: gives back recorded blocks in the order in which they were made."""

    def __init__(self, html: list[str], names: list[str], currencies: str):
        self._html, self._names, self.currencies, self.files = iter(html), names, currencies, {}

    def blocks(self):
        return {name: lambda *_, **__: next(self._html) for name in self._names}


def child(kind: str) -> None:
    """Build the project in the working folder once, the given way; print the figures as JSON."""
    sys.path.insert(0, os.getcwd())
    import mkdocs.commands.build
    from mkdocs.config import load_config

    from macros import entry
    from macros.guide import Guide

    start = time.perf_counter()
    store = Path("blocks.json")
    if kind == "ready":
        recorded = json.loads(store.read_text(encoding="utf-8"))
        entry.Guide = lambda catalog, language, *_: ReadyMade(
            recorded["html"][language.locale], recorded["names"], recorded["currencies"][language.locale]
        )
    else:
        entry.Guide = lambda catalog, language, *more: Recorder(Guide(catalog, language, *more), language.locale)
    logging.disable(logging.INFO)
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    with contextlib.redirect_stdout(sys.stderr):
        mkdocs.commands.build.build(config)
    if kind == "record":
        store.write_text(json.dumps({"html": Recorder.made, "names": Recorder.names, "currencies": Recorder.rates}), encoding="utf-8")
    print(json.dumps({"seconds": time.perf_counter() - start, "macros": Recorder.seconds}))


def run(folder: Path, kind: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", kind], cwd=folder, capture_output=True, text=True,
        env=project.environment(PYTHONPATH=str(project.ROOT), SEARCH="false"),
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = project.copy(Path(name))
        run(folder, "record")
        pairs = [(run(folder, "full"), run(folder, "ready")) for _ in range(RUNS)]
    full, ready = (statistics.median(pair[i]["seconds"] for pair in pairs) for i in (0, 1))
    macros = statistics.median(pair[0]["macros"] for pair in pairs)
    print(f"build with macros      {full:6.2f} s (median of {RUNS}), of which in macros {macros:.2f} s")
    print(f"with ready-made tables {ready:6.2f} s")
    print(f"ratio                  {full / ready:6.2f}   (goal: at most {GOAL})")
    return 0 if full / ready <= GOAL else 1


if __name__ == "__main__":
    sys.exit(child(sys.argv[1]) if len(sys.argv) > 1 else main())
