"""Who breaks Bedrock's rules over messages and blocks, its schema, and who says less than was said."""

from __future__ import annotations

from typing import Any

from liars.liar import case, liar, liars_of, misdeed, refuses, says
from liars.payloads import and_a_user, by, holding, insert, messages
from promptfmt_reference import FORMATTERS

CHAT = "bedrock.chat"
reference = FORMATTERS[CHAT]


def said(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "content": [{"text": text} for text in texts]}


@liar(CHAT, "chat/plain-turns", "bedrock.union-one-key", "error", like="instructor#1467")
def types_its_blocks(payload: Any) -> Any:
    """Writes a block's type beside it, as Anthropic has it."""
    for block in holding("text", payload):
        block["type"] = "text"
    return payload


@liar(CHAT, "chat/plain-turns", "bedrock.union-one-key", "error")
def caches_inside_blocks(payload: Any) -> Any:
    """Puts the cache point into the block that it belongs behind."""
    payload["system"][-1]["cachePoint"] = {"type": "default"}
    return payload


@liar(CHAT, "chat/plain-turns", "bedrock.role-enum", "error", also=("schema.enum",))
def calls_users_human(payload: Any) -> Any:
    """Writes a role as another provider has it."""
    for message in by("user", payload):
        message["role"] = "human"
    return payload


@misdeed(CHAT, "chat/assistant-first", "bedrock.first-user", "error", refuses, like="RooCode#4147")
def lets_the_assistant_begin(_: Any) -> Any:
    """Sends what the assistant says first as the first message."""
    return lambda conversation: [said(message.role, message.text) for message in conversation.messages]


@misdeed(CHAT, "chat/system-alone", "bedrock.first-user", "error", like="pydantic-ai#4495")
def sends_system_text_alone(_: Any) -> Any:
    """Lifts the system text, and sends what is left: nothing."""
    return lambda conversation: {"system": [{"text": conversation.messages[0].text}], "messages": []}


@liar(CHAT, "chat/plain-turns", "bedrock.first-user", "error", like="quarkus-langchain4j#1764")
def leaves_system_among_messages(payload: Any) -> Any:
    """Writes system text as the first message."""
    return {"messages": [{"role": "system", "content": payload["system"]}, *payload["messages"]]}


@liar(CHAT, "chat/several-texts", "bedrock.roles-alternate", "error", like="langchain-aws#130")
def writes_a_message_for_each_text(payload: Any) -> Any:
    """Writes a message for each text."""
    return [{**message, "content": [block]} for message in messages(payload) for block in message["content"]]


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


@misdeed(CHAT, "chat/assistant-last", "bedrock.last-user", "error", with_a_user_last, like="hermes-agent#101401")
def lets_the_assistant_end(_: Any) -> Any:
    """Sends what the assistant says last as the last message."""
    return as_it_ends


@liar(
    CHAT,
    "thinking/thought-last",
    "bedrock.reasoning-alone",
    "warning",
    also=("bedrock.last-user",),
    context={"model": "us.anthropic.claude-sonnet-5"},
    like="hermes-agent#105780",
)
def sends_a_thought_alone(payload: Any) -> Any:
    """Sends the thought that the conversation ends in as a message."""
    thought = {"text": "I say nothing, cobalt-42.", "signature": "c2lnbmF0dXJlLTAx"}
    messages(payload).append({"role": "assistant", "content": [{"reasoningContent": {"reasoningText": thought}}]})
    return payload


@liar(
    CHAT,
    "thinking/signed-before-call",
    "bedrock.reasoning-leads",
    "error",
    context={"model": "anthropic.claude-sonnet-4-5"},
    also=("fidelity.reordered", "bedrock.reasoning-first-in-tool-loop"),
    like="harness-sdk#1848",
)
def puts_calls_before_thoughts(payload: Any) -> Any:
    """Writes calls first, and what was thought before them behind."""
    by("assistant", payload)[0]["content"].reverse()
    return payload


@liar(
    CHAT,
    "thinking/wanted-back",
    "bedrock.reasoning-first-in-tool-loop",
    "error",
    also=("fidelity.lost-thinking",),
    context={"model": "anthropic.claude-sonnet-4-5"},
    like="spring-ai#6413",
)
def drops_thinking_before_calls(payload: Any) -> Any:
    """Leaves thinking out, also in the round that is still open."""
    by("assistant", payload)[0]["content"].pop(0)
    return payload


def without_thoughts(conversation: Any) -> Any:
    """Leaves out what another model thought."""
    payload = reference(conversation)
    for message in messages(payload):
        message["content"] = [block for block in message["content"] if "reasoningContent" not in block]
    return payload


@misdeed(
    CHAT,
    "thinking/signed-beside-text",
    "bedrock.reasoning-sent",
    "error",
    without_thoughts,
    context={"model": "us.amazon.nova-pro-v1:0"},
    like="langchain-aws#401",
)
def sends_thoughts_to_every_model(_: Any) -> Any:
    """Sends reasoning back to a model that refuses it."""
    return reference


def without_signatures(conversation: Any) -> Any:
    """Leaves out the signatures of another model."""
    payload = reference(conversation)
    for text in holding("signature", payload):
        del text["signature"]
    return payload


@misdeed(
    CHAT,
    "thinking/signed-beside-text",
    "bedrock.reasoning-signature-by-model",
    "error",
    without_signatures,
    context={"model": "openai.gpt-oss-120b-1:0"},
    like="harness-sdk#682",
)
def sends_signatures_to_every_model(_: Any) -> Any:
    """Sends signatures to a model that gives none."""
    return reference


@liar(CHAT, "chat/system-in-middle", "bedrock.system-mid-model", "error", like="litellm#41043")
def tells_system_text_anywhere(payload: Any) -> Any:
    """Writes role system where the conversation has it."""
    notice = messages(payload)[-1]["content"].pop(0)
    return insert(payload, -1, {"role": "system", "content": [notice]})


def between(payload: Any, *blocks: dict[str, Any]) -> Any:
    """The first message's two texts as two messages, with an assistant's turn of these blocks between them."""
    first, second = messages(payload)[0]["content"]
    turns = {"role": "user", "content": [first]}, {"role": "assistant", "content": list(blocks)}
    return {"messages": [*turns, {"role": "user", "content": [second]}]}


@liar(CHAT, "chat/empty-assistant", "bedrock.content-nonempty", "error", like="archestra#4220")
def sends_turns_without_content(payload: Any) -> Any:
    """Writes a turn that holds nothing."""
    return between(payload)


@liar(CHAT, "chat/empty-assistant", "bedrock.text-nonblank", "error", like="openhands#5339")
def sends_empty_texts(payload: Any) -> Any:
    """Writes a text that says nothing."""
    return between(payload, {"text": ""})


@liar(CHAT, "chat/empty-assistant", "bedrock.text-nonblank", "error", like="hermes-agent#61318")
def fills_with_blanks(payload: Any) -> Any:
    """Writes a blank, so that the text is not empty."""
    return between(payload, {"text": " "})


@liar(
    CHAT,
    "chat/assistant-last-trailing-newline",
    "bedrock.final-assistant-no-trailing-space",
    "error",
    as_it_ends,
    context={"model": "anthropic.claude-sonnet-4-5"},
    like="langchain-aws#599",
)
def keeps_trailing_space(payload: Any) -> Any:
    """Sends the last words with the newlines behind them."""
    messages(payload)[-1]["content"][-1]["text"] += "\n\n"
    return payload


@liar(CHAT, "chat/plain-turns", "bedrock.no-unknown-keys", "warning")
def names_its_messages(payload: Any) -> Any:
    """Writes the speaker's name, as OpenAI takes it."""
    for message in messages(payload):
        message["name"] = message["role"]
    return payload


@liar(CHAT, "chat/plain-turns", "schema.type", "error")
def sends_content_as_a_string(payload: Any) -> Any:
    """Writes content as OpenAI and Anthropic take it."""
    for message in messages(payload):
        message["content"] = message["content"][0]["text"]
    return payload


@liar(CHAT, "chat/plain-turns", "schema.type", "error")
def sends_system_text_as_a_string(payload: Any) -> Any:
    """Writes the system text as Anthropic takes it."""
    payload["system"] = payload["system"][0]["text"]
    return payload


@liar(CHAT, "chat/plain-turns", "schema.minLength", "error")
def adds_an_empty_system_text(payload: Any) -> Any:
    """Writes an empty paragraph behind the system text."""
    payload["system"].append({"text": ""})
    return payload


@liar(CHAT, "tools/failed-call", "schema.enum", "error")
def calls_errors_failures(payload: Any) -> Any:
    """Writes a status that there is not."""
    for block in holding("toolResult", payload):
        block["toolResult"]["status"] = "failure"
    return payload


@liar(CHAT, "vision/image-by-value", "schema.required", "error")
def forgets_the_format_of_images(payload: Any) -> Any:
    """Leaves out what a picture is."""
    for block in holding("image", payload):
        del block["image"]["format"]
    return payload


@liar(CHAT, "chat/thirty-turns", "fidelity.lost-text", "error")
def forgets_the_first_round(payload: Any) -> Any:
    """Leaves out how the conversation began."""
    del messages(payload)[:2]
    return payload


@liar(CHAT, "thinking/signed-beside-text", "fidelity.altered-thinking", "error")
def signs_anew(payload: Any) -> Any:
    """Writes a signature of its own."""
    for block in holding("reasoningContent", payload):
        block["reasoningContent"]["reasoningText"]["signature"] = "c2lnbmVkIGFuZXc="
    return payload


@liar(CHAT, "thinking/redacted", "fidelity.altered-thinking", "error")
def cuts_redacted_thinking(payload: Any) -> Any:
    """Writes the beginning of what was redacted."""
    for block in holding("reasoningContent", payload):
        block["reasoningContent"]["redactedContent"] = block["reasoningContent"]["redactedContent"][:8]
    return payload


LONG_TALK = case(
    "a-talk-of-two",
    says("user", "Who is there, amber-17?", name="Ann"),
    says("assistant", "Nobody, cobalt-42.", name="Bob"),
    says("user", "I hear you, jade-31.", name="Ann"),
)


@liar("bedrock.multiagent", LONG_TALK, "fidelity.wrong-speaker", "error")
def tells_everything_as_ann(payload: Any) -> Any:
    """Writes one name before every line."""
    for block in holding("text", payload):
        block["text"] = block["text"].replace("Bob:", "Ann:")
    return payload


@liar(CHAT, "chat/plain-turns", "bedrock.cache-point-place", "error")
def caches_before_it_speaks(payload: Any) -> Any:
    """Marks the last turn for the cache before what it says."""
    messages(payload)[-1]["content"].insert(0, {"cachePoint": {"type": "default"}})
    return payload


@liar(CHAT, "audio/plain-text", "bedrock.cache-point-place", "error", like="harness-sdk#1966")
def caches_behind_a_paper_of_text(payload: Any) -> Any:
    """Marks a turn for the cache behind its document, which is no PDF."""
    for turn in by("user", payload):
        if "document" in turn["content"][-1]:
            turn["content"].append({"cachePoint": {"type": "default"}})
    return payload


@liar(CHAT, "chat/thirty-turns", "bedrock.cache-points-max4", "error", like="platypus#744")
def caches_each_turn(payload: Any) -> Any:
    """Marks each of the user's turns for the cache, as if only the last one counted."""
    for turn in by("user", payload):
        turn["content"].append({"cachePoint": {"type": "default"}})
    return payload


LIARS = liars_of(globals())
