"""YAML as programs dump it: mappings, sequences and scalars in every style, without anchors and complex keys.

Cassettes of recorded requests and configurations are written so. A whole reader of YAML is no dependency of this kit;
what is not read is refused with its line, and never guessed. Of what the versions of YAML read otherwise ``1e3`` is a
number, as in 1.2, and ``yes`` and ``0x1F`` are texts.
"""

from __future__ import annotations

import re
from typing import Any

from pytest_promptfmt.capture.yaml.reader import Reader

_LOOKS = re.compile(r"(?:---(?:\s|$)|- \S|[\w\"'.-]+:(?:[ \t]|\r?$))")


def looks_like_yaml(text: str) -> bool:
    """Does it begin with a key, an item, or the mark of a document?"""
    first = (line for line in text.removeprefix("\ufeff").split("\n") if line.strip() and line.lstrip()[0] != "#")
    return bool(_LOOKS.match(next(first, "")))


def yaml_documents(text: str) -> list[Any]:
    """The values of a text's documents; raises `Unreadable` with the line of what is not read."""
    return [*Reader(re.split(r"\r?\n", text.removeprefix("\ufeff"))).documents()]
