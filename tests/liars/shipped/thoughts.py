"""Families D and E, what was thought: signatures exchanged, dropped where they are wanted back, thoughts copied."""

from __future__ import annotations

from typing import Any

from liars.liar import Liar, liar, liars_of
from liars.payloads import behind, by, of_type
from liars.shipped.ledger import RED, fault
from liars.shipped.spelling import (
    asks,
    assistant,
    call,
    function_call,
    inline,
    response,
    result,
    thinking,
    tool,
    turn,
    use,
    user,
)

SIGNED_ALIKE = fault(
    "openai-agents-1779",
    "anthropic.chat",
    "fidelity.altered-thinking",
    also=("fidelity.doubled-thinking",),
    wrong=[assistant([thinking("...", "S2"), thinking("...", "S2"), use("c1")]), user([result("c1", "ok")])],
    right=[assistant([thinking("...", "S1"), thinking("...", "S2"), use("c1")]), user([result("c1", "ok")])],
)


def dropped(id_: str) -> Liar:
    """No thinking before a call, though thinking is on."""
    return fault(
        id_,
        "anthropic.chat",
        "anthropic.thinking-first-in-tool-loop",
        "warning",
        also=("fidelity.lost-thinking",),
        context={"thinking": {"type": "enabled", "budget_tokens": 2048}},
        wrong=[user("go"), assistant([use("c1")]), user([result("c1", "ok")])],
        right=[user("go"), assistant([thinking("...", "SIG"), use("c1")]), user([result("c1", "ok")])],
    )


DROPPED = tuple(map(dropped, ("any-llm-1153", "openai-agents-1706", "openai-agents-4157")))

NO_REASONING = fault(
    "openai-agents-2328",
    "deepseek.chat",
    "deepseek.reasoning-passback",
    also=("fidelity.lost-thinking",),
    context={"thinking": True},
    wrong=[user("go"), asks(call("c1")), tool("c1", "ok")],
    right=[user("go"), asks(call("c1"), reasoning_content="..."), tool("c1", "ok")],
)

UNSIGNED_CALL = fault(
    "strands-1703",
    "gemini.chat",
    "gemini.thought-signature",
    also=("fidelity.unsigned-call",),
    context={"model": "gemini-3-pro-preview"},
    wrong=[turn("user", "hi"), turn("model", function_call()), turn("user", response("18C"))],
    right=[turn("user", "hi"), turn("model", function_call(thoughtSignature="SIG")), turn("user", response("18C"))],
)

UNSIGNED_CALL_OF_ANY_MODEL = fault(
    "strands-1703",
    "gemini.chat",
    "fidelity.unsigned-call",
    "warning",
    name="strands-1703-of-any-model",
    context={"model": "gemini-2.5-flash"},
    wrong=[turn("user", "hi"), turn("model", function_call()), turn("user", response("18C"))],
    right=[turn("user", "hi"), turn("model", function_call(thoughtSignature="SIG")), turn("user", response("18C"))],
)

UNSIGNED_IMAGE = fault(
    "langchain-google-genai-1442",
    "gemini.chat",
    "gemini.image-thought-signature",
    "error",
    context={"model": "gemini-3-pro-image-preview"},
    wrong=[turn("user", "draw"), turn("model", inline(RED)), turn("user", "change it")],
    right=[
        turn("user", "draw"),
        turn("model", inline(RED) | {"thoughtSignature": "skip_thought_signature_validator"}),
        turn("user", "change it"),
    ],
)

SIGNED_PAIR = "thinking/two-signed-before-parallel-calls"


@liar("anthropic.chat", SIGNED_PAIR, "fidelity.reordered", "error", like="peers family D")
def thinks_backwards(payload: Any) -> Any:
    """Sends two thoughts in the other order."""
    content = by("assistant", payload)[0]["content"]
    content[0], content[1] = content[1], content[0]
    return payload


@liar("anthropic.chat", SIGNED_PAIR, "fidelity.altered-thinking", "error", like="peers family D")
def joins_signed_thoughts(payload: Any) -> Any:
    """Makes one block of two, under the signature of the last."""
    one, other = of_type("thinking", payload)
    other["thinking"] = f"{one['thinking']}\n{other['thinking']}"
    by("assistant", payload)[0]["content"].remove(one)
    return payload


@liar("anthropic.chat", SIGNED_PAIR, "fidelity.altered-thinking", "error", like="peers family D")
def keeps_the_last_thought(payload: Any) -> Any:
    """Sends one of two thoughts."""
    content = by("assistant", payload)[0]["content"]
    content.remove(of_type("thinking", content)[0])
    return payload


@liar("anthropic.chat", "thinking/signed-before-call", "fidelity.altered-thinking", "error", like="peers family D")
def adds_a_line_to_thoughts(payload: Any) -> Any:
    """Ends a signed thought with a line break."""
    for block in of_type("thinking", payload):
        block["thinking"] += "\n"
    return payload


@liar("anthropic.chat", "thinking/signed-before-call", "fidelity.reordered", "error", like="peers family D")
def thinks_after_it_called(payload: Any) -> Any:
    """Puts a thought behind the call that it led to."""
    for message in by("assistant", payload):
        message["content"].reverse()
    return payload


@liar(
    "anthropic.chat",
    SIGNED_PAIR,
    "fidelity.doubled-thinking",
    "error",
    like="peers family E",
)
def thinks_before_each_call(payload: Any) -> Any:
    """Splits a turn into one for each call, and copies the thoughts into both."""
    message = by("assistant", payload)[0]
    thoughts = of_type("thinking", [message])
    *_, last = message["content"]
    message["content"].remove(last)
    return behind(payload, message, {"role": "assistant", "content": [*thoughts, last]})


LIARS = liars_of(globals())
