"""Places that a provider has for something, and the reference says it in another.

`tests/selftest/test_coverage.py` counts what these and the other ways reach of the providers' own schemas.
"""

from __future__ import annotations

from typing import Any

from liars.liar import answers, calls, case, says
from liars.payloads import by, holding, image_block, of_type, picture, remove

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation, Thinking
from pytest_promptfmt.corpus import Case
from right_ways.way import PLAIN, way, ways_of, written


@written("gemini.chat", "thinking/unsigned")
def thoughts_as_parts(conversation: Conversation) -> Any:
    payload = FORMATTERS["gemini.chat"](conversation)
    thoughts = [block for message in conversation.messages for block in message.blocks if isinstance(block, Thinking)]
    for content in by("model", payload)[: len(thoughts)]:
        content["parts"][:0] = [{"text": thoughts.pop(0).thinking, "thought": True}]
    return payload


@way(
    "gemini.chat",
    "vision/image-in-tool-result",
    "vision/image-by-address-in-result",
    "audio/recording-in-result",
    warnings=("gemini.alternate",),
)
def media_within_the_response(payload: Any) -> Any:
    (answer,) = holding("function_response", payload)
    (shown,) = (content for content in by("user", payload) if "<system-info>" in str(content))
    answer["function_response"]["parts"] = [part for part in shown["parts"] if "text" not in part]
    return remove(payload, shown)


@way("anthropic.chat", "audio/plain-text")
def a_document_of_content(payload: Any) -> Any:
    for block in of_type("document", payload):
        block["source"] = {"type": "content", "content": block["source"]["data"]}
    return payload


@way("anthropic.chat", "audio/plain-text")
def a_document_of_blocks(payload: Any) -> Any:
    for block in of_type("document", payload):
        block["source"] = {"type": "content", "content": [{"type": "text", "text": block["source"]["data"]}]}
    return payload


@way("mistral.chat", "audio/pdf-in-result", "audio/recording-in-result")
def media_within_the_result(payload: Any) -> Any:
    (answer,) = by("tool", payload)
    (shown,) = (message for message in by("user", payload) if "<system-info>" in str(message))
    told = {"type": "text", "text": answer["content"]}
    answer["content"] = [told, *(chunk for chunk in shown["content"] if chunk["type"] != "text")]
    return remove(payload, shown)


def results_with_their_pictures_right_behind_their_calls(payload: Any) -> Any:
    """What the reference does of its own."""
    return payload


RED, BLUE = picture("PNG", colour=(200, 9, 9)), picture("PNG", colour=(9, 9, 200))
SHOTS = tuple(
    case(
        f"a-picture-in-the-{which}-of-two-results",
        says("user", "Shoot both, otter-77."),
        says("assistant", calls("shoot", "call_1", at="Oslo")),
        says("assistant", calls("shoot", "call_2", at="Rome")),
        says(
            "tool",
            answers(
                "shoot",
                "call_1",
                [{"type": "text", "text": "Red, amber-17."}, *([image_block(RED)] if which != "second" else [])],
            ),
        ),
        says(
            "tool",
            answers(
                "shoot",
                "call_2",
                [{"type": "text", "text": "Blue, jade-31."}, *([image_block(BLUE)] if which != "first" else [])],
            ),
        ),
        says("assistant", "Done, heron-63."),
        says("user", "Thanks, cobalt-42."),
        tools=[{"name": "shoot", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}],
    )
    for which in ("first", "second", "both")
)
ONE_BY_ONE = tuple(
    each
    for dialect in (
        "openai",
        "openai-responses",
        "anthropic",
        "bedrock",
        "mistral",
        "vllm",
        "ollama",
        "dashscope-multimodal",
    )
    for each in way(f"{dialect}.chat", *SHOTS)(results_with_their_pictures_right_behind_their_calls)
)

PAPER, BELL = "https://example.com/papers/dues.pdf", "https://example.com/sounds/bell.wav"


def found(kind: str, url: str) -> Case:
    """A call whose result is a file at an address."""
    return case(
        f"{kind}-by-address-in-a-result",
        says("user", "Find it, amber-17."),
        says("assistant", calls("find", "call_1")),
        says(
            "system",
            {
                "type": "tool_result",
                "id": "call_1",
                "name": "find",
                "output": [{"type": kind, "source": {"type": "url", "url": url}}],
            },
        ),
    )


@way("openai-responses.chat", found("document", PAPER))
def a_file_by_address_in_an_output(payload: Any) -> Any:
    (answer,) = of_type("function_call_output", payload)
    answer["output"] = [{"type": "input_file", "file_url": PAPER}]
    return payload


@written("mistral.chat", found("audio", BELL))
def a_sound_by_address_in_a_result(conversation: Conversation) -> Any:
    call = {"id": "call00001", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    return [
        {"role": "user", "content": conversation.messages[0].text},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call00001", "content": [{"type": "audio_url", "audio_url": BELL}]},
    ]


@way("anthropic.chat", "chat/system-in-middle")
def system_text_where_the_api_takes_it_in_a_string(payload: Any) -> Any:
    (text,) = payload["messages"].pop(2)["content"]
    payload["messages"].append({"role": "system", "content": text["text"]})
    return payload


@way("openai.chat", PLAIN)
def the_developer_in_a_string(payload: Any) -> Any:
    for message in by("system", payload):
        message |= {"role": "developer", "content": message["content"][0]["text"]}
    return payload


ENDINGS = (
    ("video", "mkv mov mp4 webm flv mpeg mpg wmv 3gp"),
    ("document", "pdf csv doc docx"),
    ("document", "xls xlsx html txt md"),
    ("audio", "mp3 opus wav aac x-aac flac mp4 ogg mkv mka m4a mpeg mpga pcm webm"),
)
BUCKETS = tuple(
    case(
        f"{kind}s-in-a-bucket-from-{endings.split()[0]}",
        says(
            "user",
            "Compare these, amber-17.",
            *({"type": kind, "source": {"type": "url", "url": f"s3://archive/dues.{end}"}} for end in endings.split()),
        ),
    )
    for kind, endings in ENDINGS
)


@written("bedrock.chat", *BUCKETS)
def formats_by_their_endings(conversation: Conversation) -> Any:
    words, *media = conversation.messages[0].blocks
    return [{"role": "user", "content": [{"text": words.text}, *map(_in_a_bucket, media)]}]


def _in_a_bucket(block: Any) -> dict[str, Any]:
    url = block.source.url
    ending = url.rpartition(".")[2]
    inner = {"format": "three_gp" if ending == "3gp" else ending, "source": {"s3Location": {"uri": url}}}
    return {block.type: {**inner, "name": f"paper {ending}"} if block.type == "document" else inner}


WAYS = ways_of(globals())
