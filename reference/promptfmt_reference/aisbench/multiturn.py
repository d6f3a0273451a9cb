"""`MultiTurnPromptTemplate`: one round for each question and answer of a row that holds lists of both."""

from __future__ import annotations

from typing import Any

from promptfmt_reference.aisbench.dialogue import split_round
from promptfmt_reference.aisbench.errors import AISBenchValueError, accident, kind_of
from promptfmt_reference.aisbench.prompt_list import Prompt, PromptList, Row, placeholders
from promptfmt_reference.aisbench.template import Mask, PromptTemplate

QUESTION, ANSWER = "question", "answer"


class MultiTurnPromptTemplate(PromptTemplate):
    """A dialogue whose round is said again for each turn; there are no examples and no labels (ICLR-UNK-001)."""

    questions_only = True

    def _question(self, entry: Row, mask: Mask, ice: Prompt) -> PromptList:
        """All turns with their answers, which who asks takes out again; where answers are masked, the last is."""
        prompt = self._dialogue(ice)
        if self.profile.fills_turns_only and any(isinstance(item, str) for item in prompt):
            raise AttributeError("a string is no role item")
        left, body, right = split_round(prompt)
        turns = self._turns(entry)
        around: dict[str, Any] = {}
        if not self.profile.fills_turns_only:
            row = mask.over(entry)
            around = placeholders({column: row[column] for column in row if column not in (QUESTION, ANSWER)})
            if mask.column == ANSWER and turns:
                turns[-1] = (turns[-1][0], mask.token)
        rounds = PromptList((), self.profile)
        for question, answer in turns:
            told = {QUESTION: question, ANSWER: answer}
            rounds += body.format(**told) if self.profile.rescans_values else body.fill(around | placeholders(told))
        return PromptList([*left.fill(around), *rounds, *right.fill(around)], self.profile)

    def _turns(self, entry: Row) -> list[tuple[Any, Any]]:
        for column in (QUESTION, ANSWER):
            if column not in entry:
                raise accident(KeyError, f"the row has no column {column!r}", self.profile, column=column)
        questions, answers = entry[QUESTION], entry[ANSWER]
        if not self.profile.cuts_to_shorter:
            for column, value in ((QUESTION, questions), (ANSWER, answers)):
                if not isinstance(value, (list, tuple)):
                    raise AISBenchValueError(f"turns are a list, not {kind_of(value)}", column=column)
            if len(questions) != len(answers):
                said = f"{len(questions)} questions have {len(answers)} answers"
                raise AISBenchValueError(said, column=ANSWER)
        return list(zip(questions, answers, strict=False))
