"""The conversation of a choice: a JSON document with files beside it, and the questions whose answers mattered."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pytest_promptfmt.corpus.case_files import content
from pytest_promptfmt.generation.features import FEATURES, Choice
from pytest_promptfmt.generation.rounds import rounds
from pytest_promptfmt.generation.words import FILES, MEDIA_TYPES, NAMES, OUTPUTS, TEXTS, Tags

_PLAINEST = {feature.name: feature.answers[0] for feature in FEATURES}
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


@dataclass(slots=True)
class Draft:
    """What is being built of a `choice`."""

    choice: Choice
    messages: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, str | None] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    tags: Tags = field(default_factory=Tags)
    shown: dict[str, int] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)

    def answer(self, feature: str) -> str:
        """The answer to a question, which matters from now on."""
        self.read.add(feature)
        return self.choice.get(feature, _PLAINEST[feature])

    def text(self, place: str = "") -> dict[str, Any]:
        """A text block; it is of the class asked for where that is asked for this place."""
        odd = place and self.answer("where") in (place, "everywhere")
        return {"type": "text", "text": self.tags.put(TEXTS[self.answer("text") if odd else "plain"])}

    def say(self, role: str, *blocks: dict[str, Any]) -> None:
        """A message of the next speaker of this role."""
        name = role
        if role in ("user", "assistant"):
            names = self.answer("names")
            if names != "roles":
                speakers = NAMES[names][role == "assistant"]
                name = speakers[self.turns.get(role, 0) % len(speakers)]
                self.turns[role] = self.turns.get(role, 0) + 1
        self.messages.append({"name": name, "role": role, "content": list(blocks)})

    def answered(self) -> None:
        """Lets the assistant speak where a user was last, so that two of one role meet only where that is asked for."""
        if self.messages and self.messages[-1]["role"] == "user":
            self.say("assistant", self.text())

    def media(self, kind: str) -> dict[str, Any]:
        """The next picture, recording, clip or page."""
        recipes = FILES[self.answer("file")].get(kind) or FILES["usual"][kind]
        number = self.shown[kind] = self.shown.get(kind, -1) + 1
        usual = FILES["usual"][kind]
        recipe = recipes[number] if number < len(recipes) else usual[number % len(usual)]
        ending = recipe.rpartition(".")[2] if "." in recipe else "png"
        name, type_ = f"{kind} {number}.{ending}", MEDIA_TYPES[ending]
        source: dict[str, Any] = {"type": "url"}
        match self.answer("source"):
            case "base64":
                source = {"type": "base64", "media_type": type_, "data": _base64(recipe)}
            case "data URI":
                source["url"] = f"data:{type_};base64,{_base64(recipe)}"
            case "address" | "query" as how:
                query = "?size=2&key=a%2Fb" if how == "query" else ""
                source["url"] = f"https://example.com/{kind}/{self.tags.put('{tag}')}.{ending}{query}"
            case "missing":
                source["url"] = f"{{FILES}}/not there.{ending}"
            case "broken":
                source = {"type": "base64", "media_type": type_, "data": "%%% no base64 %%%"}
            case as_file:
                self.files[name] = recipe
                file_url = as_file == "file URL"
                source["url"] = f"file://{{FILES}}/{name.replace(' ', '%20')}" if file_url else f"{{FILES}}/{name}"
        return {"type": kind, "source": source}

    def block(self, kind: str, place: str = "") -> dict[str, Any]:
        """One block that is no call."""
        match kind:
            case "text":
                return self.text(place)
            case "blank":
                return {"type": "text", "text": ""}
            case "thinking":
                return self.thought("signed")[0]
            case "redacted":
                return self.thought("redacted")[0]
            case _:
                return self.media(kind)

    def thought(self, kind: str) -> list[dict[str, Any]]:
        """Thoughts of a kind, each with a seal of its own."""
        match kind:
            case "none":
                return []
            case "two":
                return self.thought("signed") + self.thought("signed")
            case "signed and redacted":
                return self.thought("signed") + self.thought("redacted")
            case "redacted":
                return [{"type": "redacted_thinking", "data": self.seal()}]
            case "unsigned":
                return [{"type": "thinking", "thinking": self.tags.put("I think of {tag}.")}]
            case _:
                words = "" if kind == "empty" else self.tags.put("I think of {tag}.")
                return [{"type": "thinking", "thinking": words, "signature": self.seal()}]

    def seal(self) -> str:
        """What only the provider can read."""
        return b64encode(self.tags.put("sealed {tag}").encode()).decode()

    def output(self, feature: str) -> Any:
        """What a tool said; the text of the plainest is of the class asked for."""
        kind = self.answer(feature)
        if kind == "text":
            return self.text("output")["text"]
        output = self.tags.put(OUTPUTS[kind])
        return (
            [self.media("image") if "image" in item else item for item in output]
            if output and isinstance(output, list)
            else output
        )


@cache
def _base64(recipe: str) -> str:
    return b64encode(content(recipe)).decode()


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
    if len(own) == 1 and draft.answer("speaker") != "nobody":  # who formats for one agent has one who calls
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
        case "blank":
            draft.say("system", draft.block("blank"))


def _opening(draft: Draft) -> None:
    match draft.answer("opening"):
        case "user":
            draft.say("user", draft.text())
        case "two users":
            draft.say("user", draft.text())
            draft.say("user", draft.text())
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
