"""The corpus: conversations as data, each hunting one thing, with what a right formatter does with it.

Cases live in `promptfmt_fixtures/cases/<family>.json`, one file per family. A case states its expectation per dialect:
``carry`` (all of it must be sent), ``refuse`` (a clear error and nothing else) or ``either`` (a clear error, or a
payload that obeys the protocol and says the conversation under one of the listed repairs).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import matches_any, missing_attribute, tells_fields
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.limits import limits_of
from pytest_promptfmt.conversation.needs import Capability, needs
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.conversation.template import TemplateCase, template_case
from pytest_promptfmt.corpus.budget import Budget, budget_from_json
from pytest_promptfmt.corpus.case_files import fill_placeholders, place_files, restore_placeholders, with_strings
from pytest_promptfmt.dialects.aisbench import turns
from pytest_promptfmt.dialects.data import data
from pytest_promptfmt.payload.transcript import MediaPart

FAMILIES = ("chat", "multiagent", "tools", "vision", "audio", "thinking", "truncation", "errors", "templates")
Given: TypeAlias = Conversation | TemplateCase
Demand: TypeAlias = Literal["carry", "refuse", "either"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """`demand`, and for ``either`` the names of the repairs (`repairs.REPAIRS`) that a payload may have made.

    `ANY_LEGAL` among them says that any that are legal for the dialect may be made, one after the other.
    """

    demand: Demand = "carry"
    repairs: tuple[str, ...] = ()
    why: str = ""
    dialects: tuple[str, ...] = ("*",)


CARRY = Expectation()
ANY_LEGAL = "*"


@tells_fields
@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One input: `hunts` says which fault, `source` who shipped it or where it comes from.

    `document` is the conversation's JSON form; `conversation()` makes a new one each time, so that a formatter that
    changes its input spoils nobody else's. `expectations` are read from the first that names the dialect. `files` are
    the names of copies in the directory ``{FILES}``, with the shipped file that each is of. A case with a `budget` is
    for those that truncate. `request` is what the request says beside the conversation: ``thinking``, and under
    ``models`` by dialect the model that it is sent to unless the user names one; ``dialects`` has what differs there.
    `twin` names the case from which a bad one differs in its fault alone. `habit` says what it is of every agent's
    day; of one that is rarer it is empty. The family ``templates`` has a `TemplateCase` instead of a conversation, and
    the `requests` that are right. One of a corpus of one's own may have its `golden` payloads by target.
    """

    id: str
    hunts: str
    document: Mapping[str, Any]
    source: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ("chat", "multiagent")
    expectations: tuple[Expectation, ...] = ()
    files: Mapping[str, str | None] = field(default_factory=dict)
    budget: Budget | None = None
    request: Mapping[str, Any] = field(default_factory=dict)
    twin: str = ""
    requests: tuple[Any, ...] = ()
    habit: str = ""
    golden: Mapping[str, Any] = field(default_factory=dict)

    @property
    def everyday(self) -> bool:
        """Is it what every agent does every day? What is not is an edge."""
        return bool(self.habit)

    @property
    def family(self) -> str:
        """The first half of the id: ``tools`` of ``tools/parallel-two-results``."""
        return self.id.partition("/")[0]

    @property
    def needs(self) -> frozenset[Capability]:
        """The capabilities that the input exercises."""
        return media_of(self.requests) if self.is_template else needs(self.marked())

    @property
    def limits(self) -> frozenset[str]:
        """The names of the limits that the conversation meets."""
        return frozenset() if self.is_template else limits_of(self.marked())

    @property
    def is_template(self) -> bool:
        """Is its input a `TemplateCase`, and no `Conversation`?"""
        return self.family == "templates"

    if not TYPE_CHECKING:  # it is asked for nothing that is there

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name, dict.fromkeys(("messages", "tools", "speaker"), "conversation()"))

    def given(self) -> Given:
        """What a formatter is given."""
        return template_case(_thaw(self.document)) if self.is_template else self.conversation()

    def shown(self) -> Given:
        """The same for whoever only reads it."""
        return self.given() if self.is_template else self.said()

    def conversation(self) -> Conversation:
        """The conversation, to be given away."""
        return self.said().copy()

    def said(self) -> Conversation:
        """The conversation for whoever only reads it: one object each time, so that facts about it are cached."""
        return _conversation(self, self.directory() if self.files else "")

    def marked(self) -> Conversation:
        """The same with the marks of its files, for whoever asks of what kind it is: no file is placed for that."""
        return _conversation(self, "")

    def directory(self) -> str:
        """Where the copies of its files are; they are placed there."""
        return place_files(self.id, self.files)

    def portable(self, payload: Any) -> Any:
        """A payload as golden files have it: ``{FILES}`` for the directory, ``{4000 times tick}`` for bulk."""
        if self.files:
            payload = restore_placeholders(payload, self.directory())
        bulk = [(text * times, f"{{{times} times {text}}}") for text, times in _bulk(self.document)]
        return with_strings(payload, lambda text: reduce(lambda portable, short: portable.replace(*short), bulk, text))

    def expects(self, dialect: str) -> Expectation:
        """What a right formatter for `dialect` does with this case."""
        for expectation in (*_added_expectations(dialect, self.id), *self.expectations):
            if matches_any(dialect, expectation.dialects):
                return expectation
        return CARRY

    def request_for(self, dialect: str) -> dict[str, Any]:
        """What the request to this dialect's provider says beside the conversation."""
        named = self.request.get("models", {}).get(dialect)
        beside = {key: value for key, value in self.request.items() if key not in ("models", "dialects")}
        here: Mapping[str, Any] = self.request.get("dialects", {}).get(dialect, {})
        return {**beside, **({"model": named} if named else {}), **here}


@cache
def _added_expectations(dialect: str, case: str) -> tuple[Expectation, ...]:
    """What the distribution that adds a dialect says of this case: its provider may not take what others do."""
    if not is_added(dialect):
        return ()
    entries = data("expect.json", dialect) or ()
    return tuple(map(_expectation, (entry for entry in entries if matches_any(case, entry["cases"]))))


@lru_cache(maxsize=2048)  # all cases, and those with files once more
def _conversation(case: Case, folder: str) -> Conversation:
    """Its files are in the `folder`; where that is ``""``, their marks stay."""
    document = _thaw(case.document)
    return parse(fill_placeholders(document, folder) if folder else document)


def media_of(requests: Iterable[Any]) -> frozenset[Capability]:
    """The kinds of media in the requests of a template."""
    parts = (part for i, request in enumerate(requests) for turn in turns(request, f"$[{i}]") for part in turn.parts)
    return frozenset(cast(Capability, part.kind) for part in parts if isinstance(part, MediaPart))


@cache
def load_family(family: str) -> tuple[Case, ...]:
    """The shipped cases of one family, in the order of its file."""
    resource = files("promptfmt_fixtures").joinpath(f"cases/{family}.json")
    if not resource.is_file():
        return ()
    return tuple(case_from_json(family, entry) for entry in json.loads(resource.read_text("utf-8"))["cases"])


def corpus() -> tuple[Case, ...]:
    """All shipped cases, by family."""
    return tuple(case for family in FAMILIES for case in load_family(family))


@cache
def by_id() -> Mapping[str, Case]:
    """The same by id."""
    return {case.id: case for case in corpus()}


_SCENARIOS = {"chat": ("chat",), "multiagent": ("multiagent",)}


def case_from_json(family: str, entry: Mapping[str, Any]) -> Case:
    """The case in one entry of a family's file."""
    return Case(
        id=f"{family}/{entry['name']}",
        hunts=entry["hunts"],
        document=entry["template" if family == "templates" else "conversation"],
        source=tuple(entry.get("source", ())),
        tags=tuple(entry.get("tags", ())),
        scenarios=tuple(entry.get("scenarios", _SCENARIOS.get(family, ("chat", "multiagent")))),
        expectations=tuple(map(_expectation, entry.get("expect", ()))),
        files=entry.get("files", {}),
        budget=budget_from_json(entry["budget"]) if "budget" in entry else None,
        request=entry.get("request", {}),
        twin=entry.get("twin", ""),
        requests=tuple(_thaw(entry.get("requests", ()))),
        habit=entry.get("everyday", ""),
    )


def _expectation(entry: Mapping[str, Any]) -> Expectation:
    demand, repairs = entry["demand"], tuple(entry.get("repairs", ()))
    return Expectation(demand, repairs, entry.get("why", ""), tuple(entry.get("dialects", ("*",))))


_NUMBERS = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


def _thaw(value: Any) -> Any:
    """A fresh copy; ``{"$number": "nan"}`` is what strict JSON cannot spell, ``{"$repeat": [text, n]}`` is bulk.

    ``{"$repeat": [[item, …], n]}`` in a list stands for the items n times over: ``{#}`` in their texts is the number of
    the time, ``{##}`` that of the repetition around it.
    """
    match value:
        case {"$number": str(name)}:
            return _NUMBERS[name]
        case {"$repeat": [str(text), int(times)]}:
            return text * times
        case dict() | Mapping():
            return {key: _thaw(item) for key, item in value.items()}
        case list():
            return [thawed for item in value for thawed in _unrolled(item)]
        case _:
            return value


def _unrolled(item: Any) -> Iterator[Any]:
    match item:
        case {"$repeat": [list(items), int(times)]}:
            for number in range(1, times + 1):
                yield from _numbered(_thaw(items), f"{number:04}")
        case _:
            yield _thaw(item)


def _numbered(items: list[Any], number: str) -> list[Any]:
    return cast(list[Any], with_strings(items, lambda text: text.replace("{#}", number).replace("{##}", "{#}")))


def _bulk(value: Any) -> Iterator[tuple[str, int]]:
    match value:
        case {"$repeat": [str(text), int(times)]}:
            yield text, times
        case dict() | Mapping():
            for item in value.values():
                yield from _bulk(item)
        case list():
            for item in value:
                yield from _bulk(item)
