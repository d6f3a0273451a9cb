"""The limits that can be declared: what each of them is of, and that none of them is a whole profile."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from support.siblings import sampled

from pytest_promptfmt.conversation.limits import LIMITS, limits_of, meaningful
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.implementation.claims import Claims, within
from pytest_promptfmt.verdicts.levels import case_needs, within_claims

TEXT = {"type": "text", "text": "Hello"}
PNG = {"type": "base64", "media_type": "image/png", "data": "AAAA"}
CALL = {"type": "tool_use", "id": "1", "name": "f", "input": {}}
THOUGHT = {"type": "thinking", "thinking": "Hm."}


def says(role: str, *blocks: Any, name: str = "") -> dict[str, Any]:
    return {"role": role, "content": list(blocks), **({"name": name} if name else {})}


def result(output: Any = "", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "id": "1", "name": "f", "output": output, **more}


def shown(kind: str = "image", **source: Any) -> dict[str, Any]:
    return {"type": kind, "source": source or PNG}


def called(value: Any) -> dict[str, Any]:
    return says("assistant", CALL | {"input": {"deep": [{"n": value}]}})


USER, ANSWER, SYSTEM = says("user", TEXT), says("assistant", TEXT), says("system", TEXT)
ADDRESS = {"type": "url", "url": "https://example.org/a.png"}

TOOL = {"name": "f", "description": "Counts.", "parameters": {"type": "object"}}

MET: dict[str, list[Any]] = {
    "media-by-address": [
        [says("user", shown(**ADDRESS))],
        [says("user", shown(type="url", url="s3://b/a.png"))],
        [says("tool", result([shown(**ADDRESS)]))],
    ],
    "media-by-path": [
        [says("user", shown(type="url", url="a.png"))],
        [says("user", shown(type="url", url="file:///a.png"))],
        [says("user", shown(type="url", url="C:\\a.png"))],
    ],
    "media-of-untold-type": [
        [says("user", shown(type="url", url="/tmp.d/upload.tmp"))],
        [says("user", shown(type="url", url="file:///photos/one"))],
        [says("user", shown(type="url", url="https://example.org/view?name=a.png"))],
        [says("tool", result([shown(type="url", url="https://example.org/a#b.png")]))],
    ],
    "audio-by-address": [[says("user", shown("audio", **ADDRESS))]],
    "media-by-assistant": [[USER, says("assistant", shown())]],
    "media-in-system": [[says("system", TEXT, shown())]],
    "media-in-results": [[says("tool", result([TEXT, shown()]))], [says("system", result([shown("video")]))]],
    "media-in-failed-results": [[says("tool", result([shown()], is_error=True))]],
    "system-later": [
        [USER, SYSTEM],
        [SYSTEM, USER, SYSTEM, USER],
        [says("tool", result()), SYSTEM],
        [USER, says("system", result(), TEXT)],
    ],
    "system-alone": [[SYSTEM], [SYSTEM, SYSTEM]],
    "several-systems": [[SYSTEM, SYSTEM], [SYSTEM, USER, SYSTEM], [SYSTEM, USER, says("system", result(), TEXT)]],
    "turns-in-a-row": [[USER, USER], [ANSWER, says("assistant", CALL)], [says("assistant", result(), TEXT), ANSWER]],
    "assistant-first": [[ANSWER], [SYSTEM, SYSTEM, says("assistant", CALL)]],
    "assistant-last": [[USER, ANSWER], [says("assistant", CALL, result(), TEXT)]],
    "empty-texts": [[says("user")], [says("assistant", {"type": "text", "text": " \n"})]],
    "parallel-calls": [[says("assistant", CALL, TEXT, CALL | {"id": "2"})], [says("assistant", CALL)] * 2],
    "result-of-several-texts": [[says("tool", result([TEXT, TEXT]))]],
    "empty-results": [
        [says("tool", result())],
        [says("tool", result([]))],
        [says("tool", result([TEXT]), result(" "))],
    ],
    "failed-results": [[says("tool", result(is_error=True))]],
    "tools-without-description": [{"messages": [USER], "tools": [TOOL, TOOL | {"description": ""}]}],
    "thinking-by-others": [[says("user", THOUGHT)], [says("system", {"type": "redacted_thinking", "data": "x"})]],
    "redacted-thinking": [[says("assistant", {"type": "redacted_thinking", "data": "x"})]],
    "speakers-by-name": [[says("user", TEXT, name="Ada")]],
    "integers-beyond-2-53": [[called(2**53 + 1)], [called(-(2**70))]],
    "not-a-number": [[called(math.nan)], [called(-math.inf)]],
}
"""Conversations that meet each limit, beside whatever else they meet."""

UNMET: dict[str, list[Any]] = {
    "media-by-address": [[says("user", shown())], [says("user", shown(type="url", url="DATA:image/png;base64,AAAA"))]],
    "media-by-path": [[says("user", shown(**ADDRESS))], [says("user", shown(type="url", url="data:,a"))]],
    "media-of-untold-type": [
        [says("user", shown(), shown(type="url", url="a#1?.PNG"), shown(type="url", url="data:,a"))],
        [says("user", shown(type="url", url="https://example.org/a.png?size=9#top"))],
    ],
    "audio-by-address": [[says("user", shown(**ADDRESS), shown("audio"))]],
    "media-by-assistant": [[says("user", shown())], [says("assistant", result([shown()]))]],
    "media-in-system": [[says("system", result([shown()]))]],
    "media-in-results": [[says("tool", result([TEXT])), says("user", shown())]],
    "media-in-failed-results": [[says("tool", result([shown()]), result(is_error=True))]],
    "system-later": [[SYSTEM, SYSTEM, USER], [USER, says("system", result())]],
    "system-alone": [[], [SYSTEM, USER], [says("system", result())]],
    "several-systems": [[SYSTEM, USER, says("system", result())], [says("system", TEXT, result(), TEXT)]],
    "turns-in-a-row": [[USER, ANSWER, USER], [says("assistant", CALL), says("tool", result()), ANSWER]],
    "assistant-first": [[USER, ANSWER], [SYSTEM], [says("assistant", result()), ANSWER]],
    "assistant-last": [[ANSWER, USER], [says("assistant", CALL, result())], []],
    "empty-texts": [[USER, says("tool", result())]],
    "parallel-calls": [[says("assistant", CALL), says("tool", result()), says("assistant", CALL)]],
    "result-of-several-texts": [[says("tool", result([TEXT, shown()]), result([TEXT]))], [says("user", TEXT, TEXT)]],
    "empty-results": [[says("tool", result([shown()]), result("0"))], [says("user")]],
    "failed-results": [[says("tool", result("Error"))]],
    "tools-without-description": [[USER], {"messages": [USER], "tools": [TOOL]}],
    "thinking-by-others": [[says("assistant", THOUGHT)]],
    "redacted-thinking": [[says("assistant", THOUGHT)]],
    "speakers-by-name": [[USER]],
    "integers-beyond-2-53": [[called(2**53)], [called(1e300)], [called(True)]],
    "not-a-number": [[called(1e300)], [called("nan")]],
}
"""Conversations that look like it, and do not."""


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_is_met_where_it_is_and_nowhere_else(limit: str) -> None:
    met = [limits_of(parse(given)) for given in MET[limit]]
    unmet = [limits_of(parse(given)) for given in UNMET[limit]]

    assert all(limit in found for found in met)
    assert not any(limit in found for found in unmet)


def test_a_schema_on_offer_has_numbers_too() -> None:
    tool = {"name": "f", "description": "Counts.", "parameters": {"type": "object", "maximum": 2**60}}

    assert limits_of(parse({"messages": [USER], "tools": [tool]})) == {"integers-beyond-2-53"}


def test_an_everyday_conversation_meets_none() -> None:
    messages = [
        SYSTEM,
        USER,
        says("assistant", THOUGHT, TEXT, CALL),
        says("tool", result("4")),
        ANSWER,
        says("user", shown()),
    ]

    assert limits_of(parse({"messages": messages})) == frozenset()


def test_a_limit_matters_where_all_that_it_is_about_is_claimed() -> None:
    every = frozenset(LIMITS)

    assert meaningful(every, frozenset(CAPABILITIES)) == every
    assert "media-in-results" not in meaningful(every, frozenset({"tool"})) | meaningful(every, frozenset({"image"}))
    assert "audio-by-address" not in meaningful(every, frozenset(CAPABILITIES) - {"audio"})
    assert {"system-later", "empty-texts"} <= meaningful(every, frozenset())


def test_a_conversation_that_meets_a_limit_exercises_what_the_limit_is_about() -> None:
    """Else a limit would be taken out of claims that it matters to."""
    for case in corpus():
        assert meaningful(case.limits, case.needs) == case.limits, case.id


def test_every_limit_has_a_case() -> None:
    met = Counter(limit for case in corpus() for limit in case.limits)

    assert set(met) == set(LIMITS)


FEWEST = 7


@pytest.mark.parametrize("target", sampled(target for target in TARGETS if not target.startswith("aisbench.")))
def test_whoever_declares_every_limit_is_still_asked_about_every_profile(target: str) -> None:
    """No level is reached by declaring: of each profile cases are left that meet no limit at all."""
    dialect, _, scenario = target.rpartition(".")
    every = frozenset(name for name, limit in LIMITS.items() if limit.not_in != scenario)
    claims = within(target, Claims(truncation="drop", refuses=every))
    of = [case_needs(case) for case in corpus() if scenario in case.scenarios and not case.is_template]
    carried = [needs for needs in of if needs.needs <= DIALECTS[dialect].carries]
    left = Counter(profile for needs in carried if within_claims(target, claims, needs) for profile in needs.profiles)

    assert {profile for needs in carried for profile in needs.profiles} == set(left)
    assert min(left.values()) >= FEWEST
