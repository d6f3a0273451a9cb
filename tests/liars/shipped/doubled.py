"""Family E, what is told in its own place and in words, too."""

from __future__ import annotations

from typing import Any

from liars.liar import case, liar, liars_of, says
from liars.payloads import behind, by, calling, functions, messages

CALL = "tools/single-call"


@liar("openai.chat", CALL, "fidelity.doubled-result", "error", like="peers family E")
def repeats_results_in_words(payload: Any) -> Any:
    """Sends a result, and lets the user tell it once more."""
    [message] = by("tool", payload)
    return behind(payload, message, {"role": "user", "content": f"Tool output: {message['content']}"})


@liar("openai.chat", CALL, "fidelity.doubled-call", "error", like="peers family E")
def repeats_calls_in_words(payload: Any) -> Any:
    """Makes a call, and writes it down as what the assistant said."""
    for message in calling(payload):
        [function] = functions([message])
        message["content"] = f"{function['name']}({function['arguments']})"
    return payload


SHORT = case("few-words", says("system", "Be kind."), says("user", "Hi."))


@liar("openai.chat", SHORT, "fidelity.doubled-text", "error", like="peers family E")
def says_few_words_twice(payload: Any) -> Any:
    """Writes a short text on two lines."""
    messages(payload)[0]["content"] = "Be kind.\nBe kind."
    return payload


LIARS = liars_of(globals())
