"""What a planted fault is, and the reference with one in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from promptfmt_reference import _FRAMED, CAPABILITIES, FORMATTERS
from promptfmt_reference.formatter import formatter
from promptfmt_reference.rewrite.fold import Framing
from promptfmt_reference.wire import ollama_generate
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Conversation

Formatter: TypeAlias = Callable[..., Any]

SPELLINGS: dict[str, tuple[Spelling, Framing]] = {
    **{spelling.id: (spelling, framing) for spelling, framing in _FRAMED},
    "ollama-generate": (ollama_generate.SPELLING, Framing()),
}
"""How the reference writes for a dialect, and how it frames a history."""

LIKE_OPENAI = "openai vllm zhipu deepseek mistral dashscope dashscope-multimodal"
TOOLS = f"{LIKE_OPENAI} ollama anthropic gemini bedrock openai-responses"
"""Whoever knows calls; nobody else but `ollama-generate`, which knows nothing but text and images."""

FURTHER = "cohere gemini-interactions groq minimax moonshot openrouter siliconflow xai"
"""Dialects that came later, who know calls as well."""


def first(dialect: str, others: str) -> str:
    """The dialects with that one first, in which a fault shipped."""
    return " ".join((dialect, *(other for other in others.split() if other != dialect)))


class Stumbled(BaseException):
    """The deed of a fault broke on a conversation: its own mistake, and nobody's finding."""


@dataclass(frozen=True, slots=True, eq=False)
class Planted:
    """A fault that shipped, where it can be put into the reference.

    `source` is the line of the ledger, `does` its mechanism under its condition, `where` the dialects that it is
    planted in, and `taken` where it is no fault, with the provider's words: it takes what is sent there. The deeds:
    `hears` is done to the conversation before anything else, `writes` to what is about to be written (tidied, its
    results in order), `sends` to the payload, each beside the conversation as it was given; `acts` to the whole
    formatter. `finds` are globs, one of which is meant to find it; `name` tells faults of one line apart.
    """

    source: str
    does: str
    where: str
    finds: tuple[str, ...]
    hears: Callable[[Conversation], Conversation] | None = None
    writes: Callable[[Conversation, Conversation], Conversation] | None = None
    sends: Callable[[Any, Conversation], Any] | None = None
    acts: Callable[[Formatter], Formatter] | None = None
    truncates: str = "none"
    scenarios: tuple[str, ...] = ("chat", "multiagent")
    name: str = ""
    taken: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.source}-{self.name}" if self.name else self.source

    @property
    def dialects(self) -> tuple[str, ...]:
        return tuple(self.where.split())

    @property
    def origin(self) -> str:
        """The dialect that it shipped for stands first."""
        return self.dialects[0]

    def targets(self, dialect: str) -> tuple[str, ...]:
        return tuple(f"{dialect}.{scenario}" for scenario in self.scenarios)

    def formatter(self, target: str) -> Formatter:
        """The reference with the fault in it."""
        format_ = self._within(target)
        return self.acts(format_) if self.acts else format_

    def _within(self, target: str) -> Formatter:
        def format_(given: Conversation) -> Any:
            def write(said: Conversation) -> Any:
                return spelling.write(sure(self.writes, said, given) if self.writes else said)

            planted = formatter(replace(spelling, write=write), framing if framed else None)
            payload = planted(sure(self.hears, given) if self.hears else given)
            return sure(self.sends, deepcopy(payload), given) if self.sends else payload

        dialect, _, scenario = target.rpartition(".")
        spelling, framing = SPELLINGS[dialect]
        framed = scenario == "multiagent" or dialect == "ollama-generate"
        return format_ if self.hears or self.writes or self.sends else FORMATTERS[target]

    def implementation(self, dialect: str) -> Implementation:
        """The table of both targets, with what the reference claims."""
        return Implementation(
            {target: self.formatter(target) for target in self.targets(dialect)},
            {target: {**CAPABILITIES[target], "truncation": self.truncates} for target in self.targets(dialect)},
        )


@dataclass(frozen=True, slots=True)
class Implementation:
    FORMATTERS: Mapping[str, Formatter]
    CAPABILITIES: Mapping[str, Mapping[str, Any]]


def sure(deed: Callable[..., Any], *given: Any) -> Any:
    """What the deed makes of it; a deed of these stages never raises."""
    try:
        return deed(*given)
    except Exception as error:
        raise Stumbled(f"{type(error).__name__}: {error}") from error
