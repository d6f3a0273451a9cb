"""Whose media are: by their place, by their order, or by words, before them or behind them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from liars.payloads import by, holding, messages, of_type
from support.papers import papers_behind_results

from pytest_promptfmt.conversation import Conversation
from right_ways.way import PLAIN, way, ways_of, written

TWO = "vision/images-in-two-results"


def told(payload: Any) -> dict[str, Any]:
    """The message that shows what tools did, with nothing but that."""
    message: dict[str, Any] = next(message for message in by("user", payload) if of_type("image_url", [message]))
    message["content"] = of_type("image_url", [message])
    return message


def words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


@way("openai.chat", TWO)
def pictures_in_the_order_of_results(payload: Any) -> Any:
    told(payload)
    return payload


@way("openai.chat", TWO)
def words_behind_each_picture(payload: Any) -> Any:
    message = told(payload)
    first, second = message["content"]
    message["content"] = [first, words("(image of call_1)"), second, words("(image of call_2)")]
    return payload


@way("openai.chat", TWO)
def one_heading_for_all_pictures(payload: Any) -> Any:
    message = told(payload)
    message["content"].insert(0, words("Images of call_1 and call_2:"))
    return payload


@way("openai.chat", TWO)
def the_last_picture_first_with_its_name(payload: Any) -> Any:
    message = told(payload)
    first, second = message["content"]
    message["content"] = [words("Image of call_2:"), second, words("Image of call_1:"), first]
    return payload


@way("gemini.chat", "vision/image-by-assistant", warnings=("gemini.alternate",))
def the_models_pictures_in_words_of_the_users(payload: Any) -> Any:
    """Who may not let the model show anything says whose it is."""
    for content in list(messages(payload)):
        shown = [part for part in content["parts"] if "inline_data" in part]
        if content["role"] == "model" and shown:
            content["parts"] = [part for part in content["parts"] if part not in shown]
            said = {"text": "The assistant showed:"}
            messages(payload).insert(messages(payload).index(content) + 1, {"role": "user", "parts": [said, *shown]})
    return payload


@way("bedrock.chat", "audio/two-papers-with-names")
def papers_under_names_that_tell_nothing(payload: Any) -> Any:
    """AWS asks for neutral ones."""
    for number, block in enumerate(holding("document", payload), 1):
        block["document"]["name"] = f"document {number}"
    return payload


@way("openai.chat", "audio/two-papers-with-names", "audio/papers-with-names-of-two-tools")
def names_that_are_made_unique(payload: Any) -> Any:
    for number, part in enumerate(holding("file", payload), 1):
        part["file"]["filename"] = part["file"]["filename"].upper().replace(".PDF", f" ({number}).pdf")
    return payload


@way("anthropic.chat", "audio/two-papers-with-names")
def papers_without_a_title(payload: Any) -> Any:
    for block in of_type("document", payload):
        block.pop("title", None)
    return payload


@way("dashscope-multimodal.chat", PLAIN)
def four_marks_for_the_cache(payload: Any) -> Any:
    for message in messages(payload)[-4:]:
        said = message["content"]
        message["content"] = [{"text": said}] if isinstance(said, str) else said
        message["content"][-1]["cache_control"] = {"type": "ephemeral"}
    return payload


@way("anthropic.chat", "vision/image-only-message", warnings=("anthropic.roles-alternate",))
def a_blank_beside_a_text(payload: Any) -> Any:
    for message in by("user", payload)[:1]:
        message["content"] = [words("See:"), words(" "), *message["content"]]
    return payload


OF_TEXT = ("audio/text-files-in-results", "audio/papers-of-text-in-two-results")
BEHIND = ("openai", "deepseek", "groq", "vllm", "zhipu", "moonshot", "xai", "openrouter")


PAPERS_BEHIND = tuple(
    each for dialect in BEHIND for each in written(f"{dialect}.chat", *OF_TEXT)(papers_behind_results)
)


@written("openai-responses.chat", *OF_TEXT, name="papers-behind-outputs")
def papers_behind_outputs(conversation: Conversation) -> Any:
    """The same in items."""
    items: list[dict[str, Any]] = []
    for message in papers_behind_results(conversation)["messages"]:
        if message["role"] == "tool":
            output = {"call_id": message["tool_call_id"], "output": message["content"]}
            items.append({"type": "function_call_output", **output})
            continue
        if message["content"]:
            items.append({"role": message["role"], "content": message["content"]})
        for call in message.get("tool_calls", ()):
            items.append({"type": "function_call", "call_id": call["id"], **call["function"]})
    return {"input": items, "tools": [{"type": "function", **asdict(tool)} for tool in conversation.tools]}


WAYS = ways_of(globals())
