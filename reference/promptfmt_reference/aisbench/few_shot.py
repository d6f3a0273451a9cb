"""`FewShot`: the two templates at work, one for the examples and one for the question that they are put into.

Where there is one template only, it serves as both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchImplementationError, AISBenchValueError, accident, placed
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import Prompt, PromptList, Row
from promptfmt_reference.aisbench.template import PromptTemplate


@dataclass(frozen=True)
class FewShot:
    """`answer` is the column that is masked in questions; `separator` and `eos` follow examples that are text."""

    ice_template: PromptTemplate | None = None
    prompt_template: PromptTemplate | None = None
    answer: str | None = None
    separator: str = ""
    eos: str = ""
    profile: Profile = DOCUMENTED

    def ice(self, rows: Sequence[tuple[int, Row]]) -> Prompt:
        """All examples of a question, from numbered rows; raises ICLR-PARAM-002 where no template says how."""
        template = self.ice_template
        if not rows and not self.profile.ends_no_examples:
            return ""
        if template is None:
            if rows:
                raise AISBenchValueError("there are examples, and no ice_template", "ICLR-PARAM-002")
            return self.eos
        examples = []
        for i, row in rows:
            with placed(row=f"train row {i}", template="ice_template"):
                examples.append(template.generate_ice_item(row, self._label(template, row)))
        separated = template.prompt_type != "meta"
        if not examples or isinstance(examples[0], str):
            separator, eos = (self.separator, self.eos) if separated else ("", "")
            return separator.join(map(str, examples)) + eos
        separated = separated and self.profile.separates_dialogues
        between = [self.separator] if separated and self.separator else []
        told = [item for example in examples for item in (*example, *between)]
        return PromptList([*told, self.eos if separated else ""], self.profile)

    def _label(self, template: PromptTemplate, row: Row) -> Any:
        if not template.labels:
            return None
        if self.answer is None or self.answer not in row:
            said = "an example's answer says which template is its own, and the row has none"
            raise accident(KeyError, said, self.profile, column=str(self.answer))
        return row[self.answer]

    def question(self, row: Row, ice: Prompt) -> Prompt:
        """The prompt for a row, its answer masked; raises ICLR-IMPL-002 without a token, -003 without a template."""
        place, template = self._asking
        with place:
            return template.generate_item(row, output_field=self.answer, ice_field_replace_token=ice)

    def labelled(self, row: Row, ice: Prompt, label: Any) -> Prompt:
        """The prompt in which a row's question is answered with `label`; raises as `question` does."""
        place, template = self._asking
        with place:
            return template.generate_label_prompt_item(row, ice, label, output_field=self.answer)

    @cached_property
    def _asking(self) -> tuple[placed, PromptTemplate]:
        """The template that makes questions, and its place."""
        both = (("prompt_template", self.prompt_template), ("ice_template", self.ice_template))
        given = [(name, template) for name, template in both if template is not None]
        if not given:
            raise AISBenchImplementationError("there is neither a prompt_template nor an ice_template", "ICLR-IMPL-003")
        name, template = given[0]
        if template.ice_token is None and self.ice_template is not None and self.profile.wants_token:
            said = "where the examples go is said by an ice token, and there is none"
            raise AISBenchImplementationError(said, "ICLR-IMPL-002", template=name)
        return placed(template=name), template

    def labels(self, rows: Sequence[Row]) -> list[Any]:
        """What a question may be answered with: the labels of a template, else all answers of the rows."""
        own = self.prompt_template
        ice = self.ice_template if self.ice_template and self.ice_template.ice_token is not None else None
        for template in (own, ice):
            sections = self.profile.labels_are_sections and template and isinstance(template.template, dict)
            if template and (template.labels or sections):
                return list(template.template)
        return list(dict.fromkeys(row[self.answer] for row in rows if self.answer is not None and self.answer in row))
