"""The model: questions that every conversation answers, each with its answers, the plainest first.

An answer that a dialect has no place for is not asked of it. A `Choice` has one answer to each question; `building`
reads those that matter for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from pytest_promptfmt.conversation.needs import CAPABILITIES, Capability
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.generation.schemas import DESCRIPTIONS, SCHEMAS
from pytest_promptfmt.generation.words import ARGUMENTS, FILES, MEDIA_OUTPUTS, NAMES, OUTPUTS, TEXTS

Choice: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Feature:
    """One question; `needs` is what a dialect must carry for it to be asked at all."""

    name: str
    answers: tuple[str, ...]
    needs: Capability | None = None


_FEW_OUTPUTS = ("text", "two texts", "empty", "null", "text and image")

FEATURES = (
    # who speaks, and in which order
    Feature("system", ("one", "none", "two texts", "two messages", "blank", "later", "one and blank")),
    Feature("opening", ("user", "exchange", "two users", "greeting", "nobody", "long", "system alone", "said twice")),
    Feature("ending", ("user", "nobody", "assistant", "two users", "two texts", "blank")),
    Feature("names", ("roles", *NAMES)),
    Feature("speaker", ("nobody", "the assistant")),
    # one block, where it stands in its message, and what stands beside it
    Feature("block", ("text", "blank", "image", "audio", "video", "document", "thinking", "redacted", "call")),
    Feature("position", ("alone", "first", "last", "between")),
    Feature("neighbour", ("text", "blank", "image", "thinking", "call", "the same")),
    Feature("by", ("user", "assistant")),
    Feature("text", tuple(TEXTS)),
    Feature("where", ("block", "system", "output", "ending", "beside", "everywhere")),
    Feature(
        "source",
        (
            "base64",
            "data URI",
            "path",
            "file URL",
            "address",
            "query",
            "missing",
            "broken",
            "loose type",
            "named URI",
            "bare address",
        ),
    ),
    Feature("file", tuple(FILES)),
    # rounds of calls
    Feature("rounds", ("none", "one", "two", "three"), "tool"),
    Feature("calls", ("one", "two", "three"), "tool"),
    Feature("called", ("different", "same"), "tool"),
    Feature("beside", ("nothing", "before", "behind", "around", "blank", "a picture"), "tool"),
    Feature(
        "thought",
        ("none", "unsigned", "signed", "redacted", "two", "signed and redacted", "empty", "between", "edges"),
        "tool",
    ),
    Feature("sealed", ("none", "first", "all"), "tool"),
    Feature("arguments", tuple(ARGUMENTS), "tool"),
    Feature("output", tuple(OUTPUTS), "tool"),
    Feature("other output", _FEW_OUTPUTS, "tool"),
    Feature("failed", ("none", "first", "last"), "tool"),
    Feature("results", ("apart", "together", "with the calls", "beside words", "beside a picture"), "tool"),
    Feature("order", ("as called", "reversed"), "tool"),
    Feature("role", ("tool", "system", "user"), "tool"),
    Feature("named", ("yes", "no"), "tool"),
    Feature(
        "ids", ("plain", "underscored", "long", "dotted", "alike", "again", "equal", "very long", "barred"), "tool"
    ),
    Feature("then", ("assistant", "next", "user"), "tool"),
    Feature("next calls", ("one", "two"), "tool"),
    Feature("next thought", ("none", "signed", "unsigned", "redacted"), "tool"),
    Feature("next output", _FEW_OUTPUTS, "tool"),
    # what is on offer, and what is asked for beside
    Feature("offered", ("called", "one more", "none", "another"), "tool"),
    Feature("tools", ("plain", "dotted", "long", "alike", "as the provider's own", "capitals"), "tool"),
    Feature("schema", tuple(SCHEMAS), "tool"),
    Feature("description", tuple(DESCRIPTIONS), "tool"),
    Feature("request", ("plain", "thinking", "budget", "strict"), "thinking"),
    Feature("defect", ("none", "open call", "orphan", "early", "late", "surrogate", "control", "nan"), "tool"),
)

_KINDS: Mapping[str, Capability] = {
    **{kind: kind for kind in CAPABILITIES if kind != "tool"},
    **{"redacted": "thinking", "call": "tool"},
}
_ALWAYS: frozenset[Capability] = frozenset({"thinking"})
"""What stands in histories for those, too, who have no place for it."""


def asked(
    dialect: Dialect, scenario: str = "multiagent", only: Collection[Capability] | None = None
) -> dict[str, tuple[str, ...]]:
    """The questions for a dialect, each with the answers that it has a place for; with `only` what asks for no more."""
    carried = dialect.carries if only is None else dialect.carries & {*only}
    told = carried | _ALWAYS if only is None else carried
    away = set[str]()
    away |= set() if carried - {"tool", "thinking"} else _OF_MEDIA
    away |= set() if "thinking" in told else _OF_THOUGHTS
    questions = {}
    for feature in FEATURES:
        if (feature.needs and feature.needs not in carried) or feature.name in away:
            continue
        answers = tuple(answer for answer in feature.answers if _has_place(feature.name, answer, told))
        questions[feature.name] = (
            answers[:1] if feature.name in ("names", "speaker") and scenario == "chat" else answers
        )
    return questions


_OF_MEDIA = {"source", "file"}
_OF_THOUGHTS = {"thought", "next thought", "sealed"}


def _has_place(feature: str, answer: str, told: Collection[Capability]) -> bool:
    if feature in ("output", "other output", "next output"):
        return MEDIA_OUTPUTS.get(answer, "tool") in {"tool", *told}
    if answer in ("beside a picture", "a picture"):
        return "image" in told
    if feature in ("block", "neighbour"):
        kind = _KINDS.get(answer)
        return kind is None or kind in told
    return True


def draw(questions: Mapping[str, tuple[str, ...]], random: Random) -> Choice:
    """An answer to each question; what breaks a conversation is drawn seldom, since it hides the rest."""
    return {
        name: answers[0] if name in _SELDOM and random.random() < _SELDOM[name] else random.choice(answers)
        for name, answers in questions.items()
    }


_SELDOM = {
    "source": 0.3,
    "defect": 0.9,
    "text": 0.4,
    "ids": 0.6,
    "tools": 0.8,
    "offered": 0.4,
    "opening": 0.4,
    "ending": 0.4,
    "system": 0.4,
}
"""How often the plainest answer is taken at once."""


def plainest(choice: Choice, shows: Callable[[Choice], bool]) -> Choice:
    """The choice with as many plain answers as there can be where something still shows."""
    best = dict(choice)
    changed = True
    while changed:
        changed = False
        for name, answer in list(best.items()):
            for plainer in _ANSWERS[name][: _ANSWERS[name].index(answer)][:2]:
                if shows({**best, name: plainer}):
                    best[name], changed = plainer, True
                    break
    return best


_ANSWERS = {feature.name: feature.answers for feature in FEATURES}


def told(choice: Choice) -> dict[str, str]:
    """The answers that are not the plainest."""
    return {name: answer for name, answer in choice.items() if answer != _ANSWERS[name][0]}
