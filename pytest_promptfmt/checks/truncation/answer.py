"""One payload for one budget: what it keeps of the history, and whether that is anything at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from pytest_promptfmt.checks.fidelity.segments import Segments
from pytest_promptfmt.checks.truncation.earlier import texts_of
from pytest_promptfmt.checks.truncation.kept import KeptSuffix
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.cuts import head


@dataclass(frozen=True, slots=True)
class Answer:
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
