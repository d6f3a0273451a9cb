"""From exchanges to verdicts, and the process beside."""

import threading
from pathlib import Path
from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.checks import OF_EXCHANGE
from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.implementation import ImplementationError, from_object
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.verdict import Outcome


def case(messages: list[Any], **more: Any) -> Case:
    return case_from_json("errors", {"name": "own", "hunts": "x", "conversation": {"messages": messages}, **more})


HELLO = case([{"role": "user", "content": "hello amber-1"}])
PICTURE = case(
    [
        {
            "role": "user",
            "content": [{"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}],
        }
    ]
)
BAD = case([{"role": "user", "content": "hello"}], expect=[{"demand": "refuse", "why": "it is bad"}])


def honest(conversation: Any) -> Any:
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


def refuses(conversation: Any) -> Any:
    raise ValueError("this I cannot say")


def stumbles(conversation: Any) -> Any:
    raise KeyError("content")


def outcome(formatter: Any, of: Case, target: str = "openai.chat", **options: Any) -> Outcome:
    (judgement,) = check_formatter({target: formatter}, cases=[of], **options).judgements
    return judgement.outcome


def test_a_right_payload_passes_every_check() -> None:
    assert outcome(honest, HELLO) is Outcome.PASS


def test_a_formatter_that_raises_is_an_error_in_every_check() -> None:
    (judgement,) = check_formatter({"openai.chat": refuses}, cases=[HELLO]).judgements

    assert {verdict.outcome for verdict in judgement.verdicts} == {Outcome.ERROR}
    assert [finding.id for finding in judgement.findings] == ["exchange.raised"]


def test_a_clear_refusal_of_what_the_dialect_has_no_place_for_is_unsupported() -> None:
    assert outcome(refuses, PICTURE, "dashscope.chat") is Outcome.UNSUPPORTED


def test_an_accident_over_what_the_dialect_has_no_place_for_is_an_error() -> None:
    assert outcome(stumbles, PICTURE, "dashscope.chat") is Outcome.ERROR


def test_a_clear_refusal_of_what_is_not_claimed_is_unsupported() -> None:
    class Mine:
        FORMATTERS = {"openai.chat": refuses}  # noqa: RUF012
        CAPABILITIES = {"openai.chat": {"blocks": ["tool"]}}  # noqa: RUF012

    (judgement,) = check_formatter(Mine, cases=[PICTURE]).judgements

    assert judgement.outcome is Outcome.UNSUPPORTED
    assert "image is not claimed" in judgement.verdicts[0].reason


def test_dropping_what_is_not_claimed_is_a_loss_all_the_same() -> None:
    class Mine:
        FORMATTERS = {"openai.chat": lambda c: [{"role": "user", "content": "nothing"}]}  # noqa: RUF012
        CAPABILITIES = {"openai.chat": {"blocks": []}}  # noqa: RUF012

    (judgement,) = check_formatter(Mine, cases=[PICTURE]).judgements

    assert "fidelity.lost-media" in [finding.id for finding in judgement.findings]


def test_what_must_be_refused_passes_when_it_is() -> None:
    assert outcome(refuses, BAD) is Outcome.PASS


def test_what_must_be_refused_fails_when_it_is_formatted() -> None:
    (judgement,) = check_formatter({"openai.chat": honest}, cases=[BAD]).judgements

    assert [finding.id for finding in judgement.findings] == ["errors.not-refused"]


def test_what_must_be_refused_fails_when_it_is_stumbled_over() -> None:
    (judgement,) = check_formatter({"openai.chat": stumbles}, cases=[BAD]).judgements

    assert [finding.id for finding in judgement.findings] == ["errors.unclear"]


@pytest.mark.parametrize("payload", [None, 3, "text", {"contents": []}, {"messages": "x"}])
def test_what_is_no_payload_is_a_finding(payload: Any) -> None:
    (judgement,) = check_formatter({"openai.chat": lambda conversation: payload}, cases=[HELLO]).judgements

    assert [finding.id for finding in judgement.findings] == ["schema.form"]


def test_a_connection_makes_every_check_inconclusive() -> None:
    def formatter(conversation: Any) -> Any:
        import socket

        socket.getaddrinfo("example.com", 443)

    (judgement,) = check_formatter({"openai.chat": formatter}, cases=[HELLO]).judgements

    assert {verdict.outcome for verdict in judgement.verdicts} == {Outcome.INCONCLUSIVE}


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("error sending request for url (https://example.com/a.pdf)\n\n0: dns error\n1: failed", Outcome.INCONCLUSIVE),
        ("getaddrinfo ENOTFOUND example.com", Outcome.INCONCLUSIVE),
        ("connect ECONNREFUSED 127.0.0.1:11434", Outcome.INCONCLUSIVE),
        ("no file was found at https://example.com/a.pdf", Outcome.ERROR),
    ],
)
def test_a_connection_of_native_code_is_known_by_its_error(text: str, outcome: Outcome) -> None:
    def formatter(conversation: Any) -> Any:
        raise RuntimeError(text)

    (judgement,) = check_formatter({"openai.chat": formatter}, cases=[HELLO]).judgements

    assert {verdict.outcome for verdict in judgement.verdicts} == {outcome}


def test_only_the_checks_that_are_asked_for_speak() -> None:
    (judgement,) = check_formatter({"openai.chat": honest}, cases=[HELLO], checks=["schema"]).judgements

    assert [verdict.check for verdict in judgement.verdicts] == ["schema"]


HASHED = """
def f(conversation):
    words = set("the quick brown fox jumps over a lazy dog while nobody looks at it for long".split())
    return [{"role": "user", "content": conversation.messages[0].text + " " + " ".join(words)}]
FORMATTERS = {"openai.chat": f}
"""


def test_the_order_of_a_set_shows_under_another_hash_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hashed.py").write_text(HASHED)
    monkeypatch.chdir(tmp_path)

    (judgement,) = check_formatter("hashed.py", cases=[HELLO]).judgements

    assert [finding.id for finding in judgement.findings if finding.is_error] == ["purity.hash-seed"]


def test_what_the_kit_cannot_handle_costs_one_verdict_and_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(exchange: object) -> None:
        raise RecursionError("of the kit's own")

    expected = check_formatter({"openai.chat": honest}, cases=[HELLO]).judgements[0]
    monkeypatch.setitem(OF_EXCHANGE, "errors", fails)  # type: ignore[arg-type]
    (judgement,) = check_formatter({"openai.chat": honest}, cases=[HELLO]).judgements

    (crash,) = [finding for finding in judgement.findings if finding.is_error]
    assert crash.id == "kit.crashed"
    assert "RecursionError in test_judge.py" in crash.message
    assert [v for v in judgement.verdicts if v.check != "errors"] == [
        v for v in expected.verdicts if v.check != "errors"
    ]


def test_an_exchange_that_the_kit_cannot_perform_is_no_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ValueError("of the kit's own")

    monkeypatch.setattr("pytest_promptfmt.verdicts.judge.perform", fails)
    (judgement,) = check_formatter({"openai.chat": honest}, cases=[HELLO]).judgements

    assert {finding.id for finding in judgement.findings} == {"kit.crashed"}
    assert {verdict.outcome for verdict in judgement.verdicts} == {Outcome.ERROR}


DIES = """
import os
def f(conversation):
    if os.environ.get("PYTHONHASHSEED") in ("1", "2") and "die" in conversation.messages[0].text:
        os.kill(os.getpid(), 9)
    return [{"role": "user", "content": conversation.messages[0].text}]
FORMATTERS = {"openai.chat": f}
"""


def test_a_process_that_dies_takes_no_other_case_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dies.py").write_text(DIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    cases = [
        case_from_json("chat", {"name": name, "hunts": "x", "conversation": [{"role": "user", "content": f"{name} 1"}]})
        for name in ("first", "die", "last")
    ]

    report = check_formatter("dies.py", cases=cases)

    assert [judgement.outcome for judgement in report.judgements] == [Outcome.PASS, Outcome.INCONCLUSIVE, Outcome.PASS]
    told = {verdict.check: verdict.outcome for verdict in report.judgements[1].verdicts}
    assert {check for check, outcome in told.items() if outcome is Outcome.INCONCLUSIVE} == {"purity"}


HANGS = """
import time
def f(conversation):
    if "hang" in conversation.messages[0].text:
        while True:
            time.sleep(1)
    return [{"role": "user", "content": conversation.messages[0].text}]
FORMATTERS = {"openai.chat": f}
"""


@pytest.mark.slow
def test_off_the_main_thread_a_hanging_formatter_is_ended_in_its_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    monkeypatch.chdir(tmp_path)
    cases = [
        case_from_json("chat", {"name": name, "hunts": "x", "conversation": [{"role": "user", "content": f"{name} 1"}]})
        for name in ("fine", "hang", "good")
    ]
    outcomes: list[Outcome] = []

    def work() -> None:
        report = check_formatter("hangs.py", cases=cases, timeout=0.3, checks=["schema"])
        outcomes.extend(judgement.outcome for judgement in report.judgements)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)

    assert outcomes == [Outcome.PASS, Outcome.ERROR, Outcome.PASS]


def test_globs_select_targets_and_cases() -> None:
    implementation = from_object({"openai.chat": honest, "openai.multiagent": honest})
    cases = [HELLO, case_from_json("chat", {"name": "a", "hunts": "x", "conversation": []})]

    assert [(t, c.id) for t, c in plan(implementation, cases)] == [
        ("openai.chat", "errors/own"),
        ("openai.chat", "chat/a"),
        ("openai.multiagent", "errors/own"),
    ]
    assert [(t, c.id) for t, c in plan(implementation, cases, ["*.chat"], ["chat/*"])] == [("openai.chat", "chat/a")]


def test_nothing_to_judge_is_an_error() -> None:
    with pytest.raises(ImplementationError):
        check_formatter({})


def test_a_recorded_payload_is_judged_alone() -> None:
    findings = check_payload([{"role": "user", "content": "hi"}, {"role": "tool", "content": "x"}], "openai")

    assert [finding.id for finding in findings] == ["schema.required", "openai.tool-result-has-call"]


def test_a_recorded_payload_is_held_against_its_conversation() -> None:
    findings = check_payload([{"role": "user", "content": "hi"}], "openai", [{"role": "user", "content": "hello you"}])

    assert "fidelity.lost-text" in [finding.id for finding in findings]


def test_an_unknown_dialect_is_named_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'anthropic'"):
        check_payload([], "antropic")


@pytest.mark.parametrize(("context", "found"), [({}, 1), ({"thinking": False}, 0), ({"model": "claude-3"}, 1)])
def test_a_case_says_what_its_request_says_and_the_run_knows_better(context: dict[str, Any], found: int) -> None:
    def forgets_thinking(conversation: Any) -> Any:
        payload = FORMATTERS["anthropic.chat"](conversation)
        payload["messages"][1]["content"].pop(0)
        return payload

    report = check_formatter({"anthropic.chat": forgets_thinking}, cases=["thinking/wanted-back"], context=context)

    assert [f.id for f in report.findings].count("anthropic.thinking-first-in-tool-loop") == found
