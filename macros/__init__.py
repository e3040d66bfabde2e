"""The site's macros. mkdocs-macros calls `define_env`; nothing is imported before, so that
`python -m macros.check` and its like never import MkDocs."""


def define_env(env):
    """Register the macros of the language being built (see macros/entry.py)."""
    from . import entry

    entry.define_env(env)
