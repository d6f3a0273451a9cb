"""A payload, opened: the messages, the provider's own place for system text, and the request that it is part of.

Formatters return the bare list of messages or an object with the provider's keys beside it; `Envelope` is one dialect's
table of those keys, `open_payload` turns either form into a `Request`. Paths start at what was returned: ``$[1]`` in
the list form, ``$.messages[1]`` in the object form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_promptfmt.common.did_you_mean import nearest
from pytest_promptfmt.payload.state import State


class NotAPayload(ValueError):
    """The value is in neither of the dialect's forms; `path` and the text say what is missing."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(problem)
        self.path = path


@dataclass(frozen=True, slots=True)
class Envelope:
    """A dialect's object form: the keys under which things stand; a dot goes one object down."""

    messages: tuple[str, ...] = ("messages",)
    system: tuple[str, ...] = ()
    tools: tuple[str, ...] = ("tools",)


@dataclass(frozen=True, slots=True)
class Fact:
    """What a provider does of a model with a request in which something is so.

    `answer` is ``refused``, ``degrades`` or ``taken``, or of what can be counted the most that is taken. `source` are
    the provider's words and where they stand, the newest from `date` (``2026-07``), which is the month of reading where
    none of them has a date of its own (documentation, code that quotes); `confidence` is as a rule's strength.
    """

    answer: str | int
    source: str
    date: str
    confidence: str

    @property
    def refuses(self) -> bool:
        """Is it known for certain that it, or more of it, is refused?"""
        return self.confidence == "A" and (self.answer == "refused" or isinstance(self.answer, int))


@dataclass(frozen=True, slots=True)
class Model:
    """The model that a request is for. One of no known `family` has the facts of the dialect's default model."""

    name: str = ""
    family: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def most(self, fact: str) -> float:
        """How many are taken, infinitely many where nobody knows."""
        known = self.facts.get(fact)
        return known.answer if known is not None and isinstance(known.answer, int) else float("inf")

    @property
    def known(self) -> bool:
        """Of a model that nobody knows, nothing is certain."""
        return bool(self.family)

    def takes(self, fact: str) -> bool:
        """Is it known that it is taken?"""
        known = self.facts.get(fact)
        return known is not None and known.answer == "taken"

    def refuses(self, fact: str) -> bool:
        """Is it known for certain that it is refused?"""
        known = self.facts.get(fact)
        return self.known and known is not None and known.refuses

    def minds(self, fact: str) -> bool:
        """Is it refused, or does the model's answer suffer?"""
        known = self.facts.get(fact)
        return known is not None and known.answer in ("refused", "degrades")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Request:
    """`messages` are the raw items with `paths` beside them; `system` is the value of the provider's own place.

    `lifted` says that `system` was the leading system message of the list form. `context` holds the request's other
    keys (``model``, ``thinking``, …) and, where it says nothing of them, what the caller knows. `state` is what it goes
    on from. Two requests are equal if they are the same one.
    """

    messages: list[Any]
    paths: tuple[str, ...]
    where: str
    system: Any = None
    system_path: str = ""
    lifted: bool = False
    tools: Any = None
    tools_path: str = ""
    context: Mapping[str, Any] = field(default_factory=dict)
    dialect: str = ""
    model: Model = field(default_factory=Model)
    state: State | None = None

    def each(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Path and message, for those that are objects (what is not, the schema reports)."""
        for path, message in zip(self.paths, self.messages, strict=True):
            if isinstance(message, dict):
                yield path, message


def named_model(payload: Any) -> str:
    """The model that a payload names itself, which counts before all that is known from elsewhere; empty where none."""
    named = [payload.get(key) for key in ("modelId", "model")] if isinstance(payload, Mapping) else []
    return next((name for name in named if isinstance(name, str) and name), "")


def check_context(context: object) -> None:
    """Is it what a request says beside its messages? Raises `TypeError`, and `ValueError` for a misspelt key."""
    if context is None:
        return
    if not isinstance(context, Mapping):
        raise TypeError(f'context is a mapping, such as {{"model": "gpt-5.1"}}, not {type(context).__name__}')
    for key in context:
        near = nearest(key, _SAID)
        if near and near not in str(key) and key not in _ALIKE:
            raise ValueError(f"context has {key!r}; did you mean {near!r}?")


_SAID, _ALIKE = ("model", "thinking", "tools"), ("mode", "tool")


def open_payload(payload: Any, envelope: Envelope, context: Mapping[str, Any] | None = None) -> Request:
    """The `Request` in `payload`; raises `NotAPayload` where it is neither a list nor the provider's object."""
    known = dict(context or {})
    if isinstance(payload, list):
        return _open_list(payload, envelope, known)
    if not isinstance(payload, dict):
        wanted = f"expected a list of messages or an object with {envelope.messages[0]!r}"
        raise NotAPayload("$", f"{wanted}, got {_kind(payload)}{_more(payload)}")
    for key in envelope.messages:
        found, messages, where = _reach(payload, key)
        if found:
            break
    else:
        keys = f"the object has no {envelope.messages[0]!r}; its keys are {sorted(map(str, payload))}"
        raise NotAPayload("$", f"{keys}{_instead(payload)}")
    if not isinstance(messages, list):
        raise NotAPayload(where, f"expected a list of messages, got {_kind(messages)}{_of_a_promise(messages)}")
    system, system_path = _first(payload, envelope.system)
    tools, tools_path = _first(payload, envelope.tools)
    others = {key: value for key, value in payload.items() if f"$.{key}" not in (where, system_path, tools_path)}
    return Request(
        messages=messages,
        paths=tuple(f"{where}[{i}]" for i in range(len(messages))),
        where=where,
        system=system,
        system_path=system_path,
        tools=tools,
        tools_path=tools_path,
        context=known | others,
    )


def _open_list(payload: list[Any], envelope: Envelope, context: dict[str, Any]) -> Request:
    paths = tuple(f"$[{i}]" for i in range(len(payload)))
    first = payload[0] if payload else None
    if envelope.system and isinstance(first, dict) and first.get("role") == "system":
        key = "parts" if "parts" in first else "content"
        return Request(payload[1:], paths[1:], "$", first.get(key), f"$[0].{key}", lifted=True, context=context)
    return Request(payload, paths, "$", context=context)


def _first(payload: dict[str, Any], keys: tuple[str, ...]) -> tuple[Any, str]:
    for key in keys:
        found, value, path = _reach(payload, key)
        if found:
            return value, path
    return None, ""


def _reach(payload: dict[str, Any], dotted: str) -> tuple[bool, Any, str]:
    value: Any = payload
    for key in dotted.split("."):
        if not isinstance(value, dict) or key not in value:
            return False, None, ""
        value = value[key]
    return True, value, f"$.{dotted}"


def _more(payload: Any) -> str:
    if payload is None:
        return "; a function without return gives None, and so does one that prints"
    if isinstance(payload, str) and payload.lstrip()[:1] in ("[", "{"):
        return "; it is the JSON of one: return the object itself, without json.dumps"
    return ""


def _of_a_promise(value: Any) -> str:
    return "; JSON writes a promise that nobody awaited as {}" if value == {} else ""


def _instead(payload: dict[Any, Any]) -> str:
    """What an object without messages is, where that shows."""
    if not payload:
        return _of_a_promise(payload)
    if {"choices", "candidates", "stop_reason", "finish_reason"} & {*payload}:
        return "; it is the provider's answer, and no request"
    if isinstance(payload.get("error"), str | dict):
        return "; what cannot be sent is refused by an error that is raised, and not returned"
    return "; it is one message: a list of them is wanted" if "role" in payload else ""


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__
