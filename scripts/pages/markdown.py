"""Text of tables as Markdown."""

from __future__ import annotations

import re


def escaped(text: str) -> str:
    """Outside of code, nothing that Markdown would read as a tag, an emphasis or a table's border."""
    pieces = text.split("`")
    pieces[::2] = [re.sub(r'(\\(?!")|[<>*_|\[\]])', r"\\\1", piece) for piece in pieces[::2]]
    return "`".join(pieces)
