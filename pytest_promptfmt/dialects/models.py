"""Models as data: by dialect the families of its models, with what the provider does where its models differ.

``models.json`` has for each dialect its ``default`` model, the ``families`` (globs over names, in lower case and
without the path before a name; the first that matches counts) and the ``facts``: for each question the answers by globs
over families, of which again the first counts. A model that nobody knows has the default model's facts, and nothing is
certain of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pytest_promptfmt.common.added import find, is_added
from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.dialects.data import GROUP, data
from pytest_promptfmt.payload.request import Fact, Model

QUESTIONS: Mapping[str, str] = {
    "address-of-image": "an image is given by its address",
    "assistant-empty": "a message of the assistant's says and calls nothing",
    "assistant-first": "the first message, but for the system's, is the assistant's",
    "assistant-last": "the last message is the assistant's",
    "assistant-trailing-space": "the assistant's last message ends in white space",
    "cache-marks": "more than four places are marked for the cache",
    "call-id-free": "a call's id has another form than the provider's own ids",
    "call-unsigned": "a call comes back without its signature",
    "calls-beside-text": "calls and text stand in one message",
    "content-beside-calls": "the assistant's message has content beside its calls",
    "documents-per-request": "it has so many documents",
    "endpoint": "it is sent to this endpoint",
    "failed-result-empty": "a failed call's result says nothing",
    "follower-without-reasoning": "a call comes back under its item's id, and the reasoning before it does not",
    "image-bytes": "an image has so many bytes, as the provider counts them",
    "image-in-system": "an image stands in a system message",
    "image-jpg": "an image's type is spelled image/jpg",
    "image-of-assistant": "an image stands in the assistant's message",
    "image-pixels": "an image has so many pixels a side",
    "image-pixels-of-many": "one of more than twenty images has so many pixels a side",
    "image-sent": "it has an image",
    "image-unsigned": "an image that the model drew comes back without its signature",
    "images-per-request": "it has so many images",
    "media-in-results": "an image or a document stands in a tool's result",
    "pages-per-request": "its documents have so many pages",
    "parameter-untyped": "a schema among a tool's parameters has no type",
    "reasoning-unfollowed": "a reasoning item comes back without what followed it",
    "repeated-calls": "the same call is made again, round after round",
    "result-empty": "a tool's result says nothing",
    "result-status": "a tool's result is marked as a failure or as a success",
    "results-beside-text": "a tool's result and other content stand in one message",
    "results-short": "fewer results follow than calls were made",
    "role-assistant": "a turn's role is assistant",
    "role-function": "a turn's role is function",
    "role-tool": "a turn's role is tool",
    "roles-repeat": "two messages of one role follow each other",
    "schema-alternatives": "a tool's schema has alternatives at its top",
    "system-later": "a system message stands behind others",
    "system-role": "a message's role is system",
    "text-null": "a text is null",
    "thinking-alone": "a message of the assistant's holds thinking and nothing else",
    "thinking-altered": "a thought comes back changed",
    "thinking-behind": "the assistant's message has thinking, and does not begin with it",
    "thinking-blank": "a call comes back with an empty thought",
    "thinking-empty": "a signed thought has no text",
    "thinking-missing": "it thinks, and the open tool loop's thinking does not come back",
    "thinking-missing-adaptive": "it thinks adaptively, and the open tool loop's thinking does not come back",
    "thinking-missing-anywhere": "it thinks, and thinking before an earlier call does not come back",
    "thinking-sent": "the assistant's earlier thinking comes back",
    "thinking-signed": "a thought comes back with a signature",
    "thinking-unsigned": "a thought comes back without its signature",
    "tool-content-list": "what a tool said is a list of texts",
    "tools-empty": "the list of tools is empty",
    "user-after-tool": "a user speaks right behind a tool's result",
}
"""What the facts are about: a request in which this is so."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A fact, and the families that it holds for, as globs."""

    families: tuple[str, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Models:
    """The models of one dialect: the default one's name, globs over names by family, answers by question."""

    default: str
    families: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, tuple[Answer, ...]]

    def family(self, name: str) -> str:
        """The family of a model, empty where nobody knows it; Bedrock's name of a Claude has its maker before it."""
        plain = name.lower().rpartition("/")[2]
        names = (plain, makers_name(plain))
        return next(
            (family for family, globs in self.families.items() if any(matches_any(each, globs) for each in names)), ""
        )

    def facts(self, family: str) -> Mapping[str, Fact]:
        """What is known of a family, by question."""
        known = (
            (question, next((answer.fact for answer in answers if matches_any(family, answer.families)), None))
            for question, answers in self.answers.items()
        )
        return {question: fact for question, fact in known if fact is not None}


def makers_name(name: str) -> str:
    """What Anthropic itself calls a Claude that has Bedrock's name, with region and maker before it."""
    return name.rpartition("anthropic.")[2]


@cache
def models() -> Mapping[str, Models]:
    """The kit's table, by dialect."""
    return {dialect: _models(entry) for dialect, entry in data("models.json").items()}


@cache
def models_of(dialect: str) -> Models | None:
    """Those of one dialect, be it the kit's or another distribution's; None where nobody names any.

    Raises `NotAdded` where those are of another form.
    """
    if not is_added(dialect):
        return models().get(dialect)
    try:
        entry = (data("models.json", dialect) or {}).get(dialect)
        return None if entry is None else _models(entry)
    except (KeyError, TypeError, AttributeError) as error:
        said = f"models.json is not of the form of the kit's own: {error!r} (default, families, facts)"
        raise find(GROUP, dialect).unusable(said) from error


def _models(entry: Mapping[str, Any]) -> Models:
    return Models(
        entry["default"],
        {family: tuple(globs) for family, globs in entry["families"].items()},
        {question: tuple(map(_answer, answers)) for question, answers in entry.get("facts", {}).items()},
    )


def _answer(entry: Mapping[str, Any]) -> Answer:
    return Answer(tuple(entry["families"]), Fact(entry["answer"], entry["source"], entry["date"], entry["confidence"]))


def is_known(dialect: str, name: str) -> bool:
    """Has the dialect a family of this model, or none of any?"""
    known = models_of(dialect)
    return known is None or bool(known.family(name))


@lru_cache(maxsize=1024)
def model_of(dialect: str, name: str = "") -> Model:
    """The model of this name, or the dialect's default one."""
    known = models_of(dialect)
    if known is None:
        return Model(name)
    family = known.family(name or known.default)
    return Model(name or known.default, family, known.facts(family or known.family(known.default)))
