"""What the released software does otherwise than its documentation: one switch for each difference.

`DOCUMENTED` has none of them, `SHIPPED` has them all, so that its recordings can be replayed. Code asks a profile for a
switch, never which of the two it is. ``docs/aisbench.md`` says of each what it does and why it is off.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Switches, each named after what happens where it is on; any mixture will do."""

    # filling in
    rescans_values: bool = False
    """Columns are replaced one after the other, in what earlier ones and the examples brought in, too."""
    fills_turns_only: bool = False
    """Multi-turn and multimodal templates fill in their own placeholders only, and mask nothing."""
    shows_label_answers: bool = False
    """A prompt for one label says the row's own answer, and not the label, where the answer stands."""
    nulls_absent_cells: bool = False
    """A column that only some rows have is None in the others."""

    # templates
    ignores_lost_token: bool = False
    """A list may lack the ice token, the token may be empty, and examples without a token vanish."""
    keeps_sep: bool = False
    """The sep token stays in examples."""
    closes_end_twice: bool = False
    """The section `end` is opened by a marker that closes it."""
    labels_are_sections: bool = False
    """A dialogue's sections pass for its labels."""

    # examples
    wants_token: bool = False
    """The template with the examples needs an ice token even where there are no examples."""
    ends_no_examples: bool = False
    """Where there are no examples, their final token is put in all the same."""
    separates_dialogues: bool = False
    """Examples that are dialogues by label get separators between them, as strings."""

    # multi-turn
    cuts_to_shorter: bool = False
    """Of questions and answers that differ in number the rest is dropped; a string is taken letter by letter."""
    one_length: bool = False
    """Of a list of output lengths the first is every turn's."""

    # multimodal
    content_columns: tuple[str, ...] = ("content", "question")
    """Where tagged text is looked for; the first that the row has."""
    splits_at_any_tag: bool = False
    """A closing tag closes wherever it stands, and what is outside of tags is dropped."""
    misreads_media: bool = False
    """Where tagged text is built, audio and video are looked for under ``text``, and another type's part is a closing
    tag."""

    # the model's side
    slots_only: bool = False
    """Inside a round only the round's own roles have a place; for base models no other role stands in."""
    cuts_in_begin: bool = False
    """A generating role in `begin` breaks a chat."""
    drops_strings: bool = False
    """Chats drop strings that no role says, with a warning."""
    drops_media: bool = False
    """Text models drop multimodal parts, so does a chat without meta template where there is text; text and parts of
    one role cannot be joined."""
    inserts_begin: bool = False
    """A chat gets the meta template's `begin` as it is, in front, and never its `end`."""
    wants_all_roles: bool = False
    """A chat's round must have every role."""
    counts_empty_first: bool = False
    """Without meta template an empty first item leaves a line break."""

    # lists and errors
    refuses_lists: bool = False
    """A plain list cannot stand before a prompt list nor in a string's place, and slices are plain lists."""
    quotes_prompts: bool = False
    """As text, a prompt list has its prompts in JSON's quotes."""
    bare_errors: bool = False
    """What is not checked is left to Python: KeyError, IndexError, AssertionError, without a place."""


DOCUMENTED = Profile()
SHIPPED = Profile(
    rescans_values=True,
    fills_turns_only=True,
    shows_label_answers=True,
    nulls_absent_cells=True,
    ignores_lost_token=True,
    keeps_sep=True,
    closes_end_twice=True,
    labels_are_sections=True,
    wants_token=True,
    ends_no_examples=True,
    separates_dialogues=True,
    cuts_to_shorter=True,
    one_length=True,
    content_columns=("content",),
    splits_at_any_tag=True,
    misreads_media=True,
    slots_only=True,
    cuts_in_begin=True,
    drops_strings=True,
    drops_media=True,
    inserts_begin=True,
    wants_all_roles=True,
    counts_empty_first=True,
    refuses_lists=True,
    quotes_prompts=True,
    bare_errors=True,
)
"""ais_bench_benchmark 3.1.20260630."""
