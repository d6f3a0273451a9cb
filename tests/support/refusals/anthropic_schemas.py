"""What Anthropic refuses in the schemas of strict tools and of structured answers, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.refusals.requests import DANGLING, FOUND, KEPT, MAYBE, NAMES, asked, claude, closed

ANSWER = "$.output_config.format.schema"
LOOSE = closed(*NAMES[:9], required=[])


def strict(name: str, *names: str) -> dict[str, Any]:
    return {"name": name, "strict": True, "input_schema": closed(*names, required=[])}


def answered(schema: dict[str, Any]) -> dict[str, Any]:
    return claude(**asked(schema))


def worded(*words: str, type_: Any = "string") -> dict[str, Any]:
    schema = closed("a")
    return answered({**schema, "properties": {"a": {"type": type_, "enum": [*words]}}})


TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "anthropic",
        f"{ANSWER}.properties.a.$ref",
        claude(**asked({**KEPT, "properties": DANGLING})),
        claude(**asked({**KEPT, "properties": FOUND})),
    ),
    (
        "anthropic",
        f"{ANSWER}.properties.a.oneOf",
        answered({**closed("a"), "properties": {"a": {"oneOf": [{"type": "string"}, {"type": "null"}]}}}),
        answered({**closed("a"), "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}),
    ),
    (
        "anthropic",
        f"{ANSWER}.additionalProperties",
        answered({**closed("a"), "additionalProperties": True}),
        answered(closed("a")),
    ),
    ("anthropic", f"{ANSWER}.properties.a.enum[0]", worded("a", type_=["string", "null"]), worded("a")),
    ("anthropic", ANSWER, answered(closed(*NAMES[:25], required=[])), answered(closed(*NAMES[:24], required=[]))),
    ("anthropic", ANSWER, answered(closed(*NAMES[:17], type_=MAYBE)), answered(closed(*NAMES[:16], type_=MAYBE))),
    (
        "anthropic",
        "$.tools[1].input_schema",
        claude(tools=[strict("a", *NAMES[:12]), strict("b", *NAMES[:13])]),
        claude(tools=[strict("a", *NAMES[:12]), strict("b", *NAMES[:12]), {"name": "c", "input_schema": LOOSE}]),
    ),
]
