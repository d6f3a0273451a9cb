"""Tool calls: each once, with its id, name and arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import loss, mild
from pytest_promptfmt.checks.fidelity.segments import Segments
from pytest_promptfmt.checks.fidelity.tools.matching import Pairs, Sign, first_alike, keys
from pytest_promptfmt.common.json.equal import equal, first_difference
from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation import Conversation, Media, Message, Text, Thinking, ToolResult, ToolUse
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.transcript import CallPart


@dataclass(frozen=True, slots=True)
class Call:
    """A call, and where it stands: its message, its place among that message's blocks, and its round.

    A round is of calls with no result between them. `near` is the signature of the thought that led to it, `plain` its
    arguments as strict JSON.
    """

    index: int
    use: ToolUse
    number: int = 0
    near: str | None = None
    plain: Any = None
    round: int = 0


@memoized
def calls_of(conversation: Conversation) -> tuple[Call, ...]:
    found: list[Call] = []
    rounds, answered = 0, False
    for index, message in enumerate(conversation.messages):
        near: str | None = None
        for number, block in enumerate(message.blocks):
            if isinstance(block, ToolUse):
                rounds, answered = rounds + answered, False
                found.append(Call(index, block, number, near, to_plain(block.input)[0], rounds))
                near = None
            elif isinstance(block, ToolResult):
                answered = True
            elif isinstance(block, Thinking):
                near = block.signature
    return tuple(found)


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """What the model has done since anybody else spoke; other agents' words are a user's to it.

    In a history of many agents what one of them says beside no call is told to the model, and not as its own. `apart`:
    a message with nothing but thoughts has no place, so that they lead to the calls of their own message alone.
    """

    conversation: Conversation
    scenario: str
    apart: bool

    @property
    def begins(self) -> int:
        """The index of its first message."""
        return _begin(self.conversation, self.scenario)

    def is_own(self, message: Message) -> bool:
        """Is it the model's, and told as that?"""
        has_calls = any(isinstance(block, ToolUse) for block in message.blocks)
        if self.scenario == "multiagent":
            return has_calls and self.conversation.speaker in (None, message.name)
        return has_calls or message.role == "assistant"

    def first_calls(self) -> frozenset[tuple[int, int]]:
        """The first call of each step: behind the turn's beginning, and behind results."""
        first: set[tuple[int, int]] = set()
        begun = False
        for index, message in enumerate(self.conversation.messages[self.begins :], self.begins):
            for number, block in enumerate(message.blocks):
                if isinstance(block, ToolUse) and not begun:
                    first.add((index, number))
                begun = isinstance(block, ToolUse) or (begun and not isinstance(block, ToolResult))
        return frozenset(first)

    def leads_to_call(self, index: int, number: int) -> bool:
        """Does a call of the open turn come behind this block?"""
        last = _last_calls(self.conversation)
        if self.scenario == "multiagent" or self.apart:
            called = last.get(index, -1) > number
        else:
            called = next(reversed(last.items()), (-1, -1)) > (index, number)
        return called and index >= self.begins


@memoized
def _begin(conversation: Conversation, scenario: str) -> int:
    def is_anothers(message: Message) -> bool:
        says = any(isinstance(block, Text | Media) for block in message.blocks)
        if scenario == "multiagent" and message.role == "assistant":
            calls = any(isinstance(block, ToolUse) for block in message.blocks)
            return says and (not calls or conversation.speaker not in (None, message.name))
        return says and message.role == "user"

    messages = conversation.messages
    return next((i for i in range(len(messages), 0, -1) if is_anothers(messages[i - 1])), 0)


@memoized
def _last_calls(conversation: Conversation) -> dict[int, int]:
    """The place of the last call of each message with calls."""
    return {call.index: call.number for call in calls_of(conversation)}


_OWN = keys("id name says place", "id name says", "id place", "id")
_EQUAL = keys("name says signature", "name says answer place", "name says place", "name says answer", "name says")
_RENAMED = keys("says answer place", "says place", "says")
_ALTERED = keys("name answer place", "name place", "name")


def match_calls(
    expected: Sequence[Call], signs: Sequence[Sign], segments: Segments, found: Sequence[Sign], repair: Repair
) -> tuple[dict[int, int], list[Finding]]:
    """Which of the payload's calls each is, by number, and what is wrong with them; `signs` and `found` are theirs.

    Nothing but order tells apart calls of one round with the same name and arguments, if their ids do not or their
    results. A signature is its own call's.
    """
    pairs = Pairs(signs, found)
    names = {call.use.name for call in expected}

    def is_nameless(sign: Sign) -> bool:
        return repair.free_ids or sign.id is None

    def is_strange(sign: Sign) -> bool:
        return is_nameless(sign) and sign.name not in names

    if not repair.free_ids:
        pairs.by(*_OWN)
    pairs.by(*_EQUAL, found=is_nameless)
    pairs.by(*_RENAMED, found=is_strange)
    pairs.by(*_ALTERED, *(keys("place", "") if repair.free_tool_names else ()), found=is_nameless)
    sure = {*pairs.of}
    pairs.by(*_EQUAL, *_ALTERED)
    findings: list[Finding] = []
    for number, call in enumerate(expected):
        if number not in pairs.of:
            message = f"the call {title(call)} is nowhere"
            wanted = {"id": call.use.id, "name": call.use.name, "input": call.use.input}
            findings.append(loss("lost-call", "$", message, (call.index,), expected=wanted))
            continue
        part = segments.calls[pairs.of[number]][1]
        if number not in sure:
            message = f"the call {title(call)} has another id"
            findings.append(loss("call-id", part.path, message, (call.index,), expected=call.use.id, actual=part.id))
        findings += _differences(call, part, repair)
        findings += _signed_otherwise(call, part, segments) if number in sure else ()
    if left := [(segments.calls[number][1], sign) for number, sign in pairs.found.items()]:
        findings += _extra_calls(left, expected, signs)
    return pairs.of, findings


def equal_call(call: Call, part: CallPart) -> bool:
    """The same tool with the same arguments?"""
    return part.name == call.use.name and equal(call.plain, part.input)


def _differences(call: Call, part: CallPart, repair: Repair) -> Iterator[Finding]:
    if part.name != call.use.name and not repair.free_tool_names:
        yield loss(
            "call-name",
            part.path,
            f"the call {title(call)} is made under another name: {part.name!r}",
            (call.index,),
            expected=call.use.name,
            actual=part.name,
        )
    difference = first_difference(call.plain, part.input)
    if difference is not None:
        where = "" if difference.path == "$" else f" at {difference.path[2:]}"
        yield loss(
            "call-arguments",
            part.path,
            f"the call {title(call)} has other arguments{where}",
            (call.index,),
            expected=difference.expected,
            actual=difference.actual,
        )


def _signed_otherwise(call: Call, part: CallPart, segments: Segments) -> Iterator[Finding]:
    """Google signs the part behind a thought, so that a thought's signature may stand there, and there alone."""
    if not part.signature or same_signature(part.signature, call.use.signature) or _stands_in(call, part):
        return
    kept = any(each.signature and same_signature(each.signature, part.signature) for _, each in segments.thoughts)
    if call.use.signature or kept or not call.near or not same_signature(part.signature, call.near):
        message = f"the call {title(call)} is signed otherwise than it was"
        data = {"expected": call.use.signature, "actual": part.signature}
        yield loss("altered-thinking", part.path, message, (call.index,), **data)


def unsigned_calls(
    found: Iterable[tuple[Call, CallPart]], asked: Container[tuple[int, int]], *, claimed: bool
) -> Iterator[Finding]:
    """Calls without the signature that they came with, which the provider refuses of those that are `asked`.

    What Google lets stand for one is taken by it; who claims thinking has lost the real one all the same.
    """
    for call, part in found:
        about, expected = (call.index,), call.use.signature
        if _stands_in(call, part) and claimed:
            message = f"the call {title(call)} was signed, and has the signature of calls that were not"
            yield loss("altered-thinking", part.path, message, about, expected=expected, actual=part.signature)
        elif expected and (part.signature == "" or _stands_in(call, part)):
            message = f"the call {title(call)} comes back without its signature"
            lacking = loss("unsigned-call", part.path, message, about, expected=expected)
            yield lacking if part.signature == "" and (call.index, call.number) in asked else mild(lacking)


def _stands_in(call: Call, part: CallPart) -> bool:
    return bool(call.use.signature and part.signature) and same_signature(part.signature or "", None)


def same_signature(found: str, given: str | None) -> bool:
    """Equal, or the same bytes in either alphabet of base64, or what Google lets stand for one that nobody gave."""
    if given:
        return standard(found) == standard(given)
    data = decode_base64(found, url_safe=True)
    return found in _DUMMIES or (data is not None and data.decode("latin-1") in _DUMMIES)


def standard(signature: str | None) -> str | None:
    """In base64's usual alphabet, and without padding; None where there is none."""
    return signature.translate(_ALPHABET).rstrip("=") if signature else None


_ALPHABET = str.maketrans("-_", "+/")


# ai.google.dev/gemini-api/docs/thought-signatures: for calls that another model made
_DUMMIES = ("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")


def title(call: Call) -> str:
    """What a sentence calls it."""
    return f"{call.use.name} ({call.use.id or 'of an empty id'})"


def _extra_calls(
    left: Iterable[tuple[CallPart, Sign]], expected: Sequence[Call], signs: Sequence[Sign]
) -> Iterator[Finding]:
    """Calls that were made once and stand here twice, and those that nobody made."""
    twin_of = first_alike(signs, keys("id name says", "name says place", "name says"))
    called = Counter(sign.name for sign in signs)
    for part, sign in left:
        if (at := twin_of(sign)) is not None:
            twin = expected[at]
            yield loss("doubled-call", part.path, f"the call {title(twin)} is here once more", (twin.index,))
            continue
        often = f"{part.name} was called {count(called[part.name], 'time')}, and here once more"
        message = often if called[part.name] else f"nobody called {part.name}"
        number = "" if part.id is None else f" ({part.id})"
        yield loss("invented-call", part.path, message + number, actual=part.input)
