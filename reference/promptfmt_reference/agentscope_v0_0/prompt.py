"""`PromptEngine`: components (texts, messages, lists of both) joined to one prompt that keeps to a length.

Upstream keeps its shrink policy and never uses it. Here it works: where the prompt is longer than `max_length`, the
oldest items of lists, which are histories, go. Components of their own (instructions, hints, a question) stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, TypeAlias

from promptfmt_reference.agentscope_v0_0.components import filled, history, joined, least, listed, literal, without
from promptfmt_reference.agentscope_v0_0.model import ModelResponse
from promptfmt_reference.agentscope_v0_0.models import OpenAIWrapperBase

Prompt: TypeAlias = "str | list[dict[str, str]]"


class ShrinkPolicy(IntEnum):
    """What becomes of the oldest of a history that is too long: left out, or told in short."""

    TRUNCATE = 0
    SUMMARIZE = 1


class PromptType(IntEnum):
    STRING = 0
    LIST = 1


class PromptTooLong(ValueError):
    """The prompt is longer than it may be, and nothing is left that could be left out."""


def length(prompt: Prompt) -> int:
    """Characters of the text, or of all contents."""
    return len(prompt) if isinstance(prompt, str) else sum(len(message["content"]) for message in prompt)


class PromptEngine:
    """Joins components for `model`; OpenAI's models get lists, all others strings, unless `prompt_type` says so.

    `max_length` and `max_summary_length` are what `count` counts of a prompt: characters, unless it is given. A summary
    is the answer of `summarize_model` (the model itself, where none is given) to a prompt; what is longer is cut.
    """

    def __init__(
        self,
        model: Any,
        shrink_policy: ShrinkPolicy = ShrinkPolicy.TRUNCATE,
        max_length: int | None = None,
        prompt_type: PromptType | None = None,
        max_summary_length: int = 200,
        summarize_model: Callable[[str], str | ModelResponse] | None = None,
        *,
        count: Callable[[Prompt], int] = length,
    ) -> None:
        usual = PromptType.LIST if isinstance(model, OpenAIWrapperBase) else PromptType.STRING
        self.model = model
        self.shrink_policy = shrink_policy
        self.max_length = max_length
        self.prompt_type = usual if prompt_type is None else prompt_type
        self.max_summary_length = max_summary_length
        self.summarize_model = model if summarize_model is None else summarize_model
        self.count = count

    def join(self, *components: Any, format_map: Mapping[str, Any] | None = None) -> Prompt:
        """The prompt; with `format_map` every ``{name}`` in it is replaced, in histories too.

        Raises `KeyError` for a name without a value, `ValueError` for a message without content, `PromptTooLong`.
        """
        if self.prompt_type not in tuple(PromptType):
            raise RuntimeError("Invalid prompt type.")
        given = [component for component in components if component is not None]
        prompt = self._made(given, format_map)
        if self.max_length is None or (long := self.count(prompt)) <= self.max_length:
            return prompt
        room, items = self.max_length, history(given)

        def rest(n: int) -> int:
            return self.count(self._made(without(given, n, []), format_map))

        short = ShrinkPolicy(self.shrink_policy) == ShrinkPolicy.SUMMARIZE
        reserved = max(0, self.max_summary_length) if short else 0
        gone = least(lambda n: rest(n) + reserved <= room, len(items))
        if gone is None and items and rest(len(items)) <= room:
            gone = len(items)  # no room for a whole summary, but for some of it
        if gone is None:
            raise PromptTooLong(
                f"the prompt has a length of {long} and may have {room}; only the items of lists can be left out, "
                "so give the history as a list, or allow more"
            )
        summary = self._summary(items[:gone], format_map) if short else ""
        return self._with(given, gone, summary, room, format_map)

    def _made(self, components: list[Any], values: Mapping[str, Any] | None) -> Prompt:
        prompt: Prompt = joined(components) if self.prompt_type == PromptType.STRING else listed(components)
        return prompt if values is None else filled(prompt, values)

    def _summary(self, items: list[Any], values: Mapping[str, Any] | None) -> str:
        told = joined(items) if values is None else filled(joined(items), values)
        asked = f"Summarize the following conversation in no more than {self.max_summary_length} characters:\n{told}"
        answer = self.summarize_model(asked)
        if not isinstance(answer, str | ModelResponse):
            raise TypeError(f"summarize_model answers with a text or a ModelResponse, not with {type(answer)}")
        said, most = answer if isinstance(answer, str) else answer.text or "", max(0, self.max_summary_length)
        while said and (long := self.count(self._made([said], None))) > most:
            said = said[: min(len(said) - 1, len(said) * most // long)]
        return said

    def _with(self, given: list[Any], gone: int, summary: str, room: int, values: Mapping[str, Any] | None) -> Prompt:
        """The prompt with the summary in the place of what is gone, as much of it as there is room for."""
        while True:
            instead = [summary if values is None else literal(summary)] if summary else []
            prompt = self._made(without(given, gone, instead), values)
            if not summary or (over := self.count(prompt) - room) <= 0:
                return prompt
            summary = summary[: max(0, len(summary) - over)]
