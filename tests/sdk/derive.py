"""The schemas that the official clients' own types say, by the name under which `tests/derived` keeps a copy.

Each is what a request may hold and nothing that only a response does: closed objects, no functions, no open files, no
words. ``python tests/sdk/derive.py NAME …`` writes the copies of these names anew.
"""

from __future__ import annotations

import gzip
import json
import sys
import warnings
from collections.abc import Callable
from functools import reduce
from importlib import import_module
from importlib.metadata import version
from operator import or_
from pathlib import Path
from typing import Any

Schema = dict[str, Any]
DROPPED = {"x-dropped": True}


def typed(type_: Any, **options: Any) -> Schema:
    """The JSON Schema of a type that pydantic understands, without the branches that only a response has."""
    from pydantic import TypeAdapter
    from pydantic.json_schema import GenerateJsonSchema
    from pydantic_core import PydanticOmit

    models = options.pop("models", True)

    class Closed(GenerateJsonSchema):
        def typed_dict_schema(self, schema: Any) -> Any:
            return {**super().typed_dict_schema(schema), "additionalProperties": False}

        def model_schema(self, schema: Any) -> Any:
            return super().model_schema(schema) if models else dict(DROPPED)

        def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> Any:
            raise PydanticOmit  # an open file, a function

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of defaults that have no JSON form
        derived: Schema = TypeAdapter(type_).json_schema(schema_generator=Closed, **options)
    defs = derived.pop("$defs", {})
    dropped = [{"$ref": f"#/$defs/{name}"} for name, each in defs.items() if each == DROPPED]
    kept = {name: _bare(each, [DROPPED, *dropped]) for name, each in defs.items() if each != DROPPED}
    return {**_bare(derived, [DROPPED, *dropped]), "$defs": kept}


def _bare(node: Any, dropped: list[Schema]) -> Any:
    """The schema without words and defaults, and without the union's branches that are dropped or say nothing more."""
    if not isinstance(node, dict):
        return node
    said = {key: inner for key, inner in node.items() if key not in ("title", "description", "default")}
    for key, inner in said.items():
        match key:
            case "properties":
                said[key] = {name: _bare(each, dropped) for name, each in inner.items()}
            case "anyOf" | "oneOf":
                open_ = {"type": "string"} in [_bare(each, []) for each in inner]
                kept = [each for each in inner if each not in dropped and not (open_ and "enum" in each)]
                said[key] = [_bare(each, dropped) for each in kept]
            case "items" | "additionalProperties":
                said[key] = _bare(inner, dropped)
    return said


def told_by_botocore(service: str, operation: str, keys: tuple[str, ...]) -> Schema:
    """The JSON Schema of some keys of an operation's input, from the model that botocore brings along."""
    loaders, model = import_module("botocore.loaders"), import_module("botocore.model")
    found = model.ServiceModel(loaders.Loader().load_service_model(service, "service-2"))
    defs: Schema = {}

    def node(shape: Any) -> Schema:
        match shape.type_name:
            case "structure" if getattr(shape, "is_document_type", False):
                return {}
            case "structure":
                if shape.name not in defs:
                    defs[shape.name] = {}  # entered, in case it holds itself
                    defs[shape.name] = object_of(shape, shape.members)
                return {"$ref": f"#/$defs/{shape.name}"}
            case "list":
                return {"type": "array", "items": node(shape.member)}
            case "blob":
                return {"type": "string", "contentEncoding": "base64"}
            case "string" if shape.enum:
                return {"type": "string", "enum": list(shape.enum)}
            case "string" | "integer" | "boolean":
                return {"type": shape.type_name}
            case other:
                raise ValueError(f"{shape.name} is a {other}, which no one has met here")

    def object_of(shape: Any, members: Any) -> Schema:
        said = {"type": "object", "properties": {key: node(each) for key, each in members.items()}}
        one = {"minProperties": 1, "maxProperties": 1} if getattr(shape, "is_tagged_union", False) else {}
        return {**said, "additionalProperties": False, "required": list(shape.required_members), **one}

    shape = found.operation_model(operation).input_shape
    return {
        "type": "object",
        "properties": {key: node(shape.members[key]) for key in keys},
        "$defs": defs,
    }


def respelled(schema: Schema) -> Schema:
    """With the keys that Python has no name for as they are sent."""
    found: Schema = json.loads(json.dumps(schema).replace('"format_"', '"format"'))
    return found


def member(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


STEPS = (
    *("UserInputStep", "ModelOutputStep", "ThoughtStep", "FunctionCallStep", "FunctionResultStep"),
    *("TextContent", "ImageContent", "AudioContent", "VideoContent", "DocumentContent"),
)
"""What a conversation is made of; the steps of Google's own tools go back as they came."""

DERIVED: dict[str, tuple[str, Callable[[], Schema]]] = {
    "openai.chat.sdk": (
        "openai",
        lambda: typed(list[member("openai.types.chat", "ChatCompletionMessageParam")]),
    ),
    "openai.responses.sdk": (
        "openai",
        lambda: typed(list[member("openai.types.responses", "ResponseInputItemParam")]),
    ),
    "anthropic.messages.sdk": (
        "anthropic",
        lambda: typed(list[member("anthropic.types", "MessageParam")], models=False),
    ),
    "anthropic.system.sdk": (
        "anthropic",
        lambda: typed(str | list[member("anthropic.types", "TextBlockParam")], models=False),
    ),
    "gemini.contents.snake.sdk": (
        "google.genai",
        lambda: typed(list[member("google.genai.types", "Content")], by_alias=False),
    ),
    "gemini.contents.camel.sdk": (
        "google.genai",
        lambda: typed(list[member("google.genai.types", "Content")], by_alias=True),
    ),
    "ollama.chat.sdk": ("ollama", lambda: typed(list[member("ollama", "Message")])),
    "mistral.common": (
        "mistral_common",
        lambda: typed(list[member("mistral_common.protocol.instruct.messages", "ChatMessage")]),
    ),
    "mistral.api.sdk": (
        "mistralai",
        lambda: typed(list[member("mistralai.client.models", "ChatCompletionRequestMessage")]),
    ),
    "cohere.chat.sdk": (
        "cohere",
        lambda: typed(list[member("cohere", "ChatMessageV2")]),
    ),
    "gemini.interactions.sdk": (
        "google.genai",
        lambda: typed(list[reduce(or_, (member("google.genai.interactions", name) for name in STEPS))]),
    ),
    "groq.chat.sdk": (
        "groq",
        lambda: typed(list[member("groq.types.chat", "ChatCompletionMessageParam")]),
    ),
    "openrouter.chat.sdk": (
        "openrouter",
        lambda: respelled(typed(list[member("openrouter.components", "ChatMessagesTypedDict")])),
    ),
    "bedrock.converse.botocore": (
        "botocore",
        lambda: told_by_botocore("bedrock-runtime", "Converse", ("messages", "system")),
    ),
}
"""The package that is needed, and what derives the schema from it."""


if __name__ == "__main__":
    for name in sys.argv[1:]:
        package, derive = DERIVED[name]
        copy = {"$comment": f"derived from {package} {version(package.replace('.', '-'))}", **derive()}
        path = Path(__file__).parents[1] / "derived" / f"{name}.json.gz"
        path.write_bytes(gzip.compress(json.dumps(copy, sort_keys=True).encode(), mtime=0))
