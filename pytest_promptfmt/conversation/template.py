"""The other neutral input: a prompt template with the data that fill it, for those who make prompts of datasets.

What such an implementation returns is a list of requests, one for each time the model is called: a string, or a list of
role items (``{"role", "prompt"}``, media in a list of parts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TemplateCase:
    """One template, as its JSON form spells it; read it, never change it (the purity check sees a change).

    - `infer_cfg` has ``ice_template``, ``prompt_template``, ``retriever``, ``inferencer``, their ``type`` as a name
    - `reader_cfg` has ``input_columns`` and ``output_column``, which is the answer and is left out
    - `train` are the rows for examples, `test` those to ask about
    - `meta_template` is the model's side, None for the prompt before it
    - `mode` is ``gen``, or for several turns ``every``, ``every_with_gt``, ``last``
    - `replies` are what the model answers, one for each request; ``every`` has them in the next one
    """

    infer_cfg: Mapping[str, Any]
    reader_cfg: Mapping[str, Any]
    train: tuple[Mapping[str, Any], ...] = ()
    test: tuple[Mapping[str, Any], ...] = ()
    meta_template: Mapping[str, Any] | None = None
    mode: str = "gen"
    replies: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The JSON form, of which `template_case` makes an equal case."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}


def template_case(document: Mapping[str, Any]) -> TemplateCase:
    """The case in its JSON form."""
    rows = {key: tuple(document.get(key, ())) for key in ("train", "test", "replies")}
    return TemplateCase(**{**document, **rows})
