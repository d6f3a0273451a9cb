"""Whose text is it, by the payload?

The nearest speaker's name before an utterance, after the previous utterance's end, is its speaker; else the turn's own
name; else its role. What belongs to nobody by name is a warning, what belongs to somebody else an error.
Calls are the assistant's and results are not; a name beside a call is that of the agent who made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.stream import Match, forms
from pytest_promptfmt.checks.fidelity.tools import ToolComparison
from pytest_promptfmt.checks.fidelity.tools.calls import title
from pytest_promptfmt.conversation import Conversation, Message, Text, ToolUse
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

Attribution: TypeAlias = Literal["right", "wrong", "nobody"]

_ROLE_WORDS = {
    "user": ("user", "human"),
    "assistant": ("assistant", "model", "ai", "bot"),
    "system": ("system",),
}
ROLE_WORDS = {word: role for role, words in _ROLE_WORDS.items() for word in words}
"""The words by which payloads call who speaks in a role."""


@dataclass(frozen=True, slots=True)
class Speakers:
    """A conversation's names; `agent` is the agent formatted for, `caller` the only one that calls tools."""

    names: tuple[str, ...]
    agent: str | None
    caller: str | None
    scenario: str

    def attribute(self, message: Message, match: Match, before: Message | None) -> tuple[Attribution, str]:
        """Does the payload give `match` to the speaker of `message`? `before` was found last in the same segment.

        The second value is the name or role that it stands under.
        """
        if self.scenario == "chat":
            return self._by_role(message, match)
        spellings = _spellings(self.names)
        found = nearest(spellings, match.gap)
        speaker = spellings[found] if found is not None else None
        if speaker is None and before is not None and before.name == message.name:
            return "right", message.name
        if speaker is None and match.segment.turn.name is not None and before is None:
            speaker = self._speaker_of_field(match.segment.turn.name)
        if speaker is None:
            return self._without_name(message, match)
        return ("right", speaker) if speaker == message.name else ("wrong", speaker)

    def _by_role(self, message: Message, match: Match) -> tuple[Attribution, str]:
        role = match.segment.turn.role
        if role == message.role:
            return self.by_name_field(message, match.segment.turn.name)
        roles_and_names = ROLE_WORDS | {name.casefold(): name for name in self.names}
        word = nearest(roles_and_names, match.gap.casefold())
        if word is None:
            return ("nobody", "") if role is None else ("wrong", str(role))
        speaker = roles_and_names[word]
        return ("right", speaker) if speaker in (message.role, message.name) else ("wrong", speaker)

    def by_name_field(self, message: Message, field: str | None) -> tuple[Attribution, str]:
        """Beside a role that is right, is the name the speaker's, somebody else's, or nobody's? Its role is one too."""
        if not field or field == message.role or _abridged(field, message.name):
            return "right", message.name
        speaker = self._speaker_of_field(field)
        return ("wrong", speaker) if speaker is not None else ("nobody", field)

    def _speaker_of_field(self, field: str) -> str | None:
        """The speaker that a turn's name field means: spelled as it is, or as a provider's pattern allows."""
        if field in self.names:
            return field
        return next((name for name in self.names if _spelled(name) == _spelled(field)), None)

    def _without_name(self, message: Message, match: Match) -> tuple[Attribution, str]:
        """There is no name: an assistant's turn is the own agent's, or that of the one who can only be it."""
        if match.segment.turn.role != "assistant":
            return "nobody", ""
        if message.name in (self.agent, self.caller):
            return "right", "assistant"
        return ("nobody", "") if self.agent is None else ("wrong", self.agent)


@memoized
def speakers(conversation: Conversation, scenario: str) -> Speakers:
    """The speakers of `conversation`: everybody who said a text, and who is formatted for."""
    names = [m.name for m in conversation.messages if any(isinstance(block, Text) for block in m.blocks)]
    if conversation.speaker is not None:
        names.append(conversation.speaker)
    callers = {m.name for m in conversation.messages if any(isinstance(block, ToolUse) for block in m.blocks)}
    caller = callers.pop() if len(callers) == 1 else None
    return Speakers(tuple(dict.fromkeys(names)), conversation.speaker, caller, scenario)


def nearest(names: Iterable[str], gap: str) -> str | None:
    """The name that stands last in `gap` as a word of its own; of two that end together, the longer one."""
    if not gap:
        return None
    found = _pattern(tuple(sorted(names, key=len, reverse=True))).findall(_unclosed(gap))
    return found[-1] if found else None


def _unclosed(gap: str) -> str:
    """Without the tags of elements that end in it, of which none says anything of what stands behind them."""
    if "</" not in gap:
        return gap
    open_: dict[str, list[tuple[int, int]]] = {}
    closed: list[tuple[int, int]] = []
    for tag in _TAG.finditer(gap):
        starts = open_.setdefault(tag[2], [])
        if not tag[1]:
            starts.append(tag.span())
        else:
            closed += [tag.span(), *([starts.pop()] if starts else [])]
    at, pieces = 0, []
    for start, end in sorted(closed):
        pieces.append(gap[at:start])
        at = end
    return " ".join((*pieces, gap[at:]))


_TAG = re.compile(r"<(/?)([\w:.-]++)[^<>]*>")


@lru_cache(maxsize=256)
def _spellings(names: tuple[str, ...]) -> dict[str, str]:
    """The names by the ways to write them, also inside JSON and XML."""
    return {form: name for name in names for form in forms(name)}


@lru_cache(maxsize=256)
def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(name) for name in names if name)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")


def _abridged(field: str, name: str) -> bool:
    """Is it the name, as a provider's pattern allows it, or the beginning of one that is too long?"""
    spelled, whole = _spelled(field), _spelled(name)
    return spelled == whole or (len(field) >= _LONGEST and whole.startswith(spelled))


_LONGEST = 60


def _spelled(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name).strip("_").casefold()


def misattributed_calls(
    conversation: Conversation, transcript: Transcript, tools: ToolComparison, scenario: str
) -> Iterator[Finding]:
    """Calls in another's turn or under another's name, and results in the turn of the one who asked for them."""
    everybody = speakers(conversation, scenario)
    callers = dict.fromkeys(conversation.messages[call.index].name for call, _, _ in tools.calls)
    everybody = replace(everybody, names=(*dict.fromkeys((*everybody.names, *callers)),))
    for call, place, part in tools.calls:
        turn, caller = transcript.turns[place.turn], conversation.messages[call.index]
        what, about = f"the call {title(call)}", (call.index,)
        if turn.role not in ("assistant", None):
            message = f"{what} is told as one of the {turn.role}'s"
            yield loss("wrong-speaker", part.path, message, about, expected="assistant", actual=turn.role)
            continue
        attribution, speaker = everybody.by_name_field(caller, turn.name) if turn.role else ("right", "")
        if attribution == "wrong":
            message = f"{caller.name} made {what}, the payload says that {speaker} did"
            yield loss("wrong-speaker", part.path, message, about, expected=caller.name, actual=speaker)
        elif attribution == "nobody":
            message = f"{caller.name} made {what}, and nobody is called {speaker}"
            yield loss("no-speaker", part.path, message, about, expected=caller.name)
    for result, place, answer in tools.results:
        if (role := transcript.turns[place.turn].role) in ("assistant", "system"):
            message = f"the result of {result.name or result.block.id} is told as one of the {role}'s words"
            yield loss("wrong-speaker", answer.path, message, (result.index,), expected="tool", actual=role)
