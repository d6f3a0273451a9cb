"""The types of OpenAI's client hold what the reference writes, and refuse what we refuse, but for named differences.

The client sends what it is given; its types say what it may be given. They are derived anew from whatever release is
installed, as closed JSON Schemas.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.accepting import with_its_id

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.dialects import SCENARIOS
from pytest_promptfmt.dialects.openai_responses import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors, unknown_keys

pytest.importorskip("openai", reason="the oracle is OpenAI's client, which is not installed")
pydantic = pytest.importorskip("pydantic")

from openai.types import responses  # noqa: E402
from openai.types.responses import response_input_item_param as items  # noqa: E402
from pydantic.json_schema import GenerateJsonSchema  # noqa: E402
from pydantic_core import PydanticOmit  # noqa: E402


class Closed(GenerateJsonSchema):
    """Typed dictionaries without further keys; what has no JSON form is left out."""

    def typed_dict_schema(self, schema: Any) -> Any:
        return super().typed_dict_schema(schema) | {"additionalProperties": False}

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> Any:
        raise PydanticOmit


@cache
def derived(type_: Any) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of defaults that cannot be shown
        found: dict[str, Any] = pydantic.TypeAdapter(type_).json_schema(schema_generator=Closed)
    return found


@cache
def validator(type_: Any) -> Draft202012Validator:
    return Draft202012Validator(derived(type_))


def takes(payload: dict[str, Any]) -> bool:
    """Do the types hold every item and tool, and the instructions?"""
    holds = validator(responses.ResponseInputItemParam).is_valid
    offers = validator(responses.ToolParam).is_valid
    instructions = payload.get("instructions", "")
    return (
        isinstance(instructions, str)
        and all(map(holds, payload["input"]))
        and all(map(offers, payload.get("tools", [])))
    )


def written() -> Iterator[tuple[str, Case]]:
    for case in corpus():
        for scenario in SCENARIOS:
            if scenario in case.scenarios:
                yield f"openai-responses.{scenario}", case


def test_the_types_hold_what_the_reference_writes_for_the_corpus() -> None:
    held = 0
    for target, case in written():
        try:
            payload = FORMATTERS[target](case.conversation())
        except ValueError:
            continue  # refused aloud, which the kit judges
        assert takes({**payload, "input": [*map(with_its_id, payload["input"])]}), f"{target} {case.id}"
        held += 1

    assert held > 200


def user(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(parts), **more}


def heard(**part: Any) -> dict[str, Any]:
    return user({"type": "input_text", "text": "Hi", **part})


def assistant(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(parts), **more}


CALL = {"type": "function_call", "call_id": "call_1", "name": "add", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "3"}
TOLD = {"type": "output_text", "text": "Hello", "annotations": []}
REASONING = {"type": "reasoning", "id": "rs_1", "summary": []}
IMAGE = {"type": "input_image", "image_url": "https://example.com/a.png", "detail": "auto"}
BMP = {**IMAGE, "image_url": "data:image/bmp;base64,Qk0="}

WRONG: dict[str, list[Any]] = {
    "an unknown role": [{"role": "tool", "content": "3"}],
    "no content": [{"role": "user"}],
    "content that is a number": [{"role": "user", "content": 7}],
    "a name on a message": [{"role": "user", "content": "Hi", "name": "Ann"}],
    "calls in a message": [{"role": "assistant", "content": "Hi", "tool_calls": []}],
    "a part of the other api": [user({"type": "text", "text": "Hi"})],
    "an address in an object": [user({**IMAGE, "image_url": {"url": IMAGE["image_url"]}})],
    "sound": [user({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}})],
    "what the assistant says in a user's message": [user(TOLD)],
    "a detail that there is not": [user({**IMAGE, "detail": "best"})],
    "a cache mark of another provider": [heard(cache_control={"type": "ephemeral"})],
    "arguments in an object": [{**CALL, "arguments": {}}, OUTPUT],
    "a call without its id": [{"type": "function_call", "name": "add", "arguments": "{}"}],
    "a call with a key of the client's": [{**CALL, "parsed_arguments": {}}, OUTPUT],
    "an id of null": [{**CALL, "id": None}, OUTPUT],
    "an output in an object": [CALL, {**OUTPUT, "output": {"sum": 3}}],
    "an output of output parts": [CALL, {**OUTPUT, "output": [TOLD]}],
    "reasoning without a summary": [
        {"type": "reasoning", "id": "rs_1"},
        assistant(TOLD, id="msg_1", status="completed"),
    ],
    "a summary that is a string": [{**REASONING, "summary": "Hm."}],
    "an unknown type of item": [{"type": "tool_result", "call_id": "call_1", "output": "3"}],
}


@pytest.mark.parametrize("input_", WRONG.values(), ids=WRONG)
def test_what_has_the_wrong_shape_is_refused_by_both(input_: list[Any]) -> None:
    request = DIALECT.open({"input": input_})

    assert not takes({"input": input_})
    assert schema_errors(request) or list(unknown_keys(request))


MORE_THAN_TYPES: dict[str, tuple[str, list[Any]]] = {
    "openai-responses.call-id-length": ("no lengths in types", [{**CALL, "call_id": ""}, {**OUTPUT, "call_id": ""}]),
    "openai-responses.call-id-unique": ("types see one item", [CALL, OUTPUT, OUTPUT]),
    "openai-responses.output-has-call": ("types see one item", [heard(), OUTPUT]),
    "openai-responses.call-has-output": ("types see one item", [heard(), CALL]),
    "openai-responses.item-id-prefix": ("no patterns in types", [{**CALL, "id": "call_1"}, OUTPUT]),
    "openai-responses.item-id-unique": (
        "types see one item",
        [{**CALL, "id": "fc_1"}, OUTPUT, {**CALL, "id": "fc_1", "call_id": "call_2"}, {**OUTPUT, "call_id": "call_2"}],
    ),
    "openai-responses.function-name-pattern": ("no patterns in types", [{**CALL, "name": "math.add"}, OUTPUT]),
    "openai-responses.reasoning-followed": ("types see one item", [heard(), REASONING]),
    "openai-responses.reasoning-content-empty": (
        "what the API returns and what it takes are one type",
        [{**REASONING, "content": [{"type": "reasoning_text", "text": "Hm."}]}, {"role": "assistant", "content": "Hi"}],
    ),
    "openai-responses.reasoning-status": (
        "what the API returns and what it takes are one type",
        [{**REASONING, "status": "completed"}, {"role": "assistant", "content": "Hi"}],
    ),
    "openai-responses.part-by-role": (
        "EasyInputMessage has the same parts for every role",
        [{"role": "assistant", "content": [{"type": "input_text", "text": "Hi"}]}],
    ),
    "openai-responses.image-url": ("any string is an address", [user({**IMAGE, "image_url": "a.png"})]),
    "openai-responses.image-format": ("types see no bytes", [user(BMP)]),
    "openai-responses.file-source": ("every key is optional", [user({"type": "input_file", "filename": "a.pdf"})]),
    "openai-responses.input-nonempty": ("types know no least length", []),
}


@pytest.mark.parametrize(("rule", "case"), MORE_THAN_TYPES.items(), ids=MORE_THAN_TYPES)
def test_what_types_cannot_say_is_said_by_a_rule_alone(rule: str, case: tuple[str, list[Any]]) -> None:
    reason, input_ = case
    request = DIALECT.open({"input": input_})
    found = {each.id for each in DIALECT.rules if list(each.check(request))}

    assert reason
    assert takes({"input": input_})
    assert schema_errors(request) == ()
    assert found == {rule}


LOOSER_THAN_TYPES: dict[str, tuple[str, list[Any]]] = {
    "an image without detail": ("defaults to auto", [user({"type": "input_image", "image_url": IMAGE["image_url"]})]),
    "an assistant's parts without id and status": (
        "the API takes them",
        [assistant({"type": "output_text", "text": "Hi"})],
    ),
    "an id without a status": ("Codex sends it, and the API takes it", [assistant(TOLD, id="msg_1")]),
    "reasoning without an id": (
        "what is encrypted is enough",
        [{"type": "reasoning", "summary": [], "encrypted_content": "gAAA"}, {"role": "assistant", "content": "Hi"}],
    ),
    "reasoning whose content is null": (
        "Codex sends it, and the API takes it",
        [{**REASONING, "content": None}, {"role": "assistant", "content": "Hi"}],
    ),
    "a user's message with its id": ("no refusal of a true one is known", [heard() | {"id": "msg_1"}]),
}


@pytest.mark.parametrize("case", LOOSER_THAN_TYPES.values(), ids=LOOSER_THAN_TYPES)
def test_what_types_refuse_and_the_api_takes_is_not_blamed(case: tuple[str, list[Any]]) -> None:
    reason, input_ = case
    request = DIALECT.open({"input": input_})

    assert reason
    assert not takes({"input": input_})
    assert schema_errors(request) == ()
    assert not [each.id for each in DIALECT.rules if list(each.check(request))]


OURS = DIALECT.schemas["$defs"]
SHAPES: dict[str, tuple[Any, ...]] = {
    "function_call": (responses.ResponseFunctionToolCallParam,),
    "function_call_output": (items.FunctionCallOutput,),
    "custom_tool_call": (responses.ResponseCustomToolCallParam,),
    "custom_tool_call_output": (responses.ResponseCustomToolCallOutputParam,),
    "reasoning": (responses.ResponseReasoningItemParam,),
    "item_reference": (items.ItemReference,),
    "input_text": (responses.ResponseInputTextParam, responses.ResponseInputTextContentParam),
    "input_image": (responses.ResponseInputImageParam, responses.ResponseInputImageContentParam),
    "input_file": (responses.ResponseInputFileParam, responses.ResponseInputFileContentParam),
    "output_text": (responses.ResponseOutputTextParam,),
    "refusal": (responses.ResponseOutputRefusalParam,),
}


SENT_BACK = {"custom_tool_call": {"status"}}
"""Keys that the API's own answers have, and the types of what is sent have not: answers go back as they came."""


@pytest.mark.parametrize(("name", "types"), SHAPES.items(), ids=SHAPES)
def test_our_shapes_have_the_keys_of_the_types(name: str, types: tuple[Any, ...]) -> None:
    for type_ in types:
        assert set(OURS[name]["properties"]) == set(derived(type_)["properties"]) | SENT_BACK.get(name, set())


def test_messages_have_the_keys_of_the_three_types_together() -> None:
    kinds = (responses.EasyInputMessageParam, items.Message, responses.ResponseOutputMessageParam)
    keys = set().union(*(derived(kind)["properties"] for kind in kinds))

    assert set(OURS["turn"]["then"]["properties"]) == keys
    # the easy type has one `phase` for every role; the API refuses it of all but the assistant's, as measured
    assert set(OURS["turn"]["else"]["properties"]) == keys - {"phase"}


def test_we_know_every_type_of_item() -> None:
    def named(schema: dict[str, Any]) -> Iterator[Any]:
        type_ = schema["properties"].get("type", {})
        for option in type_.get("anyOf", [type_]):
            yield option.get("const")

    theirs = {
        name
        for reference in derived(responses.ResponseInputItemParam)["anyOf"]
        for name in named(derived(responses.ResponseInputItemParam)["$defs"][reference["$ref"].rpartition("/")[2]])
    }

    assert set(OURS["message"]["properties"]["type"]["enum"]) == theirs


@pytest.mark.parametrize(
    ("name", "key", "type_"),
    [
        ("input_image", "detail", responses.ResponseInputImageContentParam),
        ("input_file", "detail", responses.ResponseInputFileParam),
        ("function_call_output", "status", items.FunctionCallOutput),
        ("reasoning", "status", responses.ResponseReasoningItemParam),
    ],
)
def test_our_enums_are_those_of_the_types(name: str, key: str, type_: Any) -> None:
    theirs = derived(type_)["properties"][key]
    values = {value for option in theirs.get("anyOf", [theirs]) for value in option.get("enum", [])}

    assert set(OURS[name]["properties"][key]["enum"]) - {None} == values
