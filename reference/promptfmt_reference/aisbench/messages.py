"""The last step: turns as the messages of OpenAI's chat API, as two of AISBench's models make them."""

from __future__ import annotations

from typing import Any

from promptfmt_reference.aisbench.api import merged
from promptfmt_reference.aisbench.errors import accident
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile

ROLES = {"HUMAN": "user", "BOT": "assistant", "SYSTEM": "system"}
_MEDIA = ("image_url", "audio_url", "video_url")


def chat_messages(prompt: Any, profile: Profile = DOCUMENTED) -> list[dict[str, Any]]:
    """For a server with OpenAI's API (VLLMCustomAPIChat). Text is one user's message; other roles keep their names."""
    if isinstance(prompt, str):
        return [{"role": "user", "content": prompt}]
    messages = []
    for turn in prompt:
        if not isinstance(turn, dict):
            raise accident(TypeError, f"a turn is a dictionary, not {type(turn).__name__}", profile)
        role = (ROLES | {"TOOL": "tool"}).get(turn["role"], turn["role"])
        others = {key: value for key, value in turn.items() if key not in ("role", "prompt")}
        messages.append({"role": role, "content": _content(turn["prompt"], profile), **others})
    return messages


def _content(said: Any, profile: Profile) -> Any:
    """Text as it is; parts with their addresses under ``url``, where the API looks for them."""
    return said if isinstance(said, str) or profile.drops_media else [_part(part) for part in said]


def _part(part: dict[str, Any]) -> dict[str, Any]:
    return {key: {"url": value} if key in _MEDIA and isinstance(value, str) else value for key, value in part.items()}


def template_messages(prompt: Any, profile: Profile = DOCUMENTED) -> list[dict[str, Any]]:
    """For a tokenizer's chat template (HuggingFacewithChatTemplate): nothing empty, neighbours of one role joined."""
    if isinstance(prompt, str):
        return [{"role": "user", "content": prompt}]
    turns = []
    for turn in prompt:
        if not turn["prompt"]:
            continue
        if turn["role"] not in ROLES:
            raise accident(KeyError, str(turn["role"]), profile)
        turns.append({"role": ROLES[turn["role"]], "prompt": turn["prompt"]})
    return [{"role": turn["role"], "content": turn["prompt"]} for turn in merged(turns, profile)]
