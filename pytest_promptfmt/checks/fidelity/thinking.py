"""Thinking may be left out in silence; what is told of it is told as it was thought and signed, once, in its place."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.tools.calls import same_signature
from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.conversation import Conversation, RedactedThinking, Text, Thinking, ToolUse
from pytest_promptfmt.dialects.dialect import Redacted
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


class Thinker:
    """Finds a conversation's thoughts in a payload; afterwards `told` holds the places and `findings` the losses."""

    def __init__(self, conversation: Conversation, heard: Segments, redacted: Redacted) -> None:
        self._redacted = redacted
        self.thoughts = [
            Thought(index, number, block)
            for index, message in enumerate(conversation.messages)
            for number, block in enumerate(message.blocks)
            if isinstance(block, (Thinking, RedactedThinking))
        ]
        blocks = [block for message in conversation.messages for block in message.blocks]
        self._signatures = [block.signature for block in blocks if isinstance(block, (Thinking, ToolUse))]
        self.told: list[FoundThought] = []
        self.findings: list[Finding] = []
        for place, said in heard.thoughts:
            self._hear(place, said)
        self.findings += self._torn(any(said.signature or said.redacted for _, said in heard.thoughts))
        texts = [block.text for block in blocks if isinstance(block, Text)]
        self.findings += self._spoken(heard, texts)

    def in_order(self, beside: Mapping[int, Container[int]]) -> list[FoundThought]:
        """What was told, as it was thought; `beside` are the messages that have their words in each turn.

        Of thoughts that say the same, the one that belongs to a message beside it is meant: the others may be left out.
        """
        found: list[FoundThought] = []
        for told in self.told:
            twins = [thought for thought in self.thoughts if _text(thought) == _text(told.thought)]
            at_home = [thought for thought in twins if thought.index in beside.get(told.place.turn, ())]
            found.append(told if told.sealed or not at_home else replace(told, thought=at_home[0]))
        return sorted(found, key=lambda told: (told.thought.index, told.thought.number))

    def _hear(self, place: Position, said: ThinkingPart) -> None:
        if said.redacted is not None:
            if not self._take(place, said, lambda thought: self._same_data(thought, said.redacted)):
                self._altered(said, "redacted thinking that nobody gave, or with other data")
        elif said.signature:
            if not self._take(place, said, lambda thought: _text(thought) == said.text and _signed(thought, said)):
                self._forged(place, said)
        elif said.text.strip():
            if not self._take_all(place, said):
                self._altered(said, f"nobody thought {cut(said.text)}")

    def _same_data(self, thought: Thought, told: str | None) -> bool:
        """Bytes are told in base64: be it that the data are that already, or that they are the bytes."""
        if not isinstance(thought.block, RedactedThinking) or told is None:
            return False
        data = thought.block.data
        return data == told or (self._redacted == "blob" and data.encode() == decode_base64(told))

    def _take(self, place: Position, said: ThinkingPart, wanted: Callable[[Thought], bool]) -> bool:
        """The first thought of this kind that was not told yet; where all were, it is told once more."""
        known = [thought for thought in self.thoughts if wanted(thought)]
        if new := [thought for thought in known if not self._was_told(thought)]:
            self.told.append(_told(new[0], place, said))
        elif known:
            self._doubled(said, known[0])
        return bool(known)

    def _take_all(self, place: Position, said: ThinkingPart) -> bool:
        """Where nothing is signed, the thoughts of a message may stand in one text."""
        at, known = 0, [thought for thought in self.thoughts if _text(thought) in said.text and _text(thought).strip()]
        found = []
        for thought in known:
            start = said.text.find(_text(thought), at)
            if start >= 0 and not self._was_told(thought):
                at = start + len(_text(thought))
                found.append(thought)
        self.told += (_told(thought, place, said) for thought in found)
        rest = reduce(lambda text, thought: text.replace(_text(thought), "", 1), found, said.text)
        if again := next((thought for thought in found or known if not found or _text(thought) in rest), None):
            self._doubled(said, again)
        elif found and any(letter.isalnum() for letter in rest):
            self._altered(said, f"nobody thought {cut(rest.strip())}", found[0])
        for thought in found:
            if said.signature == "" and thought.sealed:
                self._altered(said, "the thinking has lost its signature", thought)
        return bool(known)

    def _forged(self, place: Position, said: ThinkingPart) -> None:
        """A signature that belongs to another text, or to none."""
        if not said.text.strip():  # what a provider hides is told by its signature alone
            if not any(same_signature(said.signature or "", known) for known in self._signatures):
                self._altered(said, "nobody gave this signature")
            return
        like = next((thought for thought in self.thoughts if _text(thought) == said.text), None)
        if like is not None:
            self.told.append(_told(like, place, said))
            self._altered(said, "the thinking is signed otherwise", like)
        elif part := next((t for t in self.thoughts if _text(t).strip() and _text(t) in said.text), None):
            self._altered(said, f"more is signed than was thought: {cut(said.text)}", part)
        else:
            self._altered(said, f"nobody thought {cut(said.text)}")

    def _was_told(self, thought: Thought) -> bool:
        return any(told.thought is thought for told in self.told)

    def _altered(self, said: ThinkingPart, message: str, thought: Thought | None = None) -> None:
        about = (thought.index,) if thought else ()
        data = {"actual": said.signature if thought and said.signature else said.text}
        self.findings.append(loss("altered-thinking", said.path, message, about, **data))

    def _doubled(self, said: ThinkingPart, thought: Thought) -> None:
        self.findings.append(loss("doubled-thinking", said.path, "this thought is here once more", (thought.index,)))

    def _torn(self, sealed: bool) -> Iterator[Finding]:
        """Of one message's sealed thoughts all go back, or none."""
        for thought in self.thoughts if sealed else ():
            with_it = [told for told in self.told if told.thought.index == thought.index and told.thought.sealed]
            homeless = self._redacted == "none" and isinstance(thought.block, RedactedThinking)
            if thought.sealed and with_it and not homeless and not self._was_told(thought):
                message = f"thought {thought.number} of message {thought.index} is missing beside this one"
                yield loss("altered-thinking", with_it[0].path, message, (thought.index,))

    def _spoken(self, heard: Segments, texts: list[str]) -> Iterator[Finding]:
        """Thoughts that the payload says more often than the conversation does; a short one may be anybody's word."""
        for thought in self.thoughts:
            text = _text(thought)
            segments = [s for s in heard.dialog if text in s.text] if len(text.strip()) >= _SHORT else []
            if sum(s.text.count(text) for s in segments) > sum(said.count(text) for said in texts):
                yield loss("thinking-as-text", segments[0].path, f"{cut(text)} was thought, not said", (thought.index,))


_SHORT = 8


def _told(thought: Thought, place: Position, said: ThinkingPart) -> FoundThought:
    return FoundThought(thought, place, said.path, bool(said.signature or said.redacted))


def _text(thought: Thought) -> str:
    return thought.block.thinking if isinstance(thought.block, Thinking) else ""


def _signed(thought: Thought, said: ThinkingPart) -> bool:
    return isinstance(thought.block, Thinking) and same_signature(said.signature or "", thought.block.signature)
