"""Every liar is caught by the check that is meant for it, its honest twin is not, and there is one for every fault."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from liars import LIARS
from liars.liar import Liar

from promptfmt_reference import FORMATTERS, agentscope_v1
from pytest_promptfmt import check_formatter
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.models import models
from pytest_promptfmt.dialects.rules import Rule
from pytest_promptfmt.report.statements import FINDINGS
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.verdict import Outcome

TOO_BIG = {"anthropic.max-messages"}
"""Rules whose liar would have to send a hundred thousand messages; they are asked directly, below."""


_ODD_PLURAL = re.compile(r"(?<![\w.\[-])1 (?!(?:is|was|has|does|takes|holds|stands|comes)\b)[a-z]+s\b")
"""``1 messages``; behind the number of a message may stand a verb."""


def judge(implementation: Any, liar: Liar, timeout: float) -> Judgement:
    [judgement] = check_formatter(implementation, cases=[liar.case], context=liar.context, timeout=timeout).judgements
    return judgement


@pytest.mark.sampled(5)
@pytest.mark.parametrize("liar", LIARS, ids=str)
def test_a_liar_is_caught_by_the_check_that_is_meant_for_it(liar: Liar) -> None:
    judgement = judge(liar.spec or liar, liar, liar.timeout)

    caught = [finding for finding in judgement.findings if finding.id == liar.caught_by]
    assert caught, [str(finding) for finding in judgement.findings]
    assert {str(finding.severity) for finding in caught} == {liar.severity}
    assert [found for finding in judgement.findings for found in _ODD_PLURAL.findall(finding.message)] == []
    errors = {finding.id for finding in judgement.findings if finding.is_error} - {liar.caught_by}
    assert errors == set(liar.also)
    checks = {verdict.check for verdict in judgement.verdicts if any(f in verdict.findings for f in caught)}
    assert checks == ({verdict.check for verdict in judgement.verdicts} if liar.check == "exchange" else {liar.check})


@pytest.mark.sampled(8)
@pytest.mark.parametrize("liar", LIARS, ids=str)
def test_its_honest_twin_passes(liar: Liar) -> None:
    judgement = judge(f"{liar.spec}.twin" if liar.spec else liar.twin, liar, timeout=10.0)

    assert [str(finding) for finding in judgement.findings if finding.is_error or finding.id == liar.caught_by] == []
    assert judgement.outcome is Outcome.PASS


def test_who_connects_is_judged_by_no_check() -> None:
    def connects(conversation: Any) -> Any:
        socket.create_connection(("203.0.113.1", 80), timeout=1)

    [judgement] = check_formatter({"openai.chat": connects}, cases=["chat/one-user"]).judgements
    [twin] = check_formatter({"openai.chat": FORMATTERS["openai.chat"]}, cases=["chat/one-user"]).judgements

    assert {verdict.outcome for verdict in judgement.verdicts} == {Outcome.INCONCLUSIVE}
    assert judgement.findings == ()
    assert "203.0.113.1:80" in judgement.verdicts[0].reason
    assert twin.outcome is Outcome.PASS


def test_who_connects_and_swallows_the_error_is_judged_by_no_check() -> None:
    def connects(conversation: Any) -> Any:
        with contextlib.suppress(OSError):
            socket.getaddrinfo("example.com", 443)
        return FORMATTERS["openai.chat"](conversation)

    [judgement] = check_formatter({"openai.chat": connects}, cases=["chat/one-user"]).judgements

    assert {verdict.outcome for verdict in judgement.verdicts} == {Outcome.INCONCLUSIVE}


POOL = ThreadPoolExecutor(1)


async def uploads(conversation: Any) -> Any:
    await asyncio.open_connection("example.com", 443)


async def uploads_in_a_thread(conversation: Any) -> Any:
    await asyncio.to_thread(socket.create_connection, ("203.0.113.1", 443))


def uploads_in_a_pool(conversation: Any) -> Any:
    try:
        POOL.submit(socket.create_connection, ("203.0.113.1", 443)).result()
    except BaseException as error:
        raise RuntimeError("the file is not there") from error


async def uploads_in_a_group(conversation: Any) -> Any:
    try:
        await asyncio.to_thread(socket.create_connection, ("203.0.113.1", 443))
    except BaseException as error:
        raise BaseExceptionGroup("unhandled errors in a TaskGroup", [error]) from None


@pytest.mark.parametrize("formatter", [uploads, uploads_in_a_thread, uploads_in_a_pool, uploads_in_a_group])
def test_whose_threads_connect_is_judged_by_no_check_however_often_they_do(formatter: Any) -> None:
    """A pool's threads, and an event loop's, are there from the exchange before."""
    judgements = check_formatter(
        {"openai.chat": formatter}, cases=["chat/one-user", "chat/cjk", "chat/emoji"]
    ).judgements

    assert {verdict.outcome for each in judgements for verdict in each.verdicts} == {Outcome.INCONCLUSIVE}


@pytest.mark.parametrize("id_", sorted(TOO_BIG))
def test_rules_that_want_very_many_messages(id_: str) -> None:
    dialect = DIALECTS[id_.partition(".")[0]]
    rule = dialect.rule(id_)
    assert rule is not None

    def breaches(number: int) -> int:
        return len(list(rule.check(dialect.open({"messages": [{"role": "user", "content": "Hi"}] * number}))))

    assert (breaches(100_000), breaches(100_001)) == (0, 1)


# There is a liar for every fault.


def keywords(schema: Any) -> Iterator[str]:
    """The JSON Schema keywords that an instance can break; unknown keys are a rule's business."""
    if isinstance(schema, list):
        for each in schema:
            yield from keywords(each)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("properties", "$defs"):
                yield from keywords(list(value.values()))
            elif key in ("allOf", "then", "else", "items"):
                yield from keywords(value)
            elif key not in ("if", "additionalProperties") and not key.startswith("$"):
                yield key


def told_to(dialect: Dialect) -> set[str]:
    """What the liars of one dialect are caught by."""
    return {liar.caught_by for liar in LIARS if liar.target.rpartition(".")[0] == dialect.id}


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
def test_there_is_a_liar_for_every_rule_of_a_dialect(dialect: Dialect) -> None:
    providers = {dialect.id, dialect.id.partition("-")[0]}
    own = {rule.id for rule in dialect.rules if rule.id.partition(".")[0] in providers}
    borrowed = {rule.id for rule in dialect.rules} - own

    assert own - told_to(dialect) - TOO_BIG == set()
    assert not borrowed or borrowed & told_to(dialect)


def test_there_is_a_liar_that_is_told_an_error_for_every_rule_that_is_one() -> None:
    """Liars have the severity by hand, so that a slip in the evidence makes no error of a warning, nor the reverse."""
    grave = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules if _is_grave(dialect.id, rule)}
    told = {liar.caught_by for liar in LIARS if liar.severity == "error"}

    assert grave - TOO_BIG == told - FOUND


def _is_grave(dialect: str, rule: Rule) -> bool:
    """Is it an error, be it for some models only?"""
    asked = [question for question in (rule.asks, *rule.may_ask) if question]
    answers = [answer for question in asked for answer in models()[dialect].answers.get(question, ())]
    return rule.severity == "error" or any(answer.fact.refuses for answer in answers)


def test_there_is_a_liar_for_every_rule_that_somebody_borrows() -> None:
    borrowed = {
        rule.id
        for dialect in DIALECTS.values()
        for rule in dialect.rules
        if rule.id.startswith("openai.") and dialect.id != "openai"
    }
    told = {liar.caught_by for liar in LIARS if not liar.target.startswith("openai.")}

    assert borrowed - told <= UNBORROWED


UNBORROWED = {"openai.function-name-pattern", "openai.image-user-only", "openai.tool-call-id-unique"}
"""Borrowed, and told to OpenAI alone; each dialect's own table has other representatives."""


FOUND = {f"{check}.{slug}" for check, found in FINDINGS.items() for slug in found}
"""What can be found beside the breach of a rule."""

ELSEWHERE = {f"{check}.{slug}" for check in ("golden", "snapshot", "kit", "request") for slug in FINDINGS[check]}
"""Found where somebody asks for it, or where the kit itself fails: below, in tests/snapshots, verdicts, commands."""


def test_there_is_a_liar_for_every_finding() -> None:
    assert FOUND - ELSEWHERE - {liar.caught_by for liar in LIARS} == set()


def test_the_schema_check_states_every_keyword_that_a_schema_has() -> None:
    known = {word for dialect in DIALECTS.values() for word in keywords(dialect.schemas)}

    assert {*FINDINGS["schema"]} - {"form"} == known


def test_liars_name_nothing_unknown() -> None:
    rules = {(dialect.id, rule.id) for dialect in DIALECTS.values() for rule in dialect.rules}

    for liar in LIARS:
        for id_ in (liar.caught_by, *liar.also):
            assert id_ in FOUND or (liar.target.rpartition(".")[0], id_) in rules, (str(liar), id_)


def refuses(conversation: Any) -> Any:
    raise ValueError("this formatter refuses everything")


def other(conversation: Any) -> Any:
    return [{"role": "user", "content": "something else"}]


GOLDEN = {
    "golden.differs": (other, "chat/one-user"),
    "golden.refused": (refuses, "tools/interrupted-call"),
    "golden.not-refused": (other, "vision/bmp"),
}
"""What lies, and about which case of AgentScope's 1.0."""


@pytest.mark.parametrize("id_", GOLDEN)
def test_a_liar_about_golden_payloads_is_caught(id_: str) -> None:
    liar, case = GOLDEN[id_]
    lied, twin = (
        {finding.id for finding in check_formatter(table, cases=[case], reference="agentscope-1.0").findings}
        for table in ({"openai.chat": liar}, {"openai.chat": agentscope_v1.FORMATTERS["openai.chat"]})
    )

    assert id_ in lied
    assert not any(found.startswith("golden.") for found in twin)


def test_there_is_a_liar_about_golden_payloads_for_every_finding() -> None:
    assert {*GOLDEN} == {f"golden.{slug}" for slug in FINDINGS["golden"]}


def test_every_liar_has_a_name_of_its_own() -> None:
    names = [str(liar) for liar in LIARS]

    assert sorted(set(names)) == sorted(names)


def test_every_reader_is_lied_to() -> None:
    """In every dialect something is lost of what was said."""
    faithless = {liar.target.rpartition(".")[0] for liar in LIARS if liar.check == "fidelity"}

    assert faithless == set(DIALECTS)
