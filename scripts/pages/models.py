"""docs/models.md: what is known of models."""

from __future__ import annotations

from pages.markdown import escaped
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import models

_MODELS = """# Models

Made by `scripts/make_docs.py` from `pytest_promptfmt/dialects/models.json`; do not edit.

What a provider refuses can depend on the model. This page says what is known, by dialect and question: such a
request is **refused**, **degrades** the answer, or is **taken** (accepted); a number is the most that is accepted.
A rule that asks a question is an error for models that are known to refuse (confidence A), a warning where the
answer degrades or the refusal is not certain, and silent for models that accept it or of which nothing is known.
The confidence is that of [rules](rules.md). *Newest* is the month of the newest quotation or measurement in a row;
if none of them has a date of its own (documentation, code that quotes), it is the month in which they were read. A
model of no family here gets what is known of the default model, as warnings. `promptfmt list models` prints the
same.
"""


def page() -> str:
    """docs/models.md: by dialect the default model, the families, and what is known of them."""
    lines = [_MODELS]
    for dialect, known in models().items():
        lines += [
            "",
            f"## {DIALECTS[dialect].title}",
            "",
            f"The default model of `{dialect}` is `{known.default}`.",
            "",
        ]
        lines += ["| family | names |", "| --- | --- |"]
        lines += (
            f"| `{family}` | {' '.join(f'`{glob}`' for glob in globs)} |" for family, globs in known.families.items()
        )
        if known.answers:
            lines += [
                "",
                "| question | families | answer | newest | confidence | source |",
                "| --- | --- | --- | --- | --- | --- |",
            ]
        for question, answers in known.answers.items():
            for families, fact in (
                (" ".join(f"`{glob}`" for glob in answer.families), answer.fact) for answer in answers
            ):
                source = escaped(fact.source).replace("\n", " ")
                lines.append(
                    f"| `{question}` | {families} | {fact.answer} | {fact.date} | {fact.confidence} | {source} |"
                )
    return "\n".join(lines).rstrip() + "\n"
