"""Who breaks Ollama's rules, in chat and in generate."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import by, functions, holding, image_block, messages, picture
from promptfmt_reference import FORMATTERS

CHAT = "ollama.chat"
GENERATE = "ollama-generate.chat"


@liar(
    CHAT,
    "chat/plain-turns",
    "ollama.content-string",
    "error",
    also=("schema.type", "fidelity.lost-text"),
    like="smolagents#659",
)
def sends_parts(payload: Any) -> Any:
    """Writes content as OpenAI has it."""
    for message in messages(payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@liar(CHAT, "vision/image-by-value", "ollama.images-bare-base64", "error", like="litellm#3792")
def sends_data_uris(payload: Any) -> Any:
    """Writes the prefix of a data URI before the bytes."""
    for message in holding("images", payload):
        message["images"] = [f"data:image/png;base64,{image}" for image in message["images"]]
    return payload


@liar(CHAT, "tools/single-call", "ollama.arguments-object", "error", also=("schema.type",))
def sends_arguments_as_a_string(payload: Any) -> Any:
    """Writes arguments as OpenAI has them."""
    for function in functions(payload):
        function["arguments"] = json.dumps(function["arguments"])
    return payload


@liar(CHAT, "chat/plain-turns", "ollama.role-free", "warning")
def calls_the_user_human(payload: Any) -> Any:
    """Writes a role that no template knows."""
    for message in by("user", payload):
        message["role"] = "human"
    return payload


@liar(CHAT, "tools/single-call", "fidelity.lost-call", "error", like="llm-exe 3.0.4")
def tells_the_call_as_in_2023(payload: Any) -> Any:
    """Writes OpenAI's key of old, which the server drops without a word."""
    for message in holding("tool_calls", messages(payload)):
        message["function_call"] = message.pop("tool_calls")[0]["function"]
    return payload


@liar(CHAT, "tools/single-call", "ollama.tool-name", "warning", like="agentscope#2006")
def forgets_which_tool_spoke(payload: Any) -> Any:
    """Leaves out which tool a result is from."""
    for message in by("tool", payload):
        del message["tool_name"]
    return payload


@liar(CHAT, "tools/single-call", "ollama.tool-name", "warning", like="agentscope 1.0")
def names_tools_as_openai_does(payload: Any) -> Any:
    """Writes the tool's name under the key that OpenAI had."""
    for message in by("tool", payload):
        message["name"] = message.pop("tool_name")
    return payload


@liar(CHAT, "chat/plain-turns", "ollama.unknown-keys-ignored", "warning")
def names_its_messages(payload: Any) -> Any:
    """Writes the speaker's name, which nobody reads."""
    for message in messages(payload):
        message["name"] = message["role"]
    return payload


COMPARED = case(
    "two-images",
    says("user", "Compare them, amber-17.", *(image_block(picture("PNG", colour=(n, 0, 0))) for n in (80, 160))),
    expect=EITHER,
)
ONE_IMAGE = {"model": "llama3.2-vision"}


@misdeed(CHAT, COMPARED, "ollama.single-image-models", "error", refuses, context=ONE_IMAGE)
def sends_any_number_of_images(_: Any) -> Any:
    """Sends two images to a model that takes one."""
    return FORMATTERS[CHAT]


# generate


@liar(GENERATE, "vision/image-by-value", "ollama.images-bare-base64", "error")
def generates_from_data_uris(payload: Any) -> Any:
    """Writes the prefix of a data URI before the bytes."""
    return payload | {"images": [f"data:image/png;base64,{image}" for image in payload["images"]]}


@misdeed(GENERATE, COMPARED, "ollama.single-image-models", "error", refuses, context=ONE_IMAGE)
def generates_from_any_number_of_images(_: Any) -> Any:
    """Sends two images to a model that takes one."""
    return FORMATTERS[GENERATE]


@liar(GENERATE, "chat/plain-turns", "ollama.generate-raw", "error")
def generates_raw(payload: Any) -> Any:
    """Asks for the prompt to be taken as it is, and sends system text beside it."""
    return payload | {"raw": True}


@liar(CHAT, "tools/offer-nested", "schema.type", "error")
def takes_anything_for_a_parameter(payload: Any) -> Any:
    """Writes `true` for a parameter that may be anything, which Go cannot hold (ollama#14256)."""
    for tool in payload["tools"]:
        tool["function"]["parameters"]["properties"]["anything"] = True
    return payload


@liar(GENERATE, "chat/plain-turns", "schema.form", "error")
def sends_messages_to_generate(payload: Any) -> Any:
    """Sends messages where one prompt is asked for."""
    return [{"role": "user", "content": payload["prompt"]}]


@liar(GENERATE, "chat/plain-turns", "schema.type", "error", also=("fidelity.lost-text",))
def lists_lines_of_the_prompt(payload: Any) -> Any:
    """Writes the prompt as a list of lines."""
    return payload | {"prompt": payload["prompt"].split("\n")}


LIARS = liars_of(globals())
