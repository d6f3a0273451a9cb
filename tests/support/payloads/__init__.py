"""Payloads of every provider, built by hand: `PAIRS` that prove its rules, and `RIGHT` ones.

`PAIRS` are all of them; ``scripts/write_proofs.py`` ships the shortest for each rule.
"""

from __future__ import annotations

from support.payloads import (
    anthropic,
    bedrock,
    cohere,
    dashscope,
    gemini,
    gemini_interactions,
    like_openai,
    mistral,
    offers,
    ollama,
    openai,
    openai_compatible,
    openai_responses,
)
from support.payloads.pair import Pair

PROVIDERS = (
    *(openai, openai_compatible, like_openai, openai_responses, anthropic, gemini),
    *(dashscope, ollama, mistral, bedrock, cohere, gemini_interactions, offers),
)
PAIRS: tuple[Pair, ...] = tuple(pair for provider in PROVIDERS for pair in provider.PAIRS)
