"""Who breaks the rules of OpenAI's Responses over content parts, its shapes, and who loses what its items say."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from liars.liar import answers, calls, case, liar, liars_of, says
from liars.openai_parts import PDF
from liars.payloads import by, insert, messages, of_type, redrawn, remove

CHAT = "openai-responses.chat"


@liar(CHAT, "chat/plain-turns", "openai-responses.part-by-role", "error", like="strands#1851")
def hears_what_it_said(payload: Any) -> Any:
    """Writes everybody's parts alike."""
    for message in by("assistant", payload):
        message["content"] = [{"type": "input_text", "text": message["content"]}]
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "openai-responses.image-url",
    "error",
    also=("fidelity.altered-media",),
    like="snow-cli#116",
)
def sends_bare_base64(payload: Any) -> Any:
    """Sends an image without the prefix of a data URI."""
    for part in of_type("input_image", payload):
        part["image_url"] = part["image_url"].partition(",")[2]
    return payload


@liar(CHAT, "vision/image-in-tool-result", "openai-responses.image-url", "error", also=("fidelity.media-type",))
def declares_files(payload: Any) -> Any:
    """Sends a tool's image as a file of any kind."""
    for part in of_type("input_image", payload):
        part["image_url"] = part["image_url"].replace("image/png", "application/octet-stream")
    return payload


@liar(CHAT, "vision/image-by-value", "openai-responses.image-format", "error", like="opencode-gpt-imagegen#82")
def sends_bitmaps(payload: Any) -> Any:
    """Sends an image in a format that OpenAI does not open."""
    for part in of_type("input_image", payload):
        part["image_url"] = f"data:image/bmp;base64,{redrawn(part['image_url'].partition(',')[2], 'BMP')}"
    return payload


@liar(CHAT, PDF, "openai-responses.file-source", "error", like="laravel/ai#324")
def sends_files_without_names(payload: Any) -> Any:
    """Forgets that a file by value has a name."""
    for part in of_type("input_file", payload):
        del part["filename"]
    return payload


@liar(CHAT, PDF, "openai-responses.file-data", "error", also=("fidelity.altered-media",), like="ai#7776")
def sends_an_address_for_the_bytes(payload: Any) -> Any:
    """Writes a file's name where its base64 belongs."""
    for part in of_type("input_file", payload):
        part["file_data"] = "data:application/pdf;base64,https://example.com/a.pdf"
    return payload


@liar(CHAT, "audio/pdf-in-result", "openai-responses.file-data", "error", like="llm-rosetta 0.13")
def sends_the_base64_of_an_outputs_file_alone(payload: Any) -> Any:
    """Leaves out the head of the data URI."""
    for part in of_type("input_file", payload):
        part["file_data"] = part["file_data"].partition(",")[2]
    return payload


@liar(CHAT, "chat/plain-turns", "openai-responses.no-unknown-keys", "error")
def names_its_messages(payload: Any) -> Any:
    """Writes the speaker's name, as Chat Completions takes it."""
    for message in messages(payload):
        message["name"] = message["role"]
    return payload


# shapes


@liar(CHAT, "vision/image-by-value", "schema.type", "error", also=("fidelity.altered-media",), like="langchainjs#11248")
def wraps_addresses(payload: Any) -> Any:
    """Writes an image's address as Chat Completions has it."""
    for part in of_type("input_image", payload):
        part["image_url"] = {"url": part["image_url"]}
    return payload


@liar(CHAT, "chat/plain-turns", "schema.enum", "error")
def spells_the_other_api(payload: Any) -> Any:
    """Writes part types of Chat Completions."""
    for part in of_type("input_text", payload):
        part["type"] = "text"
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "schema.required",
    "error",
    also=("openai-responses.output-has-call", "openai-responses.call-has-output"),
)
def takes_the_item_id_for_the_call_id(payload: Any) -> Any:
    """Writes the one id that it knows where the item's belongs."""
    for item in of_type("function_call", payload):
        item["id"] = f"fc_{item.pop('call_id')}"
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "schema.enum",
    "error",
    also=("openai-responses.call-has-output", "fidelity.result-as-text"),
)
def answers_as_tool(payload: Any) -> Any:
    """Writes results as messages of role tool."""
    for item in of_type("function_call_output", payload):
        item |= {"type": "message", "role": "tool", "content": item.pop("output")}
        del item["call_id"]
    return payload


# losses


@liar(CHAT, "chat/plain-turns", "fidelity.lost-text", "error", like="agno#3769")
def forgets_what_the_assistant_said(payload: Any) -> Any:
    """Sends the user's turns only."""
    return remove(payload, *by("assistant", payload))


@liar(CHAT, "tools/text-beside-call", "fidelity.lost-text", "error")
def forgets_words_beside_calls(payload: Any) -> Any:
    """Writes a message that calls as the call alone."""
    return remove(payload, *by("assistant", payload)[:1])


@liar(CHAT, "tools/single-call", "fidelity.call-arguments", "error")
def calls_without_arguments(payload: Any) -> Any:
    """Writes an empty object where the arguments were."""
    for item in of_type("function_call", payload):
        item["arguments"] = "{}"
    return payload


@liar(CHAT, "tools/parallel-two-messages", "fidelity.wrong-call", "error")
def swaps_outputs(payload: Any) -> Any:
    """Answers parallel calls crosswise."""
    first, second = of_type("function_call_output", payload)
    first["output"], second["output"] = second["output"], first["output"]
    return payload


@liar(CHAT, "vision/image-in-tool-result", "fidelity.lost-media", "error", like="agentscope#2389")
def keeps_text_of_outputs(payload: Any) -> Any:
    """Takes the texts of an output for all of it."""
    for item in of_type("function_call_output", payload):
        item["output"] = "\n".join(part["text"] for part in item["output"] if part["type"] == "input_text")
    return payload


THREE = case(
    "three-steps",
    says("user", "Oslo first, amber-17."),
    says("assistant", "I look, cobalt-42.", calls("get_weather", "call_1", city="Oslo")),
    says("tool", answers("get_weather", "call_1", "Rain, jade-31.")),
    says("user", "Thanks, falcon-58."),
)


@liar(CHAT, THREE, "fidelity.doubled-call", "error", also=("openai-responses.call-has-output",))
def calls_once_more(payload: Any) -> Any:
    """Writes a call beside its message, and again where its output is."""
    copied = deepcopy(of_type("function_call", payload)[0]) | {"call_id": "call_2"}
    return insert(payload, len(messages(payload)), copied)


@liar(CHAT, "chat/plain-turns", "fidelity.wrong-speaker", "error")
def lets_the_user_say_everything(payload: Any) -> Any:
    """Writes all messages with one role."""
    for message in by("assistant", payload):
        message["role"] = "user"
    return payload


LIARS = liars_of(globals())
