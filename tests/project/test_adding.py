"""Adding is one place: the pages name files that there are, and an entry in a table is all that the judge wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import make_all
import pytest
from support.places import ROOT

from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.api import Report
from pytest_promptfmt.checks import CHECKS, OF_EXCHANGE
from pytest_promptfmt.dialects import DIALECTS, openai
from pytest_promptfmt.dialects.rules import Breach, Evidence, Rule
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import Request

PAGES = sorted((ROOT / "docs").glob("add-a*.md"))
_ROW = re.compile(r"^\| (`[^|]+) \| [^|]+ \| [^|]+ \|$", re.MULTILINE)
_PATH = re.compile(r"`([\w./<>-]+)`")


def named(page: Path) -> list[str]:
    """The files of the page's tables; what stands in ``<>`` is anybody's name."""
    return [path for row in _ROW.findall(page.read_text("utf-8")) for path in _PATH.findall(row)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_every_file_that_is_touched_and_each_is_there(page: Path) -> None:
    paths = named(page)

    assert len(paths) > 2
    assert [path for path in paths if not [*ROOT.glob(re.sub("<[^>]+>", "*", path))]] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_the_one_command_that_makes_the_rest(page: Path) -> None:
    assert "`python scripts/make_all.py`" in page.read_text("utf-8") or page.stem == "add-an-adapter"


def test_what_the_command_runs_is_there() -> None:
    assert [step for step, *_ in make_all.STEPS if not (ROOT / "scripts" / step).is_file()] == []


def judged(**options: Any) -> Report:
    def formatter(conversation: Any) -> Any:
        return [{"role": message.role, "content": message.text} for message in conversation.messages]

    return check_formatter({"openai.chat": formatter}, cases=["chat/one-user"], **options)


def shouts(request: Request) -> Iterator[Breach]:
    """Nobody is spoken to."""
    yield from (Breach(path, "somebody is") for path, _ in request.each())


def test_a_rule_in_its_table_is_judged_by(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = Rule("openai.shouts", shouts, Evidence("", "400", "S", "A", ""), Severity.ERROR)
    monkeypatch.setitem(DIALECTS, "openai", replace(openai.DIALECT, rules=(*openai.RULES, rule)))

    assert {finding.id for finding in judged().findings} == {"openai.shouts"}


def test_a_check_in_its_tables_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def brevity(exchange: Exchange) -> Iterator[Finding]:
        yield Finding("brevity.long", Severity.ERROR, "$", f"{len(exchange.payload)} is too many")

    monkeypatch.setitem(CHECKS, "brevity", "is the payload short?")
    monkeypatch.setitem(OF_EXCHANGE, "brevity", brevity)  # type: ignore[misc]

    assert [str(finding) for finding in judged(checks=tuple(CHECKS)).findings] == [
        "error brevity.long at $: 1 is too many"
    ]


def test_a_dialect_in_its_table_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_promptfmt.dialects.schema.load_schemas", lambda _: openai.DIALECT.schemas)
    monkeypatch.setitem(DIALECTS, "lumen", replace(openai.DIALECT, id="lumen", rules=openai.RULES[:1]))
    said = {"messages": [{"role": "user", "content": "Hi"}]}

    assert check_payload([{"role": "user", "content": "Hi"}], "lumen", said) == []
    assert {finding.id for finding in check_payload([{"role": "user", "content": "Ho"}], "lumen", said)} >= {
        "fidelity.lost-text"
    }
