"""Who breaks DashScope's rules, with text or with media: the two dialects share their messages."""

from __future__ import annotations

from typing import Any

from liars import openai
from liars.liar import EITHER, Liar, answers, calls, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import behind, by, calling, image_at, image_block, messages, picture
from promptfmt_reference import FORMATTERS

TEXT = "dashscope.chat"
MULTIMODAL = "dashscope-multimodal.chat"


@misdeed(TEXT, "chat/only-empty-text", "dashscope.messages-nonempty", "error", also=("dashscope.has-user",))
def sends_an_empty_list(_: Any) -> Any:
    """Leaves the empty message out, and sends what is left of the list."""
    return lambda conversation: []


@misdeed(TEXT, "chat/system-alone", "dashscope.has-user", "error")
def sends_system_text_alone(_: Any) -> Any:
    """Sends system text without a user."""
    return FORMATTERS["deepseek.chat"]


@liar(TEXT, "tools/single-call", "dashscope.content-required", "error")
def leaves_content_out_beside_calls(payload: Any) -> Any:
    """Leaves the key out where nothing was said."""
    for message in calling(payload):
        del message["content"]
    return payload


@liar(TEXT, "tools/single-call", "dashscope.tool-result-has-call", "error", also=("fidelity.doubled-result",))
def answers_once_more_without_an_id(payload: Any) -> Any:
    """Writes a result twice, the second time without an id: it answers no call."""
    for message in by("tool", payload):
        behind(payload, message, {key: value for key, value in message.items() if key != "tool_call_id"})
    return payload


@liar(TEXT, "tools/single-call", "dashscope.content-not-null", "warning", like="agentscope 1.0")
def sends_null_beside_calls(payload: Any) -> Any:
    """Writes null where nothing was said."""
    for message in calling(payload):
        message["content"] = None
    return payload


@liar(MULTIMODAL, "tools/single-call", "dashscope.text-not-null", "warning")
def sends_an_item_without_text(payload: Any) -> Any:
    """Writes an item for the text that is not there."""
    for message in calling(payload):
        message["content"] = [{"text": None}]
    return payload


@liar(TEXT, "tools/result-two-texts", "dashscope.tool-content-string", "warning")
def lists_what_a_tool_said(payload: Any) -> Any:
    """Writes items where a result wants a string."""
    for message in by("tool", payload):
        message["content"] = [{"text": message["content"]}]
    return payload


REPEATED = case(
    "the-same-call-again",
    says("user", "Is it open, amber-17?"),
    says("assistant", calls("try_door", "call_1", door=3)),
    says("tool", answers("try_door", "call_1", "Locked, cobalt-42.")),
    says("assistant", calls("try_door", "call_2", door=3)),
    says("tool", answers("try_door", "call_2", "Open, jade-31.")),
    says("user", "At last, falcon-58."),
    expect=EITHER,
)


@misdeed(TEXT, REPEATED, "dashscope.no-repeated-call", "warning", refuses)
def repeats_a_call(_: Any) -> Any:
    """Sends a call that was made in the round before."""
    return FORMATTERS[TEXT]


def with_user_for_system(conversation: Any) -> Any:
    """Tells what the system says later as a user's turn."""
    payload = FORMATTERS[TEXT](conversation)
    for message in by("system", payload)[1:]:
        message["role"] = "user"
    return payload


@misdeed(TEXT, "chat/system-in-middle", "dashscope.system-first", "warning", with_user_for_system)
def tells_system_text_anywhere(_: Any) -> Any:
    """Writes role system where the conversation has it."""
    return FORMATTERS[TEXT]


@liar(TEXT, "chat/several-texts", "dashscope.alternate", "warning")
def writes_a_message_for_each_text(payload: Any) -> Any:
    """Writes a message for each text block."""
    first = messages(payload)[0]
    said, *more = first["content"].split("\n")
    first["content"] = said
    return behind(payload, first, *({"role": "user", "content": each} for each in more))


def asks_a_text_model(conversation: Any) -> Any:
    """The whole request, to a model that reads."""
    return {"model": "qwen-max", "input": {"messages": FORMATTERS[TEXT](conversation)}}


@liar(TEXT, "chat/plain-turns", "dashscope.endpoint-model", "warning", asks_a_text_model)
def asks_a_model_that_sees(payload: Any) -> Any:
    """Asks a model that is to be asked elsewhere."""
    return payload | {"model": "qwen-vl-max"}


def asks_a_model_with_eyes(conversation: Any) -> Any:
    """The whole request, to a model that sees."""
    return {"model": "qwen-vl-max", "input": {"messages": FORMATTERS[MULTIMODAL](conversation)}}


@liar(MULTIMODAL, "chat/plain-turns", "dashscope.endpoint-model", "warning", asks_a_model_with_eyes)
def asks_a_model_that_reads(payload: Any) -> Any:
    """Asks a model that is to be asked elsewhere."""
    return payload | {"model": "qwen-max"}


@liar(TEXT, "chat/plain-turns", "dashscope.text-model-string", "warning", like="agentscope O34")
def lists_what_a_user_said(payload: Any) -> Any:
    """Writes items, as the multimodal endpoint wants them."""
    for message in by("user", payload):
        message["content"] = [{"text": message["content"]}]
    return payload


keeps_the_first_result_only = openai.keeps_the_first_result_only.at(TEXT, caught_by="dashscope.tool-calls-answered")
splits_parallel_calls = openai.splits_parallel_calls.at(
    TEXT, caught_by="dashscope.tool-result-has-call", also=("dashscope.tool-calls-answered",)
)
lists_no_calls = openai.lists_no_calls.at(TEXT, "error", caught_by="dashscope.tool-calls-nonempty")
calls_the_user_human = openai.calls_the_user_human.at(
    TEXT, "warning", caught_by="openai.role-enum", also=("dashscope.has-user",)
)


# with media


@liar(MULTIMODAL, "vision/image-by-value", "dashscope.mm-item-keys", "warning")
def types_its_items(payload: Any) -> Any:
    """Writes a type into each item, as OpenAI wants it."""
    for message in messages(payload):
        for item in message["content"] if isinstance(message["content"], list) else ():
            item["type"] = next(iter(item))
    return payload


@liar(
    MULTIMODAL,
    "audio/mp3-by-value",
    "dashscope.media-url",
    "error",
    also=("fidelity.altered-media",),
    like="agentscope#2315",
)
def sends_bare_base64(payload: Any) -> Any:
    """Writes bytes without saying what they are."""
    for message in messages(payload):
        for item in message["content"] if isinstance(message["content"], list) else ():
            if "audio" in item:
                item["audio"] = item["audio"].partition(",")[2]
    return payload


FOREIGN = case(
    "an-image-of-another-cloud", says("user", "Read it, amber-17.", image_at("gs://shelf/a.png")), expect=EITHER
)


@misdeed(MULTIMODAL, FOREIGN, "dashscope.media-url", "error", like="agentscope O15")
def sends_any_address(_: Any) -> Any:
    """Sends an address that nobody there can fetch."""
    return lambda conversation: [
        {"role": "user", "content": [{"text": "Read it, amber-17."}, {"image": "gs://shelf/a.png"}]}
    ]


STAMP = case("a-stamp", says("user", "Read it, amber-17.", image_block(picture("PNG", (8, 8)))), expect=EITHER)


@misdeed(MULTIMODAL, STAMP, "dashscope.media-limits", "warning", refuses)
def sends_images_of_any_size(_: Any) -> Any:
    """Sends an image smaller than DashScope takes."""
    return FORMATTERS[MULTIMODAL]


@liar(TEXT, "chat/plain-turns", "dashscope.cache-control-place", "warning", like="agentscope-java#1363")
def marks_messages_for_the_cache(payload: Any) -> Any:
    """Sets the mark for the cache beside the role."""
    messages(payload)[-1]["cache_control"] = {"type": "ephemeral"}
    return payload


@liar(MULTIMODAL, "chat/thirty-turns", "dashscope.cache-control-max4", "warning")
def marks_every_message_for_the_cache(payload: Any) -> Any:
    """Sets the mark for the cache on the last item of each message."""
    for message in messages(payload):
        said = message["content"]
        message["content"] = [{"text": said}] if isinstance(said, str) else said
        message["content"][-1]["cache_control"] = {"type": "ephemeral"}
    return payload


ALIKE: tuple[Liar, ...] = tuple(
    each.at(MULTIMODAL)
    for each in (
        sends_an_empty_list,
        sends_system_text_alone,
        leaves_content_out_beside_calls,
        sends_null_beside_calls,
        lists_what_a_tool_said,
        writes_a_message_for_each_text,
        keeps_the_first_result_only,
        splits_parallel_calls,
        lists_no_calls,
        calls_the_user_human,
        marks_messages_for_the_cache,
    )
)
NEARLY_ALIKE = (
    repeats_a_call.at(MULTIMODAL, honest=refuses),
    tells_system_text_anywhere.at(MULTIMODAL, honest=with_user_for_system),
    sends_an_item_without_text.at(TEXT),
    marks_every_message_for_the_cache.at(TEXT),
)

LIARS = liars_of(globals())
