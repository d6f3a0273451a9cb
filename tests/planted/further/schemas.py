"""Tools on offer: alternatives, names of parameters that are keywords, what is optional, and what is cut."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import messages
from planted.conversations import blocks
from planted.faults.offers import FOUND, Schema, each, hears, throughout, with_tools
from planted.faults.sanitised import beside, narrowed
from planted.further.arguments import EVERY
from planted.planted import Formatter, Planted, first
from support.offers import functions, holders, within

from pytest_promptfmt.conversation import Conversation, Tool, ToolUse

COMBINED = ("anyOf", "oneOf", "allOf")
GOOGLES = "gemini"


def unwrapped_null(schema: Schema) -> Schema:
    """One alternative beside null is taken for the whole, with what it says of itself."""
    options = schema.get("anyOf", [])
    kinds = [option for option in options if option.get("type") != "null"]
    if len(options) != 2 or len(kinds) != 1 or not isinstance(kinds[0].get("type"), str):
        return schema
    kept = {"default": schema["default"]} if "default" in schema else {}
    return {**kinds[0], "type": [kinds[0]["type"], "null"], **kept}


def one_typed(conversation: Conversation) -> Conversation:
    """A tool with a list of types anywhere is dropped."""

    def listed(tool: Tool) -> bool:
        return any(isinstance(node.get("type"), list) for node in within(tool.parameters))

    return replace(conversation, tools=tuple(tool for tool in conversation.tools if not listed(tool)))


def nulls_as_objects(schema: Schema) -> Schema:
    """An alternative that is null, and says more of itself."""

    def seen(option: Any) -> Any:
        return {"type": "object"} if option.get("type") == "null" and len(option) > 1 else option

    return schema | {"anyOf": [seen(option) for option in schema["anyOf"]]} if "anyOf" in schema else schema


def shallow(schema: Schema) -> Schema:
    """What has parameters of its own below the root is a bare object."""

    def bare(inner: Schema) -> Schema:
        if "properties" not in inner:
            return inner
        return {key: value for key, value in inner.items() if key in ("description", "title")} | {"type": "object"}

    return schema | {"properties": {name: throughout(one, bare) for name, one in schema.get("properties", {}).items()}}


def all_required(schema: Schema) -> Schema:
    if "properties" not in schema:
        return schema
    return schema | {"required": [*schema["properties"]], "additionalProperties": False}


def required_alone(schema: Schema) -> Schema:
    wanted = schema.get("required", [])
    if "properties" not in schema:
        return schema
    kept = {name: inner for name, inner in schema["properties"].items() if name in wanted}
    return schema | {"properties": kept, "required": [*kept], "additionalProperties": False}


def strictly(change: Callable[[Schema], Schema]) -> Callable[[Any, Conversation], Any]:
    """Each schema as `change` has it, in strict mode, where it changes anything."""

    def spoil(payload: Any) -> None:
        for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
            if (found := throughout(deepcopy(holder[key]), change)) != holder[key]:
                holder[key] = found
                function["strict"] = True

    return with_tools(spoil)


def follows_for_ever(honest: Formatter) -> Formatter:
    """Pointers are followed, be it in a circle."""

    def inlined(node: Any, defs: Schema, depth: int = 0) -> None:
        if depth > 200:
            raise RecursionError("maximum recursion depth exceeded")
        for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            inlined(value, defs, depth + 1)
        if isinstance(node, dict) and "$ref" in node:
            inlined(defs.get(str(node["$ref"]).rpartition("/")[2], {}), defs, depth + 1)

    def format_(conversation: Conversation) -> Any:
        for tool in conversation.tools:
            defs = {**tool.parameters.get("$defs", {}), "#": tool.parameters}
            inlined({k: v for k, v in tool.parameters.items() if k != "$defs"}, defs)
        return honest(conversation)

    return format_


def combined(schema: Schema) -> str | None:
    """The keyword of the alternatives at a schema's root that have parameters."""
    return next((k for k in COMBINED if any("properties" in option for option in schema.get(k, []))), None)


def first_alternative(schema: Schema) -> Schema:
    key = combined(schema)
    if not key:
        return schema
    chosen = next(option for option in schema[key] if "properties" in option)
    return {k: v for k, v in schema.items() if k not in (key, "properties", "required")} | chosen


def no_alternatives(schema: Schema) -> Schema:
    key = combined(schema)
    return {"type": "object", "properties": {}, **{k: v for k, v in schema.items() if k != key}} if key else schema


def all_of_any(schema: Schema) -> Schema:
    """The parameters of all alternatives, and whatever one of them requires."""
    key = combined(schema)
    if not key:
        return schema
    properties, wanted = dict(schema.get("properties", {})), list(schema.get("required", []))
    for option in schema[key]:
        properties |= option.get("properties", {})
        wanted += [name for name in option.get("required", []) if name not in wanted]
    rest = {k: v for k, v in schema.items() if k != key}
    return rest | {"type": "object", "properties": properties, "required": wanted}


def as_offered(payload: Any, given: Conversation) -> Any:
    """A schema with alternatives at its root goes out as it is."""

    def spoil(payload: Any) -> None:
        known = {tool.name: tool.parameters for tool in given.tools}
        for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
            schema = known.get(function["name"], {})
            if any(key in schema for key in COMBINED):
                holder[key] = {"type": "object", **deepcopy(dict(schema))}

    return with_tools(spoil)(payload, given)


def beside_all_of(schema: Schema) -> Schema:
    """What ``allOf`` says is overwritten by what stands beside it."""
    if "allOf" not in schema or "properties" not in schema:
        return schema
    return {key: value for key, value in schema.items() if key != "allOf"}


def named(*names: str, required: bool = False) -> Callable[[Schema], Schema]:
    """Parameters with one of these names are dropped; with `required` they stay required."""

    def drop(schema: Schema) -> Schema:
        if not isinstance(schema.get("properties"), dict):
            return schema
        kept = {name: inner for name, inner in schema["properties"].items() if name not in names}
        wanted = [name for name in schema.get("required", []) if required or name in kept]
        return schema | {"properties": kept} | ({"required": wanted} if "required" in schema else {})

    return drop


def no_further_keys(schema: Schema) -> Schema:
    further = schema.get("additionalProperties")
    return {k: v for k, v in schema.items() if k != "additionalProperties"} if isinstance(further, dict) else schema


def described_in(most: int, note: str = "") -> Callable[[Conversation], Conversation]:
    def heard(conversation: Conversation) -> Conversation:
        def cut(tool: Tool) -> Tool:
            text = tool.description or ""
            return replace(tool, description=text[:most] + note) if len(text) > most else tool

        return replace(conversation, tools=tuple(map(cut, conversation.tools)))

    return heard


def not_after_an_answer(payload: Any, given: Conversation) -> Any:
    """Where calls were made and no result is last, no tools are on offer."""
    last = given.messages[-1] if given.messages else None
    if isinstance(payload, dict) and blocks(ToolUse, given) and last and last.role == "user" and messages(payload):
        for key in ("tools", "toolConfig"):
            payload.pop(key, None)
    return payload


TABLE = (
    Planted(
        "python-genai-1992",
        "what a parameter that may be null says of itself is lost",
        first(GOOGLES, EVERY),
        FOUND,
        hears=each(unwrapped_null),
    ),
    Planted(
        "agentscope-java-3050", "a tool with a list of types is dropped", first(GOOGLES, EVERY), FOUND, hears=one_typed
    ),
    Planted(
        "agentscope-2436",
        "a described null among alternatives is an object",
        first(GOOGLES, EVERY),
        FOUND,
        hears=each(nulls_as_objects),
    ),
    Planted("rsai-68", "an object inside a schema is bare", first("openai", EVERY), FOUND, hears=hears(shallow)),
    Planted(
        "rsai-31",
        "in strict mode all is required, and may not be null",
        "openai openai-responses",
        FOUND,
        sends=strictly(all_required),
    ),
    Planted(
        "composio-4257",
        "in strict mode what is not required is dropped",
        "openai openai-responses",
        FOUND,
        sends=strictly(required_alone),
    ),
    Planted(
        "llmgateway-2830",
        "a schema that points to itself is followed for ever",
        first(GOOGLES, EVERY),
        ("exchange.raised", "errors.unclear"),
        acts=follows_for_ever,
    ),
    Planted(
        "jazz-510",
        "alternatives at the root go out as they are",
        "anthropic bedrock openai openai-responses",
        (*FOUND, "anthropic.*", "openai*.*"),
        sends=as_offered,
    ),
    Planted(
        "roo-code-10726",
        "of alternatives at the root the first is kept",
        first("anthropic", EVERY),
        FOUND,
        hears=hears(first_alternative),
    ),
    Planted(
        "cc-switch-5829",
        "alternatives at the root are stripped",
        first("openai", EVERY),
        FOUND,
        hears=hears(no_alternatives),
    ),
    Planted(
        "zereight-gitlab-mcp-558",
        "what one alternative at the root requires is required of all",
        first("anthropic", EVERY),
        FOUND,
        hears=hears(all_of_any),
    ),
    Planted(
        "helm-api-54",
        "what allOf says is lost beside parameters",
        first(GOOGLES, EVERY),
        FOUND,
        hears=each(beside_all_of),
    ),
    Planted(
        "omniroute-4339",
        "a parameter that is called pattern is dropped",
        first(GOOGLES, EVERY),
        FOUND,
        hears=each(named("pattern", "format", "minLength", "maxLength", "minimum", "maximum", "const")),
    ),
    Planted(
        "dollhouse-2620",
        "a parameter that is called description or default is dropped, and stays required",
        first("openai", EVERY),
        FOUND,
        hears=each(named("description", "default", "example", "examples", required=True)),
    ),
    Planted(
        "kelivo-774", "what further keys hold is dropped", first("openai", EVERY), FOUND, hears=each(no_further_keys)
    ),
    Planted(
        "goose-2465",
        "a description is cut at 1024 characters",
        "openai openai-responses",
        ("fidelity.tool-description",),
        hears=described_in(1024),
    ),
    Planted(
        "claude-code-87650",
        "a description is cut at 2048 characters",
        first("anthropic", EVERY),
        ("fidelity.tool-description",),
        hears=described_in(2048, "… [truncated]"),
    ),
    Planted(
        "freellmapi-420",
        "a key that begins with x- goes out under parameters",
        GOOGLES,
        FOUND,
        sends=narrowed(beside(lambda schema: {k: v for k, v in schema.items() if k.startswith("x-")})),
    ),
    Planted(
        "dsh-agy-1",
        "propertyNames goes out under parameters",
        GOOGLES,
        FOUND,
        sends=narrowed(beside(lambda schema: {k: schema[k] for k in ("propertyNames",) if k in schema})),
    ),
    Planted(
        "experiential-400",
        "tools are left out where the last word is no result",
        "bedrock",
        (*FOUND, "bedrock.*"),
        sends=not_after_an_answer,
    ),
)
