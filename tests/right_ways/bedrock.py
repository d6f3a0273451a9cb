"""Bedrock: the whole request, cache points, guarded texts, results as JSON, documents as text, media in a bucket."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from liars.bedrock_tools import SHOWN_BY_A_TOOL, results
from liars.liar import case, says
from liars.payloads import by, holding, image_at, messages, redrawn

from pytest_promptfmt.conversation import Conversation, Image, Text, ToolResult, ToolUse
from right_ways.way import PLAIN, way, ways_of, written

CHAT = "bedrock.chat"
CALL = "tools/single-call"


@way(CHAT, PLAIN)
def the_whole_request(payload: Any) -> Any:
    return {"modelId": "amazon.nova-pro-v1:0", **payload, "inferenceConfig": {"maxTokens": 512}}


@way(CHAT, PLAIN, warnings=("bedrock.first-user",))
def a_list_with_the_system_first(payload: Any) -> Any:
    return [{"role": "system", "content": payload["system"]}, *payload["messages"]]


@way(CHAT, "tools/parallel-two-messages", "tools/parallel-three")
def messages_alone(payload: Any) -> Any:
    return payload["messages"]


@way(CHAT, CALL, warnings=("bedrock.tool-config",))
def tools_left_to_the_caller(payload: Any) -> Any:
    del payload["toolConfig"]
    return payload


@written(CHAT, "tools/nothing-offered")
def calls_told_as_text(conversation: Conversation) -> Any:
    """As LangChain and LiteLLM do where no tool is on offer."""
    asked, called, answered, thanked = conversation.messages
    (call,), (result,) = called.blocks, answered.blocks
    assert isinstance(call, ToolUse)
    assert isinstance(result, ToolResult)
    turns = {
        "user": [asked.text],
        "assistant": [f"[{call.name} was called with {json.dumps(call.input)}]"],
        "user again": [f"[It answered: {result.output}]", thanked.text],
    }
    return {
        "messages": [
            {"role": name.partition(" ")[0], "content": [{"text": said} for said in texts]}
            for name, texts in turns.items()
        ]
    }


def _told(conversation: Conversation, glue: str) -> dict[str, Any]:
    """All of it in texts and images; what a result says in several texts is one text, put together so."""
    turns = []
    for message in conversation.messages:
        blocks: list[dict[str, Any]] = []
        for block in message.blocks:
            match block:
                case ToolUse():
                    blocks.append({"text": f"[{block.name} was called with {json.dumps(block.input)}]"})
                case ToolResult(output=tuple(items)):
                    texts = glue.join(item.text for item in items if isinstance(item, Text))
                    shown = [item.source.data for item in items if isinstance(item, Image)]
                    blocks.append({"text": f"[It answered: {texts}]"})
                    blocks += ({"image": {"format": "png", "source": {"bytes": data}}} for data in shown)
                case Text(text=said):
                    blocks.append({"text": said})
        turns.append({"role": "assistant" if message.role == "assistant" else "user", "content": blocks})
    turns[-2:] = [{"role": "user", "content": turns[-2]["content"] + turns[-1]["content"]}]
    return {"messages": turns}


@written(CHAT, SHOWN_BY_A_TOOL)
def results_told_and_shown(conversation: Conversation) -> Any:
    return _told(conversation, "\n")


@written(CHAT, SHOWN_BY_A_TOOL)
def texts_of_a_result_put_together(conversation: Conversation) -> Any:
    return _told(conversation, "")


@way(CHAT, "chat/several-texts", "chat/two-users-in-a-row")
def texts_in_one_block(payload: Any) -> Any:
    for message in messages(payload):
        message["content"] = [{"text": "\n\n".join(block["text"] for block in message["content"])}]
    return payload


@way(CHAT, "chat/system-several-texts", "chat/two-systems-leading")
def system_texts_in_one_block(payload: Any) -> Any:
    payload["system"] = [{"text": "\n".join(block["text"] for block in payload["system"])}]
    return payload


@way(CHAT, PLAIN)
def cache_points(payload: Any) -> Any:
    payload["system"].append({"cachePoint": {"type": "default", "ttl": "1h"}})
    messages(payload)[-1]["content"].append({"cachePoint": {"type": "default"}})
    return payload


@way(CHAT, "audio/plain-text", "audio/pdf-by-value")
def cache_points_beside_papers(payload: Any) -> Any:
    """Behind a PDF, and before any other document."""
    for message in by("user", payload):
        formats = [block["document"]["format"] if "document" in block else "pdf" for block in message["content"]]
        place = next((n for n, format_ in enumerate(formats) if format_ != "pdf"), len(formats))
        message["content"].insert(place, {"cachePoint": {"type": "default"}})
    return payload


@way(CHAT, PLAIN)
def guarded_texts(payload: Any) -> Any:
    for message in by("user", payload):
        message["content"] = [
            {"guardContent": {"text": {"text": block["text"], "qualifiers": ["query"]}}} for block in message["content"]
        ]
    return payload


@written(CHAT, "chat/assistant-first", warnings=("fidelity.added-turn",))
def a_user_before_the_assistant(conversation: Conversation) -> Any:
    turns = [{"role": message.role, "content": [{"text": message.text}]} for message in conversation.messages]
    return [{"role": "user", "content": [{"text": "(The conversation begins.)"}]}, *turns]


@way(CHAT, "tools/result-json-object")
def results_as_json(payload: Any) -> Any:
    for result in results(payload):
        result["content"] = [{"json": json.loads(result["content"][0]["text"])}]
    return payload


@way(CHAT, "tools/result-json-list", "tools/result-several-lines", "tools/result-json-number")
def results_wrapped_in_json(payload: Any) -> Any:
    for result in results(payload):
        result["content"] = [{"json": {"output": result["content"][0]["text"]}}]
    return payload


@way(CHAT, CALL, "tools/parallel-one-message")
def results_that_succeed(payload: Any) -> Any:
    for result in results(payload):
        result["status"] = "success"
    return payload


@way(CHAT, "tools/parallel-three")
def results_backwards(payload: Any) -> Any:
    for message in by("user", payload):
        message["content"].sort(key=lambda block: block.get("toolResult", {}).get("toolUseId", ""), reverse=True)
    return payload


@way(CHAT, "tools/result-null", "tools/result-empty-string")
def blank_results(payload: Any) -> Any:
    for result in results(payload):
        result["content"] = [{"text": ""}]
    return payload


@way(CHAT, "vision/image-by-value")
def images_before_their_text(payload: Any) -> Any:
    for message in messages(payload):
        message["content"].sort(key=lambda block: "image" not in block)
    return payload


@way(CHAT, "vision/image-by-value")
def images_in_another_format(payload: Any) -> Any:
    for block in holding("image", payload):
        data = redrawn(block["image"]["source"]["bytes"], "GIF")
        block["image"] = {"format": "gif", "source": {"bytes": data}}
    return payload


@way(CHAT, "vision/image-in-tool-result", "vision/image-in-first-of-two-results")
def images_of_results_behind_them(payload: Any) -> Any:
    for message in by("user", payload):
        shown = holding("image", [message])
        for result in results([message]):
            result["content"] = [block for block in result["content"] if "image" not in block]
        after = sum("toolResult" in block for block in message["content"])
        message["content"][after:after] = [{"text": "The image:"}, *shown] if shown else []
    return payload


@way(CHAT, "thinking/redacted", "thinking/redacted-before-call", "thinking/two-redacted")
def redacted_thinking_as_bytes(payload: Any) -> Any:
    """The data are Claude's own string, of which Bedrock carries the bytes."""
    for block in holding("redactedContent", payload):
        block["redactedContent"] = b64encode(block["redactedContent"].encode()).decode()
    return payload


IN_A_BUCKET = case(
    "an-image-in-a-bucket-of-ours", says("user", "Look, amber-17.", image_at("s3://pictures/harbour.png"))
)
NOTES = case(
    "notes-in-plain-text",
    says(
        "user",
        "Sum them up, amber-17.",
        {"type": "document", "source": {"type": "base64", "media_type": "text/plain", "data": "UmFpbiBhdCBub29uLg=="}},
    ),
)


@way(CHAT, IN_A_BUCKET)
def buckets_of_somebody_else(payload: Any) -> Any:
    for block in holding("image", payload):
        block["image"]["source"]["s3Location"]["bucketOwner"] = "123456789012"
    return payload


@way(CHAT, NOTES)
def documents_as_text(payload: Any) -> Any:
    for block in holding("document", payload):
        block["document"] = {"name": "notes (1)", "source": {"text": "Rain at noon."}, "citations": {"enabled": True}}
    return payload


WAYS = ways_of(globals())
