"""Deliberately wrong formatters, one fault each: the kit's own tests. `LIARS` are all of them."""

from __future__ import annotations

from liars import (
    anthropic,
    anthropic_images,
    anthropic_tools,
    arguments,
    calls,
    compatible,
    dashscope,
    doubled,
    failures,
    gemini,
    media,
    ollama,
    openai,
    openai_parts,
    order,
    purity,
    results,
    shapes,
    speakers,
    templates,
    texts,
    thinking,
    truncation,
)
from liars.liar import Liar

RULES = (
    openai,
    openai_parts,
    anthropic,
    anthropic_tools,
    anthropic_images,
    gemini,
    dashscope,
    ollama,
    compatible,
    shapes,
)
LOSSES = (texts, doubled, order, speakers, calls, arguments, results, media, thinking, templates)
MANNERS = (purity, failures, truncation)
LIARS: tuple[Liar, ...] = tuple(liar for area in (*RULES, *LOSSES, *MANNERS) for liar in area.LIARS)
