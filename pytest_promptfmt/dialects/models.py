"""Models as data: by dialect the families of its models, with what the provider does where its models differ.

``models.json`` has for each dialect its ``default`` model, the ``families`` (globs over names, in lower case and
without the path before a name; the first that matches counts) and the ``facts``: for each question the answers by globs
over families, of which again the first counts. A model that nobody knows has the default model's facts, and nothing is
certain of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.payload.request import Fact, Model

QUESTIONS: Mapping[str, str] = {}
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
        """The family of a model, empty where nobody knows it."""
        plain = name.lower().rpartition("/")[2]
        return next((family for family, globs in self.families.items() if _any(globs, plain)), "")

    def facts(self, family: str) -> Mapping[str, Fact]:
        """What is known of a family, by question."""
        known = (
            (question, next((answer.fact for answer in answers if _any(answer.families, family)), None))
            for question, answers in self.answers.items()
        )
        return {question: fact for question, fact in known if fact is not None}


def _any(globs: Iterable[str], name: str) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)


@cache
def models() -> Mapping[str, Models]:
    """The table, by dialect."""
    text = files("pytest_promptfmt").joinpath("dialects/models.json").read_text("utf-8")
    return {
        dialect: Models(
            entry["default"],
            {family: tuple(globs) for family, globs in entry["families"].items()},
            {question: tuple(map(_answer, answers)) for question, answers in entry["facts"].items()},
        )
        for dialect, entry in json.loads(text).items()
    }


def _answer(entry: Mapping[str, Any]) -> Answer:
    return Answer(tuple(entry["families"]), Fact(entry["answer"], entry["source"], entry["date"], entry["confidence"]))


@cache
def model_of(dialect: str, name: str = "") -> Model:
    """The model of this name, or the dialect's default one."""
    known = models().get(dialect)
    if known is None:
        return Model(name)
    family = known.family(name or known.default)
    return Model(name or known.default, family, known.facts(family or known.family(known.default)))
