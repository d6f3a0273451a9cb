"""What makers refuse of what a gateway hands on may have been it, where a refused request has no other fault."""

from __future__ import annotations

from typing import Any

from support.rows import for_each

from pytest_promptfmt.diagnosis.may_have_been import possible
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.gateways.translated import REFUSED_AS_HANDED_ON
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

HI: dict[str, Any] = {"role": "user", "content": "Hi"}
CLAUDE, GEMINI = "claude-sonnet-4-6", "gemini-3-flash"
RESULT = {"role": "tool", "tool_call_id": "c", "content": "4"}


def offering(*names: str, **schema: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {"a": schema or {"type": "string"}}, "required": ["a"]}
    functions = [{"name": name, "description": "d", "parameters": parameters} for name in names]
    return {"messages": [HI], "tools": [{"type": "function", "function": each} for each in functions]}


def asking(id_: str = "c", **more: Any) -> dict[str, Any]:
    call = {"id": id_, "type": "function", "function": {"name": "f", "arguments": "{}"}, **more}
    return offering("f") | {
        "messages": [HI, {"role": "assistant", "content": None, "tool_calls": [call]}, {**RESULT, "tool_call_id": id_}]
    }


REQUIRING = offering("f", type="object", properties={"b": {"type": "string"}}, required=["c"])
AT_A = "$.tools[0].function.parameters.properties.a"
WAITING: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    (GEMINI, offering("f", type="string", enum=["", "b"]), f"{AT_A}.enum[0]", offering("f", type="string", enum=["b"])),
    (GEMINI, REQUIRING, f"{AT_A}.required[0]", offering("f")),
    (GEMINI, offering("f", type="object", properties={}), f"{AT_A}.properties", offering("f")),
    (CLAUDE, {"messages": [{**HI, "content": " "}]}, "$.messages[0].content", {"messages": [HI]}),
    (
        CLAUDE,
        {"messages": [{**HI, "content": [{"type": "text", "text": ""}]}]},
        "$.messages[0].content[0].text",
        {"messages": [{**HI, "content": [{"type": "text", "text": "Hi"}]}]},
    ),
    (CLAUDE, asking("c:1"), "$.messages[1].tool_calls[0].id", asking("c_1")),
    (CLAUDE, {"messages": asking()["messages"]}, "$.messages[1].tool_calls", asking()),
    (CLAUDE, {"messages": [{"role": "system", "content": "a"}]}, "$.messages[0].role", {"messages": [HI]}),
    (GEMINI, {"messages": [{"role": "system", "content": "a"}]}, "$.messages[0].role", {"messages": [HI]}),
]
SURE: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    (model, offering("f", "f"), "$.tools[1].function.name", offering("f", "g")) for model in (CLAUDE, GEMINI)
]
UNSIGNED = 1
"""Thought signatures have a test of their own where Google is asked itself."""


def maybe(model: str, body: dict[str, Any], dialect: str = "vllm") -> list[str]:
    return [each.path for each in possible(DIALECTS[dialect], {"model": model, **body}, model, Sent())]


@for_each(WAITING, lambda row: str(row[:3]))
def test_what_a_maker_refuses_may_have_been_it(
    model: str, refused: dict[str, Any], path: str, taken: dict[str, Any]
) -> None:
    assert path in maybe(model, refused)
    assert path in maybe(model, refused, "openrouter")
    assert path not in maybe(model, taken)
    assert path not in maybe("gpt-5", refused)
    assert path not in [each.path for each in parameter_findings(DIALECTS["vllm"], {"model": model, **refused})]


@for_each(SURE, lambda row: str(row[:3]))
def test_two_tools_of_one_name_are_a_warning(
    model: str, refused: dict[str, Any], path: str, taken: dict[str, Any]
) -> None:
    def told(body: dict[str, Any]) -> list[tuple[str, Severity]]:
        found = parameter_findings(DIALECTS["vllm"], {"model": model, **body})
        return [(each.path, each.severity) for each in found]

    assert (path, Severity.WARNING) in told(refused)
    assert told(taken) == []


def test_an_unsigned_call_of_geminis_may_have_been_it() -> None:
    signed = asking(extra_content={"google": {"thought_signature": "c2ln"}})

    def told(body: dict[str, Any]) -> bool:
        return any(path.startswith("$.messages[1].tool_calls[0]") for path in maybe(GEMINI, body))

    assert told(asking())
    assert not told(signed)


def test_all_of_them_stand_above() -> None:
    assert len(REFUSED_AS_HANDED_ON) == len(WAITING) - 1 + len(SURE) + UNSIGNED
    assert all(each.words for each in REFUSED_AS_HANDED_ON)
