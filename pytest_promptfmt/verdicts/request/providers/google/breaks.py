"""Where a body breaks what Google asks: tools and functions side by side, schemas, modalities, safety."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.gemini.keys import SCHEMA_KEYS, snake
from pytest_promptfmt.dialects.gemini.tool_calls import ELSEWHERE
from pytest_promptfmt.dialects.shared_rules import schemas_within
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.breaks import offered
from pytest_promptfmt.verdicts.request.keys import GOOGLES_TOOLS
from pytest_promptfmt.verdicts.request.refusals.clashes import apart
from pytest_promptfmt.verdicts.request.refusals.places import each, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Said


def of(key: str) -> str:
    """A key of the configuration, on the wire and in the SDK's own form."""
    return f"generationConfig.{key} config.{key}"


_FUNCTIONS = ("functionDeclarations", "function_declarations")


def _built_in(body: Mapping[str, Any]) -> list[str]:
    """The places of the tools on offer that Google runs itself."""
    found = []
    for path, tool in objects(body.get("tools"), "$.tools"):
        found += [f"{path}.{key}" for key, value in tool.items() if key in GOOGLES_TOOLS and value is not None]
    return found


def beside_functions(body: Mapping[str, Any]) -> Iterator[Said]:
    if _declared(body):
        yield from ((path, "it stands beside functions of one's own") for path in _built_in(body)[:1])


def beside_functions_unasked(body: Mapping[str, Any]) -> Iterator[Said]:
    if value_of(body, "toolConfig.includeServerSideToolInvocations config.toolConfig.includeServerSideToolInvocations"):
        return
    yield from beside_functions(body)


def several_in_one(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        kinds = [key for key, value in tool.items() if key in {*GOOGLES_TOOLS, *_FUNCTIONS} and value is not None]
        if len(kinds) > 1:
            yield path, f"one tool is {' and '.join(map(str, kinds))}"


def the_models_alone(body: Mapping[str, Any]) -> Iterator[Said]:
    """The only turn is the model's."""
    turns = [*objects(body.get("contents"), "$.contents")]
    if len(turns) == 1 and turns[0][1].get("role") == "model":
        yield f"{turns[0][0]}.role", "the only turn is the model's"


def roleless(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, turn in objects(body.get("contents"), "$.contents"):
        if turn.get("role") in (None, ""):
            yield path, "the turn has no role, user or model"


def functions_apart(body: Mapping[str, Any]) -> Iterator[Said]:
    """Each function stands in a tool of its own, where one tool has them all."""
    apart_ = [path for path, tool in objects(body.get("tools"), "$.tools") if any(tool.get(key) for key in _FUNCTIONS)]
    yield from ((path, "a second tool with functions; one tool has them all") for path in apart_[1:2])


def beside_any_of(body: Mapping[str, Any]) -> Iterator[Said]:
    for at, parameters in places(body, "tools[].functionDeclarations[].parameters"):
        for path, schema in schemas_within(parameters, at):
            others = [key for key in schema if key not in ("anyOf", "any_of")]
            if len(others) < len(schema) and others:
                yield path, f"{', '.join(others)} beside anyOf"


def _declared(body: Mapping[str, Any]) -> bool:
    return any(tool.get(key) for _, tool in objects(body.get("tools"), "") for key in _FUNCTIONS)


def config_of_nothing(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, "toolConfig.functionCallingConfig"):
        mode = str(value.get("mode", "")).upper() if isinstance(value, dict) else ""
        if mode not in ("", "NONE", "MODE_UNSPECIFIED") and not _declared(body):
            yield path, "no function is on offer"


def names_without_any(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, "toolConfig.functionCallingConfig"):
        names = value.get("allowedFunctionNames", value.get("allowed_function_names")) if isinstance(value, dict) else 0
        if names and str(value.get("mode", "")).upper() not in ("ANY", "VALIDATED"):
            yield path, "names are allowed, and the mode is not ANY"


def both_schemas(body: Mapping[str, Any]) -> Iterator[Said]:
    yield from apart(of("responseSchema"), of("responseJsonSchema"), "responseJsonSchema stands beside it")(body)


def searched_by_schema(body: Mapping[str, Any]) -> Iterator[Said]:
    """The answer has a schema, and Google's search is to be asked for it."""
    formed = [*places(body, f"{of('responseSchema')} {of('responseJsonSchema')}")]
    if formed or value_of(body, of("responseMimeType")) == "application/json":
        yield from ((path, "the answer's form is given, and a search stands beside it")
                    for path, _ in places(body, "tools[].googleSearch tools[].googleSearchRetrieval"))  # fmt: skip


def empty_words(body: Mapping[str, Any]) -> Iterator[Said]:
    """One of an enumeration's words is empty."""
    for at, schema in places(body, of("responseSchema")):
        for path, each_ in schemas_within(schema, at):
            words = each_.get("enum")
            for i, word in enumerate(words if isinstance(words, list) else ()):
                if word == "":
                    yield f"{path}.enum[{i}]", "one of the words is empty"


def many_states(body: Mapping[str, Any]) -> Iterator[Said]:
    """A schema of the answer that has bounds, or more words and parts than a small one."""
    for at, schema in places(body, f"{of('responseSchema')} {of('responseJsonSchema')}"):
        parts = [each_ for _, each_ in schemas_within(schema, at)]
        words = sum(len(words) for each_ in parts if isinstance(words := each_.get("enum"), list))
        if len(parts) + words > _FEW or any(bound in each_ for each_ in parts for bound in _BOUNDS):
            yield at, "its grammar is too large: fewer words, shorter names, fewer levels, fewer bounds"


def many_words(body: Mapping[str, Any]) -> Iterator[Said]:
    """An enumeration is long."""
    for at, schema in places(body, f"{of('responseSchema')} {of('responseJsonSchema')}"):
        for path, each_ in schemas_within(schema, at):
            if isinstance(words := each_.get("enum"), list) and len(words) > _MANY:
                yield f"{path}.enum", f"{len(words)} words, and others were refused more than {_MANY}"


_MANY, _FEW = 122, 20
_BOUNDS = ("maxItems", "minItems", "maxLength", "minLength", "maximum", "minimum", "pattern", "format")
"""What the error names, beside long names and many words, as what makes a grammar large."""


def schema_without_json(body: Mapping[str, Any]) -> Iterator[Said]:
    type_ = value_of(body, of("responseMimeType"))
    for path, _ in places(body, f"{of('responseSchema')} {of('responseJsonSchema')}"):
        if type_ not in ("application/json", "text/x.enum"):
            yield path, f"a schema is given, and responseMimeType is {type_ or 'not'}"


def functions(body: Mapping[str, Any]) -> Iterator[Said]:
    if offered(body):
        yield "$.tools", "this model takes no functions"


def system(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, _ in places(body, "systemInstruction config.systemInstruction"):
        yield path, "this model takes no system text"


def system_of_text(body: Mapping[str, Any]) -> Iterator[Said]:
    """The clients make a Content of it; what `config` holds is such a client's."""
    for path, found in places(body, "systemInstruction"):
        if isinstance(found, str):
            yield path, f"a text ({found[:20]!r}), and {{parts: [{{text}}]}} is expected"


def json(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, of("responseMimeType")):
        if value == "application/json":
            yield path, "this model has no JSON mode"


_SHALLOW = 5
"""How deep is too deep nobody says; so deep are the schemas of Google's own examples."""


def deep_schema(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, schema in places(body, f"{of('responseSchema')} {of('responseJsonSchema')}"):
        if _depth(schema) > _SHALLOW:
            yield path, "its objects stand too deep in each other"


def _depth(schema: Any) -> int:
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    kind = str(schema.get("type")).lower() if isinstance(schema, dict) else ""
    return max(map(_depth, inner), default=0) + (kind in ("object", "array"))


_KNOWN = frozenset({*SCHEMA_KEYS, *map(snake, SCHEMA_KEYS), *ELSEWHERE, "$ref", "$defs", "additionalProperties"})


"""The last three are taken by newer versions of the API, though not by all."""


def foreign_keywords(body: Mapping[str, Any]) -> Iterator[Said]:
    for at, schema in places(body, "generationConfig.responseSchema"):
        for path, inner in schemas_within(schema, at):
            yield from ((f"{path}.{key}", f"Google's Schema has no {key}") for key in inner if key not in _KNOWN)
            if isinstance(inner.get("type"), list):
                yield f"{path}.type", "a list of types; write nullable, or anyOf"


def _answers(body: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each part of the answer's schema: where it stands, of what type it is, and what it says."""
    for at, schema in places(body, "generationConfig.responseSchema"):
        for path, inner in schemas_within(schema, at):
            yield path, str(inner.get("type")).lower(), inner


def itemless(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_, schema in _answers(body):
        if type_ == "array" and not schema.get("items"):
            yield f"{path}.items", "the array says nothing of its items"


def empty_objects(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_, schema in _answers(body):
        if type_ == "object" and not schema.get("properties"):
            yield f"{path}.properties", "the object has no properties"


def undefined_required(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_, schema in _answers(body):
        properties, required = schema.get("properties"), schema.get("required")
        for i, name in enumerate(required if isinstance(required, list) and type_ == "object" else ()):
            if isinstance(name, str) and not (isinstance(properties, dict) and name in properties):
                yield f"{path}.required[{i}]", f"{name!r} is none of the properties beside it"


def references(body: Mapping[str, Any]) -> Iterator[Said]:
    for at, schema in places(body, "generationConfig.responseSchema"):
        for path, inner in schemas_within(schema, at):
            if "$ref" in inner:
                yield f"{path}['$ref']", "a reference; write the schema out, or give it as responseJsonSchema"


SAFETY = "safetySettings[] config.safetySettings[]"


def no_declarations(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, "tools[].functionDeclarations config.tools[].functionDeclarations"):
        if value == []:
            yield path, "a tool without functions; leave it out"


def same_category(body: Mapping[str, Any]) -> Iterator[Said]:
    seen: set[str] = set()
    for path, category in places(body, each(SAFETY, "category")):
        if str(category) in seen:
            yield path, f"a second setting of {category}"
        seen.add(str(category))


def defaulted(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, root in places(body, "tools[].functionDeclarations[].parameters"):
        for where, schema in schemas_within(root, path):
            if "default" in schema:
                yield f"{where}.default", "a parameter has a default"


def forced_without_parameters(body: Mapping[str, Any]) -> Iterator[Said]:
    """A function has to be called, and one on offer has no parameters."""
    mode = value_of(body, "toolConfig.functionCallingConfig.mode config.toolConfig.functionCallingConfig.mode")
    for path, function in places(body, "tools[].functionDeclarations[]") if str(mode).upper() == "ANY" else ():
        if isinstance(function, dict) and not {"parameters", "parametersJsonSchema", "parameters_json_schema"} & {
            *function
        }:
            yield f"{path}.parameters", "mode is ANY, and this function has none"


def _modalities(body: Mapping[str, Any]) -> Iterator[tuple[str, set[str]]]:
    for path, value in places(body, of("responseModalities")):
        if isinstance(value, list):
            yield path, {str(each).upper() for each in value}


def not_spoken(body: Mapping[str, Any]) -> Iterator[Said]:
    found = list(_modalities(body))
    if not found and "contents" in body:
        yield "$.generationConfig", "responseModalities is not given, and this model answers in AUDIO alone"
    yield from ((path, "this model answers in AUDIO alone") for path, kinds in found if kinds != {"AUDIO"})


def more_than_text(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, kinds in _modalities(body):
        if kinds - {"TEXT", "MODALITY_UNSPECIFIED"}:
            yield path, "this model answers in TEXT alone"
