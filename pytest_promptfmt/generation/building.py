"""The conversation of a choice: a JSON document with files beside it, and the questions whose answers mattered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.generation.draft import Draft
from pytest_promptfmt.generation.features import Choice
from pytest_promptfmt.generation.rounds import rounds
from pytest_promptfmt.generation.words import NAMES

_BUDGET = {
    "anthropic": "claude-sonnet-4-5",
    "bedrock": "anthropic.claude-sonnet-4-5",
    "vllm": "MiniMaxAI/MiniMax-M2",
    "mistral": "mistral-medium-3-5",
}
"""Models that think within a budget."""
_STRICT = {"bedrock": "nvidia.nemotron-nano-9b-v2"}
"""Models that mind an empty result."""


@dataclass(frozen=True, slots=True)
class Built:
    """`read` are the questions whose answers mattered, `several` is True where names tell the speakers apart."""

    document: Mapping[str, Any]
    files: Mapping[str, str | None]
    request: Mapping[str, Any]
    read: frozenset[str]
    several: bool


def build(choice: Choice) -> Built:
    """The conversation of a choice; a question that it does not answer is answered in the plainest way."""
    draft = Draft(choice)
    _system(draft)
    tools: list[Any] = []
    if draft.answer("opening") != "system alone" or not draft.messages:
        _opening(draft)
        _middle(draft)
        tools = rounds(draft)
        _ending(draft)
    document: dict[str, Any] = {"messages": draft.messages}
    if tools:
        document["tools"] = tools
    several = draft.answer("names") != "roles"
    own = NAMES[draft.answer("names")][1] if several else ()
    one_calls = len(own) == 1 or not any(each["type"] == "tool_use" for m in draft.messages for each in m["content"])
    if own and one_calls and draft.answer("speaker") != "nobody":  # who formats for one agent has one who calls
        document["speaker"] = own[0]
    request = _request(draft) if tools and _may_be_asked(draft) else {}
    return Built(document, draft.files, request, frozenset(draft.read), several)


def _request(draft: Draft) -> dict[str, Any]:
    match draft.answer("request"):
        case "strict":
            return {} if _thinks(draft) else {"models": _STRICT}
        case "plain":
            return {}
        case _ if _thinks_late(draft):
            return {}
        case "budget":
            return {"thinking": True, "models": _BUDGET}
        case _:
            return {"thinking": True}


def _thinks(draft: Draft) -> bool:
    blocks = (block for message in draft.messages for block in message["content"])
    return any(block["type"] in ("thinking", "redacted_thinking") for block in blocks)


def _may_be_asked(draft: Draft) -> bool:
    """Is it the history of a model that was asked for its thoughts, if there are any, as it made them?"""
    return draft.answer("block") == "call" and draft.answer("defect") == "none"


def _thinks_late(draft: Draft) -> bool:
    """Does a thought follow words of its own turn? A model that is asked for its thoughts begins with them."""
    spoken = False
    for message in draft.messages:
        spoken = spoken and message["role"] == "assistant"
        for block in message["content"]:
            if spoken and block["type"] in ("thinking", "redacted_thinking"):
                return True
            spoken = spoken or (message["role"] == "assistant" and block["type"] in ("text", "tool_use"))
    return False


def _system(draft: Draft) -> None:
    match draft.answer("system"):
        case "one" | "later":
            draft.say("system", draft.text("system"))
        case "two texts":
            draft.say("system", draft.text("system"), draft.text())
        case "two messages":
            draft.say("system", draft.text("system"))
            draft.say("system", draft.text())
        case "one and blank":
            draft.say("system", draft.text("system"))
            draft.say("system", draft.block("blank"))
        case "blank":
            draft.say("system", draft.block("blank"))


def _opening(draft: Draft) -> None:
    match draft.answer("opening"):
        case "user":
            draft.say("user", draft.text())
        case "two users":
            draft.say("user", draft.text())
            draft.say("user", draft.text())
        case "said twice":
            again = draft.text()
            draft.say("user", again)
            draft.say("user", again)
        case "greeting":
            draft.say("assistant", draft.text())
            draft.say("user", draft.text())
        case "exchange" | "long" as how:
            for _ in range(1 if how == "exchange" else 4):
                draft.say("user", draft.text())
                draft.say("assistant", draft.text())
    if draft.answer("system") == "later":
        draft.say("system", draft.text())


def _middle(draft: Draft) -> None:
    """The message with the block that is looked at; a call is looked at in its round."""
    kind = draft.answer("block")
    if kind == "call":
        return
    thinks, media = kind in ("thinking", "redacted"), kind in ("image", "audio", "video", "document")
    position = draft.answer("position")
    neighbour = draft.answer("neighbour") if position != "alone" else ""
    if (media and neighbour == "thinking") or (thinks and neighbour == "image"):
        neighbour = "text"  # what a model shows beside a thought has no place with most, and the thought loses its own
    if position == "between" and neighbour == "thinking":
        neighbour = "text"  # who thinks behind its words in vain is not asked for that thought beside others
    role = "assistant" if thinks or neighbour in ("thinking", "call") else draft.answer("by")
    beside = [] if neighbour in ("", "call") else [kind if neighbour == "the same" else neighbour]
    kinds = {"first": [kind, *beside], "last": [*beside, kind], "between": [*beside, kind, *beside]}.get(
        position, [kind]
    )
    if role == "user" and draft.answer("opening") == "user":
        draft.answered()
    draft.say(
        role, *(draft.block(each, "block" if n == kinds.index(kind) else "beside") for n, each in enumerate(kinds))
    )


def _ending(draft: Draft) -> None:
    ending = draft.answer("ending")
    if (
        ending != "nobody"
        and draft.messages
        and not any(block["type"] == "tool_result" for block in draft.messages[-1]["content"])
    ):
        draft.answered()
    match ending:
        case "user":
            draft.say("user", draft.text("ending"))
        case "two users":
            draft.say("user", draft.text("ending"))
            draft.say("user", draft.text())
        case "two texts":
            draft.say("user", draft.text("ending"), draft.text())
        case "assistant":
            draft.say("user", draft.text())
            draft.say("assistant", draft.text("ending"))
        case "blank":
            draft.say("user", draft.block("blank"))
