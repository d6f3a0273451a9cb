"""What Mistral takes in several forms."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import case, says
from liars.payloads import by, calling, functions, holding, image_block, insert, messages, of_type, picture, redrawn

from pytest_promptfmt.conversation import Conversation
from right_ways.way import PLAIN, way, ways_of, written

CHAT, MANY = "mistral.chat", "mistral.multiagent"
IDS = ("mistral.tool-call-id",)
"""Ids that are not nine letters and digits are worth a word, and newer models take them."""


@way(CHAT, PLAIN, "chat/system-in-middle", "chat/code-block")
def contents_as_strings(payload: Any) -> Any:
    for message in messages(payload):
        message["content"] = "\n".join(chunk["text"] for chunk in message["content"])
    return payload


@way(CHAT, PLAIN)
def the_whole_request(payload: Any) -> Any:
    return {"model": "mistral-large-latest", "messages": payload, "temperature": 0, "safe_prompt": False}


@way(CHAT, "tools/single-call")
def tools_left_to_the_caller(payload: Any) -> Any:
    return payload["messages"]


@way(CHAT, "chat/several-texts")
def a_message_for_each_text(payload: Any) -> Any:
    for index, message in reversed(list(enumerate(messages(payload)))):
        messages(payload)[index : index + 1] = [message | {"content": [chunk]} for chunk in message["content"]]
    return payload


@way(CHAT, PLAIN)
def prefix_that_is_off(payload: Any) -> Any:
    for message in by("assistant", payload):
        message["prefix"] = False
    return payload


@way(CHAT, "chat/assistant-last", warnings=("fidelity.added-turn",))
def a_user_who_asks_to_go_on(payload: Any) -> Any:
    del messages(payload)[-1]["prefix"]
    return [*payload, {"role": "user", "content": ""}]


# calls


@way(CHAT, "tools/single-call", "tools/parallel-two-messages", warnings=IDS)
def ids_as_they_are(payload: Any) -> Any:
    renamed = {"call00001": "call_1", "call00002": "call_2"}
    for message in messages(payload):
        for call in message.get("tool_calls", ()):
            call["id"] = renamed[call["id"]]
        if "tool_call_id" in message:
            message["tool_call_id"] = renamed[message["tool_call_id"]]
    return payload


@way(CHAT, "tools/single-call", "tools/arguments-nested", "tools/arguments-empty")
def arguments_as_an_object(payload: Any) -> Any:
    for function in functions(payload):
        function["arguments"] = json.loads(function["arguments"])
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def null_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = None
    return payload


@way(CHAT, "tools/single-call")
def no_chunks_beside_calls(payload: Any) -> Any:
    """As pydantic-ai writes it."""
    for message in calling(payload):
        message["content"] = []
    return payload


@way(CHAT, "tools/single-call")
def no_content_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        del message["content"]
    return payload


@way(CHAT, "tools/parallel-two-messages")
def calls_with_their_index_and_no_type(payload: Any) -> Any:
    for message in calling(payload):
        for index, call in enumerate(message["tool_calls"]):
            call["index"] = index
            del call["type"]
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-same-tool-reversed")
def results_with_their_tools_name(payload: Any) -> Any:
    names = {node["id"]: node["function"]["name"] for node in holding("function", messages(payload))}
    for message in by("tool", payload):
        message["name"] = names[message["tool_call_id"]]
    return payload


@way(CHAT, "tools/parallel-two-messages")
def results_the_other_way_round(payload: Any) -> Any:
    """Any order is taken, and newer models sort them by their calls."""
    first, second = (messages(payload).index(message) for message in by("tool", payload))
    messages(payload)[first], messages(payload)[second] = messages(payload)[second], messages(payload)[first]
    return payload


@way(CHAT, "tools/single-call")
def results_in_chunks(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@way(CHAT, "tools/text-beside-call")
def text_in_a_message_before_the_call(payload: Any) -> Any:
    for message in calling(payload):
        insert(payload, messages(payload).index(message), {"role": "assistant", "content": message["content"]})
        message["content"] = ""
    return payload


@way(CHAT, "tools/id-with-dots", "tools/id-long", "tools/id-empty")
def ids_of_nine_characters(payload: Any) -> Any:
    for i, node in enumerate(holding("function", messages(payload))):
        node["id"] = f"call{i:05}"
    for i, message in enumerate(by("tool", payload)):
        message["tool_call_id"] = f"call{i:05}"
    return payload


# thinking


@way(CHAT, "thinking/signed-beside-text", "thinking/unsigned")
def thoughts_as_strings(payload: Any) -> Any:
    for chunk in of_type("thinking", payload):
        chunk |= {"thinking": chunk["thinking"][0]["text"], "closed": True}
    return payload


# media


@way(CHAT, "vision/image-by-value", "vision/image-by-address")
def images_as_objects(payload: Any) -> Any:
    for chunk in of_type("image_url", payload):
        chunk["image_url"] = {"url": chunk["image_url"], "detail": "high"}
    return payload


GIF = case("a-gif", says("user", "Look, amber-17.", image_block(picture("GIF"), "image/gif")))


@written(CHAT, GIF)
def images_in_another_format(conversation: Conversation) -> Any:
    data = redrawn(picture("GIF"), "PNG")
    chunks = [
        {"type": "text", "text": "Look, amber-17."},
        {"type": "image_url", "image_url": f"data:image/png;base64,{data}"},
    ]
    return [{"role": "user", "content": chunks}]


@way(CHAT, "audio/wav-by-value", "audio/wav-by-path")
def sounds_as_objects(payload: Any) -> Any:
    for chunk in of_type("input_audio", payload):
        chunk["input_audio"] = {"data": chunk["input_audio"], "format": "wav"}
    return payload


@way(CHAT, "audio/mp3-by-value")
def sounds_as_data_uris(payload: Any) -> Any:
    for chunk in of_type("input_audio", payload):
        chunk |= {"type": "audio_url", "audio_url": f"data:audio/mpeg;base64,{chunk.pop('input_audio')}"}
    return payload


@way(CHAT, "vision/image-in-tool-result")
def images_left_in_their_result(payload: Any) -> Any:
    """The newest models see what a tool shows."""
    [shown] = [message for message in by("user", payload) if of_type("image_url", [message])]
    [image], [result] = of_type("image_url", [shown]), by("tool", payload)
    messages(payload).remove(shown)
    result["content"] = [{"type": "text", "text": result["content"]}, image]
    return payload


# many agents


@way(MANY, "multiagent/two-agents", "multiagent/speaker-last")
def a_history_as_a_string(payload: Any) -> Any:
    for message in by("user", payload):
        message["content"] = "".join(chunk["text"] for chunk in message["content"])
    return payload


@written(MANY, "multiagent/two-agents", "multiagent/speaker-last")
def the_talk_in_a_single_turn(conversation: Conversation) -> Any:
    """Every line begins with who says it, and nothing is around them."""
    talk = [message for message in conversation.messages if message.role != "system"]
    rules = [{"role": "system", "content": m.text} for m in conversation.messages if m.role == "system"]
    return [*rules, {"role": "user", "content": "\n".join(f"{m.name}: {m.text}" for m in talk)}]


@way(CHAT, "tools/parallel-same-arguments", "vision/images-in-two-results")
def calls_the_other_way_round(payload: Any) -> Any:
    for message in calling(payload):
        message["tool_calls"].reverse()
    return payload


WAYS = ways_of(globals())
