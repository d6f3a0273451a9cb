"""What a conversation hunts: what there is in it to lose, and which rules look at that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pytest_promptfmt.causes.topics import topics
from pytest_promptfmt.commands.new_case.reading import Said
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation import Conversation, Text, ToolResult, ToolUse, blocks_of
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.recorded import check_payload

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Hunt:
    """A `sentence` that goes on after "hunts", the `rules` that would speak, and those that its payload breaks."""

    sentence: str
    rules: str
    broken: tuple[str, ...] = ()


def hunt(said: Said, dialect: Dialect | None) -> Hunt:
    """What this conversation hunts in whoever writes for `dialect`, or for any."""
    features = list(_features(said.conversation))
    names = [name for name, _ in features]
    lost = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else (names or ["what was said"])[0]
    about = frozenset(topic for _, topic in features)
    broken: dict[str, None] = {}
    if said.payload is not None and dialect is not None:
        found = check_payload(said.payload, dialect.id)
        broken = dict.fromkeys(finding.id for finding in found if finding.is_error)
    return Hunt(f"{lost}: lost, altered or out of place", _rules(about, dialect), tuple(broken))


def _features(conversation: Conversation) -> Iterator[tuple[str, str]]:
    """What is in it that formatters lose, in words, and the topic of the rules about that."""
    blocks = blocks_of(conversation)
    results = [block for block in blocks if isinstance(block, ToolResult)]
    calls = sum(isinstance(block, ToolUse) for block in blocks)
    inner = [item for result in results if isinstance(result.output, tuple) for item in result.output]
    if any(sum(isinstance(block, ToolUse) for block in message.blocks) > 1 for message in conversation.messages):
        yield f"{count(calls, 'call')}, some at once", "rounds"
    elif calls:
        yield count(calls, "call"), "rounds"
    if results:
        failed = sum(result.is_error for result in results)
        yield count(len(results), "result") + (f" ({failed} failed)" if failed else ""), "rounds"
    for kind in ("thinking", "redacted_thinking"):
        if n := sum(block.type == kind for block in blocks):
            yield count(n, "thought" if kind == "thinking" else "redacted thought"), "thinking"
    for kind in ("image", "audio", "video", "document"):
        n, within = (sum(block.type == kind for block in some) for some in (blocks, inner))
        if n + within:
            where = " (some in results)" if n and within else " in results" if within else ""
            yield f"{n + within} {kind}{where}", "media"
    if conversation.tools:
        yield f"{count(len(conversation.tools), 'tool')} on offer", "offers"
    roles = [message.role for message in conversation.messages]
    if "system" in roles[1:]:
        yield "system text behind others", "turns"
    if any(one == other == "user" for one, other in pairwise(roles)):
        yield "users in a row", "turns"
    if len({message.name for message in conversation.messages if message.name != message.role}) > 1:
        yield "several speakers", "turns"
    if texts := sum(isinstance(block, Text) for block in blocks):
        yield count(texts, "text"), "texts"


def _rules(about: frozenset[str], dialect: Dialect | None) -> str:
    """The rules about it whose breach is an error, by dialect, or of all dialects how many."""
    if dialect is not None:
        ids = _of(dialect, about)
        more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
        return ", ".join(ids[:_SHOWN]) + more
    numbers = {name: len(_of(each, about)) for name, each in DIALECTS.items()}
    return ", ".join(f"{n} of {name}" for name, n in numbers.items() if n)


def _of(dialect: Dialect, about: frozenset[str]) -> list[str]:
    return [rule.id for rule in dialect.rules if rule.severity is Severity.ERROR and topics(rule.id) & about]
