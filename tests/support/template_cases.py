"""Templates and cases of them, in short."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.checks.fidelity.templates import template_fidelity
from pytest_promptfmt.conversation.template import template_case
from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.dialects.aisbench import DIALECT
from pytest_promptfmt.payload.finding import Finding

READER = {"input_columns": ["question"], "output_column": "answer"}


def given(**changes: Any) -> dict[str, Any]:
    return {
        "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "Q: {question}\nA: {answer}"}},
        "reader_cfg": READER,
        "test": [{"question": "amber-17?", "answer": "jade-31"}],
        **changes,
    }


def case(*requests: Any, scenario: str = "string", expect: Any = None, **changes: Any) -> Case:
    entry = {"name": "one", "hunts": "a fault", "scenarios": [scenario], "template": given(**changes)}
    return case_from_json("templates", entry | {"requests": list(requests), "expect": [expect] if expect else []})


def human(prompt: Any) -> dict[str, Any]:
    return {"role": "HUMAN", "prompt": prompt}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def image(url: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


# what is said


def found(
    right: Any,
    here: Any,
    *,
    train: Any = (),
    test: Any = None,
    replies: Any = (),
    tokens: Any = None,
    column: str = "answer",
) -> list[Finding]:
    """What is found in one request, where another one is right."""
    document = given(
        infer_cfg={"prompt_template": {"type": "PromptTemplate", "template": "", **(tokens or {})}},
        reader_cfg={"input_columns": ["question"], "output_column": column},
        train=train,
        test=[test or {"question": "amber-17?", "answer": "jade-31"}],
        replies=replies,
    )
    return list(template_fidelity(template_case(document), (right,), DIALECT.open([here])))
