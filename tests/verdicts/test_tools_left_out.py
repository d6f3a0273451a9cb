"""Who lists the tools on offer in one request, and none in another, has lost them; who never does is not asked."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from support.rows import for_each

from promptfmt_reference import CAPABILITIES, FORMATTERS
from pytest_promptfmt import Conversation, Image, ToolUse, check_formatter
from pytest_promptfmt.corpus import by_id
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import WITH_TOOLS, Judge

PICTURE, CALL, NO_CALL = "vision/image-beside-call", "tools/sequential-calls", "tools/offer-not-called"
LIST_TOOLS = [target for target in FORMATTERS if target.endswith(".chat") and target != "ollama-generate.chat"]


def has(kind: type) -> Callable[[Conversation], bool]:
    return lambda conversation: any(
        isinstance(block, kind) for message in conversation.messages for block in message.blocks
    )


def without_tools(payload: Any) -> Any:
    if not isinstance(payload, dict):
        return payload
    kept = {key: value for key, value in payload.items() if key not in ("tools", "toolConfig")}
    return kept | {"parameters": without_tools(kept["parameters"])} if "parameters" in kept else kept


def lost(target: str, leaves_out: Callable[[Conversation], bool], *cases: str, **claims: Any) -> set[str]:
    """The cases in which tools are lost, for a formatter that lists none where it leaves them out."""

    def formatter(conversation: Conversation) -> Any:
        payload = FORMATTERS[target](conversation)
        return without_tools(payload) if leaves_out(conversation) else payload

    claimed = {**CAPABILITIES[target], **claims}
    implementation = SimpleNamespace(FORMATTERS={target: formatter}, CAPABILITIES={target: claimed})
    report = check_formatter(implementation, cases=list(cases))
    found = [(each.case.id, finding) for each in report.judgements for finding in each.findings]
    return {case for case, finding in found if finding.id == "fidelity.lost-tool" and finding.is_error}


@for_each(LIST_TOOLS)
def test_tools_that_only_some_requests_list_are_lost_in_the_others(target: str) -> None:
    assert lost(target, has(ToolUse), CALL, NO_CALL) == {CALL}
    assert lost(target, lambda conversation: not has(ToolUse)(conversation), CALL, NO_CALL) == {NO_CALL}


@for_each(["openai.chat", "anthropic.chat", "gemini.chat", "bedrock.chat", "dashscope-multimodal.chat"])
def test_a_picture_is_no_reason_to_leave_them_out(target: str) -> None:
    assert lost(target, has(Image), PICTURE, CALL) == {PICTURE}


@for_each(LIST_TOOLS)
def test_who_never_lists_them_leaves_them_to_the_caller(target: str) -> None:
    assert lost(target, lambda _: True, CALL, NO_CALL) == set()


def test_nor_is_anybody_asked_who_claims_no_tools() -> None:
    assert lost("openai.chat", has(Image), PICTURE, blocks=["image"]) == set()


def test_the_plain_case_is_formatted_once_and_what_is_printed_for_it_is_not_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    formatted: list[str] = []

    def formatter(conversation: Conversation) -> Any:
        formatted.append(conversation.messages[0].text)
        print(conversation.messages[0].text)
        payload = FORMATTERS["openai.chat"](conversation)
        return without_tools(payload) if has(Image)(conversation) else payload

    plain, picture = (by_id()[case].conversation().messages[0].text for case in (WITH_TOOLS[0], PICTURE))
    with Judge(from_object(SimpleNamespace(FORMATTERS={"openai.chat": formatter}), "own"), shown=True) as judge:
        judgement = judge.judge("openai.chat", by_id()[PICTURE])

    assert "fidelity.lost-tool" in {finding.id for finding in judgement.findings}
    shown = capsys.readouterr().out
    assert formatted.count(plain) == 1
    assert (shown.count(picture), shown.count(plain)) == (1, 0)


def test_the_finding_says_where_they_were_listed() -> None:
    formatters = {
        "openai.chat": lambda c: (
            without_tools(FORMATTERS["openai.chat"](c)) if len(c.tools) > 1 else (FORMATTERS["openai.chat"](c))
        )
    }
    report = check_formatter(SimpleNamespace(FORMATTERS=formatters), cases=[NO_CALL])
    told = [finding.message for each in report.judgements for finding in each.findings if finding.is_error]

    assert len(told) == 2
    assert all(
        each.endswith("is on offer, and the payload lists no tools, as it does for tools/single-call") for each in told
    )
