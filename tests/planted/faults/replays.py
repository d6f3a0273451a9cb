"""Thoughts on their way back: gathered, merged, cut, blanked, told aloud, without what the provider knows them by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from liars.payloads import by, holding, messages, nodes, of_type
from planted.conversations import by_block, by_message, of, saying
from planted.planted import Formatter, Planted

from pytest_promptfmt.conversation import Block, Conversation, Message, RedactedThinking, Text, Thinking, ToolUse

Thought = Thinking | RedactedThinking
FOUND = ("fidelity.*think*", "*.reasoning*", "*.thinking*", "fidelity.reordered", "schema.*")
SEALED = "anthropic bedrock"
INLINE = f"{SEALED} gemini openai-responses"
APART = "deepseek zhipu vllm ollama mistral"


def thoughts_first(said: Conversation, given: Conversation) -> Conversation:
    """All that a turn thinks, then all that it says, then all that it calls."""

    def sorted_(message: Message) -> list[Message]:
        ranked = sorted(
            message.blocks, key=lambda b: 0 if isinstance(b, Thought) else 2 if isinstance(b, ToolUse) else 1
        )
        return [replace(message, blocks=tuple(ranked)) if message.role == "assistant" else message]

    return by_message(said, sorted_)


def calls_last(said: Conversation, given: Conversation) -> Conversation:
    """What a turn thinks and says as it came, then all that it calls."""

    def sorted_(message: Message) -> list[Message]:
        ranked = sorted(message.blocks, key=lambda block: isinstance(block, ToolUse))
        return [replace(message, blocks=tuple(ranked)) if message.role == "assistant" else message]

    return by_message(said, sorted_)


def calls_before_texts(said: Conversation, given: Conversation) -> Conversation:
    """Of a turn's texts and calls the calls first, behind its thoughts."""

    def sorted_(message: Message) -> list[Message]:
        if not (message.role == "assistant" and of(Thought, message) and of(ToolUse, message)):
            return [message]
        ranked = sorted(message.blocks, key=lambda block: isinstance(block, Text))
        return [replace(message, blocks=tuple(ranked))]

    return by_message(said, sorted_)


def texts_before_thoughts(said: Conversation, given: Conversation) -> Conversation:
    def sorted_(message: Message) -> list[Message]:
        ranked = sorted(message.blocks, key=lambda block: not isinstance(block, Text))
        return [replace(message, blocks=tuple(ranked)) if message.role == "assistant" else message]

    return by_message(said, sorted_)


def doubled_in_front(said: Conversation, given: Conversation) -> Conversation:
    """A turn's thoughts in front of it, and once more where they stand; only where other blocks stand between."""

    def doubled(message: Message) -> list[Message]:
        thoughts = tuple(of(Thought, message))
        leads = message.blocks[: len(thoughts)] == thoughts
        return [message if leads else replace(message, blocks=(*thoughts, *message.blocks))]

    return by_message(said, doubled)


def merged(said: Conversation, given: Conversation) -> Conversation:
    """Several signed thoughts of a turn become one: all texts, the last signature."""

    def one(message: Message) -> list[Message]:
        thoughts = [block for block in of(Thinking, message) if block.signature]
        if len(thoughts) < 2:
            return [message]
        whole = replace(thoughts[-1], thinking="".join(each.thinking for each in thoughts))
        rest = [block for block in message.blocks if not any(block is each for each in thoughts[1:])]
        return [replace(message, blocks=tuple(whole if block is thoughts[0] else block for block in rest))]

    return by_message(said, one)


def without(wanted: Callable[[Any, Message], bool]) -> Callable[[Conversation, Conversation], Conversation]:
    """The thoughts that are `wanted` are dropped."""

    def write(said: Conversation, given: Conversation) -> Conversation:
        return by_block(said, lambda b, m: [] if isinstance(b, Thought) and wanted(b, m) else [b])

    return write


def rewritten(change: Callable[[Thinking, Message], Iterable[Block]]) -> Callable[..., Conversation]:
    def write(said: Conversation, given: Conversation) -> Conversation:
        return by_block(said, lambda b, m: change(b, m) if isinstance(b, Thinking) else [b])

    return write


def blanked(thought: Thinking, message: Message) -> list[Block]:
    """Where a turn thinks between its calls."""
    several = len(of(Thinking, message)) > 1 and bool(of(ToolUse, message))
    return [replace(thought, thinking="") if several and thought.signature else thought]


def half_signed(thought: Thinking, message: Message) -> list[Block]:
    return [replace(thought, signature=thought.signature[-8:]) if thought.signature else thought]


def told_aloud(thought: Thinking, message: Message) -> list[Block]:
    return [Text(thought.thinking)] if thought.thinking.strip() and message.role == "assistant" else [thought]


def told_in_tags(thought: Thinking, message: Message) -> list[Block]:
    if thought.signature or not thought.thinking.strip() or message.role != "assistant":
        return [thought]
    return [Text(f"<thinking>\n{thought.thinking}\n</thinking>")]


def trimmed(thought: Thinking, message: Message) -> list[Block]:
    """Its first line alone."""
    return [replace(thought, thinking=thought.thinking.strip().partition("\n")[0])]


def first_of_the_loop(said: Conversation, given: Conversation) -> Conversation:
    """Of the thoughts since the user's last word only those of the first turn."""
    kept: list[Message] = []
    thought = False
    for message in said.messages:
        if message.role == "user" and of(Text, message):
            thought = False
        if thought and of(Thought, message) and len(of(Thought, message)) < len(message.blocks):
            message = replace(message, blocks=tuple(b for b in message.blocks if not isinstance(b, Thought)))
        thought = thought or bool(of(Thought, message))
        kept.append(message)
    return saying(said, kept)


def none_of_a_second_in_a_row(conversation: Conversation) -> Conversation:
    """Where the assistant speaks twice in a row, its second message loses its thoughts."""
    kept: list[Message] = []
    for before, message in zip((None, *conversation.messages), conversation.messages, strict=False):
        if before and before.role == message.role == "assistant" and len(of(Thought, message)) < len(message.blocks):
            message = replace(message, blocks=tuple(b for b in message.blocks if not isinstance(b, Thought)))
        kept.append(message)
    return saying(conversation, kept)


def none_before_the_last_word(conversation: Conversation) -> Conversation:
    """Turns before the user's last word lose their thoughts."""
    last = max((i for i, m in enumerate(conversation.messages) if m.role == "user" and of(Text, m)), default=0)
    kept = [
        replace(message, blocks=tuple(b for b in message.blocks if not isinstance(b, Thought)))
        if i < last and len(of(Thought, message)) < len(message.blocks)
        else message
        for i, message in enumerate(conversation.messages)
    ]
    return saying(conversation, kept)


def first_signature_alone(conversation: Conversation) -> Conversation:
    """Of parallel calls only the first keeps its signature."""

    def kept(block: Block, message: Message) -> list[Block]:
        later = isinstance(block, ToolUse) and block is not of(ToolUse, message)[0]
        return [replace(block, signature=None) if later else block]

    return by_block(conversation, kept)


# what is done to payloads


def no_empty_reasoning(payload: Any, given: Conversation) -> Any:
    """A turn that did not think has no key for it."""
    for message in by("assistant", payload):
        if message.get("reasoning_content") == "":
            del message["reasoning_content"]
    return payload


def no_empty_summary(payload: Any, given: Conversation) -> Any:
    for item in of_type("reasoning", payload):
        if not item["summary"]:
            del item["summary"]
    return payload


def never_a_summary(payload: Any, given: Conversation) -> Any:
    for item in of_type("reasoning", payload):
        item["summary"] = []
    return payload


def reasoning_as_content(payload: Any, given: Conversation) -> Any:
    for item in of_type("reasoning", payload):
        item["content"] = [{"type": "reasoning_text", "text": each["text"]} for each in item["summary"]]
    return payload


def said_between(payload: Any, given: Conversation) -> Any:
    """Between a thought and its call an empty word of the assistant's."""
    items = messages(payload)
    items[:] = [
        each
        for before, item in zip((None, *items), items, strict=False)
        for each in (
            [{"role": "assistant", "content": ""}, item]
            if before and before.get("type") == "reasoning" and item.get("type") == "function_call"
            else [item]
        )
    ]
    return payload


def redacted_as_empty(payload: Any, given: Conversation) -> Any:
    """Redacted thinking becomes a thought without text and signature."""
    for block in of_type("redacted_thinking", payload):
        block.clear()
        block |= {"type": "thinking", "thinking": "", "signature": ""}
    return payload


def unsigned(payload: Any, given: Conversation) -> Any:
    for node in nodes(payload):
        if node.get("type") == "thinking" and "signature" in node:
            node["signature"] = ""
        if "reasoningText" in node:
            node["reasoningText"].pop("signature", None)
    return payload


def blank_for_empty(payload: Any, given: Conversation) -> Any:
    """A thought without text becomes a blank text."""
    for block in holding("reasoningContent", payload):
        if not block["reasoningContent"].get("reasoningText", {"text": "-"})["text"]:
            block.clear()
            block["text"] = " "
    return payload


def unsigned_thoughts_as_they_are(payload: Any, given: Conversation) -> Any:
    """A turn's unsigned thoughts stand in front of it, as thoughts without a signature."""
    for message in given.messages:
        thoughts = [block for block in of(Thinking, message) if not block.signature and block.thinking.strip()]
        marks = {block.text for block in of(Text, message)} | {block.id for block in of(ToolUse, message)}
        for turn in by("assistant", payload) if message.role == "assistant" and thoughts else ():
            if marks & {block.get("text") or block.get("id") for block in turn["content"]}:
                turn["content"][:0] = [{"type": "thinking", "thinking": each.thinking} for each in thoughts]
                break
    return payload


def raises_on_no_text(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation) -> Any:
        if any(not each.thinking for message in conversation.messages for each in of(Thinking, message)):
            raise ValueError("reasoning content format incorrect. Either 'text' or 'redactedContent' must be set.")
        return honest(conversation)

    return format_


def one_content_a_call(payload: Any, given: Conversation) -> Any:
    """Parallel calls in a content each, every one with its response behind it."""
    contents = messages(payload)
    apart: list[Any] = []
    for before, content in zip((None, *contents), contents, strict=False):
        responses = [part for part in content["parts"] if "function_response" in part]
        calls = [part for part in (before or {"parts": []})["parts"] if "function_call" in part]
        if len(calls) < 2 or len(responses) != len(calls) or len(responses) != len(content["parts"]):
            apart.append(content)
            continue
        lead = [part for part in apart.pop()["parts"] if "function_call" not in part]
        for call, response in zip(calls, responses, strict=True):
            apart += [{"role": "model", "parts": [*lead, call]}, {"role": "user", "parts": [response]}]
            lead = []
    contents[:] = apart
    return payload


TABLE = (
    Planted("hermes-agent-41266", "a turn's thoughts stand in front of all else", INLINE, FOUND, writes=thoughts_first),
    Planted(
        "inspect-ai-4922", "a turn's calls stand behind all that it thinks and says", INLINE, FOUND, writes=calls_last
    ),
    Planted(
        "litellm-23137",
        "a turn's thoughts stand in front of it and where they were, if they did not lead it",
        SEALED,
        FOUND,
        writes=doubled_in_front,
    ),
    Planted(
        "continue-11994",
        "of a turn that thinks the calls stand before the text",
        "openai-responses",
        FOUND,
        writes=calls_before_texts,
    ),
    Planted(
        "continue-11721",
        "an empty word of the assistant's stands between a thought and its call",
        "openai-responses",
        (*FOUND, "openai-responses.*", "fidelity.added-*"),
        sends=said_between,
    ),
    Planted(
        "claude-code-20691", "a turn's texts stand before its thoughts", INLINE, FOUND, writes=texts_before_thoughts
    ),
    Planted(
        "goai-139",
        "a reasoning item without a summary has no key for it",
        "openai-responses",
        FOUND,
        sends=no_empty_summary,
    ),
    Planted(
        "forgecode-2853",
        "a reasoning item keeps its seal and loses its summary",
        "openai-responses",
        FOUND,
        sends=never_a_summary,
    ),
    Planted(
        "agent-framework-go-784",
        "a reasoning item tells its text as content",
        "openai-responses",
        (*FOUND, "openai-responses.*"),
        sends=reasoning_as_content,
    ),
    Planted(
        "tanstack-ai-1212",
        "a call goes back without what was thought before it",
        "openai-responses",
        FOUND,
        writes=without(lambda thought, message: bool(of(ToolUse, message))),
    ),
    Planted(
        "openfang-1187",
        "redacted thinking is dropped, signed thinking is not",
        "bedrock anthropic",
        FOUND,
        writes=without(lambda thought, message: isinstance(thought, RedactedThinking)),
    ),
    Planted(
        "bifrost-4942",
        "redacted thinking becomes a thought without text and signature",
        "anthropic",
        FOUND,
        sends=redacted_as_empty,
    ),
    Planted(
        "genkit-dart-353",
        "no thought goes back, redacted or signed",
        SEALED,
        FOUND,
        writes=without(lambda thought, message: True),
    ),
    Planted(
        "strands-2704",
        "a signed thought without text is dropped",
        INLINE,
        FOUND,
        writes=without(lambda thought, message: isinstance(thought, Thinking) and not thought.thinking),
    ),
    Planted(
        "strands-2704",
        "a signed thought without text raises",
        "bedrock anthropic gemini openai-responses",
        ("exchange.raised", "errors.unclear"),
        acts=raises_on_no_text,
        name="raises",
    ),
    Planted(
        "pi-7356",
        "a thought without text is dropped with its signature",
        "gemini",
        FOUND,
        writes=without(lambda thought, message: isinstance(thought, Thinking) and not thought.thinking.strip()),
    ),
    Planted(
        "claude-code-63269",
        "of several thoughts in a turn that calls the texts are blank, the signatures kept",
        SEALED,
        FOUND,
        writes=rewritten(blanked),
    ),
    Planted("ggcode-228", "several thoughts of a turn become one, signed as the last", INLINE, FOUND, writes=merged),
    Planted("apex-534", "a signature is its last piece", INLINE, FOUND, writes=rewritten(half_signed)),
    Planted("turnstone-214", "a thought comes back without its signature", SEALED, FOUND, sends=unsigned),
    Planted(
        "open-code-review-811",
        "a thought is told as the assistant's text",
        f"anthropic bedrock {APART}",
        FOUND,
        writes=rewritten(told_aloud),
    ),
    Planted(
        "google-adk-4069",
        "a thought is told as the assistant's text",
        "vllm gemini openai-responses",
        FOUND,
        writes=rewritten(told_aloud),
    ),
    Planted(
        "vercel-ai-17930",
        "a thought before an answer is told as the assistant's text",
        "mistral deepseek zhipu ollama vllm",
        FOUND,
        writes=rewritten(lambda t, m: [t] if of(ToolUse, m) else told_aloud(t, m)),
    ),
    Planted(
        "pydantic-ai-5869",
        "an unsigned thought is told in tags",
        SEALED,
        FOUND,
        hears=lambda c: rewritten(told_in_tags)(c, c),
    ),
    Planted(
        "bamboo-agent-520",
        "an unsigned thought goes back as a thought",
        "anthropic",
        FOUND,
        sends=unsigned_thoughts_as_they_are,
    ),
    Planted(
        "hermes-agent-97592",
        "of two messages of the assistant's in a row the second loses its thoughts",
        INLINE,
        FOUND,
        hears=none_of_a_second_in_a_row,
    ),
    Planted(
        "google-adk-4801",
        "of the thoughts since the user's word only the first turn's go back",
        f"{INLINE} {APART}",
        FOUND,
        writes=first_of_the_loop,
    ),
    Planted(
        "llama-index-18834",
        "the thought of a turn that calls and says nothing is dropped",
        f"{INLINE} {APART}",
        FOUND,
        writes=without(lambda thought, message: bool(of(ToolUse, message)) and not of(Text, message)),
    ),
    Planted(
        "litellm-27850",
        "a thought without text becomes a blank text",
        "bedrock",
        (*FOUND, "bedrock.text-nonblank"),
        sends=blank_for_empty,
    ),
    Planted(
        "kimi-cli-2141",
        "a turn that did not think has no key for thoughts, where others have",
        "deepseek",
        FOUND,
        sends=no_empty_reasoning,
    ),
    Planted(
        "vercel-ai-14740",
        "thoughts before the user's last word are dropped",
        "deepseek zhipu",
        FOUND,
        hears=none_before_the_last_word,
    ),
    Planted(
        "mastra-13635",
        "no thought goes back",
        "vllm deepseek zhipu mistral",
        FOUND,
        writes=without(lambda thought, message: True),
    ),
    Planted("langchain4j-4743", "no thought goes back", "ollama", FOUND, writes=without(lambda thought, message: True)),
    Planted(
        "omniroute-11669",
        "of parallel calls only the first keeps its signature",
        "gemini",
        ("gemini.thought-signature", "fidelity.unsigned-call", "fidelity.altered-*"),
        hears=first_signature_alone,
    ),
    Planted(
        "pipecat-3420",
        "parallel calls stand in a content each, with the response behind",
        "gemini",
        ("gemini.thought-signature", "gemini.*", "fidelity.reordered"),
        sends=one_content_a_call,
    ),
)
