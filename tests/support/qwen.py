"""Qwen's vocabulary, which the package dashscope brings, and what its chat template writes."""

from __future__ import annotations

import base64
import importlib.util
from pathlib import Path
from typing import Any

import pytest
import tiktoken

MARKS = ("<|im_start|>", "<|im_end|>")


def rendered(messages: list[dict[str, Any]]) -> str:
    """What `TEMPLATE` writes, and Qwen2.5-VL's for texts after a system message."""
    contents = (message["content"] for message in messages)
    texts = [c if isinstance(c, str) else "".join(str(part["text"]) for part in c) for c in contents]
    pairs = zip(messages, texts, strict=True)
    return "".join(f"{MARKS[0]}{message['role']}\n{text}{MARKS[1]}\n" for message, text in pairs)


def with_marks(name: str, pattern: str, ranks: dict[bytes, int]) -> tiktoken.Encoding:
    marks = {mark: len(ranks) + i for i, mark in enumerate(MARKS)}
    return tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=marks)


QWEN_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def qwen() -> tiktoken.Encoding:
    """Skips the test where the vocabulary is not at hand."""
    dashscope = importlib.util.find_spec("dashscope")
    if dashscope is None or dashscope.origin is None:
        pytest.skip("Qwen's vocabulary is in the package dashscope, which is not installed")
    lines = Path(dashscope.origin).with_name("resources").joinpath("qwen.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}
    return with_marks("qwen", QWEN_PATTERN, ranks)
