"""Who breaks Anthropic's rules over messages, system text, thinking and the cache."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import case, liar, liars_of, misdeed, says
from liars.payloads import and_a_user, behind, by, insert, messages, of_type
from promptfmt_reference import FORMATTERS

CHAT = "anthropic.chat"
reference = FORMATTERS[CHAT]


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


@misdeed(CHAT, "chat/system-alone", "anthropic.messages-nonempty", "error")
def sends_system_text_alone(_: Any) -> Any:
    """Lifts the system text, and sends what is left: nothing."""
    return lambda conversation: {"system": conversation.messages[0].text, "messages": []}


@liar(CHAT, "chat/plain-turns", "anthropic.system-not-first", "error")
def leaves_system_among_messages(payload: Any) -> Any:
    """Writes system text as the first message."""
    return {"messages": [{"role": "system", "content": payload["system"]}, *payload["messages"]]}


MID_SYSTEM = case(
    "system-behind-a-user",
    says("user", "Two tickets, amber-17."),
    says("system", "The house is full, cobalt-42."),
    says("assistant", "Sorry, jade-31."),
    says("user", "A pity, falcon-58."),
)


def tell_as_system(payload: Any, sign: str) -> Any:
    """The turn that says `sign` as one of role system."""
    for message in messages(payload):
        if sign in json.dumps(message):
            message["role"] = "system"
    return payload


@liar(CHAT, "chat/system-in-middle", "anthropic.system-mid-placement", "error")
def tells_system_text_anywhere(payload: Any) -> Any:
    """Writes role system where the conversation has it, behind an assistant's turn."""
    return tell_as_system(payload, "falcon-58")


@liar(CHAT, MID_SYSTEM, "anthropic.system-mid-model", "error", context={"model": "claude-sonnet-4-5"})
def tells_system_text_to_any_model(payload: Any) -> Any:
    """Writes role system for a model that does not take it."""
    return tell_as_system(payload, "cobalt-42")


@liar(CHAT, "chat/no-system", "anthropic.system-mid-text-only", "error")
def tells_empty_system_text(payload: Any) -> Any:
    """Writes a message of role system that says nothing."""
    return insert(payload, 1, {"role": "system", "content": ""})


@liar(CHAT, "chat/no-system", "anthropic.system-mid-text-only", "error")
def tells_blank_system_text(payload: Any) -> Any:
    """Writes a message of role system that has a line end alone."""
    return insert(payload, 1, {"role": "system", "content": [{"type": "text", "text": "\n"}]})


@liar(CHAT, "chat/several-texts", "anthropic.roles-alternate", "warning", like="llama-index#12013")
def writes_a_message_for_each_text(payload: Any) -> Any:
    """Writes a message for each text block."""
    first = messages(payload)[0]
    blocks = first["content"]
    first["content"] = blocks[:1]
    return behind(payload, first, *({"role": "user", "content": [block]} for block in blocks[1:]))


def with_a_user_first(conversation: Any) -> Any:
    """Lets a user speak before the assistant does."""
    return insert(reference(conversation), 0, {"role": "user", "content": "(The conversation begins.)"})


@misdeed(CHAT, "chat/assistant-first", "anthropic.first-role-user", "warning", with_a_user_first)
def lets_the_assistant_begin(_: Any) -> Any:
    """Sends what the assistant says first as the first message."""
    return reference


def with_a_user_last(conversation: Any) -> Any:
    """Lets a user speak behind the assistant."""
    return reference(and_a_user(conversation))


def as_it_ends(conversation: Any) -> Any:
    """What older models take: the assistant's words last, which they go on with."""
    payload = with_a_user_last(conversation)
    last = messages(payload)[-2]["content"][-1]
    last["text"] = last["text"].rstrip()
    messages(payload).pop()
    return payload


@misdeed(CHAT, "chat/assistant-last", "anthropic.no-prefill", "error", with_a_user_last)
def lets_the_assistant_end(_: Any) -> Any:
    """Sends what the assistant says last as the last message."""
    return as_it_ends


@liar(
    CHAT,
    "chat/assistant-last-trailing-newline",
    "anthropic.final-assistant-no-trailing-space",
    "error",
    as_it_ends,
    context={"model": "claude-sonnet-4-5"},
)
def keeps_trailing_space(payload: Any) -> Any:
    """Sends the last words with the newlines behind them."""
    messages(payload)[-1]["content"][-1]["text"] += "\n\n"
    return payload


@liar(CHAT, "chat/empty-assistant", "anthropic.text-nonempty", "error", like="pydantic-ai#1934")
def sends_blank_turns(payload: Any) -> Any:
    """Writes a turn that holds a blank, so that it is not empty."""
    return insert(payload, 1, {"role": "assistant", "content": " "})


@liar(CHAT, "vision/image-only-message", "anthropic.blank-text", "warning", like="vscode-copilot-chat#4839")
def hangs_a_mark_on_a_blank(payload: Any) -> Any:
    """Where nothing stands that a mark for the cache could be set on, writes a blank."""
    by("user", payload)[0]["content"].insert(0, text(" ") | {"cache_control": {"type": "ephemeral"}})
    return payload


@liar(CHAT, "chat/plain-turns", "anthropic.text-nonempty", "error", like="pydantic-ai#2678")
def adds_an_empty_system_text(payload: Any) -> Any:
    """Writes an empty paragraph behind the system text."""
    payload["system"].append(text(""))
    return payload


@liar(CHAT, "chat/empty-user-between", "anthropic.user-nonempty", "error")
def sends_empty_user_turns(payload: Any) -> Any:
    """Writes a user's turn that says nothing."""
    return insert(payload, 2, {"role": "user", "content": ""})


@liar(CHAT, "thinking/redacted", "anthropic.tool-block-role", "error")
def lets_the_user_think(payload: Any) -> Any:
    """Puts an assistant's thinking into the user's turn."""
    assistant = by("assistant", payload)[0]
    by("user", payload)[0]["content"].append(assistant["content"].pop(0))
    return payload


@liar(CHAT, "thinking/redacted", "anthropic.thinking-unmodified", "error", also=("fidelity.altered-thinking",))
def empties_what_was_redacted(payload: Any) -> Any:
    """Keeps that something was thought, and not the data that stand for it."""
    for block in of_type("redacted_thinking", payload):
        block["data"] = ""
    return payload


@liar(CHAT, "thinking/unsigned", "anthropic.thinking-unmodified", "error", like="agentscope O42")
def sends_thinking_without_signature(payload: Any) -> Any:
    """Sends the thinking of a model that signs nothing."""
    block = {"type": "thinking", "thinking": "Spiders are no insects, cobalt-42.", "signature": ""}
    by("assistant", payload)[0]["content"].insert(0, block)
    return payload


@liar(
    CHAT,
    "thinking/signed-beside-text",
    "anthropic.thinking-unmodified",
    "error",
    also=("schema.required",),
    like="any-llm#1153",
)
def forgets_signatures(payload: Any) -> Any:
    """Sends signed thinking without its signature."""
    for block in of_type("thinking", payload):
        del block["signature"]
    return payload


@liar(
    CHAT,
    "thinking/thought-last",
    "anthropic.final-block-not-thinking",
    "error",
    also=("anthropic.no-prefill",),
    like="forgecode#2107",
)
def ends_in_a_thought(payload: Any) -> Any:
    """Sends the thought that the conversation ends in, and nothing after it."""
    thought = {"type": "thinking", "thinking": "I say nothing, cobalt-42.", "signature": "c2lnbmF0dXJlLTAx"}
    messages(payload).append({"role": "assistant", "content": [thought]})
    return payload


@liar(
    CHAT,
    "thinking/signed-before-call",
    "anthropic.thinking-leads",
    "error",
    context={"model": "claude-sonnet-4-5"},
    also=("fidelity.reordered",),
    like="software-agent-sdk#738",
)
def puts_calls_before_thoughts(payload: Any) -> Any:
    """Writes calls first, and what was thought before them behind."""
    by("assistant", payload)[0]["content"].reverse()
    return payload


@liar(
    CHAT,
    "thinking/wanted-back",
    "anthropic.thinking-first-in-tool-loop",
    "error",
    also=("fidelity.lost-thinking",),
    context={"model": "claude-3-7-sonnet-20250219"},
    like="openai-agents#1706",
)
def drops_thinking_before_calls(payload: Any) -> Any:
    """Leaves thinking out, also in the round that is still open."""
    by("assistant", payload)[0]["content"].pop(0)
    return payload


@liar(CHAT, "chat/thirty-turns", "anthropic.cache-control-max4", "error")
def caches_every_turn(payload: Any) -> Any:
    """Marks every turn for the cache."""
    for block in of_type("text", payload):
        block["cache_control"] = {"type": "ephemeral"}
    return payload


@liar(
    CHAT,
    "thinking/signed-beside-text",
    "anthropic.cache-control-not-on-thinking",
    "error",
    also=("anthropic.no-unknown-keys",),
)
def caches_thinking(payload: Any) -> Any:
    """Marks a thought for the cache."""
    for block in of_type("thinking", payload):
        block["cache_control"] = {"type": "ephemeral"}
    return payload


@liar(CHAT, "chat/plain-turns", "anthropic.no-unknown-keys", "error")
def names_its_messages(payload: Any) -> Any:
    """Writes the speaker's name, as OpenAI takes it."""
    for message in messages(payload):
        message["name"] = message["role"]
    return payload


@liar(CHAT, "chat/thirty-turns", "anthropic.cache-control-ttl-order", "error")
def caches_the_newest_longest(payload: Any) -> Any:
    """Marks the first turn for five minutes, and the last for an hour."""
    first, *_, last = of_type("text", payload)
    first["cache_control"] = {"type": "ephemeral"}
    last["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
    return payload


LIARS = liars_of(globals())
