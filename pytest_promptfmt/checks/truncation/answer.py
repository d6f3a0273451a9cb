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
    heard: Segments
    kept: KeptSuffix

    @property
    def is_empty(self) -> bool:
        return not self._shows and not any(said.text.strip() for said in (*self.heard.dialog, *self.heard.system))

    @property
    def says_more_than_system(self) -> bool:
        """Also where the system text is told as a turn."""
        told = [*texts_of(self.conversation.messages[: head(self.conversation)])]
        beyond = (reduce(lambda left, text: left.replace(text, ""), told, said.text) for said in self.heard.dialog)
        return self._shows or any(left.strip() for left in beyond)

    @property
    def keeps_nothing(self) -> bool:
        return self.kept.cut == len(self.conversation.messages)

    @property
    def _shows(self) -> bool:
        return bool(self.heard.calls or self.heard.results or self.heard.media)
