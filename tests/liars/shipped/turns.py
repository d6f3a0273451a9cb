"""Family C, the structure of turns with tools: what comes between call and result, calls without results."""

from __future__ import annotations

from typing import Any

from liars.liar import EITHER, liar, liars_of
from liars.payloads import behind, by, calling
from liars.shipped.ledger import BLUE, RED, case_of, fault
from liars.shipped.parallel import ANSWERED_BEDROCK, ASKING_BEDROCK, bedrock
from liars.shipped.spelling import (
    asks,
    assistant,
    call,
    function_call,
    image_url,
    response,
    result,
    says,
    text,
    tool,
    tool_result,
    tool_use,
    turn,
    use,
    user,
)

# what came between

ANNOUNCED = fault(
    "pydantic-ai-slim-7571",
    "bedrock.chat",
    "bedrock.tool-results-first",
    "warning",
    wrong=bedrock(
        *ASKING_BEDROCK, says("user", tool_result("c1", "1"), "The tool x is now on offer.", tool_result("c2", "2"))
    ),
    right=ANSWERED_BEDROCK,
)

SHOT = (user("shot"), asks(call("c1", "s"), call("c2", "s")))
IMAGE_OPENAI = fault(
    "agentscope-2613",
    "openai.chat",
    "openai.tool-calls-answered",
    also=("openai.tool-result-has-call",),
    wrong=[*SHOT, tool("c1", "1"), user([image_url(RED)]), tool("c2", "2"), user([image_url(BLUE)])],
    right=[*SHOT, tool("c1", "1"), tool("c2", "2"), user([image_url(RED), image_url(BLUE)])],
)


def item(data: str) -> dict[str, Any]:
    return {"image": f"data:image/png;base64,{data}"}


SHOT_DASHSCOPE = (user([{"text": "shot"}]), asks(call("c1", "s"), call("c2", "s")) | {"content": []})
IMAGE_DASHSCOPE = fault(
    "agentscope-2613",
    "dashscope-multimodal.chat",
    "dashscope.tool-calls-answered",
    also=("dashscope.tool-result-has-call",),
    wrong=[*SHOT_DASHSCOPE, tool("c1", "1"), user([item(RED)]), tool("c2", "2"), user([item(BLUE)])],
    right=[*SHOT_DASHSCOPE, tool("c1", "1"), tool("c2", "2"), user([item(RED), item(BLUE)])],
)

TWO_ASKING = fault(
    "camel-2148",
    "openai.chat",
    "openai.tool-calls-answered",
    case=case_of("camel-2148", expect=EITHER),
    also=("openai.tool-result-has-call",),
    wrong=[user("go"), asks(call("c1")), asks(call("c2")), tool("c1", "1"), tool("c2", "2")],
    right=[user("go"), asks(call("c1")), tool("c1", "1"), asks(call("c2")), tool("c2", "2")],
)

SPLIT_CALLS = fault(
    "mirascope-eaf95bca0",
    "openai.chat",
    "openai.tool-calls-answered",
    also=("openai.tool-result-has-call",),
    wrong=[user("go"), asks(call("c1"), name="w"), asks(call("c2"), name="w"), tool("c1", "1"), tool("c2", "2")],
    right=[user("go"), asks(call("c1"), call("c2")), tool("c1", "1"), tool("c2", "2")],
)

EARLY_RESULT = fault(
    "openai-agents-2331",
    "gemini.chat",
    "gemini.response-turn-position",
    case=case_of(
        "openai-agents-2331",
        {"role": "user", "content": "go"},
        {"role": "tool", "content": [{"type": "tool_result", "id": "c1", "name": "w", "output": "18C"}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "w", "input": {}}]},
        {"role": "user", "content": "thanks"},
        expect={"demand": "either", "repairs": ["results-after-calls"], "why": "the result follows its call"},
    ),
    also=("gemini.response-count",),
    wrong=[turn("user", "go"), turn("user", response("18C")), turn("model", function_call()), turn("user", "thanks")],
    right=[turn("user", "go"), turn("model", function_call()), turn("user", response("18C")), turn("user", "thanks")],
)

# calls that nobody answered

OPEN = case_of(
    "strands-agents-1123",
    expect={
        "demand": "either",
        "repairs": ["drop-open-calls", "answer-open-calls"],
        "why": "every call has its result",
    },
)
GONE = "The call was interrupted."
OPEN_CALLS = (
    fault(
        "strands-agents-1123",
        "openai.chat",
        "openai.tool-calls-answered",
        case=OPEN,
        wrong=[user("go"), asks(call("c1")), user("new question")],
        right=[user("go"), asks(call("c1")), tool("c1", GONE), user("new question")],
    ),
    fault(
        "strands-agents-1123",
        "anthropic.chat",
        "anthropic.tool-result-follows-tool-use",
        case=OPEN,
        wrong=[user("go"), assistant([use("c1")]), user("new question")],
        right=[user("go"), assistant([use("c1")]), user([result("c1", GONE), text("new question")])],
    ),
    fault(
        "strands-agents-1123",
        "gemini.chat",
        "gemini.response-count",
        case=OPEN,
        wrong=[turn("user", "go"), turn("model", function_call()), turn("user", "new question")],
        right=[
            turn("user", "go"),
            turn("model", function_call()),
            turn("user", response(GONE)),
            turn("user", "new question"),
        ],
    ),
    fault(
        "strands-agents-1123",
        "bedrock.chat",
        "bedrock.tool-results",
        case=OPEN,
        wrong=bedrock(says("user", "go"), says("assistant", tool_use("c1")), says("user", "new question")),
        right=bedrock(
            says("user", "go"), says("assistant", tool_use("c1")), says("user", tool_result("c1", GONE), "new question")
        ),
    ),
)

# tools told as text, turns of one role

FLATTENED = fault(
    "any-llm-1278",
    "ollama.chat",
    "fidelity.result-as-text",
    also=("fidelity.lost-call",),
    wrong=[user("go"), assistant('[{"name": "w", "arguments": {"city": "Paris"}}]'), user('"18C"')],
    right=[
        user("go"),
        assistant("", tool_calls=[{"function": {"name": "w", "arguments": {"city": "Paris"}}}]),
        {"role": "tool", "tool_name": "w", "content": "18C"},
    ],
)

UNMERGED_TURNS = fault(
    "llama-index-12013",
    "anthropic.chat",
    "anthropic.roles-alternate",
    "warning",
    wrong={"system": "S", "messages": [user("a"), user("b")]},
    right={"system": "S", "messages": [user([text("a"), text("b")])]},
)


@liar("openai.chat", "tools/text-beside-call", "fidelity.reordered", "error", like="peers family C")
def explains_a_call_behind_its_result(payload: Any) -> Any:
    """Says what stood before the call when its result is there already."""
    [message] = calling(payload)
    behind(payload, by("tool", payload)[-1], {"role": "assistant", "content": message["content"]})
    message["content"] = None
    return payload


LIARS = liars_of(globals())
