"""A conversation with one call, messages of payloads that tell it, and what is said of such a payload."""

from __future__ import annotations

from typing import Any

from liars.liar import answers, calls, case, says

from pytest_promptfmt import check_formatter
from pytest_promptfmt.corpus import Case

ASKED = says("user", "Where is it, amber-17?"), says("assistant", calls("find_order", "call_1", number=7))
ANSWERED = case(
    "an-order", *ASKED, says("tool", answers("find_order", "call_1", "Shipped.")), says("user", "Thanks, jade-31.")
)


def call(id_: str = "call_1", arguments: str = '{"number": 7}') -> dict[str, Any]:
    function = {"name": "find_order", "arguments": arguments}
    return {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def result(content: Any, id_: str = "call_1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


FIRST, LAST = {"role": "user", "content": "Where is it, amber-17?"}, {"role": "user", "content": "Thanks, jade-31."}


def errors(given: Case | str, *payload: dict[str, Any], dialect: str = "vllm") -> list[str]:
    """What is said of a payload, by its errors."""
    report = check_formatter({f"{dialect}.chat": lambda conversation: list(payload)}, cases=[given])
    return [finding.message for finding in report.findings if finding.is_error]


def turned(*parts: dict[str, Any], role: str = "user") -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


def google(*between: dict[str, Any]) -> list[dict[str, Any]]:
    return [turned({"text": FIRST["content"]}), *between, turned({"text": LAST["content"]})]


def google_call(name: str = "find_order") -> dict[str, Any]:
    return turned({"functionCall": {"name": name, "args": {"number": 7}}}, role="model")


def google_result(name: str, response: dict[str, Any]) -> dict[str, Any]:
    return turned({"functionResponse": {"name": name, "response": response}})
