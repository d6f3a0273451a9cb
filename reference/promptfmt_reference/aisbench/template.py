"""`PromptTemplate`: a template, filled with a row for an example, a question, or one of a question's labels.

A template is a string, a dialogue ``{"begin"?, "round", "end"?}`` of items, or one of these for each label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from promptfmt_reference.aisbench.dialogue import SECTIONS, check_items, encode
from promptfmt_reference.aisbench.errors import (
    AISBenchImplementationError,
    AISBenchInvalidTypeException,
    AISBenchValueError,
    accident,
    kind_of,
)
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import Prompt, PromptList, Row, fill, placeholders, safe_format


class Mask(NamedTuple):
    """What stands in a column in place of its value; no column is masked where that is None.

    A tuple, since every row makes one.
    """

    column: str | None = None
    token: Any = ""

    def over(self, row: Row) -> dict[str, Any]:
        """A copy of the row; the column keeps its place, and is there if it was not."""
        return dict(row) if self.column is None else {**row, self.column: self.token}


@dataclass(frozen=True)
class PromptTemplate:
    """`ice_token` stands where the examples go, `sep_token` is taken out.

    Raises ICLR-TYPE-001 and -002 for a template that is none, ICLR-PARAM-001 where the ice token is not in it, and
    UTILS-TYPE-001 for a token that is no text.
    """

    template: Any
    ice_token: str | None = None
    sep_token: str | None = None
    profile: Profile = DOCUMENTED
    questions_only: ClassVar[bool] = False
    text_is: ClassVar[type[Exception]] = AttributeError
    """What the released software raises where a dialogue is wanted and the template is text."""

    def __post_init__(self) -> None:
        check(self)

    @cached_property
    def prompt_type(self) -> str:
        """``meta`` for a dialogue, ``origin`` for a string or labels."""
        return "meta" if isinstance(self.template, dict) and self.template.keys() <= set(SECTIONS) else "origin"

    @cached_property
    def labels(self) -> list[Any]:
        """The labels that have a template each."""
        return [] if isinstance(self.template, str) or self.prompt_type == "meta" else list(self.template)

    def generate_ice_item(self, entry: Row, label: Any) -> Prompt:
        """An example: the row with its answer."""
        sep = None if self.profile.keeps_sep else self.sep_token
        return self._compose(self._of_label(label), [(self.ice_token, ""), (sep, "")], entry, ice=True)

    def generate_item(
        self,
        entry: Row,
        output_field: str | None = None,
        output_field_replace_token: str = "",
        ice_field_replace_token: Prompt = "",
    ) -> Prompt:
        """A question, with `output_field` masked; of several labels the first gives the template."""
        return self._question(entry, Mask(output_field, output_field_replace_token), ice_field_replace_token)

    def _question(self, entry: Row, mask: Mask, ice: Prompt) -> Prompt:
        template = self.template[self.labels[0]] if self.labels else self.template
        return self._compose(template, [(self.ice_token, ice), (self.sep_token, "")], mask.over(entry))

    def generate_label_prompt_item(
        self, entry: Row, ice: Prompt, label: Any, remain_sep: bool | None = False, output_field: str | None = None
    ) -> Prompt:
        """A question answered with `label`, which stands in the place of `output_field`."""
        row = entry if self.profile.shows_label_answers else Mask(output_field, label).over(entry)
        sep = None if remain_sep else self.sep_token
        return self._compose(self._of_label(label), [(sep, ""), (self.ice_token, ice)], row)

    def _of_label(self, label: Any) -> Any:
        if self.questions_only:
            raise self._unsupported()
        if not self.labels:
            return self.template
        if label not in self.template:
            known = ", ".join(map(repr, self.labels))
            raise accident(KeyError, f"there is no template for the label {label!r}; there is {known}", self.profile)
        return self.template[label]

    def _unsupported(self) -> AISBenchImplementationError:
        said = f"{type(self).__name__} makes questions only, no examples and no labels"
        return AISBenchImplementationError(said, "ICLR-UNK-001")

    def _dialogue(self, ice: Prompt) -> PromptList:
        """For templates that make questions only: the items, not filled in. Examples would vanish."""
        if ice and not self.profile.ignores_lost_token:
            raise self._unsupported()
        prompt = encode(self.template, self.profile)
        if isinstance(prompt, str):
            raise accident(self.text_is, f"{type(self).__name__} wants a dialogue, not a string", self.profile)
        return prompt

    def _compose(
        self, template: Any, tokens: Sequence[tuple[str | None, Prompt]], row: Row, *, ice: bool = False
    ) -> Prompt:
        prompt = encode(template, self.profile, ice=ice)
        if not self.profile.ignores_lost_token:
            self._check_examples(prompt, tokens)
        if self.profile.rescans_values:
            for token, put in tokens:
                if token is not None:
                    prompt = prompt.replace(token, put)  # type: ignore[arg-type] # examples in text: Python's TypeError
            return safe_format(prompt, **row) if isinstance(prompt, str) else prompt.format(**row)
        values = {token: put for token, put in tokens if token} | placeholders(row)
        return fill(prompt, values) if isinstance(prompt, str) else prompt.fill(values)

    def _check_examples(self, prompt: Prompt, tokens: Sequence[tuple[str | None, Prompt]]) -> None:
        """Is there a place for the examples, so that none vanishes?"""
        for token, put in tokens:
            if not put:
                continue
            if token is None:
                raise AISBenchImplementationError("there are examples, and no ice token to put them", "ICLR-IMPL-002")
            if not (token and _holds(prompt, token)):
                raise AISBenchValueError(f"the ice token {token!r} is nowhere in the template", "ICLR-PARAM-001")
            if isinstance(put, PromptList) and isinstance(prompt, str):
                text = "the examples are a dialogue, which has no place in a string"
                raise accident(TypeError, text, self.profile)


def check(made: PromptTemplate) -> None:
    """Raises as `PromptTemplate` says."""
    template, token = made.template, made.ice_token
    if not isinstance(template, (str, dict)):
        raise AISBenchValueError(f"a template is a string or a dictionary, not {kind_of(template)}", "ICLR-TYPE-001")
    for name, value in (("ice_token", token), ("sep_token", made.sep_token)):
        if not isinstance(value, (str, type(None))):
            raise AISBenchInvalidTypeException(f"a token is text, not {kind_of(value)}", "UTILS-TYPE-001", part=name)
    parts = {"": template} if isinstance(template, str) else template
    for part, value in parts.items():
        place = {"part": str(part)} if part else {}
        if not isinstance(value, (str, list, dict)):
            said = f"a part of a template is a string, a list or a dictionary, not {kind_of(value)}"
            raise AISBenchValueError(said, "ICLR-TYPE-002", **place)
        if token and isinstance(value, str) and token not in value:
            raise AISBenchValueError(f"{token!r} is not in {value!r}", "ICLR-PARAM-001", **place)
    if not made.profile.bare_errors:
        for label, dialogue in [("", template)] if made.prompt_type == "meta" else parts.items():
            check_items(dialogue, f"{label}." if label else "")


def _holds(prompt: Prompt, token: str) -> bool:
    if isinstance(prompt, str):
        return token in prompt
    return any(token in (item if isinstance(item, str) else item.get("prompt", "")) for item in prompt)
