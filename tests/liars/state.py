"""Who goes on from what the server holds, and says too little or too much of it."""

from __future__ import annotations

from typing import Any

from liars.liar import liar, liars_of
from liars.payloads import messages, remove, said

RESPONSES, GEMINI = "openai-responses.chat", "gemini.chat"


@liar(RESPONSES, "chat/plain-turns", "fidelity.server-state", "warning")
def goes_on_and_sends_all(payload: Any) -> Any:
    """Names the response before, and sends the whole history beside it."""
    return payload | {"previous_response_id": "resp_1"}


@liar(RESPONSES, "chat/plain-turns", "fidelity.doubled-state", "warning")
def sends_the_history_beside_its_response(payload: Any) -> Any:
    """Says the answer again that it goes on from."""
    return payload | {"previous_response_id": "resp_1"}


@liar(RESPONSES, "chat/thirty-turns", "fidelity.doubled-state", "error")
def sends_the_first_and_the_last(payload: Any) -> Any:
    """Goes on from the last answer, and sends the first question with the last one."""
    return remove(payload, *messages(payload)[1:-1]) | {"previous_response_id": "resp_1"}


@liar(GEMINI, "chat/thirty-turns", "fidelity.doubled-state", "error")
def sends_the_first_beside_the_cache(payload: Any) -> Any:
    """Names a cache, and sends the first two turns of it with the last one."""
    return remove(payload, *messages(payload)[2:-1]) | {"cachedContent": "cachedContents/1"}


@liar(RESPONSES, "chat/plain-turns", "fidelity.altered-text", "error")
def goes_on_with_half_a_question(payload: Any) -> Any:
    """Sends what follows the response, and cuts it."""
    return said(remove(payload, *messages(payload)[:-1]), lambda text: text[:-4], "user") | {
        "previous_response_id": "resp_1"
    }


@liar(RESPONSES, "chat/plain-turns", "openai-responses.one-state", "error")
def names_two_states(payload: Any) -> Any:
    """Names the response before, and the conversation that it is in."""
    return payload | {"previous_response_id": "resp_1", "conversation": "conv_1"}


@liar(GEMINI, "chat/plain-turns", "gemini.cached-content", "error")
def repeats_the_cache(payload: Any) -> Any:
    """Sends the system text beside the cache that it stands in."""
    return payload | {"cachedContent": "cachedContents/1"}


LIARS = liars_of(globals())
