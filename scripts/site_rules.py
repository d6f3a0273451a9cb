"""The site's pages on each rule and each finding: what it asks, in whose words, what breaks and keeps it, and the cases
that hunt it, each under an anchor of its own.

They are of the site alone; in the repository ``promptfmt explain ID`` says the same.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from pages.markdown import escaped as text

from pytest_promptfmt.commands.explain import severity_words
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import models
from pytest_promptfmt.dialects.proofs import Side, proofs
from pytest_promptfmt.dialects.rules import severity_for
from pytest_promptfmt.report.excerpt import conversation_lines
from pytest_promptfmt.report.statements import Statement, statements

FOLDER = "rules"
_ID = re.compile(r"[a-z][a-z0-9-]*\.[a-z0-9-]+")
_MOST = 25
"""Cases that are shown in full; of the others only the name."""


def pages() -> Iterator[tuple[str, str]]:
    """Path on the site and text of each."""
    for id_, statement in statements().items():
        yield path(id_), "\n".join(_page(statement)) + "\n"


def path(id_: str) -> str:
    return f"{FOLDER}/{id_}.md"


@cache
def hunting() -> Mapping[str, tuple[Case, ...]]:
    """By rule or finding the cases that hunt it: those that say so, and those on which a liar is caught."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from liars import LIARS

    cases = {case.id: case for case in corpus()}
    found: dict[str, dict[str, Case]] = {}
    for case in cases.values():
        words = " ".join((*case.source, *(expectation.why for expectation in case.expectations)))
        for id_ in _ID.findall(words):
            found.setdefault(id_, {})[case.id] = case
    for liar in LIARS:
        if liar.case.id in cases:
            found.setdefault(liar.caught_by, {})[liar.case.id] = cases[liar.case.id]
    return {id_: tuple(by_id.values()) for id_, by_id in found.items()}


def _page(statement: Statement) -> Iterator[str]:
    yield from (f"# {statement.id}", "", text(statement.text.replace("``", "`")), "")
    if statement.fix:
        yield from (f"**Fix**: {text(statement.fix)}.", "")
    yield f"**Severity**: {text(severity_words(statement))}."
    if statement.dialects:
        yield f"\n**Checked in**: {', '.join(f'{name} ({found})' for name, found in statement.dialects.items())}."
    if statement.context:
        yield f"\n**Needs** {', '.join(f'`{key}`' for key in statement.context)} of the request; else nobody asks."
    yield ""
    if statement.evidence is not None:
        home = DIALECTS.get(statement.id.partition(".")[0])
        yield from (
            f"## {home.provider if home else 'The source'} says",
            "",
            f"> {text(statement.evidence.source)}",
            "",
        )
    yield from _by_model(statement)
    if proof := proofs().get(statement.id):
        yield from (f"## A payload that breaks it, at `{proof.path}`", "", *_json(proof.breaks))
        yield from ("## A payload that keeps it", "", *_json(proof.keeps))
    yield from _cases(hunting().get(statement.id, ()))


def _by_model(statement: Statement) -> Iterator[str]:
    """For each answer about the models: what it makes of a breach, and in whose words."""
    known = models().get(statement.id.partition(".")[0])
    questions = filter(None, (statement.asks, *statement.may_ask))
    answers = [answer for question in questions for answer in (known.answers.get(question, ()) if known else ())]
    if not answers:
        return
    yield from ("## By model", "", "| a breach is | for | since | source |", "| --- | --- | --- | --- |")
    for answer in answers:
        weight = severity_for(answer.fact, known=True) or "nothing"
        source = text(answer.fact.source).replace("\n", " ")
        yield f"| {weight}: {answer.fact.answer} | {text(', '.join(answer.families))} | {answer.fact.date} | {source} |"
    yield ""


def _json(side: Side) -> Iterator[str]:
    yield from ("```json", json.dumps(side.payload, indent=2, ensure_ascii=True)[:8_000], "```", "")
    if side.context:
        yield from (f"Known of the request: `{json.dumps(side.context)}`.", "")


def _cases(cases: tuple[Case, ...]) -> Iterator[str]:
    if not cases:
        return
    yield from ("## Cases that hunt it", "", f"{count(len(cases), 'case')} of the corpus.", "")
    for case in cases[:_MOST]:
        yield from (f"### {case.id} {{: #{case.id.replace('/', '-')} }}", "", f"Looks for {text(case.hunts)}.", "")
        given = case.given()
        if isinstance(given, Conversation):
            yield from ("```text", *conversation_lines(given), "```", "")
        yield from ("```sh", f"pytest --promptfmt-impl=mypkg --promptfmt-case={case.id}", "```", "")
    if len(cases) > _MOST:
        yield "And " + ", ".join(f"`{case.id}`" for case in cases[_MOST:]) + "."
