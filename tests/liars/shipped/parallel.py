"""Family C, results of parallel calls that are torn apart."""

from __future__ import annotations

from typing import Any

from liars.liar import Liar, liars_of
from liars.shipped.ledger import fault
from liars.shipped.spelling import (
    asks,
    assistant,
    call,
    function_call,
    response,
    result,
    says,
    tool,
    tool_result,
    tool_use,
    turn,
    use,
    user,
)

PARALLEL_AGENTSCOPE = fault(
    "agentscope-1894",
    "anthropic.chat",
    "anthropic.parallel-results-one-message",
    "warning",
    wrong=[user("go"), assistant([use("c1"), use("c2")]), user([result("c1", "1")]), user([result("c2", "2")])],
    right=[user("go"), assistant([use("c1"), use("c2")]), user([result("c1", "1"), result("c2", "2")])],
)


def unmerged_by_gemini(id_: str) -> Liar:
    """Two contents with one function response each."""
    asking = [turn("user", "go"), turn("model", function_call(), function_call())]
    return fault(
        id_,
        "gemini.chat",
        "gemini.response-count",
        wrong={"contents": [*asking, turn("user", response("1")), turn("user", response("2"))]},
        right={"contents": [*asking, turn("user", response("1"), response("2"))]},
    )


PARALLEL_GEMINI = tuple(map(unmerged_by_gemini, ("crewai-4693", "langchain-google-671", "pydantic-ai-slim-580")))

CONFIG = {"tools": [{"toolSpec": {"name": "w", "inputSchema": {"json": {"type": "object"}}}}]}


def bedrock(*messages: Any) -> dict[str, Any]:
    return {"messages": list(messages), "toolConfig": CONFIG}


ASKING_BEDROCK = (says("user", "go"), says("assistant", tool_use("c1"), tool_use("c2")))
ANSWERED_BEDROCK = bedrock(*ASKING_BEDROCK, says("user", tool_result("c1", "1"), tool_result("c2", "2")))


def unmerged_by_bedrock(id_: str) -> Liar:
    """Two user messages with one result each."""
    return fault(
        id_,
        "bedrock.chat",
        "bedrock.tool-results",
        also=("bedrock.tool-result-has-use", "bedrock.roles-alternate"),
        wrong=bedrock(*ASKING_BEDROCK, says("user", tool_result("c1", "1")), says("user", tool_result("c2", "2"))),
        right=ANSWERED_BEDROCK,
    )


PARALLEL_BEDROCK = tuple(map(unmerged_by_bedrock, ("crewai-4775", "mlflow-24296")))

SECOND_RAISES = fault(
    "any-llm-1022",
    "openai.chat",  # Cohere's is no dialect of ours; it raised before anything was written
    "exchange.raised",
    wrong=ValueError("a tool message must follow an assistant message"),
    right=[user("go"), asks(call("c1"), call("c2")), tool("c1", "1"), tool("c2", "2")],
)


LIARS = liars_of(globals())
