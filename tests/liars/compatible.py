"""Who breaks the rules of those who speak variations of OpenAI's format: DeepSeek, Zhipu, vLLM.

What they borrow from OpenAI warns only, since they have not said it themselves.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from liars import openai
from liars.liar import EITHER, answers, calls, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import behind, by, calling, holding, image_at, insert, messages, of_type, remove
from promptfmt_reference import FORMATTERS

DEEPSEEK, ZHIPU, VLLM = "deepseek.chat", "zhipu.chat", "vllm.chat"
IMAGE = case("an-image", says("user", "What is it, amber-17?", image_at("https://example.com/a.png")), expect=EITHER)


@liar(DEEPSEEK, "chat/plain-turns", "deepseek.text-only", "error", also=("schema.enum",))
def sends_parts_of_the_other_api(payload: Any) -> Any:
    """Writes parts as the Responses API has them."""
    for message in by("user", payload):
        message["content"] = [{"type": "input_text", "text": message["content"]}]
    return payload


@liar(
    DEEPSEEK,
    "tools/single-call",
    "deepseek.text-only",
    "error",
    context={"model": "deepseek-chat"},
    like="forgecode#2008",
)
def writes_results_as_parts(payload: Any) -> Any:
    """Writes what a tool said as a list of parts."""
    for message in by("tool", payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@liar(
    DEEPSEEK,
    "thinking/wanted-back",
    "deepseek.reasoning-passback",
    "error",
    also=("fidelity.lost-thinking",),
    like="openai-agents#2328",
)
def drops_reasoning(payload: Any) -> Any:
    """Leaves out what was thought before a call."""
    for message in calling(payload):
        del message["reasoning_content"]
    return payload


@liar(DEEPSEEK, "chat/several-texts", "deepseek.alternate", "warning", context={"model": "deepseek-reasoner"})
def writes_a_message_for_each_text(payload: Any) -> Any:
    """Writes a message for each text block."""
    first = messages(payload)[0]
    said, *more = first["content"].split("\n")
    first["content"] = said
    return behind(payload, first, *({"role": "user", "content": each} for each in more))


RESTLESS = {"model": "deepseek-reasoner"}


@liar(
    DEEPSEEK,
    "chat/plain-turns",
    "deepseek.first-user",
    "warning",
    also=("fidelity.lost-text",),
    context=RESTLESS,
    like="cherry-studio#818",
)
def cuts_what_the_user_said_first(payload: Any) -> Any:
    """Begins with the assistant's answer."""
    return remove(payload, by("user", payload)[0])


@liar(
    DEEPSEEK,
    "chat/plain-turns",
    "deepseek.last-user",
    "warning",
    also=("fidelity.lost-text",),
    context=RESTLESS,
    like="gptme#467",
)
def cuts_what_the_user_said_last(payload: Any) -> Any:
    """Ends with the assistant's answer, and does not mark it as a beginning."""
    return remove(payload, by("user", payload)[-1])


@liar(
    DEEPSEEK,
    "chat/two-systems-leading",
    "deepseek.system-first",
    "warning",
    also=("fidelity.reordered",),
    context=RESTLESS,
    like="tgpt#357",
)
def instructs_behind_the_user(payload: Any) -> Any:
    """Writes the second system text behind the user's first word."""
    second = by("system", payload)[1]
    return behind(remove(payload, second), by("user", payload)[0], second)


@liar(DEEPSEEK, "chat/empty-assistant", "deepseek.content-not-null", "error")
def sends_null_for_nothing(payload: Any) -> Any:
    """Sends an assistant's turn without content."""
    return insert(payload, 1, {"role": "assistant", "content": None})


offers_an_empty_list = openai.offers_an_empty_list.at(DEEPSEEK, "error", caught_by="deepseek.tools-nonempty")
EYELESS = {"model": "deepseek-v4-pro"}


def with_images(conversation: Any) -> Any:
    """Writes images as OpenAI has them, which DeepSeek's default model takes."""
    return [
        {
            "role": message.role,
            "content": [_part(block) for block in message.blocks] if len(message.blocks) > 1 else message.text,
        }
        for message in conversation.messages
    ]


def _part(block: Any) -> dict[str, Any]:
    if block.type == "text":
        return {"type": "text", "text": block.text}
    return {"type": "image_url", "image_url": {"url": block.source.url}}


@misdeed(DEEPSEEK, IMAGE, "deepseek.text-only", "error", refuses, context=EYELESS, like="jcode#310")
def shows_images_to_every_model(_: Any) -> Any:
    """Sends an image to a model that reads text alone."""
    return with_images


def with_images_by_value(conversation: Any) -> Any:
    """The same, with the files' own bytes."""
    payload = with_images(conversation)
    for part in of_type("image_url", payload):
        data = base64.b64encode(Path(part["image_url"]["url"]).read_bytes()).decode()
        part["image_url"]["url"] = f"data:image/png;base64,{data}"
    return payload


@misdeed(DEEPSEEK, "vision/file-by-path", "deepseek.image-address", "warning", with_images_by_value)
def sends_paths_of_images(_: Any) -> Any:
    """Sends the path of an image's file."""
    return with_images


answers_the_first_call_only = openai.keeps_the_first_result_only.at(DEEPSEEK, caught_by="deepseek.tool-calls-answered")
calls_in_two_messages = openai.splits_parallel_calls.at(
    DEEPSEEK, caught_by="deepseek.tool-result-has-call", also=("deepseek.tool-calls-answered",)
)
lists_no_calls = openai.lists_no_calls.at(DEEPSEEK, caught_by="deepseek.tool-calls-nonempty", like="hermes-agent#83312")
sends_arguments_as_python = openai.sends_arguments_as_python.at(
    VLLM, "error", caught_by="vllm.arguments-is-json-string"
)


@liar(DEEPSEEK, "errors/ids-of-one-batch-equal", "deepseek.tool-call-id-unique", "error", like="craft-agents-oss#630")
def gives_both_calls_one_id(payload: Any) -> Any:
    """Copies ids that a model gave twice in one message."""
    return openai.of_one_id(payload)


@misdeed(ZHIPU, "chat/system-alone", "zhipu.has-user", "error")
def sends_system_text_alone(_: Any) -> Any:
    """Sends system text without a user."""
    return FORMATTERS[DEEPSEEK]


@liar(ZHIPU, "chat/empty-assistant", "zhipu.text-nonempty", "warning", like="agentscope 0.0")
def sends_empty_texts(payload: Any) -> Any:
    """Sends a message that says nothing."""
    return insert(payload, 1, {"role": "assistant", "content": ""})


@liar(ZHIPU, "chat/plain-turns", "zhipu.text-nonempty", "error", like="pi#3309")
def sends_an_empty_last_text(payload: Any) -> Any:
    """Says nothing where the user spoke last."""
    messages(payload).append({"role": "user", "content": ""})
    return payload


@liar(ZHIPU, "chat/several-texts", "zhipu.text-nonempty", "error")
def sends_empty_parts(payload: Any) -> Any:
    """Sends a part that says nothing."""
    content = messages(payload)[0]["content"]
    said = [{"type": "text", "text": content}] if isinstance(content, str) else content
    messages(payload)[0]["content"] = [*said, {"type": "text", "text": ""}]
    return payload


@liar(VLLM, "chat/plain-turns", "vllm.part-types", "warning", also=("schema.enum",))
def sends_parts_of_anthropic(payload: Any) -> Any:
    """Writes a part type that the server does not parse."""
    messages(payload)[-1]["content"].append({"type": "tool_result", "tool_use_id": "call_1"})
    return payload


@liar(VLLM, "tools/single-call", "vllm.arguments-is-json-string", "error", also=("fidelity.call-arguments",))
def cuts_arguments(payload: Any) -> Any:
    """Sends arguments that were cut off, as a model does that ran out of tokens."""
    for function in holding("arguments", payload):
        function["arguments"] = function["arguments"][:-2]
    return payload


@liar(VLLM, "tools/single-call", "fidelity.lost-call", "error")
def tells_vllm_a_call_as_in_2023(payload: Any) -> Any:
    """Writes the key of which the server passes nothing on to the template."""
    for message in holding("tool_calls", messages(payload)):
        message["function_call"] = message.pop("tool_calls")[0]["function"]
    return payload


@liar(VLLM, "tools/single-call", "vllm.tool-content-string", "warning")
def lists_what_tools_say(payload: Any) -> Any:
    """Writes a result as a list of parts."""
    for message in by("tool", payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


offers_an_empty_list_to_vllm = openai.offers_an_empty_list.at(VLLM, "error", caught_by="vllm.tools-nonempty")


@liar(VLLM, "chat/several-texts", "vllm.template-alternate", "error", context={"model": "google/gemma-3-4b-it"})
def speaks_twice_in_a_row(payload: Any) -> Any:
    """Writes a message for each text part."""
    first = messages(payload)[0]
    parts = first["content"]
    first["content"] = parts[:1]
    return behind(payload, first, *({**first, "content": [part]} for part in parts[1:]))


LOOKED_UP = case(
    "looked-up",
    says("user", "What is it, amber-17?"),
    says("assistant", calls("look", "call_1", at="amber-17")),
    says("system", answers("look", "call_1", "A coat, jade-31.")),
    expect=EITHER,
)


@misdeed(
    VLLM,
    LOOKED_UP,
    "vllm.template-alternate",
    "error",
    refuses,
    context={"model": "google/gemma-3-12b-it"},
    like="text-generation-inference#3198",
)
def tells_results_to_every_template(_: Any) -> Any:
    """Writes what a tool said for a model whose template has no turn for it."""
    return FORMATTERS[VLLM]


@liar(VLLM, "audio/wav-by-value", "vllm.audio-bare-base64", "error", also=("fidelity.altered-media",))
def writes_recordings_as_data_uris(payload: Any) -> Any:
    """Writes the data URI of a recording where its bare base64 goes."""
    for part in of_type("audio_url", payload):
        part["type"], part["input_audio"] = "input_audio", {"data": part.pop("audio_url")["url"], "format": "wav"}
    return payload


def with_user_for_system(conversation: Any) -> Any:
    """Tells what the system says later as a user's turn."""
    payload = FORMATTERS[VLLM](conversation)
    for message in by("system", payload)[1:]:
        message["role"] = "user"
    return payload


@misdeed(
    VLLM,
    "chat/system-in-middle",
    "vllm.template-system-first",
    "error",
    with_user_for_system,
    context={"model": "Qwen/Qwen3.5-27B"},
)
def tells_system_text_anywhere(_: Any) -> Any:
    """Writes role system where the conversation has it."""
    return FORMATTERS[VLLM]


@liar(VLLM, "thinking/signed-beside-text", "vllm.reasoning-key", "warning")
def writes_reasoning_under_the_old_key(payload: Any) -> Any:
    """Writes reasoning where nobody reads it any more."""
    for message in by("assistant", payload):
        message["reasoning_content"] = message.pop("reasoning")
    return payload


# What is borrowed from OpenAI, where the wires are the same.

BORROWED = tuple(
    each.at(target, "warning", **changes)
    for each, targets, changes in (
        (openai.keeps_the_first_result_only, (ZHIPU, VLLM), {}),
        (openai.splits_parallel_calls, (ZHIPU, VLLM), {"also": ()}),
        (openai.lists_no_calls, (ZHIPU,), {}),
        (openai.sends_null_for_nothing, (ZHIPU, VLLM), {}),
        (openai.sends_no_parts, (DEEPSEEK, ZHIPU), {}),
        (openai.sends_arguments_as_python, (DEEPSEEK, ZHIPU), {}),
        (openai.leaks_its_own_keys, (DEEPSEEK, ZHIPU, VLLM), {}),
        (openai.names_tool_messages, (DEEPSEEK, ZHIPU), {}),
        (openai.sends_an_empty_list, (DEEPSEEK, VLLM), {}),
        (openai.calls_the_user_human, (VLLM,), {"also": ()}),
        (openai.calls_the_user_human, (ZHIPU,), {"also": ("schema.enum", "zhipu.has-user")}),
    )
    for target in targets
)


@liar(VLLM, "tools/single-call", "vllm.tool-content-string", "warning", like="vllm#39614")
def tells_results_in_parts(payload: Any) -> Any:
    """Writes a result as a list of text parts."""
    for message in by("tool", payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


LIARS = liars_of(globals())
