"""YAML within brackets: what stands there reads like JSON, whose texts need no quotation marks."""

from __future__ import annotations

import re
from typing import Any

from pytest_promptfmt.capture.yaml.scalars import folded, plain, quoted_end, text_of

DEEPEST = 200
UNREAD = {
    "&": "an anchor", "*": "an alias", "!": "a tag", "?": "a complex key", "%": "a directive", "@": "a mark",
    "`": "a mark", "#": "a comment", "|": "a block", ">": "a block",
}  # fmt: skip
"""What is not read, by how it begins."""
_ENDS = re.compile(r"[,\]}]|:(?=[\s,\]}])")


def flowing(text: str, at: int, depth: int) -> tuple[Any, int]:
    """A value within brackets and where it ends; `IndexError` where the text ends before it."""
    if depth > DEEPEST:
        raise ValueError("it is nested too deeply")
    at = _past(text, at)
    if text[at] in "\"'":
        if (end := quoted_end(text[at], text, at + 1)) is None:
            raise IndexError
        return text_of(text[at:end]), end
    if text[at : at + 2] in ("? ", "?\n") or text[at] in "&*!|>%@`#":
        raise ValueError(f"{UNREAD.get(text[at], 'a mark')} stands within brackets")
    if text[at] not in "[{":
        if (found := _ENDS.search(text, at)) is None:
            raise IndexError
        if re.search(r"\s#", text[at : found.start()]):
            raise ValueError("a comment stands within brackets")
        return plain(folded([line.strip() for line in text[at : found.start()].split("\n")])), found.start()
    closing = {"[": "]", "{": "}"}[text[at]]
    items: list[Any] = []
    pairs: dict[str, Any] | None = {} if closing == "}" else None
    at = _past(text, at + 1)
    while text[at] != closing:
        begins = at
        item, at = flowing(text, at, depth + 1)
        key = item if isinstance(item, str) else text[begins:at].strip()
        at = _past(text, at)
        if pairs is None:
            items.append(item)
        elif text[at] == ":":
            pairs[key], at = flowing(text, at + 1, depth + 1)
            at = _past(text, at)
        else:
            pairs[key] = None
        if text[at] == ",":
            at = _past(text, at + 1)
        elif text[at] != closing:
            raise ValueError(f"a comma or {closing} is missing before {text[at : at + 20]}")
    return items if pairs is None else pairs, at + 1


def _past(text: str, at: int) -> int:
    while text[at] in " \t\n":
        at += 1
    return at
