"""What an answer says of a JSON Schema in the request, a function's or that of the answer: told at its place.

``Invalid schema for function 'f': In context=('properties', 'a'), …`` names a path in the schema of one function;
others name a keyword that the schema has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer, table
from pytest_promptfmt.payload.finding import Finding

_INVALID = table(
    r"(?:invalid (?:json )?schema|schema (?:validation )?(?:error|is invalid)) (?:for|in|of) "
    r"(?P<whose>function|tool|response_format|response format|text\.format|output)(?: ['\"`]?(?P<name>[\w.-]+)['\"`]?)?"
    r"(?:[^\n]{0,20}?in context=\((?P<context>[^)\n]{0,300})\))?",
)
_SCHEMA = re.compile(r"schema|response_format|parameters", re.IGNORECASE)
_WORDS = r"['\"`]?[\w$]+['\"`]?(?:, (?:or |and )?['\"`]?[\w$]+['\"`]?){0,8}"
_NOT_TAKEN = table(
    r"(?:unsupported|unknown|unrecognized|not supported|not permitted|not allowed|disallowed)[^.\n]{0,60}?"
    r"(?:fields?|keywords?|propert(?:y|ies)|keys?)[^\w\n]{1,4}(?P<keywords>[\w$'\"`, ]{2,200})",
    rf"(?P<keywords>{_WORDS}) (?:is|are) (?:not (?:supported|permitted|allowed)|unsupported)",
    rf"(?:does not|doesn't|cannot) (?:support|have|contain|use) (?P<keywords>{_WORDS})",
)
_KEYWORDS = """$ref $defs definitions anyOf oneOf allOf not if then else const enum default format pattern minLength
    maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems contains
    prefixItems properties patternProperties additionalProperties propertyNames minProperties maxProperties
    dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems required nullable examples title $schema
    $id"""
_HOMES = ("parameters", "input_schema", "inputSchema", "json", "schema", "parametersJsonSchema", "responseSchema",
          "responseJsonSchema")  # fmt: skip
_ANSWERS = re.compile(r"\$\.(response_format|text|output|generation|config|format|parameters\.response)", re.IGNORECASE)
_STEP = re.compile(r"['\"]([^'\"]+)['\"]|(\d+)")


def of_schema(answer: Answer, body: Any) -> Iterator[Finding]:
    """The part of a schema that the answer says is wrong, and the keywords that it does not take."""
    if not _SCHEMA.search(answer.text):
        return
    schemas = [*_schemas(body)]
    for said in answer.said(_INVALID):
        of_answer = [each for each in schemas if _ANSWERS.match(each[1])]
        own = [each for each in schemas if said.get("name") in each[0]]
        if said["whose"].lower() not in ("function", "tool"):
            own = [each for each in own if each in of_answer] or of_answer
        for _, path, schema in own[:1]:
            where = _within(path, schema, said.get("context", ""))
            yield answer.finding("stated-value", where, "the provider says that this schema is not as it takes them")
    words = {word for said in answer.said(_NOT_TAKEN) for word in re.findall(r"\$?\w+", said["keywords"])}
    for keyword in sorted(words & {*_KEYWORDS.split()}):
        there = [f"{where}" for _, path, schema in schemas for where, _ in _having(path, schema, keyword)]
        for where in there[:1]:
            yield answer.finding("refused-key", where, "the provider's schemas have no such keyword")


def _schemas(body: Any) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """The schemas of a request, with the names by which it calls them, and their places."""
    names: dict[str, str] = {}
    for path, node in nodes(body):
        if isinstance(node, dict) and isinstance(node.get("name"), str):
            names[path] = node["name"]
        last = path.rpartition(".")[2]
        if last in _HOMES and isinstance(node, dict) and not any(key in node for key in _HOMES):
            holders = (path[: dot.start()] for dot in re.finditer(r"\.", path))
            above = [names[holder] for holder in holders if holder in names]
            if ".properties." not in path:
                yield (*above, "json_schema"), path, node


def _within(path: str, schema: Any, context: str) -> str:
    for key, index in _STEP.findall(context):
        step = key or int(index)
        steps = schema if isinstance(schema, dict) else dict(enumerate(schema)) if isinstance(schema, list) else {}
        if step not in steps:
            return path
        schema, path = steps[step], jsonpath.join(path, [step])
    return path


def _having(path: str, schema: Any, keyword: str) -> Iterator[tuple[str, Any]]:
    for where, node in nodes(schema):
        if isinstance(node, dict) and keyword in node and not where.endswith(".properties"):
            yield path + jsonpath.join(where, [keyword]).removeprefix("$"), node[keyword]
