"""Ways to go on from what the server holds: nobody sees it, and nothing of it is asked."""

from __future__ import annotations

from typing import Any

from liars.payloads import messages, remove

from right_ways.way import PLAIN, way, ways_of

RESPONSES, GEMINI = "openai-responses.chat", "gemini.chat"
THIRTY, CALL = "chat/thirty-turns", "tools/single-call"
UNSEEN = ("fidelity.server-state",)


@way(RESPONSES, PLAIN, THIRTY, warnings=UNSEEN)
def the_last_question_behind_a_response(payload: Any) -> Any:
    return remove(payload, *messages(payload)[:-1]) | {"previous_response_id": "resp_1"}


@way(RESPONSES, CALL, warnings=UNSEEN)
def an_output_and_what_follows_behind_a_response(payload: Any) -> Any:
    first = next(n for n, item in enumerate(messages(payload)) if item.get("type") == "function_call_output")
    return remove(payload, *messages(payload)[:first]) | {"previous_response_id": "resp_1"}


@way(RESPONSES, THIRTY, warnings=UNSEEN)
def further_answers_behind_an_older_response(payload: Any) -> Any:
    return remove(payload, *messages(payload)[:10]) | {"previous_response_id": "resp_1"}


@way(RESPONSES, PLAIN, THIRTY, warnings=UNSEEN)
def the_last_question_in_a_conversation(payload: Any) -> Any:
    return remove(payload, *messages(payload)[:-1]) | {"conversation": {"id": "conv_1"}}


@way(RESPONSES, THIRTY, warnings=UNSEEN)
def an_answer_last_in_a_conversation(payload: Any) -> Any:
    return remove(payload, *messages(payload)[:9]) | {"conversation": "conv_1"}


@way(RESPONSES, PLAIN, THIRTY, warnings=UNSEEN)
def references_to_answers(payload: Any) -> Any:
    for number, item in enumerate(list(messages(payload))):
        if item.get("role") == "assistant":
            messages(payload)[number] = {"type": "item_reference", "id": f"msg_{number}"}
    return payload


@way(RESPONSES, PLAIN, warnings=UNSEEN)
def a_prompt_with_the_system_text(payload: Any) -> Any:
    del payload["instructions"]
    return payload | {"prompt": {"id": "pmpt_1"}}


@way(GEMINI, PLAIN, THIRTY, warnings=UNSEEN)
def the_last_question_behind_a_cache(payload: Any) -> Any:
    payload.pop("system_instruction", None)
    return remove(payload, *messages(payload)[:-1]) | {"cachedContent": "cachedContents/1"}


@way(GEMINI, CALL, warnings=(*UNSEEN, "gemini.alternate"))
def a_response_behind_a_cache(payload: Any) -> Any:
    kept = {"cachedContent": "cachedContents/1", "contents": payload["contents"]}
    first = next(n for n, turn in enumerate(messages(payload)) if "function_response" in turn["parts"][0])
    return remove(kept, *messages(payload)[:first])


WAYS = ways_of(globals())
