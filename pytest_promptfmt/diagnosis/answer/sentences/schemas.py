"""What an answer says of a JSON Schema in the request, a function's or that of the answer: told at its place.

``Invalid schema for function 'f': In context=('properties', 'a'), …`` names a path in the schema of one function;
others name a keyword that the schema has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer, table
from pytest_promptfmt.payload.finding import Finding

_INVALID = table(
    r"(?:invalid (?:json )?schema|schema (?:validation )?(?:error|is invalid)) (?:for|in|of) "
    r"(?P<whose>function|tool|response_format|response format|text\.format|output)(?: ['\"`]?(?P<name>[\w.-]+)['\"`]?)?"
    r"(?:[^\n]{0,20}?in context=\((?P<context>[^)\n]{0,300})\))?",
    r"['\"`](?P<name>[\w.-]+)['\"`] (?P<whose>function|tool)(?:declaration)? ['\"`]?(?:parameters|input_?schema)"
    r"(?:\.(?P<context>[\w.]{1,200}))?['\"`]? schema",
    r"(?P<whose>schema)[^\n]{0,80}?\bat path ['\"`](?P<context>[^'\"`\n]{1,200})['\"`]",
)
_SCHEMA = re.compile(r"schema|response_format|parameters", re.IGNORECASE)
_WORDS = r"['\"`]?[\w$]+['\"`]?(?:, (?:or |and )?['\"`]?[\w$]+['\"`]?){0,8}"
_NOT_TAKEN = table(
    r"(?:unsupported|unknown|unrecognized|not supported|not permitted|not allowed|disallowed)[^.\n]{0,60}?"
    r"(?:fields?|keywords?|propert(?:y|ies)|keys?)[^\w\n]{1,4}(?P<keywords>[\w$'\"`, ]{2,200})",
    rf"(?<![\w$])(?P<keywords>{_WORDS}) (?:is|are) (?:not (?:supported|permitted|allowed)|unsupported)",
    rf"(?:does not|doesn't|cannot) (?:support|have|contain|use) (?P<keywords>{_WORDS})",
)
_ASKED = table(
    r"missing (?P<keywords>['\"`]\w+['\"`](?: (?:or|and) ['\"`]\w+['\"`])?)",
    r"(?P<keywords>['\"`]\w+['\"`])[^.\n]{0,20} (?:is (?:required|missing)|must (?:be )?(?:explicitly )?"
    r"(?:set|supplied|provided|present|specified))",
)
"""Sentences of keywords that a schema lacks."""
_KEYWORDS = """$ref $defs definitions anyOf oneOf allOf not if then else const enum default format pattern minLength
    maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems contains
    prefixItems properties patternProperties additionalProperties propertyNames minProperties maxProperties
    dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems required nullable examples title $schema
    $id"""
_HOMES = ("parameters", "input_schema", "inputSchema", "json", "schema", "parametersJsonSchema", "responseSchema",
          "responseJsonSchema")  # fmt: skip
_ANSWERS = re.compile(r"\$\.(response_format|text|output|generation|config|format|parameters\.response)", re.IGNORECASE)
_STEP = re.compile(r"['\"]([^'\"]+)['\"]|\b(\d+)\b|([A-Za-z_$][\w$-]*)")


def of_schema(answer: Answer, body: Any) -> Iterator[Finding]:
    """The part of a schema that the answer says is wrong, and the keywords that it does not take."""
    if not _SCHEMA.search(answer.text):
        return
    schemas = [*_schemas(body)]
    for said in answer.said(_INVALID):
        of_answer = [each for each in schemas if _ANSWERS.match(each[1])]
        own = [each for each in schemas if said.get("name") in each[0]]
        if said["whose"].lower() == "schema":
            own = [each for each in schemas if _within(each[1], each[2], said["context"]) != each[1]] or schemas[:1]
        elif said["whose"].lower() not in ("function", "tool"):
            own = [each for each in own if each in of_answer] or of_answer
        for _, path, schema in own[:1]:
            where = _within(path, schema, said.get("context", ""))
            yield answer.finding("stated-value", where, "the provider says that this schema is not as it takes them")
    for said in answer.said(_ASKED):
        asked = {*re.findall(r"\w+", said["keywords"])} & {*_KEYWORDS.split(), "type"}
        there = [where for _, path, schema in schemas for where in _lacking(path, schema, asked)] if asked else []
        for where in there[:1]:
            yield answer.finding(
                "wanted-key", where, f"the provider asks for {' or '.join(sorted(asked))} in this schema"
            )
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
        if last in _HOMES and isinstance(node, dict | list) and not any(key in node for key in _HOMES):
            holders = (path[: dot.start()] for dot in re.finditer(r"\.", path))
            above = [names[holder] for holder in holders if holder in names]
            if ".properties." not in path:
                yield (*above, "json_schema"), path, node


def _within(path: str, schema: Any, context: str) -> str:
    """The part of a schema that a context leads to, be it in the names of properties alone; as far as it leads."""
    for key, index, name in _STEP.findall(context):
        step = key or name or int(index)
        held = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(held, dict) and step in held and step not in schema:
            schema, path = held, jsonpath.join(path, ["properties"])
        steps = schema if isinstance(schema, dict) else dict(enumerate(schema)) if isinstance(schema, list) else {}
        if step not in steps:
            return path
        schema, path = steps[step], jsonpath.join(path, [step])
    return path


_FOR: Mapping[str, str] = {
    "additionalProperties": "object",
    "properties": "object",
    "required": "object",
    "items": "array",
}
"""Of which type of schema a keyword is asked."""


def _lacking(path: str, schema: Any, keywords: set[str]) -> Iterator[str]:
    """The schemas within one that have none of the keywords, and that are of the type which these are asked of."""
    for where, node in nodes(schema):
        of_property = where == "$" or re.search(r"\.(?:properties\.\w+|items|(?:any|one|all)Of\[\d+\])$", where)
        if isinstance(node, dict) and of_property and not keywords & {*node, *(["type"] if "$ref" in node else [])}:
            if all(node.get("type") == _FOR.get(keyword, node.get("type")) for keyword in keywords):
                yield path + where.removeprefix("$")


def _having(path: str, schema: Any, keyword: str) -> Iterator[tuple[str, Any]]:
    for where, node in nodes(schema):
        if isinstance(node, dict) and keyword in node and not where.endswith(".properties"):
            yield path + jsonpath.join(where, [keyword]).removeprefix("$"), node[keyword]
