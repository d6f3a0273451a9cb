"""Payloads of every provider that offer tools: one that breaks a rule over them, and one that keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pytest_promptfmt.dialects import DIALECTS
from support.payloads.pair import Pair

CITY = {"type": "object", "properties": {"city": {"type": "string"}}}
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}
LIST = {"type": "object", "properties": {"cities": {"type": "array", "items": {"type": "string"}}}}


CLOSED = {"additionalProperties": False}


def listing(items: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"cities": {"type": "array", **items}}}


def choosing(type_: Any, values: list[Any]) -> dict[str, Any]:
    side = {"type": type_, "enum": values}
    return {"type": "object", "properties": {"side": side}, "required": ["side"], **CLOSED}


def flat(schema: Any, key: str, name: str = "weather") -> dict[str, Any]:
    return {"name": name, "description": "Tells it.", key: schema}


def function(schema: Any, name: str = "weather") -> dict[str, Any]:
    return {"type": "function", "function": flat(schema, "parameters", name)}


def strictly(tool: dict[str, Any]) -> dict[str, Any]:
    """The same in strict mode."""
    if "function" in tool:
        return tool | {"function": tool["function"] | {"strict": True}}
    return tool | {"strict": True}


def chat(*tools: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "Hi"}], "tools": list(tools)}


def respond(*tools: Any) -> dict[str, Any]:
    return {"input": [{"role": "user", "content": "Hi"}], "tools": list(tools)}


def converse(*tools: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": [{"text": "Hi"}]}]
    return {"messages": messages, "toolConfig": {"tools": [{"toolSpec": tool} for tool in tools]}}


def generate(*tools: Any) -> dict[str, Any]:
    contents = [{"role": "user", "parts": [{"text": "Hi"}]}]
    return {"contents": contents, "tools": [{"functionDeclarations": list(tools)}]}


Maker = Callable[..., dict[str, Any]]
FORMS: dict[str, tuple[Callable[..., Any], Maker, str, str]] = {
    **dict.fromkeys(
        ("openai", "deepseek", "zhipu", "vllm", "mistral", "dashscope", "cohere"),
        (chat, function, "$.tools[0].function", "parameters"),
    ),
    "openai-responses": (
        respond,
        lambda schema, name="weather": {"type": "function", **flat(schema, "parameters", name)},
        "$.tools[0]",
        "parameters",
    ),
    "anthropic": (
        lambda *tools: {**chat(*tools)},
        lambda schema, name="weather": flat(schema, "input_schema", name),
        "$.tools[0]",
        "input_schema",
    ),
    "bedrock": (
        converse,
        lambda schema, name="weather": flat({"json": schema}, "inputSchema", name),
        "$.toolConfig.tools[0].toolSpec",
        "inputSchema.json",
    ),
    "gemini": (
        generate,
        lambda schema, name="weather": flat(schema, "parameters", name),
        "$.tools[0].functionDeclarations[0]",
        "parameters",
    ),
}
"""By dialect: a request with tools, a tool, where it stands, and where its schema does in it."""

DAY: dict[str, Any] = {"properties": {"name": {"type": "STRING"}}, "required": ["name"]}

SCHEMAS: tuple[tuple[str, str, Any, str, Any], ...] = (
    *(
        (dialect, rule, {"properties": CITY["properties"]}, ".type", CITY)
        for dialect, rule in (
            ("openai", "openai.parameters-object"),
            ("deepseek", "deepseek.parameters-object"),
            ("openai-responses", "openai-responses.parameters-object"),
            ("anthropic", "anthropic.tool-schema-type"),
            ("bedrock", "bedrock.tool-schema-type"),
        )
    ),
    ("anthropic", "anthropic.tool-schema-type", {**CITY, "type": "array"}, ".type", CITY),
    *(
        (dialect, rule, {**CITY, keyword: [{"required": ["city"]}]}, f".{keyword}", {**CITY, "required": ["city"]})
        for dialect, rule, keyword in (
            ("openai", "openai.parameters-top-level", "anyOf"),
            ("openai-responses", "openai-responses.parameters-top-level", "oneOf"),
            ("anthropic", "anthropic.tool-schema-top-level", "allOf"),
            ("bedrock", "bedrock.tool-schema-top-level", "anyOf"),
        )
    ),
    *(
        (dialect, f"{dialect}.parameters-properties", {"type": "object"}, ".properties", NOTHING)
        for dialect in ("openai", "openai-responses")
    ),
    ("gemini", "gemini.parameters-properties", NOTHING, ".properties", CITY),
    *(
        (dialect, f"{dialect}.parameters-items", listing({}), ".properties.cities.items", listing({"items": {}}))
        for dialect in ("openai", "openai-responses")
    ),
    (
        "openai",
        "openai.parameters-items",
        {"type": "object", "properties": {"cities": {"type": ["array", "null"]}}},
        ".properties.cities.items",
        LIST,
    ),
    *(
        (
            dialect,
            f"{dialect}.parameters-items",
            listing({"items": [{"type": "string"}]}),
            ".properties.cities.items",
            LIST,
        )
        for dialect in ("openai", "openai-responses", "gemini")
    ),
    ("gemini", "gemini.parameters-items", listing({}), ".properties.cities.items", LIST),
    (
        "gemini",
        "gemini.parameters-items",
        {"type": "object", "properties": {"cities": {"type": "string", "items": {"type": "string"}}}},
        ".properties.cities.items",
        LIST,
    ),
    ("gemini", "gemini.parameters-required", {**CITY, "required": ["town"]}, ".required[0]", CITY),
    *(
        (dialect, rule, {**NOTHING, "required": None}, ".required", {**NOTHING, "required": []})
        for dialect, rule in (
            ("openai", "openai.parameters-valid"),
            ("openai-responses", "openai-responses.parameters-valid"),
            ("mistral", "mistral.parameters-valid"),
            ("bedrock", "bedrock.tool-schema-valid"),
        )
    ),
    (  # an empty list is what PHP makes of an empty table (prism-php/bedrock#24)
        "bedrock",
        "bedrock.tool-schema-valid",
        {**NOTHING, "properties": []},
        ".properties",
        NOTHING,
    ),
    (  # at the root it may be null
        "anthropic",
        "anthropic.tool-schema-valid",
        {**NOTHING, "properties": {"who": {**NOTHING, "required": None}}, "required": ["who"]},
        ".properties.who.required",
        {**NOTHING, "properties": {"who": NOTHING}, "required": ["who"]},
    ),
    (  # of draft 7, which Anthropic does not take
        "anthropic",
        "anthropic.tool-schema-valid",
        listing({"items": [{"type": "string"}]}),
        ".properties.cities.items",
        listing({"prefixItems": [{"type": "string"}]}),
    ),
    ("gemini", "gemini.parameters-keys", {**CITY, "additionalProperties": False}, ".additionalProperties", CITY),
    (
        "gemini",
        "gemini.parameters-keys",
        {**CITY, "$schema": "a"},
        "['$schema']",
        {**CITY, "propertyOrdering": ["city"]},
    ),
    (
        "gemini",
        "gemini.parameters-keys",
        {"type": "object", "properties": {"day": {"type": "number", "exclusiveMinimum": 0}}},
        ".properties.day.exclusiveMinimum",
        {"type": "object", "properties": {"day": {"type": "number", "minimum": 0}}},
    ),
    (
        "gemini",
        "gemini.parameters-type",
        {"type": "object", "properties": {"city": {"type": ["string", "null"]}}},
        ".properties.city.type",
        {"type": "OBJECT", "properties": {"city": {"type": "STRING", "nullable": True}}},
    ),
    (
        "gemini",
        "gemini.parameters-type",
        {"type": "object", "properties": {"city": {"type": "string"}, "type": "object"}},
        ".properties.type",
        {"type": "object", "properties": {"city": {"type": "string"}, "type": {"type": "object"}}},
    ),
    (
        "gemini",
        "gemini.parameters-enum",
        {"type": "object", "properties": {"days": {"type": "string", "enum": [1, 2]}}},
        ".properties.days.enum[0]",
        {"type": "object", "properties": {"days": {"type": "string", "enum": ["1", "2"]}}},
    ),
    (
        "gemini",
        "gemini.parameters-enum",
        {"type": "object", "properties": {"days": {"type": "integer", "enum": ["1", "2"]}}},
        ".properties.days.enum",
        {"type": "object", "properties": {"days": {"type": "STRING", "enum": ["1", "2"]}}},
    ),
    (
        "gemini",
        "gemini.parameters-enum",
        {"type": "object", "properties": {"days": {"type": "string", "format": "enum", "enum": []}}},
        ".properties.days.enum",
        {"type": "object", "properties": {"days": {"type": "string", "enum": []}}},
    ),
    (
        "gemini",
        "gemini.parameters-enum",
        {"type": "object", "properties": {"days": {"type": "string", "enum": ["one", ""]}}},
        ".properties.days.enum[1]",
        {"type": "object", "properties": {"days": {"type": "string", "enum": ["one"]}}},
    ),
    (
        "gemini",
        "gemini.parameters-format",
        {"type": "object", "properties": {"at": {"type": "string", "format": "uri"}}},
        ".properties.at.format",
        {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}},
    ),
    (
        "gemini",
        "gemini.parameters-required",
        {**CITY, "required": ["city", "day"]},
        ".required[1]",
        {**CITY, "required": ["city"]},
    ),
    (
        "gemini",
        "gemini.parameters-required",
        {"type": "object", "properties": {"day": {"anyOf": [{"type": "OBJECT", **DAY}], **DAY}}},
        ".properties.day.properties",
        {"type": "object", "properties": {"day": {"type": "OBJECT", "nullable": True, **DAY}}},
    ),
)
"""Dialect, rule, the schema that breaks it, where in it, and one that keeps it."""

NAMES = (
    ("openai", "openai.tool-name", "the weather", "the_weather"),
    ("openai", "openai.tool-name", "w" * 65, "w" * 64),
    ("deepseek", "deepseek.tool-name", "天气", "weather"),
    ("gemini", "gemini.tool-name", "1st", "first:a.b-c"),
    ("gemini", "gemini.tool-name", "w" * 129, "w" * 128),
)

EMPTY = ("openai", "deepseek", "vllm", "dashscope")

TWICE = (
    ("deepseek", "deepseek.tool-names-unique", "$.tools[1].function.name"),
    ("anthropic", "anthropic.tool-names-unique", "$.tools[1].name"),
    ("gemini", "gemini.tool-names-unique", "$.tools[0].functionDeclarations[1].name"),
    ("bedrock", "bedrock.tool-names-unique", "$.toolConfig.tools[1].toolSpec.name"),
)


def closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def nested(times: int) -> dict[str, Any]:
    """So many objects in each other."""
    return closed(inner=nested(times - 1) if times > 1 else {"type": "string"})


FORBIDDEN: tuple[tuple[dict[str, Any], str], ...] = (
    ({"default": "north"}, "default"),
    ({"allOf": [{"type": "string"}]}, "allOf"),
    ({"oneOf": [{"type": "string"}]}, "oneOf"),
    ({"not": {"const": ""}}, "not"),
    ({"minLength": 1}, "minLength"),
    ({"format": "uri"}, "format"),
    ({"if": {"const": "a"}}, "if"),
)
"""Keywords that strict mode refuses, and where."""
_WORD = {"type": "string"}
_POINTER = {"$ref": "#/$defs/word"}
REFERRED = (
    (
        closed(city={**_POINTER, "description": "Where"}) | {"$defs": {"word": _WORD}},
        ".properties.city",
        closed(city=_POINTER, state=_POINTER, whole={"anyOf": [{"$ref": "#"}, {"type": "null"}]})
        | {"$defs": {"word": _WORD}},
    ),
    (
        closed(city=_WORD, state={"$ref": "#/properties/city"}),
        ".properties.state.$ref",
        closed(city={"$ref": "#/definitions/word"}) | {"definitions": {"word": _WORD}},
    ),
    (nested(11), "", nested(10)),
)
"""Schemas that strict mode refuses for what they refer to, or how deep they are, and such that it takes."""


def _pairs() -> Iterator[Pair]:
    for id_, rule, broken, path, kept in SCHEMAS:
        request, tool, where, key = FORMS[id_]
        yield Pair(DIALECTS[id_], rule, request(tool(broken)), f"{where}.{key}{path}", request(tool(kept)))
    for id_, rule, wrong, right in NAMES:
        request, tool, where, _ = FORMS[id_]
        yield Pair(DIALECTS[id_], rule, request(tool(CITY, wrong)), f"{where}.name", request(tool(CITY, right)))
    for id_ in EMPTY:
        request, tool, _, _ = FORMS[id_]
        yield Pair(DIALECTS[id_], f"{id_}.tools-nonempty", request(), "$.tools", request(tool(CITY)))
    request, tool, _, _ = FORMS["bedrock"]
    yield Pair(DIALECTS["bedrock"], "bedrock.tools-nonempty", request(), "$.toolConfig.tools", request(tool(CITY)))
    for id_, rule, path in TWICE:
        request, tool, _, _ = FORMS[id_]
        one, other = tool(CITY), tool(CITY, "climate")
        yield Pair(DIALECTS[id_], rule, request(one, one), path, request(one, other))
    for id_ in ("openai", "openai-responses"):
        request, tool, where, key = FORMS[id_]
        for lacking, path in (({"required": ["city"]}, ".additionalProperties"), (CLOSED, ".required")):
            broken = request(strictly(tool({**CITY, **lacking})))
            kept = request(strictly(tool({**CITY, **CLOSED, "required": ["city"]})))
            yield Pair(DIALECTS[id_], f"{id_}.strict-parameters", broken, f"{where}.{key}{path}", kept)
        for type_, values in ((["integer", "null"], ["0"]), ("null", ["north", None])):
            broken = request(strictly(tool(choosing(type_, values))))
            kept = request(strictly(tool(choosing(["string", "null"], values))))
            yield Pair(DIALECTS[id_], f"{id_}.strict-parameters", broken, f"{where}.{key}.properties.side.enum", kept)
        for odd, at in FORBIDDEN:
            schema = choosing("string", ["north"])
            kept = request(strictly(tool(schema)))
            side = {**schema["properties"]["side"], **odd}
            broken = request(strictly(tool({**schema, "properties": {"side": side}})))
            yield Pair(DIALECTS[id_], f"{id_}.strict-parameters", broken, f"{where}.{key}.properties.side.{at}", kept)
        for broken, path, kept in REFERRED:
            asked = [request(strictly(tool(schema))) for schema in (broken, kept)]
            yield Pair(DIALECTS[id_], f"{id_}.strict-parameters", asked[0], f"{where}.{key}{path}", asked[1])
    old = {"function": flat(CITY, "parameters")}
    typed = {"type": "function", **old}
    for id_ in ("openai", "deepseek"):
        yield Pair(DIALECTS[id_], f"{id_}.tools-typed", chat(old), "$.tools[0].type", chat(typed))
    bare = {"type": "function", "function": {"name": "weather"}}
    path = "$.tools[0].function.parameters"
    yield Pair(DIALECTS["mistral"], "mistral.parameters-given", chat(bare), path, chat(typed))
    yield Pair(DIALECTS["mistral"], "mistral.tools-nonempty", chat(), "$.tools", chat(typed))
    multimodal = DIALECTS["dashscope-multimodal"]
    messages = [{"role": "user", "content": [{"text": "Hi"}]}]
    empty, one_tool = {"messages": messages, "tools": []}, {"messages": messages, "tools": [typed]}
    yield Pair(multimodal, "dashscope.tools-nonempty", empty, "$.tools", one_tool)


PAIRS = tuple(_pairs())
