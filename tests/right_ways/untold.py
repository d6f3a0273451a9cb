"""What is told by its place alone, or by words; keys that say nothing, and white space that joins."""

from __future__ import annotations

from typing import Any

from liars.liar import case, says
from liars.payloads import by, holding, of_type
from liars.untold import NUMBER, TABLE, THREE, nameless

from right_ways.way import way, ways_of, written

# results in the order of their calls, which is all that tells them apart


@way("ollama.chat", "tools/parallel-reversed", THREE, warnings=("ollama.tool-name",))
def results_by_their_places(payload: Any) -> Any:
    nameless(*by("tool", payload))
    return payload


@way("ollama.chat", "tools/parallel-reversed")
def results_by_their_names(payload: Any) -> Any:
    first, second = by("tool", payload)
    for key in ("content", "tool_name"):
        first[key], second[key] = second[key], first[key]
    for result in (first, second):
        del result["tool_call_id"]
    return payload


# failures in words

MARKED = ("fidelity.error-flag",)


@way("anthropic.chat", NUMBER, warnings=MARKED)
def failures_in_words(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        if block.pop("is_error", None):
            block["content"] = [{"type": "text", "text": "The tool failed:"}, *block["content"]]
    return payload


@way("gemini.chat", NUMBER, TABLE, warnings=MARKED)
def failures_under_a_key_of_their_own(payload: Any) -> Any:
    for part in holding("function_response", payload):
        response = part["function_response"]["response"]
        if "error" in response:
            response["failure"] = response.pop("error")
    return payload


@way("bedrock.chat", NUMBER, TABLE, warnings=MARKED)
def no_status_for_who_takes_none(payload: Any) -> Any:
    for block in holding("toolResult", payload):
        block["toolResult"].pop("status", None)
    return payload | {"modelId": "writer.palmyra-x5-v1:0"}


@way("anthropic.chat", "tools/failed-call", warnings=("anthropic.roles-alternate", *MARKED))
def failures_that_tell_themselves(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        block.pop("is_error", None)
    return payload


# keys of a message that stand for no thought


def with_empty(key: str) -> Any:
    def an_empty_key(payload: Any) -> Any:
        for message in by("assistant", payload):
            message[key] = ""
        return payload

    return an_empty_key


PLACES = ("chat/plain-turns", "tools/single-call")
EMPTY_KEYS = (
    *way("deepseek.chat", *PLACES)(with_empty("reasoning_content")),
    *way("zhipu.chat", *PLACES)(with_empty("reasoning_content")),
    *way("ollama.chat", *PLACES)(with_empty("thinking")),
)


# white space that joins, or that was there

JOINED = case(
    "texts-in-a-row",
    says("system", "Be brief, amber-17."),
    says("system", "Be kind, cobalt-42."),
    says("user", "Hello, jade-31."),
    says("user", "Are you there, falcon-58?"),
)


def joined(first: str, second: str) -> Any:
    """Two parts for each role, with white space at a border that the two share."""
    return lambda conversation: {
        "system": [
            {"type": "text", "text": f"Be brief, amber-17.{first}"},
            {"type": "text", "text": "Be kind, cobalt-42."},
        ],
        "messages": [
            {"role": "user", "content": "Hello, jade-31."},
            {"role": "user", "content": f"{second}Are you there, falcon-58?"},
        ],
    }


PARTS = written(
    "anthropic.chat", JOINED, warnings=("anthropic.roles-alternate", "fidelity.padded-text"), name="parts-that-join"
)(joined("\n\n", "\n\n"))

NOTHING_BEHIND = case(
    "instructions-with-nothing-behind",
    says("system", "Be brief, amber-17.", ""),
    says("user", "Hello, jade-31."),
)


def joined_with_nothing(conversation: Any) -> Any:
    texts = [block.text for block in conversation.messages[0].blocks]
    return [{"role": "system", "content": "\n\n".join(texts)}, {"role": "user", "content": "Hello, jade-31."}]


LEFT = written("openai.chat", NOTHING_BEHIND, warnings=("fidelity.padded-text",))(joined_with_nothing)


WRITTEN_SO = case(
    "a-paragraph-that-was-there", says("system", "Be brief, amber-17.\n\n"), says("user", "Hello, jade-31.")
)


def as_it_was(conversation: Any) -> Any:
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


THERE = written("openai.chat", WRITTEN_SO)(as_it_was)

WAYS = ways_of(globals())
