"""`APITemplateParser`: a prompt as turns ``{"role": api_role, "prompt": str | parts}``, for chat models."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchTypeError, AISBenchValueError, accident
from promptfmt_reference.aisbench.lm import lines
from promptfmt_reference.aisbench.meta_template import MetaTemplate, Parser
from promptfmt_reference.aisbench.profile import Profile
from promptfmt_reference.aisbench.prompt_list import PromptList, is_marker
from promptfmt_reference.aisbench.walk import Turn, walk

CHAT: dict[str, Any] = {
    "round": [{"role": "HUMAN", "api_role": "HUMAN"}, {"role": "BOT", "api_role": "BOT", "generate": True}],
    "reserved_roles": [{"role": "SYSTEM", "api_role": "SYSTEM"}],
}
"""The meta template that chat models have of their own."""


@dataclass(frozen=True)
class APITemplateParser(Parser):
    """The turn with which the model goes on is left out. Neighbours of one role are one turn, a line break between.

    Without a meta template: the text in lines, or the multimodal parts. Raises as `meta_template.read` and `walk.walk`
    do, MODEL-TYPE-001 for strings in the round, and MODEL-DATA-002 for an item that says nothing.
    """

    chat = True

    def _parse(self, prompt: PromptList, mode: str) -> Any:
        meta = self.meta
        if meta is None:
            return self._without_roles(prompt)
        if any(isinstance(role, str) for role in meta.round):
            raise AISBenchTypeError("a chat's round has no strings", "MODEL-TYPE-001", part="meta_template.round")
        turns = list(self._spelled(prompt, meta, mode))
        if not turns:
            raise accident(IndexError, "the prompt says nothing", self.profile)
        turns = merged(turns, self.profile)
        if meta.begin is not None and self.profile.inserts_begin:
            turns.insert(0, meta.begin)
        return PromptList(turns, self.profile)

    def _spelled(self, prompt: PromptList, meta: MetaTemplate, mode: str) -> Iterator[dict[str, Any]]:
        around = self.profile.inserts_begin
        opened = False
        for turn in () if around else _outer(meta.begin, meta):
            yield from self._turn(turn, meta)
        for turn in walk(prompt, meta, mode):
            opened = isinstance(turn, Turn) and turn.opens
            if not opened:
                yield from self._turn(turn, meta)
        for turn in () if around or opened else _outer(meta.end, meta):
            yield from self._turn(turn, meta)

    def _turn(self, turn: str | Turn, meta: MetaTemplate) -> Iterator[dict[str, Any]]:
        if isinstance(turn, str):
            yield from self._loose(turn, meta)
            return
        record = turn.record
        if "prompt" in record:
            said = record.get("begin", "") + record["prompt"] + record.get("end", "")
        elif "prompt_mm" in record:
            said = record["prompt_mm"]
        elif turn.said or self.profile.wants_all_roles:
            raise AISBenchValueError("it has neither a prompt nor a prompt_mm", "MODEL-DATA-002", part=record["role"])
        else:
            return
        if "api_role" not in record:
            raise accident(KeyError, "api_role is missing", self.profile, part=f"meta_template, {record['role']}")
        yield {"role": record["api_role"], "prompt": said}

    def _loose(self, text: str, meta: MetaTemplate) -> Iterator[dict[str, Any]]:
        """What no role says is said by who asks; white space is not said."""
        if not text.strip():
            return
        if self.profile.drops_strings:
            warnings.warn(f"{text!r} is ignored in API models: no role says it", stacklevel=2)
            return
        asking = next((role for role in meta.roles.values() if not role.get("generate")), None)
        if asking is not None:
            yield from self._turn(Turn({**asking, "prompt": text}), meta)

    def _without_roles(self, prompt: PromptList) -> Any:
        media = [item for item in prompt if isinstance(item, dict) and "prompt_mm" in item]
        if media and not self.profile.drops_media:
            return [part for item in prompt if not is_marker(item) for part in parts(item)]
        text = lines(prompt, self.profile)
        return text or [part for item in media for part in item["prompt_mm"]] if self.profile.drops_media else text


def _outer(said: Any, meta: MetaTemplate) -> Iterator[str | Turn]:
    """What a meta template says before or behind the prompt: a string, a role item, or a list of them."""
    for item in said if isinstance(said, list) else [said]:
        if isinstance(item, dict):
            yield Turn({**meta.roles.get(item.get("role"), {}), **item})
        elif item:
            yield str(item)


def merged(turns: list[dict[str, Any]], profile: Profile) -> list[dict[str, Any]]:
    """Turns in which no two neighbours have the same role."""
    joined: list[dict[str, Any]] = []
    for turn in turns:
        if joined and joined[-1]["role"] == turn["role"]:
            joined[-1] = {**joined[-1], "prompt": _join(joined[-1]["prompt"], turn["prompt"], profile)}
        else:
            joined.append(turn)
    return joined


def _join(first: Any, second: Any, profile: Profile) -> Any:
    if profile.drops_media or (isinstance(first, str) and isinstance(second, str)):
        return first + "\n" + second
    return [*parts(first), *parts(second)]


def parts(said: Any) -> list[dict[str, Any]]:
    """What is said as multimodal parts; a role item's, a text or the parts themselves."""
    if isinstance(said, dict):
        said = said.get("prompt", said.get("prompt_mm", ""))
    return [{"type": "text", "text": said}] * bool(said) if isinstance(said, str) else list(said)
