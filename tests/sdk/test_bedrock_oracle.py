"""Bedrock's schema, rules and reference held against botocore, which has Converse's own model (skipped without it).

Two oracles: the client's validator, which knows shapes, required keys, unions and least lengths, and the model itself,
which knows enums, patterns and greatest lengths. Neither knows what the server says of a conversation as a whole.
"""

from __future__ import annotations

import base64
import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from liars.payloads import picture
from right_ways import RIGHT_WAYS
from support.payloads.bedrock import ASK, HI, RIGHT, assistant, call, image, messages, paper, result, text, user

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects.bedrock import DIALECT

pytest.importorskip("botocore", reason="the oracle is not installed")

from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.validate import ParamValidator

CONVERSE = ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2")).operation_model("Converse")


def parameters(payload: Any) -> dict[str, Any]:
    """The payload as boto3 takes it: the object form, with bytes where the wire has base64."""
    if isinstance(payload, list):
        lifted = payload[0]["content"] if payload and payload[0].get("role") == "system" else None
        payload = {"messages": payload[1:], "system": lifted} if lifted else {"messages": payload}
    return {"modelId": "amazon.nova-pro-v1:0", **_decoded(copy.deepcopy(payload))}


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    if isinstance(value, dict):
        return {
            key: base64.b64decode(item, validate=True)
            if key in ("bytes", "redactedContent") and isinstance(item, str)
            else _decoded(item)
            for key, item in value.items()
        }
    return value


def refused(payload: Any) -> str:
    """What the client's validator or the model has against the payload; nothing where both take it."""
    known = parameters(payload)
    report: str = ParamValidator().validate(known, CONVERSE.input_shape).generate_report()
    return report or "\n".join(beside(known, CONVERSE.input_shape, "$"))


def beside(value: Any, shape: Any, path: str) -> Iterator[str]:
    """Enums, patterns and maximal lengths, which the client does not look at."""
    limits = shape.metadata
    match shape.type_name:
        case "structure" if not shape.is_document_type:
            for key, item in value.items():
                yield from beside(item, shape.members[key], f"{path}.{key}")
        case "list":
            for i, item in enumerate(value):
                yield from beside(item, shape.member, f"{path}[{i}]")
        case "string":
            if shape.enum and value not in shape.enum:
                yield f"{path}: {value!r} is none of {shape.enum}"
            if "pattern" in limits and not re.fullmatch(limits["pattern"], value):
                yield f"{path}: {value!r} does not match {limits['pattern']}"
            if len(value) > limits.get("max", len(value)):
                yield f"{path}: longer than {limits['max']}"
        case "blob" if len(value) < limits.get("min", 0):
            yield f"{path}: no bytes"
        case _:
            pass


def ours(payload: Any) -> set[str]:
    """What the kit has against it: the schema's keywords and the rules, warnings too."""
    request = DIALECT.open(payload)
    return {finding.id for finding in schema(request)} | {
        rule.id for rule in DIALECT.rules if any(not breach.note for breach in rule.check(request))
    }


@pytest.mark.parametrize("target", ["bedrock.chat", "bedrock.multiagent"])
def test_the_oracle_takes_whatever_the_reference_writes(target: str) -> None:
    written = 0
    for case in corpus():
        try:
            payload = FORMATTERS[target](case.conversation())
        except ValueError:
            continue
        assert refused(payload) == "", case.id
        written += 1

    assert written > 150


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_the_oracle_takes_what_the_kit_takes(payload: Any) -> None:
    assert refused(payload) == ""


OF_THE_WIRE = {"base64-passed-on"}
"""Base64 without its padding: the client has bytes in its place, and writes the base64 itself."""

WAYS = [way for way in RIGHT_WAYS if way.target.startswith("bedrock.") and way.name not in OF_THE_WIRE]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_oracle_takes_every_right_way(way: Any) -> None:
    try:
        payload = way.formatter(way.case.conversation())
    except ValueError:
        pytest.skip("it refuses aloud, and the oracle has nothing to look at")
    assert refused(payload) == ""


BROKEN: dict[str, tuple[Any, str]] = {
    "two keys in a block": ([user({"type": "text", **text("Hi")})], "bedrock.union-one-key"),
    "no key in a block": ([user(text("Hi"), {})], "bedrock.union-one-key"),
    "two sources": (
        [user({"image": {"format": "png", "source": {"bytes": picture("PNG"), "s3Location": {"uri": "s3://abc/d"}}}})],
        "bedrock.union-one-key",
    ),
    "an id with a blank": (
        [ASK, assistant(call("a b")), user(result("a b"))],
        "bedrock.tool-use-id",
    ),
    "an id of 65 characters": ([ASK, assistant(call("i" * 65)), user(result("i" * 65))], "bedrock.tool-use-id"),
    "no id": ([ASK, assistant(call("")), user(result(""))], "bedrock.tool-use-id"),
    "a name with a dot": ([ASK, assistant(call(name="a.b")), user(result())], "bedrock.tool-name"),
    "a tool with a dot": (
        messages(HI, toolConfig={"tools": [{"toolSpec": {"name": "a.b", "inputSchema": {"json": {}}}}]}),
        "bedrock.tool-name",
    ),
    "role tool": ([HI, {"role": "tool", "content": [text("x")]}], "bedrock.role-enum"),
    "jpg": ([user(image(format_="jpg"))], "bedrock.image-format"),
    "a nameless document": ([user(text("Read:"), paper(""))], "bedrock.document-name"),
    "a name of 201 characters": ([user(text("Read:"), paper("n" * 201))], "bedrock.document-name"),
    "another scheme": (
        [user({"image": {"format": "png", "source": {"s3Location": {"uri": "https://example.com/a.png"}}}})],
        "bedrock.s3-location",
    ),
    "no tool on offer": (
        messages(ASK, assistant(call()), user(result()), toolConfig={"tools": []}),
        "bedrock.tool-config",
    ),
    "a tool without a schema": (messages(HI, toolConfig={"tools": [{"toolSpec": {"name": "f"}}]}), "schema.required"),
    "a key too many": ([{**HI, "name": "Bob"}], "bedrock.no-unknown-keys"),
    "another block": ([user({"input_text": "Hi"})], "bedrock.no-unknown-keys"),
    "content as a string": ([{"role": "user", "content": "Hi"}], "schema.type"),
    "system as a string": (messages(HI, system="Be brief."), "schema.type"),
    "text null": ([user(text(None))], "schema.type"),
    "no content": ([{"role": "user"}], "schema.required"),
    "no input": ([ASK, assistant({"toolUse": {"toolUseId": "t1", "name": "f"}}), user(result())], "schema.required"),
    "an empty system text": (messages(HI, system=[text("")]), "schema.minLength"),
    "status failed": ([ASK, assistant(call()), user(result(status="failed"))], "schema.enum"),
}


@pytest.mark.parametrize(("payload", "id_"), BROKEN.values(), ids=BROKEN)
def test_what_the_oracle_refuses_the_kit_refuses(payload: Any, id_: str) -> None:
    assert refused(payload) != ""
    assert id_ in ours(payload)


# What only one of the two refuses, and why.
KIT_ONLY: dict[str, tuple[Any, str]] = {
    "starts with the assistant": ([assistant(text("Hi")), HI], "the server reads the conversation, the model shapes"),
    "two users in a row": ([HI, HI], "the same"),
    "a call without its result": ([ASK, assistant(call()), HI], "the same"),
    "a result without its call": ([user(text("Hi"), result())], "the same"),
    "no content": ([user()], "the model has no least length for content, the server has"),
    "a blank text": ([user(text(" "))], "the same for texts of messages"),
    "input as a string": (
        [ASK, assistant(call(input_="{}")), user(result())],
        "the model takes any JSON document, the server objects only",
    ),
    "a result that is a list": ([ASK, assistant(call()), user(result("t1", {"json": [1]}))], "the same"),
    "an image of the assistant": ([HI, assistant(image()), HI], "said in the model's prose only"),
}
MODEL_ONLY: dict[str, tuple[Any, str]] = {
    "an image without bytes": (
        [user({"image": {"format": "png", "source": {"bytes": ""}}})],
        "fidelity finds lost bytes; without a conversation nobody misses them",
    ),
}


@pytest.mark.parametrize("payload", [payload for payload, _ in KIT_ONLY.values()], ids=list(KIT_ONLY))
def test_what_only_the_kit_refuses(payload: Any) -> None:
    assert refused(payload) == ""
    assert ours(payload) & {rule.id for rule in DIALECT.rules if rule.severity == "error"}


@pytest.mark.parametrize("payload", [payload for payload, _ in MODEL_ONLY.values()], ids=list(MODEL_ONLY))
def test_what_only_the_oracle_refuses(payload: Any) -> None:
    assert refused(payload) != ""
    assert ours(payload) == set()


# The schema has the model's properties, required keys and enums, and no others.
SAME: dict[str, str] = {
    "message": "messages.member",
    "block": "messages.member.content.member",
    "image": "messages.member.content.member.image",
    "document": "messages.member.content.member.document",
    "video": "messages.member.content.member.video",
    "audio": "messages.member.content.member.audio",
    "source": "messages.member.content.member.image.source",
    "s3_location": "messages.member.content.member.image.source.s3Location",
    "error": "messages.member.content.member.image.error",
    "tool_use": "messages.member.content.member.toolUse",
    "tool_result": "messages.member.content.member.toolResult",
    "result_block": "messages.member.content.member.toolResult.content.member",
    "guard_content": "messages.member.content.member.guardContent",
    "cache_point": "messages.member.content.member.cachePoint",
    "reasoning_content": "messages.member.content.member.reasoningContent",
    "citations_content": "messages.member.content.member.citationsContent",
    "search_result": "messages.member.content.member.searchResult",
    "citations": "messages.member.content.member.searchResult.citations",
    "text_only": "messages.member.content.member.citationsContent.content.member",
    "tool_change": "messages.member.content.member.toolAddition",
    "tool": "toolConfig.tools.member",
    "tool_spec": "toolConfig.tools.member.toolSpec",
    "system_tool": "toolConfig.tools.member.systemTool",
}
STRICTER = {
    "tool_spec": ["#/$defs/tool_spec/properties/inputSchema: required ['json'] []"],
}
"""The model has a union there, of one member: which one is not said by ``required``, and it can only be this one."""
OPAQUE = {"#/$defs/citations_content/properties/citations/items/properties/location"}
DEFS = DIALECT.schemas["$defs"]


def shape_at(dotted: str) -> Any:
    shape = CONVERSE.input_shape
    for step in dotted.split("."):
        shape = shape.member if step == "member" else shape.members[step]
    return shape


def differences(ours: Any, shape: Any, path: str) -> Iterator[str]:
    if "$ref" in ours:
        return  # compared under its own name
    match shape.type_name:
        case "structure" if not shape.is_document_type and path not in OPAQUE:
            if set(ours["properties"]) != set(shape.members) or ours["additionalProperties"] is not False:
                yield f"{path}: {sorted(set(ours['properties']) ^ set(shape.members))}"
            if set(ours.get("required", [])) != set(shape.required_members):
                yield f"{path}: required {ours.get('required')} {shape.required_members}"
            for key in set(ours["properties"]) & set(shape.members):
                yield from differences(ours["properties"][key], shape.members[key], f"{path}/properties/{key}")
        case "list":
            yield from differences(ours["items"], shape.member, f"{path}/items")
        case "string" if shape.enum or "enum" in ours:
            if set(ours.get("enum", [])) != set(shape.enum):
                yield f"{path}: {sorted(set(ours.get('enum', [])) ^ set(shape.enum))}"
        case _:
            pass


@pytest.mark.parametrize("name", SAME)
def test_the_schema_has_the_models_properties_and_enums(name: str) -> None:
    assert list(differences(DEFS[name], shape_at(SAME[name]), f"#/$defs/{name}")) == STRICTER.get(name, [])


def test_the_place_for_system_text_too() -> None:
    assert list(differences(DEFS["system"], shape_at("system"), "#/$defs/system")) == []
    assert set(SAME) | {"system", "tools"} == set(DEFS)
