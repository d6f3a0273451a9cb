"""Family A, empty content: blocks without text, results without blocks, requests without turns."""

from __future__ import annotations

from typing import Any

from liars.liar import EITHER, Liar, liar, liars_of, refuses
from liars.payloads import calling
from liars.shipped.ledger import case_of, fault
from liars.shipped.parallel import bedrock
from liars.shipped.spelling import assistant, result, says, text, tool_result, tool_use, turn, use, user


def empty_text_beside_a_call(id_: str) -> Liar:
    """A block with no text in it."""
    return fault(
        id_,
        "anthropic.chat",
        "anthropic.text-nonempty",
        wrong=[user("go"), assistant([text(""), use("c1")]), user([result("c1", "ok")])],
        right=[user("go"), assistant([use("c1")]), user([result("c1", "ok")])],
    )


BESIDE_A_CALL = tuple(map(empty_text_beside_a_call, ("agentscope-2007", "pydantic-ai-1934")))

NO_BLOCKS = fault(
    "strands-2123",
    "bedrock.chat",
    "bedrock.tool-result-nonempty",
    wrong=bedrock(says("user", "go"), says("assistant", tool_use("c1")), says("user", tool_result("c1"))),
    right=bedrock(says("user", "go"), says("assistant", tool_use("c1")), says("user", tool_result("c1", "(nothing)"))),
    context={"model": "nvidia.nemotron-nano-12b-v2"},
)

NOTHING_SAID = case_of("autogen-6063", expect=EITHER)
NOTHING = (
    fault(
        "autogen-6063",
        "anthropic.chat",
        "anthropic.user-nonempty",
        case=NOTHING_SAID,
        wrong={"messages": [user("")]},
        right={"messages": [user("(no text)")]},
    ),
    fault(
        "autogen-6063",
        "gemini.chat",
        "gemini.part-oneof",
        "warning",
        case=NOTHING_SAID,
        wrong={"contents": [turn("user", "")]},
        right={"contents": [turn("user", "(no text)")]},
    ),
)

ONLY_SYSTEM = fault(
    "langchain-google-genai-1298",
    "gemini.chat",
    "gemini.contents-nonempty",
    case=case_of("langchain-google-genai-1298", expect=EITHER),
    wrong={"contents": [], "systemInstruction": {"parts": [{"text": "S"}]}},
    right=refuses,
)


@liar("openai.chat", "tools/single-call", "fidelity.added-turn", "warning", like="peers family A")
def says_none(payload: Any) -> Any:
    """Writes None beside a call."""
    for message in calling(payload):
        message["content"] = str(None)
    return payload


LIARS = liars_of(globals())
