"""`LMTemplateParser`: a prompt as one text, for base models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchValueError, accident
from promptfmt_reference.aisbench.meta_template import Parser
from promptfmt_reference.aisbench.profile import Profile
from promptfmt_reference.aisbench.prompt_list import PromptList
from promptfmt_reference.aisbench.walk import walk


@dataclass(frozen=True)
class LMTemplateParser(Parser):
    """Roles become what stands before and behind them. Without a meta template prompts are lines.

    Raises as `meta_template.read` and `walk.walk` do, and MODEL-DATA-002 for media, which no text can hold.
    """

    chat = False

    def _parse(self, prompt: PromptList, mode: str) -> str:
        meta = self.meta
        if meta is None:
            return lines(prompt, self.profile)
        text = ""
        for turn in walk(prompt, meta, mode):
            if isinstance(turn, str):
                text += turn
            elif turn.opens:
                return f"{self._affix(meta.begin)}{text}{turn.record.get('begin', '')}"
            else:
                text += turn.record.get("begin", "") + said(turn.record, self.profile) + turn.record.get("end", "")
        return self._affix(meta.begin) + text + self._affix(meta.end)

    def _affix(self, value: Any) -> str:
        if value and not isinstance(value, str):
            raise accident(TypeError, "a base model's begin and end are text", self.profile, part="meta_template")
        return value if isinstance(value, str) else ""


def lines(prompt: PromptList, profile: Profile) -> str:
    """What a prompt says, line by line; the first item counts although it is empty where the profile says so."""
    texts = [item if isinstance(item, str) else said(item, profile) for item in prompt if not is_bare_marker(item)]
    return "\n".join(text for i, text in enumerate(texts) if text or (i == 0 and profile.counts_empty_first))


def is_bare_marker(item: Any) -> bool:
    return isinstance(item, dict) and item.keys() == {"section", "pos"}


def said(item: Any, profile: Profile) -> Any:
    """An item's text; parts that are text are lines."""
    if profile.drops_media or "prompt" in item or "prompt_mm" not in item:
        return item.get("prompt", "")
    for part in item["prompt_mm"]:
        if part.get("type") != "text":
            text = f"a base model takes text, and has no place for a part of type {part.get('type')!r}"
            raise AISBenchValueError(text, "MODEL-DATA-002", part=str(item.get("role")))
    return "\n".join(part["text"] for part in item["prompt_mm"])
