"""MkDocs hook: the files of data that a language's macros make for the browser, beside its pages."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig


def on_post_build(config: MkDocsConfig) -> None:
    """Write each file that the pages of this build have asked for, below its site."""
    for path, text in config.extra.get("data_files", {}).items():
        target = Path(config.site_dir, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
