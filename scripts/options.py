"""What a script is told on its command line: its docstring is its help, and what it does not know ends it."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter


def parser(doc: str | None) -> ArgumentParser:
    """Of a script's own ``__doc__``."""
    return ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter)
