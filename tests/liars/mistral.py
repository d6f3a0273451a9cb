"""Who breaks Mistral's rules, and who says less to Mistral than was said."""

from __future__ import annotations

from typing import Any

from liars import openai
from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import behind, by, calling, holding, image_block, insert, messages, of_type, picture, redrawn
from promptfmt_reference import FORMATTERS

CHAT = "mistral.chat"
reference = FORMATTERS[CHAT]
NEMO = {"model": "open-mistral-nemo-2407"}

# messages

sends_an_empty_list = openai.sends_an_empty_list.at(CHAT, caught_by="mistral.messages-nonempty")
sends_null_for_nothing = openai.sends_null_for_nothing.at(
    CHAT, "error", caught_by="mistral.content-or-calls", like="OpenHands#8685"
)
sends_no_chunks = openai.sends_no_parts.at(CHAT, "error", caught_by="mistral.content-or-calls")

LATE_RULE = case(
    "a-rule-after-an-answer",
    says("user", "Who are you, amber-17?"),
    says("assistant", "A machine, cobalt-42."),
    says("system", "Answer in French, jade-31."),
    says("user", "And who am I, falcon-58?"),
)


@liar(CHAT, LATE_RULE, "mistral.role-order", "error", like="swarmauri-sdk#162")
def tells_system_text_anywhere(payload: Any) -> Any:
    """Writes role system where the conversation has it."""
    messages(payload)[2]["role"] = "system"
    return payload


@misdeed(CHAT, "chat/assistant-first", "mistral.first-role", "warning", refuses)
def begins_with_the_assistant(_: Any) -> Any:
    """Sends a greeting as the first message."""
    return reference


@liar(CHAT, "chat/assistant-last", "mistral.last-role", "error", like="smolagents#757")
def leaves_the_last_word_to_the_assistant(payload: Any) -> Any:
    """Ends with an assistant's message as with any other."""
    del messages(payload)[-1]["prefix"]
    return payload


@liar(CHAT, "chat/plain-turns", "mistral.prefix-last", "error")
def lets_the_model_go_on_from_everything(payload: Any) -> Any:
    """Marks every message of the assistant."""
    for message in by("assistant", payload):
        message["prefix"] = True
    return payload


@liar(CHAT, "chat/plain-turns", "mistral.no-unknown-keys", "error", like="mistral-go#3")
def names_who_speaks(payload: Any) -> Any:
    """Writes names on messages, as OpenAI has them."""
    for message in by("user", payload):
        message["name"] = "user"
    return payload


# calls


@liar(CHAT, "tools/id-with-dots", "mistral.tool-call-id", "warning", like="opencode#1680")
def copies_ids(payload: Any) -> Any:
    """Copies an id of another provider."""
    for node in holding("function", messages(payload)):
        node["id"] = "functions.get_weather:0"
    for message in by("tool", payload):
        message["tool_call_id"] = "functions.get_weather:0"
    return payload


copies_ids_for_older_models = copies_ids.at(
    CHAT, "error", name="copies-ids-for-older-models", context={"model": "mistral-large-2411"}
)


@misdeed(CHAT, openai.SAME_IDS, "mistral.id-unique", "error")
def sends_two_calls_of_one_id(_: Any) -> Any:
    """Copies ids that a model gave twice in one message."""
    return lambda conversation: openai.of_one_id(FORMATTERS["deepseek.chat"](conversation))


keeps_the_first_result_only = openai.keeps_the_first_result_only.at(
    CHAT, caught_by="mistral.call-count", like="camel#1467"
)
copies_tool_names = openai.copies_tool_names.at(CHAT, caught_by="mistral.function-name")


def with_text_before_calls(conversation: Any) -> Any:
    """Tells text in a message of its own, as the first models want it."""
    payload = reference(conversation)
    for message in calling(payload):
        insert(payload, messages(payload).index(message), {"role": "assistant", "content": message["content"]})
        message["content"] = ""
    return payload


@misdeed(
    CHAT,
    "tools/text-beside-call",
    "mistral.content-xor-calls",
    "error",
    with_text_before_calls,
    context={"model": "open-mistral-nemo-2407"},
    like="langchain#21196",
)
def says_and_calls_at_once(_: Any) -> Any:
    """Writes text and calls in one message, whatever the model."""
    return reference


# thinking


@liar(CHAT, "thinking/signed-beside-text", "mistral.think-leading", "warning")
def thinks_after_it_spoke(payload: Any) -> Any:
    """Writes thoughts behind the text."""
    for message in by("assistant", payload):
        message["content"].reverse()
    return payload


@liar(CHAT, "thinking/unsigned", "mistral.no-unknown-keys", "error", like="crush#1590")
def writes_reasoning_beside_content(payload: Any) -> Any:
    """Writes thoughts where other providers have them."""
    for message in by("assistant", payload):
        message["reasoning_content"] = message["content"].pop(0)["thinking"][0]["text"]
    return payload


@liar(CHAT, "thinking/unsigned", "fidelity.altered-thinking", "error")
def sums_up_thoughts(payload: Any) -> Any:
    """Cuts a thought."""
    for chunk in of_type("thinking", payload):
        chunk["thinking"] = "Something with insects."
    return payload


# images, sounds


@liar(
    CHAT,
    "vision/image-by-value",
    "mistral.image-address",
    "error",
    also=("fidelity.altered-media",),
    like="neuron-ai#596",
)
def sends_bare_base64(payload: Any) -> Any:
    """Writes bytes without saying that they are an image's."""
    for chunk in of_type("image_url", payload):
        chunk["image_url"] = chunk["image_url"].partition(",")[2]
    return payload


@liar(CHAT, "vision/image-by-value", "mistral.image-format", "warning")
def sends_bitmaps(payload: Any) -> Any:
    """Sends a format that Mistral does not read."""
    for chunk in of_type("image_url", payload):
        chunk["image_url"] = f"data:image/bmp;base64,{redrawn(chunk['image_url'].partition(',')[2], 'BMP')}"
    return payload


COLOURS = [(25 * i, 90, 200) for i in range(9)]
NINE_IMAGES = case(
    "nine-images",
    says("user", "Which is the brightest, amber-17?", *(image_block(picture("PNG", colour=each)) for each in COLOURS)),
    expect=EITHER,
)


@misdeed(CHAT, NINE_IMAGES, "mistral.image-limits", "warning", refuses)
def sends_more_than_eight(_: Any) -> Any:
    """Sends as many images as there are."""
    return reference


@liar(CHAT, "audio/wav-by-value", "fidelity.lost-media", "error")
def drops_sounds(payload: Any) -> Any:
    """Leaves out what is no text."""
    for message in by("user", payload):
        message["content"] = [chunk for chunk in message["content"] if chunk["type"] == "text"]
    return payload


@liar(CHAT, "audio/wav-by-path", "fidelity.altered-media", "error")
def sends_half_of_a_sound(payload: Any) -> Any:
    """Cuts a recording."""
    for chunk in of_type("input_audio", payload):
        chunk["input_audio"] = chunk["input_audio"][:40]
    return payload


@liar(CHAT, "vision/image-by-value", "schema.enum", "error", also=("fidelity.wrong-speaker",))
def lets_the_assistant_show_images(payload: Any) -> Any:
    """Writes a message with an image for the assistant."""
    [shown] = [message for message in messages(payload) if of_type("image_url", [message])]
    image, text = of_type("image_url", [shown])[0], of_type("text", [shown])
    shown["content"] = text
    return behind(payload, shown, {"role": "assistant", "content": [image]})


@liar(CHAT, "chat/plain-turns", "mistral.tools-nonempty", "warning", like="php-mistral#76")
def offers_an_empty_list(payload: Any) -> Any:
    """Writes the list of tools where there are none."""
    return {"messages": payload, "tools": []}


LIARS = liars_of(globals())
