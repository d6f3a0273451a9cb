"""Honest rewritings of what the reference writes: `RIGHT_WAYS` are all of them, and nobody may blame one."""

from __future__ import annotations

from right_ways import (
    agents,
    bedrock,
    calls,
    chosen,
    chosen_as_helpers_do,
    chosen_as_pages_do,
    chosen_elsewhere,
    chosen_like_openai,
    cohere,
    elsewhere,
    forms,
    gemini_interactions,
    like_openai,
    media,
    media_bytes,
    mistral,
    offers,
    offers_alike,
    offers_at_the_root,
    offers_beside,
    offers_google,
    offers_keywords,
    offers_of_anything,
    openai_responses,
    results,
    state,
    templates,
    texts,
    thinking,
    untold,
    whose_media,
)
from right_ways.way import Way

AREAS = (
    texts,
    forms,
    calls,
    results,
    media,
    media_bytes,
    agents,
    bedrock,
    offers,
    offers_at_the_root,
    offers_beside,
    offers_google,
    offers_keywords,
    offers_of_anything,
    openai_responses,
    mistral,
    cohere,
    gemini_interactions,
    like_openai,
    elsewhere,
    state,
    thinking,
    untold,
    whose_media,
    templates,
)
RIGHT_WAYS: tuple[Way, ...] = tuple(way for area in AREAS for way in area.WAYS)
CHOSEN: tuple[Way, ...] = tuple(
    way
    for area in (
        chosen,
        chosen_elsewhere,
        chosen_like_openai,
        chosen_as_helpers_do,
        chosen_as_pages_do,
        offers_alike,
    )
    for way in area.WAYS
)
"""What was written down before the kit was asked: many cases each, of which none may find an error."""
