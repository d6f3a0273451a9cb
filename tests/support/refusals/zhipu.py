"""What Zhipu refuses in the parameters of a request, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.refusals.requests import FUNCTION, HI


def glm(model: str = "glm-4.7", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": HI, **more}


def listing(items: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": items}}}
    return glm(tools=[{"type": "function", "function": {"name": "look", "parameters": schema}}])


def drawn(type_: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [{"type": type_, type_: {"url": "https://e.com/a.png"}}]}]}


TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "zhipu",
        "$.tools[0].function.parameters.properties.a.items",
        listing([{"type": "number"}]),
        listing({"type": "number"}),
    ),
    ("zhipu", "$.tools[0].type", glm(tools=[{"type": "custom"}]), glm(tools=[{"type": "web_search"}])),
    ("zhipu", "$.user_id", glm(user_id="u-1"), glm(user_id="user-1")),
    ("zhipu", "$.user_id", glm(user_id="u" * 129), glm(user_id="u" * 128)),
    ("zhipu", "$.temperature", glm("glm-5.3", temperature=1.2), glm("glm-5.3", temperature=1)),
    ("zhipu", "$.top_p", glm("glm-5.3", top_p=1.1), glm("glm-5.3", top_p=1)),
    ("zhipu", "$.top_p", glm(top_p=0.123), glm(top_p=0.12)),
    ("zhipu", "$.reasoning_effort", glm("glm-5.3", reasoning_effort="medium"), glm("glm-5.3", reasoning_effort="max")),
    ("zhipu", "$.thinking.type", glm("glm-5.3", thinking={"type": "disabled"}), glm(thinking={"type": "disabled"})),
    ("zhipu", "$.temperature", glm("glm-4", temperature=1), glm("glm-4", temperature=0.99)),
    ("zhipu", "$.top_p", glm("glm-4", top_p=1), glm(top_p=1)),
    ("zhipu", "$.temperature", glm(temperature=1.5), glm(temperature=0)),
    ("zhipu", "$.top_p", glm(top_p=1.5), glm(top_p=0.7)),
    ("zhipu", "$.max_tokens", glm("glm-4", max_tokens=8000), glm("glm-4", max_tokens=4095)),
    ("zhipu", "$.max_tokens", glm(max_tokens=200000), glm(max_tokens=131072)),
    (
        "zhipu",
        "$.messages[0].content[0].type",
        glm("glm-4.5", **drawn("image_url")),
        glm("glm-4.5v", **drawn("image_url")),
    ),
    (
        "zhipu",
        "$.tool_choice",
        glm(tools=[FUNCTION], tool_choice="required"),
        glm(tools=[FUNCTION], tool_choice="auto"),
    ),
    ("zhipu", "$.thinking.type", glm(thinking={"type": "adaptive"}), glm(thinking={"type": "disabled"})),
]
