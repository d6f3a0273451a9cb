"""What the payload has of thinking, it has as it was signed, once, in its place; who claims thinking loses none.

Who does not claim it may leave it out in silence. Who does is held to what the request's model does without it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.texts.thinking_as_text import in_tags, is_bare
from pytest_promptfmt.checks.fidelity.tools.calls import OpenTurn, same_signature
from pytest_promptfmt.checks.fidelity.wanted import Wanted
from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.conversation import Conversation, RedactedThinking, Text, Thinking, ToolUse, blocks_of
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ThinkingPart


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """A thinking block, and where it stands: its message, and its place among that message's blocks."""

    index: int
    number: int
    block: Thinking | RedactedThinking

    @property
    def sealed(self) -> bool:
        """Signed or redacted: the provider knows it again, and takes it back as it was only."""
        return isinstance(self.block, RedactedThinking) or bool(self.block.signature)


@dataclass(frozen=True, slots=True)
class FoundThought:
    """A thought that was found, and where; `sealed`: with what the provider knows it by."""

    thought: Thought
    place: Position
    path: str
    sealed: bool


class ThoughtFinder:
    """Finds a conversation's thoughts in a payload; afterwards `found` holds the places and `findings` the losses."""

    def __init__(self, conversation: Conversation, segments: Segments, dialect: Dialect) -> None:
        self._dialect = dialect
        self.thoughts = [
            Thought(index, number, block)
            for index, message in enumerate(conversation.messages)
            for number, block in enumerate(message.blocks)
            if isinstance(block, (Thinking, RedactedThinking))
        ]
        self._by_text: dict[str, list[Thought]] = {}
        for thought in self.thoughts:
            self._by_text.setdefault(_text(thought), []).append(thought)
        blocks = blocks_of(conversation)
        self._signatures = [block.signature for block in blocks if isinstance(block, (Thinking, ToolUse))]
        self.found: list[FoundThought] = []
        self._ids_found: set[int] = set()
        self.findings: list[Finding] = []
        self._blamed: list[Thought] = []
        self._unsigned: list[tuple[Thought, ThinkingPart]] = []
        self._nobodys: list[ThinkingPart] = []
        self._on_calls = [part.signature for _, part in segments.calls if part.signature]
        for place, part in segments.thoughts:
            self._match(place, part)
        self.findings += self._torn(any(part.signature or part.redacted for _, part in segments.thoughts))
        self._spoken: list[tuple[Thought, str]] = []
        self._as_text: dict[int, str] = {}
        texts = [block.text for block in blocks if isinstance(block, Text)]
        self.findings += self._as_texts(segments, texts)
        self.findings += self._added(part for _, part in segments.thoughts)

    def in_order(self, beside: Mapping[int, Container[int]]) -> list[FoundThought]:
        """What was found, in the order of the conversation; `beside` are the messages that have something in each turn.

        Of thoughts that say the same, the one that belongs to a message beside it is meant: the others may be left out.
        """
        in_place: list[FoundThought] = []
        for found in self.found:
            at_home = [
                thought
                for thought in self._by_text[_text(found.thought)]
                if thought.index in beside.get(found.place.turn, ())
            ]
            in_place.append(found if found.sealed or not at_home else replace(found, thought=at_home[0]))
        return sorted(in_place, key=lambda found: (found.thought.index, found.thought.number))

    def _match(self, place: Position, part: ThinkingPart) -> None:
        if part.redacted is not None:
            if not self._take(place, part, [t for t in self.thoughts if self._same_data(t, part.redacted)]):
                self._altered(part, "redacted thinking that nobody gave, or with other data")
                self._nobodys.append(part)
        elif part.signature:
            if not self._take(place, part, [t for t in self._by_text.get(part.text, ()) if _signed(t, part)]):
                self._forged(place, part)
        elif part.text.strip():
            if not self._take_all(place, part):
                self._altered(part, f"nobody thought {cut(part.text)}")
                self._nobodys.append(part)

    def _same_data(self, thought: Thought, payload_data: str | None) -> bool:
        """The payload has bytes in base64: be it that the data are that already, or that they are the bytes."""
        if not isinstance(thought.block, RedactedThinking) or payload_data is None:
            return False
        data = thought.block.data
        is_blob = self._dialect.redacted == "blob"
        return data == payload_data or (is_blob and data.encode() == decode_base64(payload_data))

    def _take(self, place: Position, part: ThinkingPart, known: list[Thought]) -> bool:
        """The first of the thoughts that it may be and that was not found yet; where all were, it is one too many."""
        if new := [thought for thought in known if not self._is_found(thought)]:
            self._find(new[0], place, part)
        elif known:
            self._doubled(part, known[0])
        return bool(known)

    def _find(self, thought: Thought, place: Position, part: ThinkingPart) -> None:
        self.found.append(FoundThought(thought, place, part.path, bool(part.signature or part.redacted)))
        self._ids_found.add(id(thought))

    def _take_all(self, place: Position, part: ThinkingPart) -> bool:
        """Where nothing is signed, the thoughts of a message may stand in one text."""
        at, known = 0, [thought for thought in self.thoughts if _text(thought) in part.text and _text(thought).strip()]
        found = []
        for thought in known:
            start = part.text.find(_text(thought), at)
            if start >= 0 and not self._is_found(thought):
                at = start + len(_text(thought))
                found.append(thought)
        for thought in found:
            self._find(thought, place, part)
        rest = reduce(lambda text, thought: text.replace(_text(thought), "", 1), found, part.text)
        if again := next((thought for thought in known if not found or _text(thought) in rest), None):
            self._doubled(part, again)
        elif found and any(letter.isalnum() for letter in rest):
            self._altered(part, f"nobody thought {cut(rest.strip())}", found[0])
        for thought in found:
            if part.signature == "" and thought.sealed and not self._is_on_a_call(thought):
                self._unsigned.append((thought, part))
        return bool(known)

    def _forged(self, place: Position, part: ThinkingPart) -> None:
        """A signature that belongs to another text, or to none."""
        if not part.text.strip():  # of what a provider hides there is the signature alone
            alike = [t for t in self.thoughts if t.sealed and _signed(t, part)]
            if self._dialect.signed != "state" and alike and _text(alike[0]).strip():
                self._altered(part, "the text of this thought is gone, its signature is here", alike[0])
            elif alike:
                self._find(alike[0], place, part)
            elif any(same_signature(part.signature or "", known) for known in self._on_calls):
                self.findings.append(loss("doubled-thinking", part.path, "the signature of a call is here once more"))
            elif not any(same_signature(part.signature or "", known) for known in self._signatures):
                self._altered(part, "nobody gave this signature")
                self._nobodys.append(part)
            return
        same_text = next(iter(self._by_text.get(part.text, ())), None)
        if same_text is not None:
            self._find(same_text, place, part)
            self._altered(part, "the thinking is signed otherwise", same_text)
        elif contained := next((t for t in self.thoughts if _text(t).strip() and _text(t) in part.text), None):
            self._altered(part, f"more is signed than was thought: {cut(part.text)}", contained)
            self._blamed += (t for t in self.thoughts if _text(t).strip() and _text(t) in part.text)
        else:
            self._altered(part, f"nobody thought {cut(part.text)}")
            self._nobodys.append(part)

    def lost(self, turn: OpenTurn, wanted: Wanted) -> Iterator[Finding]:
        """Signatures that are gone, and of who claims thinking the thoughts that are: the model's own that led on."""
        for thought, part in self._unsigned:
            yield from self._unsigned_thought(thought, part, turn, wanted)
        replaced = len(self._nobodys)
        for thought in self.thoughts if wanted.claimed else ():
            if self._is_known(thought) or not self._has_place(thought):
                continue
            if replaced:
                replaced -= 1
                continue
            spoken = next((path for t, path in self._spoken if t is thought), "")
            yield from _missing(thought, turn, wanted, spoken, self._as_text.get(id(thought), ""))

    def _unsigned_thought(
        self, thought: Thought, part: ThinkingPart, turn: OpenTurn, wanted: Wanted
    ) -> Iterator[Finding]:
        message = f"thought {thought.number} of message {thought.index} comes back without its signature"
        if wanted.model.refuses("thinking-unsigned"):
            yield loss("altered-thinking", part.path, "the thinking has lost its signature", (thought.index,))
        elif wanted.claimed and wanted.back and turn.leads_to_call(thought.index, thought.number):
            yield loss("lost-thinking", part.path, message, (thought.index,))
        else:
            yield loss("unsigned-thinking", part.path, message, (thought.index,))

    def _has_place(self, thought: Thought) -> bool:
        if isinstance(thought.block, RedactedThinking):
            return self._dialect.redacted != "none"
        return bool(thought.block.thinking.strip() if self._dialect.signed == "none" else thought.block.signature)

    def _is_known(self, thought: Thought) -> bool:
        return any(each is thought for each in self._blamed) or self._is_found(thought) or self._is_on_a_call(thought)

    def _is_on_a_call(self, thought: Thought) -> bool:
        """Where the signature stands for a state, it may stand on the call that the thought led to."""
        given = thought.block.signature if isinstance(thought.block, Thinking) else None
        return bool(given) and any(same_signature(found, given) for found in self._on_calls)

    def _is_found(self, thought: Thought) -> bool:
        return id(thought) in self._ids_found

    def _altered(self, part: ThinkingPart, message: str, thought: Thought | None = None) -> None:
        about = (thought.index,) if thought else ()
        self._blamed += [thought] if thought else []
        data = {"actual": part.signature if thought and part.signature else part.text}
        self.findings.append(loss("altered-thinking", part.path, message, about, **data))

    def _doubled(self, part: ThinkingPart, thought: Thought) -> None:
        self.findings.append(loss("doubled-thinking", part.path, "this thought is here once more", (thought.index,)))

    def _torn(self, sealed: bool) -> Iterator[Finding]:
        """Of one message's sealed thoughts all go back, or none."""
        for thought in self.thoughts if sealed else ():
            if not thought.sealed or self._is_known(thought) or not self._has_place(thought):
                continue
            with_it = [found for found in self.found if found.thought.index == thought.index and found.thought.sealed]
            if with_it:
                self._blamed.append(thought)
                kind = "redacted thought" if isinstance(thought.block, RedactedThinking) else "signed thought"
                message = f"{kind} {thought.number} of message {thought.index} is lost, while this one of it is here"
                yield loss("altered-thinking", with_it[0].path, message, (thought.index,))

    def _added(self, parts: Iterable[ThinkingPart]) -> Iterator[Finding]:
        """Blocks that hold nothing, unless it is what is left of a thought that is nowhere else."""
        rest = sum(not self._is_known(thought) for thought in self.thoughts)
        hollow = (each for each in parts if not (each.text.strip() or each.signature or each.redacted or each.beside))
        for part in islice(hollow, rest, None):
            yield loss("added-thinking", part.path, "nobody thought here, and the block is empty")

    def _as_texts(self, segments: Segments, texts: list[str]) -> Iterator[Finding]:
        """Thoughts that the payload says more often than the conversation does; a short one may be anybody's word."""
        told = [*segments.dialog, *segments.system] if self.thoughts else []
        everything = "\0".join(segment.text for segment in told)
        for thought in self.thoughts:
            text = _text(thought)
            if len(text.strip()) < _SHORT or text not in everything:
                continue
            holding = [segment for segment in told if text in segment.text]
            said = sum(given_text.count(text) for given_text in texts)
            if sum(s.text.count(text) for s in holding) > said:
                bare = [segment for segment in holding if is_bare(text, segment)]
                spoken = bare if len(bare) > said else []  # else it is the assistant's own words, thought as well
                path = next((each.path for each in holding if spoken or each not in bare), holding[0].path)
                self._blamed += [thought] if self._dialect.think_tags and in_tags(text, holding) else []
                self._spoken += ((thought, segment.path) for segment in spoken)
                self._as_text[id(thought)] = path
                yield loss("thinking-as-text", path, f"{cut(text)} was thought, not said", (thought.index,))


def _missing(thought: Thought, turn: OpenTurn, wanted: Wanted, spoken: str, text: str) -> Iterator[Finding]:
    """An error where the model wants it back in an open tool loop, or where it is `spoken` instead, at that path.

    `text` is the path of the text that tells it, be it framed or not."""
    message = turn.conversation.messages[thought.index]
    led_to = any(isinstance(block, Text | ToolUse) and block != Text("") for block in message.blocks[thought.number :])
    open_loop = turn.leads_to_call(thought.index, thought.number)
    label = f"thought {thought.number} of message {thought.index}"
    if not turn.is_own(message) or wanted.off or wanted.model.minds("thinking-sent"):
        return
    if open_loop and wanted.back:
        where = "is told as text" if text else "is nowhere"
        yield loss("lost-thinking", text or "$", f"{label} {where}, and the model wants it back", (thought.index,))
    elif spoken:
        yield loss("altered-thinking", spoken, f"{label} is told as if the assistant had said it", (thought.index,))
    elif led_to and not wanted.model.takes("thinking-missing" if open_loop else "thinking-missing-anywhere"):
        where = "is told as text alone" if text else "is nowhere"
        yield loss("omitted-thinking", text or "$", f"{label} {where}", (thought.index,))


_SHORT = 8


def _text(thought: Thought) -> str:
    return thought.block.thinking if isinstance(thought.block, Thinking) else ""


def _signed(thought: Thought, part: ThinkingPart) -> bool:
    return isinstance(thought.block, Thinking) and same_signature(part.signature or "", thought.block.signature)
