"""Deliberately wrong formatters, one fault each: the kit's own tests. `LIARS` are all of them."""

from __future__ import annotations

from liars import (
    addresses,
    anthropic,
    anthropic_images,
    anthropic_tools,
    arguments,
    bedrock,
    bedrock_media,
    bedrock_tools,
    calls,
    compatible,
    dashscope,
    doubled,
    failures,
    gemini,
    media,
    media_bytes,
    mistral,
    offers,
    ollama,
    openai,
    openai_parts,
    openai_responses,
    openai_responses_parts,
    order,
    purity,
    results,
    shapes,
    shipped,
    speakers,
    templates,
    texts,
    thinking,
    truncation,
    truncation_kept,
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
    openai_responses,
    openai_responses_parts,
    bedrock,
    bedrock_tools,
    bedrock_media,
    mistral,
    addresses,
)
LOSSES = (texts, doubled, order, speakers, calls, offers, arguments, results, media, media_bytes, thinking, templates)
MANNERS = (purity, failures, truncation, truncation_kept, shipped)
LIARS: tuple[Liar, ...] = tuple(liar for area in (*RULES, *LOSSES, *MANNERS) for liar in area.LIARS)
