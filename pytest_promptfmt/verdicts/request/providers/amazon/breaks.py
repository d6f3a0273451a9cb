"""Where a request to Bedrock shows what it refuses, or what single families of models do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.schema import schema_mistake
from pytest_promptfmt.dialects.shared_rules import dangling
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import each, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given

SCHEMAS = "toolConfig.tools[].toolSpec.inputSchema.json"
_TOP = frozenset({"type", "properties", "required", "description"})


def beside_properties(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, schema in places(body, SCHEMAS):
        for key in schema if isinstance(schema, dict) else ():
            if key not in _TOP:
                yield f"{path}.{key}", "this model takes type, properties and required alone at a schema's top"


def of_its_model(problem: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        yield "$.modelId" if "modelId" in body else "$", problem

    return broken


def in_turns(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, _ in list(objects(body.get("messages"), "$.messages"))[1:2]:
        yield path, "this model answers one message alone"


def unsigned(body: Mapping[str, Any]) -> Iterator[Said]:
    """Reasoning goes back without the signature that it came with."""
    for path, text in places(body, "messages[].content[].reasoningContent.reasoningText"):
        if isinstance(text, dict) and "signature" not in text:
            yield path, "signature is missing"


def other_stops(body: Mapping[str, Any]) -> Iterator[Said]:
    """What ends an answer of Titan's is a row of bars, or ``User:``."""
    for path, stop in places(body, "inferenceConfig.stopSequences[]"):
        if isinstance(stop, str) and not re.fullmatch(r"\|+|User:", stop):
            yield path, f"{stop!r:.40}, and bars or 'User:' are taken"


def run_by_anthropic(body: Mapping[str, Any]) -> Iterator[Said]:
    """Tools that Anthropic's own servers run."""
    for path, type_ in places(body, "additionalModelRequestFields.tools[].type"):
        if str(type_).startswith(("web_search", "web_fetch", "code_execution")):
            yield path, "nobody runs it here"


def _marks(body: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each cache point of the messages: its path, the block before it and its message's first."""
    for path, message in objects(body.get("messages"), "$.messages"):
        found = list(objects(message.get("content"), f"{path}.content"))
        for n, (where, block) in enumerate(found):
            if "cachePoint" in block:
                yield where, found[n - 1][1] if n else None, message


def marked(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, _, _ in _marks(body):
        yield f"{path}.cachePoint", "this model caches no prompts"
    for path, _ in places(body, "system[].cachePoint toolConfig.tools[].cachePoint"):
        yield path, "this model caches no prompts"


def marked_behind_text(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, before, _ in _marks(body):
        document = before.get("document") if isinstance(before, dict) else None
        if isinstance(document, dict) and document.get("format") not in (None, "pdf"):
            yield f"{path}.cachePoint", f"it follows a document of format {document['format']!r}"


def called_by_user(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        for where, block in objects(message.get("content"), f"{path}.content"):
            if message.get("role") == "user" and "toolUse" in block:
                yield where, "a toolUse block in a message of role user"


def in_a_bucket(body: Mapping[str, Any]) -> Iterator[Said]:
    for kind in ("image", "document", "video"):
        for path, _ in places(body, f"messages[].content[].{kind}.source.s3Location"):
            yield path, "this model is shown bytes, no bucket"


def with_images(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, _ in places(body, each("messages[].content[] messages[].content[].toolResult.content[]", "image")):
        yield path, "an image goes to a model that sees none"


def unresolved(body: Mapping[str, Any]) -> Iterator[Said]:
    """A reference in a strict tool's schema leads to nothing that its root has."""
    for path, tool in places(body, "toolConfig.tools[].toolSpec"):
        if isinstance(tool, dict) and tool.get("strict") is True:
            yield from dangling(value_of(tool, "inputSchema.json"), f"{path}.inputSchema.json")


def with_documents(body: Mapping[str, Any]) -> Iterator[Said]:
    at = "messages[].content[] messages[].content[].toolResult.content[]"
    for path, _ in places(body, each(at, "document")):
        yield path, "a document goes to a model that reads none"


def beside_results(kind: str, problem: str) -> Broken:
    """A block of this kind stands in one message with a result."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            blocks = list(objects(message.get("content"), f"{path}.content"))
            if any("toolResult" in block for _, block in blocks):
                yield from ((f"{where}.{kind}", problem) for where, block in blocks if kind in block)

    return broken


def no_schema(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, schema in places(body, SCHEMAS):
        if isinstance(schema, dict) and (mistake := schema_mistake(schema, ("2020-12",))):
            yield f"{path}{mistake[0].removeprefix('$')}", f"no JSON Schema: {mistake[1]}"


def lasting_behind_short(body: Mapping[str, Any]) -> Iterator[Said]:
    """A mark that lasts an hour stands behind one that lasts five minutes, in the order tools, system, messages."""
    before = [*places(body, "toolConfig.tools[].cachePoint"), *places(body, "system[].cachePoint")]
    marks = [*before, *places(body, "messages[].content[].cachePoint")]
    brief = [n for n, (_, mark) in enumerate(marks) if isinstance(mark, dict) and mark.get("ttl") in (None, "5m")]
    for path, mark in marks[min(brief) :] if brief else ():
        if isinstance(mark, dict) and mark.get("ttl") == "1h":
            yield f"{path}.ttl", "it lasts longer than a mark before it"


def empty(at: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        yield from ((path, "it is empty; leave it out") for path, value in places(body, at) if value in ([], {}))

    return broken


def choice(kind: str) -> Broken:
    return given(f"toolConfig.toolChoice.{kind}", "this model takes no such choice")
