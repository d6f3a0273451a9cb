"""Ways to treat thoughts: left out by who does not claim them, merged, unsigned, sealed, in tags."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by, calling, holding, messages, of_type, remove
from liars.thinking_lost import (
    ANTHROPIC,
    BEDROCK,
    DEEPSEEK,
    GEMINI,
    MISTRAL,
    OLLAMA,
    RESPONSES,
    VLLM,
    ZHIPU,
    is_thought,
    thoughts,
)

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation, Message, Text, Thinking
from right_ways.way import Ways, unclaimed, way, ways_of, written

NOT_ASKED = ("thinking/signed-beside-text", "thinking/in-older-turns")
BARE = "thinking/signed-empty-between-steps"
OMITTED = ("fidelity.omitted-thinking",)


def no_thinking(payload: Any) -> Any:
    """What was thought is left out."""
    for take in thoughts(payload):
        take()
    return payload


UNCLAIMED = (
    *unclaimed(way(ANTHROPIC, *NOT_ASKED, "thinking/redacted")(no_thinking)),
    *unclaimed(way(BEDROCK, *NOT_ASKED, "thinking/redacted")(no_thinking)),
    *unclaimed(way(RESPONSES, *NOT_ASKED, "thinking/budget-two-steps")(no_thinking)),
    *unclaimed(way(GEMINI, *NOT_ASKED, "thinking/signature-on-call")(no_thinking)),
    *unclaimed(way(DEEPSEEK, *NOT_ASKED, BARE)(no_thinking)),
    *unclaimed(way(ZHIPU, *NOT_ASKED, "thinking/unsigned-two-steps")(no_thinking)),
    *unclaimed(way(VLLM, *NOT_ASKED, "thinking/unsigned-two-steps")(no_thinking)),
    *unclaimed(way(MISTRAL, *NOT_ASKED, "thinking/unsigned")(no_thinking)),
    *unclaimed(way(OLLAMA, *NOT_ASKED, "thinking/unsigned-two-steps")(no_thinking)),
    *unclaimed(
        way(ANTHROPIC, "thinking/wanted-back", warnings=("anthropic.thinking-first-in-tool-loop",))(no_thinking)
    ),
)


@way(ANTHROPIC, "thinking/signed-before-call")
def thinking_switched_off(payload: Any) -> Any:
    return no_thinking(payload) | {"thinking": {"type": "disabled"}}


def thinking_of_the_open_loop(payload: Any) -> Any:
    for take in thoughts(payload)[:-1]:
        take()
    return payload


OLDER = (
    *way(ANTHROPIC, "thinking/older-loop-and-open-loop")(thinking_of_the_open_loop),
    *way(VLLM, "thinking/older-loop-and-open-loop", "thinking/in-older-turns")(thinking_of_the_open_loop),
    *way(OLLAMA, "thinking/older-loop-and-open-loop", "thinking/in-older-turns")(thinking_of_the_open_loop),
    *way(ZHIPU, "thinking/older-loop-and-open-loop", warnings=OMITTED)(thinking_of_the_open_loop),
    *way(BEDROCK, "thinking/older-loop-and-open-loop", warnings=OMITTED)(thinking_of_the_open_loop),
    *way(MISTRAL, "thinking/in-older-turns", warnings=OMITTED)(thinking_of_the_open_loop),
    *way(DEEPSEEK, "thinking/same-thought-twice", "thinking/in-older-turns", warnings=OMITTED)(
        thinking_of_the_open_loop
    ),
)


@way(VLLM, "thinking/signed-beside-text", "thinking/unsigned-two-steps")
def reasoning_under_both_keys(payload: Any) -> Any:
    for message in holding("reasoning", payload):
        message["reasoning_content"] = message["reasoning"]
    return payload


@way(VLLM, "thinking/unsigned-two-steps", "thinking/budget-one-step", warnings=("fidelity.thinking-as-text",))
def thinking_in_tags(payload: Any) -> Any:
    for message in holding("reasoning", payload):
        tagged = {"type": "text", "text": f"<think>\n{message.pop('reasoning')}\n</think>\n\n"}
        message["content"] = [tagged, *(message["content"] or [])]
    return payload


@way(DEEPSEEK, "thinking/two-unsigned-before-call")
def paragraphs_between_thoughts(payload: Any) -> Any:
    for message in holding("reasoning_content", payload):
        message["reasoning_content"] = message["reasoning_content"].replace("\n", "\n\n")
    return payload


@way(DEEPSEEK, "thinking/each-call-its-thought")
def one_message_of_two_with_calls(payload: Any) -> Any:
    one, other = calling(payload)
    one["tool_calls"] += other["tool_calls"]
    one["reasoning_content"] += f"\n\n{other['reasoning_content']}"
    return remove(payload, other)


@way(RESPONSES, "thinking/budget-two-steps", "thinking/parallel-calls-one-thought")
def reasoning_without_its_summary(payload: Any) -> Any:
    for item in of_type("reasoning", payload):
        item["summary"] = []
    return payload


@way(RESPONSES, "thinking/budget-two-steps", "thinking/signed-beside-text")
def reasoning_by_its_id(payload: Any) -> Any:
    for number, item in enumerate(of_type("reasoning", payload)):
        item["id"] = f"rs_{number}"
    return payload


@way(GEMINI, "thinking/budget-two-steps", "thinking/signed-beside-text")
def signatures_alone(payload: Any) -> Any:
    for part in filter(is_thought, (part for content in by("model", payload) for part in content["parts"])):
        part["text"] = ""
    return payload


@way(GEMINI, "thinking/budget-two-steps", "thinking/parallel-calls-one-thought")
def signatures_on_the_calls_that_follow(payload: Any) -> Any:
    """As the API itself signs: the part behind a thought."""
    for content in by("model", payload):
        thought, *_ = filter(is_thought, content["parts"])
        first = next(part for part in content["parts"] if "function_call" in part)
        first["thought_signature"] = thought.pop("thought_signature")
    return payload


@way(GEMINI, "thinking/signed-step-behind-an-unsigned-one")
def the_dummy_where_nobody_signed(payload: Any) -> Any:
    for part in holding("function_call", payload):
        part.setdefault("thought_signature", "skip_thought_signature_validator")
    return payload


@way(ANTHROPIC, "thinking/thought-call-thought-call", warnings=("anthropic.roles-alternate",))
def a_turn_for_each_thought_and_call(payload: Any) -> Any:
    (said,) = by("assistant", payload)
    first, second = ({"role": "assistant", "content": blocks} for blocks in (said["content"][:2], said["content"][2:]))
    at = messages(payload).index(said)
    messages(payload)[at : at + 1] = [first, second]
    return payload


@way(DEEPSEEK, "thinking/bare-call-then-thought")
def a_blank_where_nothing_was_thought(payload: Any) -> Any:
    for message in calling(payload):
        message["reasoning_content"] = message.get("reasoning_content") or " "
    return payload


@way(DEEPSEEK, "thinking/signed-beside-text", warnings=("fidelity.thinking-as-text", *OMITTED))
def a_thought_told_under_a_label(payload: Any) -> Any:
    for message in holding("reasoning_content", payload):
        message["content"] = f"Reasoning: {message.pop('reasoning_content')}\n\nAnswer: {message['content']}"
    return payload


@way(DEEPSEEK, "thinking/thought-of-a-draft", warnings=("fidelity.thinking-as-text", *OMITTED))
def a_thought_in_tags_before_the_same_words(payload: Any) -> Any:
    for message in holding("reasoning_content", payload):
        message["content"] = f"<think>\n{message.pop('reasoning_content')}\n</think>\n\n{message['content']}"
    return payload


@way(DEEPSEEK, "thinking/thought-of-a-draft", warnings=("fidelity.thinking-as-text", *OMITTED))
def a_thought_in_brackets_beside_the_same_words(payload: Any) -> Any:
    """As lm-deluge tells those of other providers."""
    for message in holding("reasoning_content", payload):
        texts = (f"[Thinking: {message.pop('reasoning_content')}]", message["content"])
        message["content"] = [{"type": "text", "text": text} for text in texts]
    return payload


@way(DEEPSEEK, "thinking/thought-of-a-draft", warnings=("fidelity.thinking-as-text", *OMITTED))
def a_thought_under_a_title_before_the_same_words(payload: Any) -> Any:
    for message in holding("reasoning_content", payload):
        message["content"] = f"**Reasoning:**\n{message.pop('reasoning_content')}\n\n{message['content']}"
    return payload


def a_thought_in_tags_beside_the_same_words(target: str, *warnings: str) -> Ways:
    """Each in a text of its own, as Inspect AI writes it."""

    def tagged(conversation: Conversation) -> Any:
        return FORMATTERS[target](replace(conversation, messages=tuple(map(_tagged, conversation.messages))))

    warned = ("fidelity.thinking-as-text", *warnings)
    return written(target, "thinking/thought-of-a-draft", warnings=warned, name="a-thought-in-tags-beside")(tagged)


def _tagged(message: Message) -> Message:
    blocks = (Text(f"<think>{b.thinking}</think>") if isinstance(b, Thinking) else b for b in message.blocks)
    return replace(message, blocks=tuple(blocks))


_SILENT = ("anthropic", "dashscope", "dashscope-multimodal", "minimax", "ollama", "ollama-generate", "openai")
_SILENT += ("vllm", "xai")
BESIDE = tuple(
    way
    for target in FORMATTERS
    if target.endswith(".chat")
    for way in a_thought_in_tags_beside_the_same_words(
        target, *(() if target.removesuffix(".chat") in _SILENT else OMITTED)
    )
)
"""On every dialect; of some the model minds that the thought itself is missing."""


WAYS = ways_of(globals())
