"""A user's test: a conversation is read, a formatter and a payload are judged, the findings are told."""

from __future__ import annotations

from typing import Any, assert_never, assert_type

from pytest_promptfmt import (
    Case,
    Conversation,
    Finding,
    FormatterFailed,
    ParseError,
    Report,
    Severity,
    TemplateCase,
    cases,
    check_formatter,
    check_payload,
    parse,
)


def read(document: dict[str, Any]) -> Conversation | None:
    try:
        conversation = parse(document)
    except ParseError as error:
        print(error)
        return None
    assert_type(conversation, Conversation)
    return conversation


def test_a_formatter() -> None:
    report = check_formatter("myfmt", cases=["chat/*"])
    assert_type(report, Report)
    assert_type(report.ok, bool)
    assert_type(report.findings, tuple[Finding, ...])
    assert report.ok, str(report)


def test_what_failed_is_told() -> None:
    try:
        check_formatter("myfmt").raise_for_failures()
    except FormatterFailed as error:
        assert_type(error.report, Report)


@cases("chat/*", "tools/*", target="openai.chat")
def test_each_case(case: Case) -> None:
    assert_type(case.conversation(), Conversation)
    assert_type(case.id, str)


def test_a_payload() -> None:
    payload = {"messages": [{"role": "user", "content": "Hello."}]}
    said = {"messages": [{"role": "user", "content": "Hello."}]}
    findings = check_payload(payload, "anthropic", said, scenario="multiagent", context={"model": "claude"})
    assert_type(findings, list[Finding])
    assert findings == check_payload([], "anthropic", parse(said))


def told(finding: Finding) -> str:
    assert_type(finding.id, str)
    match finding.severity:
        case Severity.ERROR:
            return f"{finding.path}: {finding.message}"
        case Severity.WARNING:
            return finding.message
        case _:
            assert_never(finding.severity)


TEMPLATE = TemplateCase(infer_cfg={}, reader_cfg={}, test=({"question": "?"},), mode="every", replies=("!",))
