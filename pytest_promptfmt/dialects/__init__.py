"""The wire formats that the kit judges, one module each; this table is their index.

Other distributions add theirs by entry point. Who judges asks `dialect_of`, which imports one of these when somebody
writes for it and no sooner; `DIALECTS` are the kit's own, which tests, pages and levels go over.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from pytest_promptfmt.common.added import NotAdded, added, is_added
from pytest_promptfmt.common.did_you_mean import did_you_mean, nearest
from pytest_promptfmt.dialects import (
    aisbench,
    anthropic,
    bedrock,
    cohere,
    dashscope,
    deepseek,
    gemini,
    gemini_interactions,
    mistral,
    ollama,
    openai,
    openai_responses,
    third_party,
    vllm,
    zhipu,
)
from pytest_promptfmt.dialects.compatible import groq, minimax, moonshot, openrouter, siliconflow, xai
from pytest_promptfmt.dialects.dashscope import multimodal as dashscope_multimodal
from pytest_promptfmt.dialects.data import GROUP
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.ollama import generate as ollama_generate

DIALECTS: dict[str, Dialect] = {
    module.DIALECT.id: module.DIALECT
    for module in (
        openai,
        anthropic,
        gemini,
        deepseek,
        zhipu,
        vllm,
        dashscope,
        dashscope_multimodal,
        ollama,
        ollama_generate,
        mistral,
        openai_responses,
        bedrock,
        aisbench,
        cohere,
        gemini_interactions,
        openrouter,
        moonshot,
        groq,
        xai,
        minimax,
        siliconflow,
    )
}
SCENARIOS: tuple[str, ...] = ("chat", "multiagent")
TARGETS: tuple[str, ...] = tuple(target for dialect in DIALECTS.values() for target in dialect.targets)


class UnknownDialect(ValueError):
    """Neither the kit nor a distribution here has such a dialect; the text names the nearest."""


def known_dialect(id_: str) -> Dialect:
    """The kit's dialect of this id, or another distribution's.

    Raises `UnknownDialect` where there is none, and `NotAdded` where it cannot be used.
    """
    if not isinstance(id_, str):
        wrong = "None" if id_ is None else f"a {type(id_).__name__}"
        raise TypeError(f"a dialect is a text, such as 'openai', not {wrong}; a payload comes first")
    if id_ in DIALECTS:
        return DIALECTS[id_]
    others = added(GROUP)
    if id_ in others:
        return third_party.load(id_)
    more = "" if not is_added(id_) or others else ": no distribution here adds any"
    raise UnknownDialect(f"{id_!r} is no dialect{more or which_dialect(id_, others)}")


def dialect_of(target: str) -> Dialect:
    """The dialect of a target such as ``openai.chat``; raises as `known_dialect` does."""
    return known_dialect(target.rpartition(".")[0])


def every_dialect() -> Mapping[str, Dialect]:
    """The kit's and all that other distributions add, which are imported; `broken` are left out."""
    found = dict(DIALECTS)
    for id_ in added(GROUP):
        try:
            found[id_] = third_party.load(id_)
        except NotAdded:
            continue
    return MappingProxyType(found)


def broken() -> Iterator[str]:
    """What is wrong with each dialect of another distribution's that cannot be used."""
    for id_ in added(GROUP):
        try:
            third_party.load(id_)
        except NotAdded as error:
            yield str(error)


def no_target(target: str) -> str | None:
    """Which target may have been meant, where nobody could write for this one; None where somebody can.

    Raises `NotAdded` where a distribution adds its dialect, and it is bad.
    """
    if target in TARGETS:
        return None
    dialect = target.rpartition(".")[0]
    if dialect in added(GROUP):
        known = known_dialect(dialect).targets
        return None if target in known else did_you_mean(target, known)
    return f"; no distribution here adds {dialect!r}" if is_added(target) else which_target(target)


def which_dialect(name: str, others: Iterable[str] = ()) -> str:
    """``"; did you mean 'anthropic'?"`` of what is no dialect, or which there are."""
    known = (*DIALECTS, *others)
    return did_you_mean(_meant(name, known)[0] or name.partition(".")[0], known)


def which_target(name: str) -> str:
    """The same of what is no target."""
    if (turned := ".".join(reversed(name.split(".")))) in TARGETS:
        return f"; did you mean {turned!r}?"
    id_, more = _meant(name, DIALECTS)
    if not id_:
        id_ = nearest(name.partition(".")[0], DIALECTS)
        more = (name.rpartition(".")[2],)
    if id_:
        endings = {target.rpartition(".")[2]: target for target in DIALECTS[id_].targets}
        return f"; did you mean {endings.get(nearest(''.join(more), endings), DIALECTS[id_].targets[0])!r}?"
    firsts = ", ".join(dialect.targets[0] for dialect in DIALECTS.values())
    return f"; known are {firsts}, and the same with .multiagent ('promptfmt list targets')"


def _meant(name: str, dialects: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The dialect that a name begins with, and its further words; without one an empty name.

    ``OpenAI/Chat`` is openai and chat, ``gpt-4o`` openai, ``openai.responses`` openai-responses.
    """
    words = tuple(re.findall("[a-z]+|[0-9]+", name.lower()))
    for n in range(min(len(words), 3), 0, -1):
        for spelled in ("-".join(words[:n]), "".join(words[:n])):
            if (id_ := _OTHER_NAMES.get(spelled, spelled)) in dialects:
                return id_, words[n:]
    return "", words


_OTHER_NAMES: Mapping[str, str] = {
    "gpt": "openai",
    "chatgpt": "openai",
    "azure": "openai",
    "litellm": "openai",
    "responses": "openai-responses",
    "claude": "anthropic",
    "google": "gemini",
    "vertex": "gemini",
    "vertexai": "gemini",
    "genai": "gemini",
    "palm": "gemini",
    "aws": "bedrock",
    "amazon": "bedrock",
    "nova": "bedrock",
    "converse": "bedrock",
    "qwen": "dashscope",
    "alibaba": "dashscope",
    "tongyi": "dashscope",
    "glm": "zhipu",
    "chatglm": "zhipu",
    "zai": "zhipu",
    "grok": "xai",
    "kimi": "moonshot",
    "mixtral": "mistral",
    "command-r": "cohere",
    "llama": "ollama",
    "opencompass": "aisbench",
}
"""What people call a provider who do not know its dialect's name; of several APIs the first."""
