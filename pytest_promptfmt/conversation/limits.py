"""Limits: what a framework has no place for, by name; each is a predicate over a conversation.

Who declares one, and refuses aloud what has it, is not blamed; losing it in silence stays a loss. What no payload can
say (half a character, a call that nobody answers) is no limit: every formatter may refuse that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation import features as has
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.conversation.needs import Capability

_SHOWN: frozenset[Capability] = frozenset({"image", "audio", "video", "document"})
_TOOL: frozenset[Capability] = frozenset({"tool"})
_AUDIO: frozenset[Capability] = frozenset({"audio"})
_THOUGHT: frozenset[Capability] = frozenset({"thinking"})


@dataclass(frozen=True, slots=True)
class Limit:
    """`says` what a conversation has that `holds`; `seen` where a framework refuses that aloud.

    It means something only where of each set of `about` a capability is claimed, and nothing in the scenario that is
    `not_in`, which is about nothing else.
    """

    says: str
    holds: Callable[[Conversation], bool]
    about: tuple[frozenset[Capability], ...] = ()
    not_in: str = ""
    seen: str = ""


@memoized
def limits_of(conversation: Conversation) -> frozenset[str]:
    """The names of the limits that a conversation meets."""
    return frozenset(name for name, limit in LIMITS.items() if limit.holds(conversation))


def meaningful(names: frozenset[str], claimed: frozenset[Capability]) -> frozenset[str]:
    """Those of the limits that a formatter with these capabilities can come to."""
    return frozenset(name for name in names if all(group & claimed for group in LIMITS[name].about))


LIMITS: Mapping[str, Limit] = {
    "media-by-address": Limit("media that lie at an address on the network", has.media_by_address, (_SHOWN,)),
    "media-by-path": Limit(
        "media in a file of one's own machine",
        has.media_by_path,
        (_SHOWN,),
    ),
    "media-of-untold-type": Limit(
        "media whose file name or address does not tell their type",
        has.media_of_untold_type,
        (_SHOWN,),
        seen='chatlas: "Unsupported image file extension: .tmp"',
    ),
    "audio-by-address": Limit(
        "a recording that lies at an address on the network",
        has.audio_by_address,
        (_AUDIO,),
        seen="LiteLLM: OpenAI's messages have no address for audio",
    ),
    "media-by-assistant": Limit(
        "media that the assistant shows",
        has.media_by_assistant,
        (_SHOWN,),
        seen="Pydantic AI, where they come by an address",
    ),
    "media-in-system": Limit(
        "media in a system message",
        has.media_in_system,
        (_SHOWN,),
        seen="Pydantic AI, the AI SDK: a system message is a text",
    ),
    "media-in-results": Limit("a tool's result that holds media", has.media_in_results, (_TOOL, _SHOWN)),
    "media-in-failed-results": Limit(
        "a result that is marked as failed and holds media",
        has.media_in_failed_results,
        (_TOOL, _SHOWN),
        seen="the AI SDK: an error is a text",
    ),
    "system-later": Limit(
        "a system message behind anybody else's",
        has.system_later,
        seen='the AI SDK for Bedrock; LangChain for Anthropic: "Received multiple non-consecutive system messages."',
    ),
    "system-alone": Limit(
        "nobody's words but the system's",
        has.system_alone,
        seen='chatlas: "Must supply at least one input."',
    ),
    "several-systems": Limit("more than one system message", has.several_systems),
    "turns-in-a-row": Limit(
        "two messages in a row of a user, or of the assistant",
        has.turns_in_a_row,
        not_in="multiagent",
        seen='chat templates of models: "Conversation roles must alternate user/assistant/user/assistant/..."',
    ),
    "assistant-first": Limit(
        "an assistant's message before any user's",
        has.assistant_first,
        seen="chat templates of models, in the same words",
    ),
    "assistant-last": Limit(
        "an assistant's message at the end",
        has.assistant_last,
        seen='Pydantic AI\'s agents: "Processed history must end with a `ModelRequest`."',
    ),
    "empty-texts": Limit(
        "a message without content, or a text of nothing but blanks",
        has.empty_texts,
        seen='Haystack: "A `ChatMessage` must contain at least one `TextContent`, `ToolCall`, or `ToolCallResult`."',
    ),
    "parallel-calls": Limit(
        "two calls with no result between them",
        has.parallel_calls,
        (_TOOL,),
        seen='Llama 3.1\'s chat template: "This model only supports single tool-calls at once!"',
    ),
    "result-of-several-texts": Limit("a tool's result of more than one text", has.result_of_several_texts, (_TOOL,)),
    "empty-results": Limit(
        "a tool's result that says nothing and shows nothing",
        has.empty_results,
        (_TOOL,),
        seen='Strands for TypeScript: "OpenAI requires tool messages to have non-empty content."',
    ),
    "failed-results": Limit(
        "a result that is marked as failed",
        has.failed_results,
        (_TOOL,),
        seen="LiteLLM: OpenAI's messages have no mark of it",
    ),
    "tools-without-description": Limit(
        "a tool on offer without a word on what it is for",
        has.tools_without_description,
        (_TOOL,),
        seen='TanStack AI: "Tool ring requires a description for Gemini adapter"',
    ),
    "thinking-by-others": Limit(
        "a thought in a message that is not the assistant's",
        has.thinking_by_others,
        (_THOUGHT,),
        seen="LangChain, Pydantic AI",
    ),
    "redacted-thinking": Limit("a thought that is redacted", has.redacted_thinking, (_THOUGHT,)),
    "speakers-by-name": Limit("a speaker whose name is not their role", has.speakers_by_name, not_in="multiagent"),
    "integers-beyond-2-53": Limit(
        "a whole number that a 64-bit float may round",
        has.integers_beyond,
        (_TOOL,),
        seen="JavaScript and other languages whose numbers are all floats",
    ),
    "not-a-number": Limit(
        "NaN or an infinity among the arguments of a call",
        has.not_a_number,
        (_TOOL,),
        seen="every command, since JSON has no place for them",
    ),
}
"""The published table. A name that has been released stays, with what it means."""

INEXACT = "integers-beyond-2-53"
NOT_A_NUMBER = "not-a-number"
