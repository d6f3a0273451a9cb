"""Who breaks the rules of Gemini's Interactions API, and who says less there than was said."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import image_at, messages, of_type, remove
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Message, Text

CHAT = "gemini-interactions.chat"
ONE_CALL, TWO_CALLS, THOUGHT = "tools/single-call", "tools/parallel-two-messages", "thinking/wanted-back"
SIGNED_CALLS = "thinking/signatures-on-parallel-calls"


@misdeed(CHAT, "chat/only-empty-text", "gemini-interactions.input-nonempty", "warning", refuses)
def sends_an_empty_list(_: Any) -> Any:
    """Leaves out what is empty, and sends what is left."""
    return lambda conversation: {"input": []}


@liar(CHAT, "chat/plain-turns", "gemini-interactions.system-instruction", "warning")
def leaves_system_text_to_the_caller(payload: Any) -> Any:
    """Writes system text as a message, in a list that the caller has to look through."""
    return [{"role": "system", "content": payload.get("system_instruction", "Be brief.")}, *payload["input"]]


@liar(CHAT, "chat/plain-turns", "gemini-interactions.step-list", "error", also=("schema.required",))
def writes_turns(payload: Any) -> Any:
    """Writes turns with roles, as they were until May 2026."""
    roles = {"user_input": "user", "model_output": "model"}
    payload["input"] = [{"role": roles[step["type"]], "content": step["content"]} for step in payload["input"]]
    return payload


@liar(CHAT, ONE_CALL, "gemini-interactions.no-unknown-keys", "error", also=("schema.required",))
def answers_under_another_key(payload: Any) -> Any:
    """Writes the id of a call as its result's own."""
    for step in of_type("function_result", payload):
        step["id"] = step.pop("call_id")
    return payload


@misdeed(CHAT, "tools/call-first", "gemini-interactions.call-position", "warning", refuses)
def begins_with_a_call(_: Any) -> Any:
    """Sends a history from its first call on."""

    def formatter(conversation: Any) -> Any:
        asked = Message("user", "user", (Text("(Go on.)"),))
        payload = FORMATTERS[CHAT](replace(conversation, messages=(asked, *conversation.messages)))
        return {**payload, "input": payload["input"][1:]}

    return formatter


@liar(CHAT, TWO_CALLS, "gemini-interactions.call-answered", "warning", also=("fidelity.lost-result",))
def keeps_the_first_result_only(payload: Any) -> Any:
    """Answers one call of two."""
    return remove(payload, of_type("function_result", payload)[-1])


@liar(CHAT, ONE_CALL, "gemini-interactions.result-has-call", "warning", also=("fidelity.wrong-call",))
def answers_calls_of_its_own(payload: Any) -> Any:
    """Makes ids anew in the results, and not in the calls."""
    for step in of_type("function_result", payload):
        step["call_id"] = "call_new"
    return payload


@liar(CHAT, ONE_CALL, "gemini-interactions.result-name", "warning")
def leaves_out_names(payload: Any) -> Any:
    """Answers by ids alone."""
    for step in of_type("function_result", payload):
        del step["name"]
    return payload


@liar(CHAT, THOUGHT, "gemini-interactions.thought-signed", "warning", also=("fidelity.lost-thinking",))
def drops_signatures(payload: Any) -> Any:
    """Sends back what was thought, and not what it is known by."""
    for step in of_type("thought", payload):
        del step["signature"]
    return payload


@liar(CHAT, SIGNED_CALLS, "fidelity.altered-thinking", "error")
def swaps_states(payload: Any) -> Any:
    """Puts before one call what another came with."""
    one, two = of_type("thought", payload)
    one["signature"], two["signature"] = two["signature"], one["signature"]
    return payload


@liar(CHAT, SIGNED_CALLS, "fidelity.doubled-thinking", "error")
def says_a_state_twice(payload: Any) -> Any:
    """Writes the state before each call once for the thought, and once more for the call."""
    return {
        **payload,
        "input": [step for each in payload["input"] for step in [each] * (1 + (each["type"] == "thought"))],
    }


@liar(CHAT, "thinking/signed-step-behind-an-unsigned-one", "fidelity.unsigned-call", "warning")
def writes_a_state_behind_its_call(payload: Any) -> Any:
    """Notes what a call came with when the call is over."""
    [thought] = of_type("thought", payload)
    return {**payload, "input": [*remove(payload, thought)["input"], thought]}


@liar(CHAT, THOUGHT, "gemini-interactions.call-thought", "warning", also=("fidelity.lost-thinking",))
def drops_thoughts(payload: Any) -> Any:
    """Keeps what was said and called."""
    return remove(payload, *of_type("thought", payload))


@misdeed(CHAT, "chat/assistant-last", "gemini-interactions.last-step-user", "warning", refuses)
def leaves_the_last_word_to_the_model(_: Any) -> Any:
    """Ends with the model's output as with any other."""

    def formatter(conversation: Any) -> Any:
        spoken = {"user": "user_input", "assistant": "model_output"}
        steps = [
            {"type": spoken[message.role], "content": [{"type": "text", "text": message.text}]}
            for message in conversation.messages
            if message.role in spoken
        ]
        system = [message.text for message in conversation.messages if message.role == "system"]
        return {"input": steps, **({"system_instruction": "\n".join(system)} if system else {})}

    return formatter


@liar(CHAT, ONE_CALL, "gemini-interactions.tools-flat", "warning", also=("schema.required", "fidelity.lost-tool"))
def offers_as_chat_completions_do(payload: Any) -> Any:
    """Wraps functions on offer as OpenAI has them."""
    payload["tools"] = [{"type": "function", "function": {**tool}} for tool in payload["tools"]]
    for tool in payload["tools"]:
        del tool["function"]["type"]
    return payload


@liar(CHAT, ONE_CALL, "gemini-interactions.tool-name", "warning", also=("fidelity.renamed-tool",))
def offers_under_paths(payload: Any) -> Any:
    """Puts a path before the names of tools."""
    for tool in payload["tools"]:
        tool["name"] = f"mcp/{tool['name']}"
    return payload


@liar(CHAT, "vision/image-by-value", "gemini-interactions.base64-bare", "warning")
def sends_data_uris(payload: Any) -> Any:
    """Writes bytes as an address."""
    for content in of_type("image", payload):
        content["data"] = f"data:{content['mime_type']};base64,{content['data']}"
    return payload


@liar(CHAT, "vision/image-by-value", "gemini-interactions.mime-type", "warning")
def leaves_out_types(payload: Any) -> Any:
    """Sends bytes without saying what they are."""
    for content in of_type("image", payload):
        del content["mime_type"]
    return payload


IN_A_BUCKET = case(
    "an-image-in-a-bucket",
    says("user", "What is it, amber-17?", image_at("gs://shelf/a.png")),
    expect=EITHER,
)


@misdeed(CHAT, IN_A_BUCKET, "gemini-interactions.media-uri", "warning", refuses)
def sends_addresses_of_buckets(_: Any) -> Any:
    """Passes on every address."""
    return lambda conversation: {
        "input": [
            {
                "type": "user_input",
                "content": [
                    {"type": "text", "text": conversation.messages[0].text},
                    {"type": "image", "uri": conversation.messages[0].blocks[1].source.url},
                ],
            }
        ]
    }


# what the reader hears


@liar(CHAT, "tools/text-beside-call", "fidelity.lost-text", "error")
def drops_words_before_calls(payload: Any) -> Any:
    """Keeps the call, and not what was said with it."""
    steps = messages(payload)
    before = [a for a, b in pairwise(steps) if b["type"] == "function_call" and a["type"] == "model_output"]
    return remove(payload, *before)


@liar(CHAT, "audio/wav-by-value", "fidelity.lost-media", "error")
def drops_sounds(payload: Any) -> Any:
    """Leaves out what is no text."""
    for step in of_type("user_input", payload):
        step["content"] = [content for content in step["content"] if content["type"] == "text"]
    return payload


@liar(CHAT, "thinking/wanted-back", "fidelity.altered-thinking", "error")
def sums_up_summaries(payload: Any) -> Any:
    """Writes a summary of its own under the signature."""
    for step in of_type("thought", payload):
        step["summary"] = [{"type": "text", "text": "Something with insects."}]
    return payload


@liar(CHAT, "tools/failed-call", "fidelity.error-flag", "warning")
def forgets_failures(payload: Any) -> Any:
    """Drops the mark of a failure."""
    for step in of_type("function_result", payload):
        step.pop("is_error", None)
    return payload


LIARS = liars_of(globals())
