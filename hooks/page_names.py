"""Log messages of one language's build name its files as a contributor knows them: docs/bn/research.md."""

import contextlib
import logging
import re
from collections.abc import Iterator
from pathlib import Path

FILE = re.compile(r"(?<![\w/.-])([\w-]+(?:/[\w-]+)*\.md)\b")


class PageNames(logging.Filter):
    """Puts `folder` before the first page name of a warning, or before the warning where it names none."""

    def __init__(self, folder: str):
        super().__init__()
        self.folder = folder

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING and not hasattr(record, "named_in"):
            record.named_in = self.folder
            message = record.getMessage()
            named, count = FILE.subn(self._in_folder, message, count=1)
            record.msg = named if count else f"{self.folder}: {message}"
            record.args = ()
        return True

    def _in_folder(self, match: re.Match) -> str:
        return f"{self.folder}/{match[1]}" if Path(self.folder, match[1]).is_file() else match[1]


@contextlib.contextmanager
def name_pages_of(folder: str) -> Iterator[None]:
    """While the build of `folder` runs, every handler of MkDocs' log names its pages in full."""
    names = PageNames(folder)
    handlers = list(logging.getLogger("mkdocs").handlers)
    for handler in handlers:
        handler.addFilter(names)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(names)
