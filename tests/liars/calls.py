"""Who loses, doubles or invents calls, and who moves them."""

from __future__ import annotations

from typing import Any

from liars.liar import liar, liars_of
from liars.payloads import behind, by, calling, functions, holding, messages, of_type, remove


@liar(
    "zhipu.chat",
    "tools/parallel-two-messages",
    "fidelity.lost-call",
    "error",
    also=("fidelity.lost-result",),
)
def keeps_the_first_call_only(payload: Any) -> Any:
    """Sends one of parallel calls, and its result."""
    for message in calling(payload):
        message["tool_calls"] = message["tool_calls"][:1]
    return remove(payload, *by("tool", payload)[1:])


@liar("vllm.chat", "tools/text-beside-call", "fidelity.lost-call", "error", also=("fidelity.lost-result",))
def keeps_text_only(payload: Any) -> Any:
    """Drops calls and results, and keeps what was said beside them."""
    for message in calling(payload):
        del message["tool_calls"]
    return remove(payload, *by("tool", payload))


@liar(
    "gemini.chat",
    "tools/single-call",
    "fidelity.lost-call",
    "error",
    also=("fidelity.lost-result",),
)
def tells_neither_call_nor_result(payload: Any) -> Any:
    """Leaves the whole round out."""
    return remove(payload, *(content for content in messages(payload) if holding("name", [content])))


@liar(
    "anthropic.chat",
    "tools/single-call",
    "fidelity.doubled-call",
    "error",
    also=("anthropic.tool-result-follows-tool-use",),
)
def calls_twice(payload: Any) -> Any:
    """Sends a call once more under another id."""
    for message in by("assistant", payload):
        message["content"] += [block | {"id": f"{block['id']}b"} for block in of_type("tool_use", [message])]
    return payload


@liar("ollama.chat", "tools/single-call", "fidelity.invented-call", "error", also=("fidelity.invented-result",))
def calls_its_own_tool(payload: Any) -> Any:
    """Adds a call and its result, to think aloud."""
    message = calling(payload)[0]
    message["tool_calls"].append({"id": "call_0", "function": {"name": "think", "arguments": {}}})
    result = {"role": "tool", "content": "I thought.", "tool_name": "think", "tool_call_id": "call_0"}
    return behind(payload, by("tool", payload)[0], result)


@liar("openai.chat", "tools/single-call", "fidelity.renamed-call", "warning")
def makes_ids_of_its_own(payload: Any) -> Any:
    """Gives calls and results other ids, for no reason."""
    for message in calling(payload):
        for i, call in enumerate(message["tool_calls"]):
            call["id"] = f"tool-{i}"
    for i, message in enumerate(by("tool", payload)):
        message["tool_call_id"] = f"tool-{i}"
    return payload


@liar("ollama.chat", "tools/single-call", "fidelity.call-id", "error")
def renames_calls_and_not_their_results(payload: Any) -> Any:
    """Gives calls other ids, and leaves the results theirs."""
    for message in calling(payload):
        for i, call in enumerate(message["tool_calls"]):
            call["id"] = f"tool-{i}"
    return payload


@liar(
    "anthropic.chat",
    "tools/parallel-two-messages",
    "fidelity.wrong-call",
    "error",
)
def makes_ids_in_another_order(payload: Any) -> Any:
    """Makes ids anew for calls and for results, and counts results as they come from the end."""
    for i, block in enumerate(of_type("tool_use", payload)):
        block["id"] = f"toolu_{i}"
    for i, block in enumerate(reversed(of_type("tool_result", payload))):
        block["tool_use_id"] = f"toolu_{i}"
    return payload


@liar("ollama.chat", "tools/single-call", "fidelity.call-name", "error", like="strands#2053")
def calls_by_id(payload: Any) -> Any:
    """Writes the call's id where the tool's name belongs."""
    for message in calling(payload):
        for call in message["tool_calls"]:
            call["function"]["name"] = call["id"]
    return payload


@liar("dashscope.chat", "tools/parallel-two-messages", "fidelity.call-name", "error")
def calls_the_first_tool_only(payload: Any) -> Any:
    """Writes the first tool's name on every call."""
    for function in functions(payload):
        function["name"] = functions(payload)[0]["name"]
    return payload


@liar("zhipu.chat", "tools/single-call", "fidelity.lost-tool", "error")
def forgets_all_tools(payload: Any) -> Any:
    """Sends an empty list of tools."""
    return payload | {"tools": []}


@liar("anthropic.chat", "tools/parallel-two-messages", "fidelity.lost-tool", "error")
def offers_the_first_tool_only(payload: Any) -> Any:
    """Sends one of two tools."""
    return payload | {"tools": payload["tools"][:1]}


@liar("gemini.chat", "tools/parallel-two-messages", "fidelity.lost-tool", "error")
def declares_the_first_tool_only(payload: Any) -> Any:
    """Declares one of two functions."""
    payload["tools"][0]["function_declarations"].pop()
    return payload


# the order of calls and results among the rest


@liar("vllm.chat", "tools/single-call", "fidelity.reordered", "error")
def answers_before_it_asks(payload: Any) -> Any:
    """Sends a result before its call."""
    [asking], [answer] = calling(payload), by("tool", payload)
    remove(payload, answer)
    return behind(payload, by("user", payload)[0], answer) if asking else payload


@liar("vllm.chat", "tools/answer-between-rounds", "fidelity.reordered", "error")
def tells_results_last(payload: Any) -> Any:
    """Moves all results behind everything."""
    results = by("tool", payload)
    remove(payload, *results)
    messages(payload).extend(results)
    return payload


@liar("ollama.chat", "tools/answer-between-rounds", "fidelity.reordered", "error")
def calls_at_the_end(payload: Any) -> Any:
    """Moves all rounds of calls behind what was said."""
    rounds_ = [message for message in messages(payload) if message.get("tool_calls") or message["role"] == "tool"]
    remove(payload, *rounds_)
    messages(payload).extend(rounds_)
    return payload


LIARS = liars_of(globals())
