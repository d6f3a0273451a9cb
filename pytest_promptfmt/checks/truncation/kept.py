"""What a payload keeps of a history: the longest suffix that it holds without a loss, and whether that is anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.segments import Segments
from pytest_promptfmt.checks.truncation.earlier import texts_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.cuts import cuts, head, suffix
from pytest_promptfmt.payload.finding import Finding

Fidelity: TypeAlias = Callable[[Conversation], tuple[Finding, ...]]
"""What is wrong with a payload that is to say a conversation."""

_FEW = 64
_TOO_MUCH = ("fidelity.doubled-", "fidelity.invented-")
_CHANGED = ("fidelity.altered-", "fidelity.call-", "fidelity.media-type", "fidelity.wrong-speaker")


@dataclass(frozen=True, slots=True)
class KeptSuffix:
    """The suffix begins at message `cut`; `findings` are what fidelity finds in it, about the whole conversation."""

    cut: int
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.is_error)


@dataclass(frozen=True, slots=True)
class Answer:
    """One payload for one budget: what it keeps, and what it says."""

    conversation: Conversation
    segments: Segments
    kept: KeptSuffix

    @property
    def is_empty(self) -> bool:
        return not self._has_tools_or_media and not any(
            segment.text.strip() for segment in (*self.segments.dialog, *self.segments.system)
        )

    @property
    def says_more_than_system(self) -> bool:
        """Also where the system text stands in a turn."""
        system_texts = [*texts_of(self.conversation.messages[: head(self.conversation)])]
        beyond = (
            reduce(lambda rest, text: rest.replace(text, ""), system_texts, segment.text)
            for segment in self.segments.dialog
        )
        return self._has_tools_or_media or any(rest.strip() for rest in beyond)

    @property
    def keeps_nothing(self) -> bool:
        return self.kept.cut == len(self.conversation.messages)

    @property
    def _has_tools_or_media(self) -> bool:
        return bool(self.segments.calls or self.segments.results or self.segments.media)


def kept_suffix(
    conversation: Conversation, fidelity: Fidelity, hints: Iterable[int] = (), *, strictly: bool = False
) -> KeptSuffix:
    """The suffix that the payload keeps; `hints` are cuts that are likely, and are tried first.

    What stands before a suffix that is kept without an error, and is altered, belongs to it, unless `strictly`.
    Where no suffix is kept so, it is the one that explains most of the payload. `cut` is the number of messages
    where nothing but the system text is kept.
    """
    known: dict[int, KeptSuffix] = {}

    def hold(cut: int) -> KeptSuffix:
        if cut not in known:
            found = fidelity(suffix(conversation, cut))
            known[cut] = KeptSuffix(cut, tuple(_of_whole(finding, head(conversation), cut) for finding in found))
        return known[cut]

    def whole(at: int) -> bool:
        return all(finding.id.startswith(_CHANGED) and not strictly for finding in hold(legal[at]).errors)

    def longest(cut: int) -> KeptSuffix:
        """The longest about a cut from which on all is kept: galloping away from it, since each takes its time."""
        at, step = legal.index(cut), 1
        while at and whole(max(0, at - step)):
            at, step = max(0, at - step), step * 2
        lacking = max(-1, at - step)
        while at - lacking > 1:
            middle = (at + lacking) // 2
            at, lacking = (middle, lacking) if whole(middle) else (at, middle)
        return hold(legal[at])

    legal = [*cuts(conversation), len(conversation.messages)]
    for cut in dict.fromkeys(hints):
        if cut in legal and not hold(cut).errors:
            return longest(cut)
    near = legal if len(legal) <= _FEW else _around(legal, hold)
    for cut in near[:-1]:
        if not hold(cut).errors:
            return longest(cut)
    return min(map(hold, near), key=lambda each: (len(each.errors), each.cut))


def _around(legal: Sequence[int], hold: Callable[[int], KeptSuffix]) -> Sequence[int]:
    """The few cuts about the longest suffix of which nothing is lost, and the last: galloping from the shortest."""
    step, low, high = 1, len(legal) - 1, len(legal) - 1
    while low > 0 and not _lacks(hold(legal[low])):
        low, high, step = max(0, low - step), low, step * 2
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if _lacks(hold(legal[middle])) else (low, middle)
    return [*legal[max(0, low - 4) : low + 4], legal[-1]]


def _lacks(kept: KeptSuffix) -> bool:
    """Is something of the suffix lost or altered? What the payload says beyond it does not count here."""
    return any(not finding.id.startswith(_TOO_MUCH) for finding in kept.errors)


def _of_whole(finding: Finding, system: int, cut: int) -> Finding:
    return replace(finding, about=tuple(i if i < system else i - system + cut for i in finding.about))
