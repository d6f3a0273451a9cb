"""Texts: each utterance once, in order, exact, and by its speaker."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.speakers import ROLE_WORDS, Speakers, nearest, speakers
from pytest_promptfmt.checks.fidelity.stream import LONG, Match, Stream, forms, python_code
from pytest_promptfmt.checks.fidelity.texts.copies import SpokenText, doubled, nearest_to
from pytest_promptfmt.checks.fidelity.tools.answers import results_of, says, texts_of
from pytest_promptfmt.common.text import trimmed
from pytest_promptfmt.conversation import Conversation, Message, Text
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.payload.finding import Finding

_MOST_LOST = 100
_MOST_COMPARED = 20
_LABEL = re.compile(r"(?:^|\n)[ \t]*([^\n:]{1,60}): ?$")


@dataclass(frozen=True, slots=True)
class Utterance:
    """One text block, and the message that it is in; `leading`: before anybody but the system spoke.

    `number` is its place among the message's blocks.
    """

    text: str
    message: Message
    index: int
    leading: bool
    number: int = 0

    @property
    def is_system(self) -> bool:
        return self.message.role == "system"


@dataclass(frozen=True, slots=True)
class FoundText:
    """An utterance that was found in order, and where."""

    index: int
    place: Position
    path: str
    is_system: bool
    number: int = 0
    text: str = ""


def _answers(conversation: Conversation) -> list[str]:
    """What tools said, in each spelling: told in a text, it is nothing that a speaker's words have become."""
    texts = (text for each in results_of(conversation) for text in texts_of(each.block) if len(text) >= LONG)
    return [form for text in texts for form in (text, python_code(text))]


def _without(stretch: str, answer: str) -> str:
    return stretch.replace(answer, " ")


@memoized
def utterances(conversation: Conversation) -> tuple[Utterance, ...]:
    """All texts that say something; blank ones need not be in the payload."""
    found: list[Utterance] = []
    leading = True
    for index, message in enumerate(conversation.messages):
        leading = leading and message.role == "system"
        found += (
            Utterance(block.text, message, index, leading, number)
            for number, block in enumerate(message.blocks)
            if isinstance(block, Text) and block.text.strip()
        )
    return tuple(found)


class TextFinder:
    """Finds a conversation's texts in a payload; afterwards `found` holds the places and `findings` the losses.

    What is `told` of calls is nobody's text; those `unsought`, by number, are taken for lost. `places`: has leading
    system text one of its own, and has later one?
    """

    def __init__(
        self,
        conversation: Conversation,
        segments: Segments,
        *,
        places: tuple[bool, bool],
        scenario: str,
        told: Iterable[str] = (),
        unsought: Container[int] = (),
    ) -> None:
        self.dialog = Stream(segments.dialog)
        self.system = Stream(segments.system)
        self.found: list[FoundText] = []
        self.findings: list[Finding] = []
        self._speakers: Speakers = speakers(conversation, scenario)
        self._leading_place, self._later_place = places
        self._scenario = scenario
        self._before: tuple[int, Message] | None = None
        self._last_index = -1
        self._labelled = False
        self._lost: list[Utterance] = []
        self._results = [part for _, part in segments.results]
        self._conversation = conversation
        given = utterances(conversation)
        for text in told:
            self.dialog.pass_over(text)
        for number, utterance in enumerate(given, 1):
            if number - 1 in unsought:
                self._lost.append(utterance)
            elif not self._gave_up:
                self._find(utterance, given[number].text if number < len(given) else "")
        self.findings += self._missing()
        if not self._gave_up:
            lost = set(map(id, self._lost))
            found = (SpokenText(u.index, u.text, u.message.name) for u in given if id(u) not in lost)
            self.findings += doubled(found, self.dialog, self.system, turns=scenario == "chat")

    @property
    def _gave_up(self) -> bool:
        """A payload that lost so much is not searched to its end, or the time would grow with the square of it."""
        return len(self._lost) >= _MOST_LOST

    def _find(self, utterance: Utterance, following: str) -> None:
        name = utterance.message.name if self._scenario == "multiagent" else ""
        first, second = (self.system, self.dialog) if utterance.is_system else (self.dialog, self.system)
        for stream in (first, second):
            for text in trimmed(utterance.text):
                found = stream.take(text, following, name)
                if found is not None:
                    if text != utterance.text:
                        self._add_edges(utterance, found[0])
                    self._record(utterance, *found, stream)
                    return
        self._lost.append(utterance)

    def _record(self, utterance: Utterance, match: Match, in_order: bool, stream: Stream) -> None:
        if self._last_index != utterance.index and match.is_glued:
            message = f"nothing stands between {cut(utterance.text)} and what was said before"
            if match.is_melted:
                self._add("altered-text", utterance, match, f"{message}, and two words are one")
            else:
                self._add("glued-text", utterance, match, message)
        self._last_index = utterance.index
        if not in_order:
            self._add("reordered", utterance, match, f"{cut(utterance.text)} comes before what was said earlier")
        elif utterance.is_system or stream is self.dialog:
            found_text = FoundText(
                utterance.index,
                match.place,
                match.segment.path,
                utterance.is_system,
                utterance.number,
                utterance.text,
            )
            self.found.append(found_text)
        if utterance.is_system:
            if stream is self.dialog:
                self._system_in_dialog(utterance, match)
            elif self._scenario == "chat":
                self._check_speaker(utterance, match)
            return
        if stream is self.system:
            self._add(
                "history-in-system", utterance, match, f"{utterance.message.name} said this; it is no instruction"
            )
        self._check_speaker(utterance, match)

    def _system_in_dialog(self, utterance: Utterance, match: Match) -> None:
        role = match.segment.turn.role
        if role == "assistant" and self._scenario == "chat":
            message = f"this is an instruction, the payload says that the assistant said {cut(utterance.text)}"
            self._add("wrong-speaker", utterance, match, message, expected="system", actual=role)
        elif self._leading_place if utterance.leading else self._later_place:
            self._add("system-as-turn", utterance, match, f"the system text stands in a turn of role {role}")
        if self._scenario == "multiagent":
            self._check_speaker(utterance, match, quiet=True)

    def _check_speaker(self, utterance: Utterance, match: Match, *, quiet: bool = False) -> None:
        part = match.segment.place.part
        before = self._before[1] if self._before is not None and self._before[0] == part else None
        self._before = (part, utterance.message)
        attribution, speaker = self._speakers.attribute(utterance.message, match, before)
        name = utterance.message.name
        if attribution == "right" and (other := self._label_of_nobody(match, name)):
            attribution, speaker = "nobody", other
        if attribution == "wrong":
            self._add(
                "wrong-speaker",
                utterance,
                match,
                f"{name} said {cut(utterance.text)}, the payload says that {speaker} did",
                expected=name,
                actual=speaker,
            )
        elif attribution == "nobody" and not quiet:
            message = f"nothing tells that {name} said {cut(utterance.text)}"
            if speaker:
                message = f"{name} said {cut(utterance.text)}, and nobody is called {speaker}"
            self._add("no-speaker", utterance, match, message, expected=name)

    def _label_of_nobody(self, match: Match, name: str) -> str:
        """What stands where speakers' names do, right before their texts, and is none; empty where all is well."""
        if self._scenario == "chat" or not (label := _LABEL.search(match.gap)):
            return ""
        words = (word.casefold() for word in (name, *self._speakers.names, *ROLE_WORDS))
        known = nearest(words, label[1].casefold()) is not None  # be it numbered, or with the time before it
        self._labelled = self._labelled or known or any(f"{each}:" in match.gap for each in self._speakers.names)
        return label[1] if self._labelled and not known else ""

    def _add(self, slug: str, utterance: Utterance, match: Match, message: str, **data: str) -> None:
        self.findings.append(loss(slug, match.segment.path, message, (utterance.index,), **data))

    def _add_edges(self, utterance: Utterance, match: Match) -> None:
        """White space at the ends is gone, or stands there as code spells it."""
        if (said := match.segment.text.strip()) in {form.strip() for form in forms(utterance.text)[1:]}:
            message = "white space at its ends is spelled out, as code has it"
            self._add("altered-text", utterance, match, message, expected=utterance.text, actual=said)
        else:
            self._add("trimmed-text", utterance, match, "white space at the ends is gone")

    def _missing(self) -> Iterator[Finding]:
        unused = [*self.dialog.unused(), *self.system.unused()] if self._lost else []
        answers = _answers(self._conversation) if unused else ()
        said = {each.text.strip() for each in self.found}  # what stands once more is nobody else's text, altered
        rest = [(segment, stretch) for segment, stretch in unused if stretch.strip() not in said]
        stretches = [(segment, reduce(_without, answers, stretch)) for segment, stretch in rest]
        for number, utterance in enumerate(self._lost):
            who, about = f"what {utterance.message.name} said", (utterance.index,)
            text = utterance.text
            if holder := next((part for part in self._results if says(part, text)), None):
                message = f"{who} stands in the result of {holder.name or holder.id}: {cut(text)}"
                yield loss("lost-text", holder.path, message, about, expected=text)
            elif near := nearest_to(text, stretches) if number < _MOST_COMPARED else None:
                message = f"{who} has other characters here"
                yield loss("altered-text", near.path, message, about, expected=text, actual=near.text)
            elif any(each.text == text for each in self.found):
                yield loss(
                    "lost-text",
                    "$",
                    f"{who} was said more often than it stands here: {cut(text)}",
                    about,
                    expected=text,
                )
            else:
                yield loss("lost-text", "$", f"{who} is nowhere: {cut(text)}", about, expected=text)
        if self._gave_up:
            yield loss("lost-text", "$", f"{_MOST_LOST} texts are lost; the rest was not looked for")
