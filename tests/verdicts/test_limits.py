"""What becomes of a declared limit: refused aloud it is skipped and named; of a payload nothing changes.

By table: every limit on every target that has a case of it which has to be carried, in the smallest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation, ToolResult
from pytest_promptfmt.conversation.limits import INEXACT, LIMITS, NOT_A_NUMBER
from pytest_promptfmt.corpus import Case, by_id, corpus
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.implementation.claims import Claims
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.levels import OVERALL, Standing, case_needs, graded_checks, promise, standings
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

CHECKS = ("purity", "schema", "protocol", "fidelity", "errors")


@cache
def meeting(limit: str) -> tuple[Case, ...]:
    """The cases that meet it, the shortest first."""
    found = [case for case in corpus() if case.budget is None and limit in case_needs(case).limits]
    return tuple(sorted(found, key=lambda case: len(str(case.document))))


def smallest(target: str, limit: str) -> Case | None:
    """Of the cases that meet the limit and have to be carried, the shortest."""
    dialect, _, scenario = target.rpartition(".")
    carried = DIALECTS[dialect].carries
    for case in meeting(limit):
        if scenario in case.scenarios and case.expects(dialect).demand == "carry" and case.needs <= carried:
            return case
    return None


def places(limit: str) -> Iterator[tuple[str, Case]]:
    """Every target that has such a case, with it."""
    for target in TARGETS:
        if LIMITS[limit].not_in != target.rpartition(".")[2] and (case := smallest(target, limit)):
            yield target, case


OWN = sorted(set(LIMITS) - {NOT_A_NUMBER})


def judged(target: str, case: Case, formatter: Callable[[Any], Any], *refuses: str) -> Judgement:
    made = SimpleNamespace(FORMATTERS={target: formatter}, CAPABILITIES={target: {"refuses": refuses}})
    with Judge(from_object(made), checks=CHECKS) as judge:
        return judge.judge(target, case)


def aloud(conversation: Conversation) -> Any:
    raise NotImplementedError("there is no place for this")


def accident(conversation: Conversation) -> Any:
    raise KeyError("content")


def told(judgement: Judgement) -> list[tuple[str, Outcome, list[str], str]]:
    return [(v.check, v.outcome, [f.id for f in v.findings], v.reason) for v in judgement.verdicts]


@pytest.mark.parametrize("limit", LIMITS)
def test_every_limit_of_a_formatters_own_has_to_be_carried_somewhere(limit: str) -> None:
    """What no payload can say needs no limit; that NaN is one is the protocol's matter."""
    assert bool(list(places(limit))) == (limit in OWN)


@pytest.mark.parametrize("limit", OWN)
def test_a_declared_limit_that_is_refused_aloud_is_skipped_and_named(limit: str) -> None:
    for target, case in places(limit):
        judgement = judged(target, case, aloud, limit)

        assert judgement.outcome is Outcome.UNSUPPORTED
        for verdict in judgement.verdicts:
            assert (verdict.outcome, verdict.findings) == (Outcome.UNSUPPORTED, ())
            assert f"{limit} is a declared limit" in verdict.reason
            assert "there is no place for this" in verdict.reason


@pytest.mark.parametrize("limit", OWN)
def test_an_undeclared_one_that_is_refused_fails_and_so_does_an_accident(limit: str) -> None:
    for target, case in places(limit):
        others = sorted(set(LIMITS) - case.limits - {n for n, other in LIMITS.items() if other.not_in})

        assert judged(target, case, aloud).outcome is Outcome.ERROR
        assert judged(target, case, aloud, *others).outcome is Outcome.ERROR
        assert judged(target, case, accident, limit).outcome is Outcome.ERROR


@pytest.mark.slow
@pytest.mark.parametrize("limit", OWN)
def test_a_payload_is_judged_as_if_nothing_were_declared(limit: str) -> None:
    for target, case in places(limit):
        right, nothing = FORMATTERS[target], lambda conversation: [{"role": "user", "content": "-"}]

        assert told(judged(target, case, right, limit)) == told(judged(target, case, right))
        assert told(judged(target, case, nothing, limit)) == told(judged(target, case, nothing))
        assert judged(target, case, nothing, limit).outcome is not Outcome.PASS


def _without(kinds: tuple[str, ...], roles: tuple[str, ...] = ()) -> Callable[[Conversation], Conversation]:
    def spoil(conversation: Conversation) -> Conversation:
        return replace(
            conversation,
            messages=tuple(
                replace(m, blocks=tuple(b for b in m.blocks if b.type not in kinds or (roles and m.role not in roles)))
                for m in conversation.messages
            ),
        )

    return spoil


def _of_results(change: Callable[[ToolResult], ToolResult]) -> Callable[[Conversation], Conversation]:
    def spoil(conversation: Conversation) -> Conversation:
        return replace(
            conversation,
            messages=tuple(
                replace(m, blocks=tuple(change(b) if isinstance(b, ToolResult) else b for b in m.blocks))
                for m in conversation.messages
            ),
        )

    return spoil


def _messages(keep: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Callable[[Conversation], Conversation]:
    return lambda conversation: replace(conversation, messages=keep(conversation.messages))


def _later_systems(messages: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(m for n, m in enumerate(messages) if m.role != "system" or n == 0)


LOSSES = {f"fidelity.{loss}" for loss in ("lost-media", "lost-text", "lost-mark", "altered-result")}
_MEDIA = ("image", "audio", "video", "document")
_first_text = _of_results(lambda r: replace(r, output=r.output[:1] if isinstance(r.output, tuple) else r.output))
_no_media = _of_results(
    lambda r: replace(r, output=tuple(p for p in r.output if p.type == "text")) if isinstance(r.output, tuple) else r
)

DROPS: Mapping[str, tuple[str, str, Callable[[Conversation], Conversation]]] = {
    "media-by-address": ("openai.chat", "vision/image-by-address", _without(_MEDIA)),
    "media-by-path": ("gemini.chat", "vision/file-by-path", _without(_MEDIA)),
    "media-of-untold-type": ("openai.chat", "vision/file-unknown-extension", _without(_MEDIA)),
    "audio-by-address": ("dashscope-multimodal.chat", "audio/audio-by-address", _without(_MEDIA)),
    "media-by-assistant": ("gemini.chat", "vision/image-by-assistant", _without(_MEDIA, ("assistant",))),
    "media-in-results": ("anthropic.chat", "vision/image-in-tool-result", _no_media),
    "system-later": ("openai.chat", "chat/system-in-middle", _messages(_later_systems)),
    "several-systems": ("anthropic.chat", "chat/two-systems-leading", _messages(_later_systems)),
    "turns-in-a-row": ("openai.chat", "chat/two-users-in-a-row", _messages(lambda messages: messages[1:])),
    "assistant-first": ("openai.chat", "chat/assistant-first", _messages(lambda messages: messages[1:])),
    "assistant-last": ("openai.chat", "chat/assistant-last", _messages(lambda messages: messages[:-1])),
    "result-of-several-texts": ("openai.chat", "tools/result-two-texts", _first_text),
    "failed-results": (
        "anthropic.chat",
        "tools/failed-with-a-number",
        _of_results(lambda r: replace(r, is_error=False)),
    ),
}
"""Where, in which case, and what is left out in silence."""


@pytest.mark.parametrize("limit", DROPS)
def test_what_a_declared_limit_is_about_and_is_lost_in_silence_stays_a_loss(limit: str) -> None:
    target, id_, drop = DROPS[limit]
    case = by_id()[id_]
    lie = judged(target, case, lambda conversation: FORMATTERS[target](drop(conversation)), limit)
    twin = judged(target, case, FORMATTERS[target], limit)

    assert limit in case.limits
    assert (lie.outcome, twin.outcome) == (Outcome.FAIL, Outcome.PASS)
    assert any(finding.is_error and finding.id in LOSSES for finding in lie.findings)


TARGET = "openai.chat"


def stand(outcome: Outcome, *refuses: str) -> dict[str, Standing]:
    """Where one stands that passes all, and to whose cases of `LIMIT` this comes."""
    one = from_object(
        SimpleNamespace(FORMATTERS={TARGET: repr}, CAPABILITIES={TARGET: {"blocks": ["tool"], "refuses": refuses}})
    )
    pairs = [(TARGET, case) for case in corpus() if "chat" in case.scenarios and case.budget is None]
    pairs = [pair for pair in pairs if not pair[1].is_template][::3] + [(TARGET, by_id()[id_]) for id_ in THOSE]
    results = [
        Result(
            target,
            case.id,
            tuple(
                Verdict(check, outcome if case.id in THOSE and check == "fidelity" else Outcome.PASS)
                for check in graded_checks(target, case)
            ),
        )
        for target, case in pairs
    ]
    return standings(
        TARGET,
        one.claim(TARGET),
        promise(one, pairs)[TARGET],
        results,
        {case.id: case_needs(case) for _, case in pairs},
    )


THOSE = ("tools/arguments-big-integer",)


def test_a_level_stands_beside_a_declared_limit_which_is_named_with_it() -> None:
    skipped, declared = stand(Outcome.UNSUPPORTED), stand(Outcome.UNSUPPORTED, INEXACT)

    assert (skipped["tools"].state, skipped[OVERALL].limits) == ("partial", ())
    assert (declared["tools"].level, declared[OVERALL].level, declared[OVERALL].limits) == (3, 3, (INEXACT,))


def test_a_failure_about_a_declared_limit_caps_the_level_all_the_same() -> None:
    failed = stand(Outcome.FAIL, INEXACT)

    assert (failed[OVERALL].state, failed[OVERALL].level) == ("graded", 1)


def test_nothing_is_known_of_a_limit_that_was_inconclusive() -> None:
    assert stand(Outcome.INCONCLUSIVE, INEXACT)[OVERALL].state == "partial"


def test_claims_have_no_limits_unless_they_are_named() -> None:
    assert Claims().refuses == frozenset()
