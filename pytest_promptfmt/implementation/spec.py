"""What the user writes: a module, a path, an attribute of an implementation, its name in node ids, and its models."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path


def slugify(spec: str) -> str:
    """The spec in lower case with every other run of characters turned into ``-``; a path gives its stem."""
    name, _, attribute = split(spec)
    stem = Path(name).stem if is_path(spec) else name
    words = f"{stem}-{attribute}" if attribute else stem
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "implementation"


def slugs(specs: Iterable[str]) -> list[str]:
    """A slug for each spec, in order; a collision appends ``-2``, ``-3``, …"""
    taken: list[str] = []
    for spec in specs:
        slug, n = slugify(spec), 1
        while (name := slug if n == 1 else f"{slug}-{n}") in taken:
            n += 1
        taken.append(name)
    return taken


def glob_and_model(text: str) -> tuple[str, str]:
    """Targets and the model that they write for, of ``openai.*=gpt-5.1``; raises `ValueError` for what is neither."""
    glob, _, model = (part.strip() for part in text.partition("="))
    if not (glob and model):
        raise ValueError("is no GLOB=MODEL, such as 'anthropic.*=claude-opus-4-8'")
    return glob, model


COMMAND = "cmd:"
"""What stands before a command, which no slash and no colon makes a path or an attribute."""


def split(spec: str) -> tuple[str, str, str]:
    """Name and attribute; a Windows drive's colon (``C:\\…``) separates nothing."""
    if spec.startswith(COMMAND):
        return spec, "", ""
    head, colon, tail = spec.rpartition(":")
    if not colon or len(head) == 1 or "/" in tail or "\\" in tail:
        return spec, "", ""
    return head, colon, tail


def is_path(spec: str) -> bool:
    name, _, _ = split(spec)
    return not spec.startswith(COMMAND) and ("/" in name or "\\" in name or name.endswith(".py"))
