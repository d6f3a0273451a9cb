"""Requests, and whether our schema and a provider's own take them; what is known to differ is let pass, and named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.schema import schema_errors, unknown_keys
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.selftest.coverage.payloads import written
from support.places import DERIVED
from support.vendored import index

Node: TypeAlias = dict[str, Any]


def requests(name: str, payloads: Iterable[Any]) -> list[Request]:
    """The payloads, opened, of those that have the part of a request that the schema `name` is of."""
    opened = [DIALECTS[index()[name]["dialect"]].open(payload) for payload in payloads]
    return [request for request in opened if index()[name]["part"] != "system" or request.system is not None]


@cache
def corpus_payloads(dialect: str) -> tuple[Any, ...]:
    """What the reference writes for the corpus."""
    return tuple(payload for *_, payload in written(resolve("promptfmt_reference", DERIVED), [f"{dialect}.*"]))


def ours_takes(request: Request) -> bool:
    return not schema_errors(request) and not list(unknown_keys(request))


def taker(name: str, derived: Mapping[str, Any], *, let_pass: bool = True) -> Callable[[Request], bool]:
    """Says of a request whether the derived schema takes it."""
    validator = Draft202012Validator(_overlapping(derived))
    change = LET_PASS.get(name, _same) if let_pass else _same
    return lambda request: validator.is_valid(_instance(request, index()[name]["part"], change))


def _overlapping(schema: Any) -> Any:
    """OpenAI's document says ``oneOf`` of items of which several take the same message."""
    if isinstance(schema, list):
        return [_overlapping(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {"anyOf" if key == "oneOf" else key: _overlapping(item) for key, item in schema.items()}


def _instance(request: Request, part: str, change: Callable[[Node], Node]) -> Any:
    messages, system = (_changed(value, change) for value in (request.messages, request.system))
    match part:
        case "system":
            return system
        case "request":
            return {"messages": messages} if system is None else {"messages": messages, "system": system}
        case _:
            return messages


def _changed(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, list):
        return [_changed(item, change) for item in value]
    return change({key: _changed(item, change) for key, item in value.items()}) if isinstance(value, dict) else value


def _same(node: Node) -> Node:
    return node


def nameless_results(node: Node) -> Node:
    """The rule openai.tool-message-name warns of a tool message's name."""
    return {key: item for key, item in node.items() if key != "name" or node.get("role") != "tool"}


def no_images(node: Node) -> Node:
    """The client has an object of its own for what is base64 on the wire."""
    return {key: item for key, item in node.items() if key != "images"}


def for_tokens(node: Node) -> Node:
    """mistral-common has thoughts in one string, and no documents; the API's client has chunks, and documents."""
    if node.get("type") == "document_url":
        return {"type": "text", "text": ""}
    return node | {"thinking": ""} if isinstance(node.get("thinking"), list) else node


def in_camel_case(node: Node) -> Node:
    """The payloads are in snake case, and the API takes both."""
    return {re.sub("_([a-z])", lambda match: match[1].upper(), key): item for key, item in node.items()}


def with_its_id(node: Node) -> Node:
    """The types require an id of reasoning; the reference sends it without, and the API takes what is encrypted so."""
    return {"id": "rs_1", **node} if node.get("type") == "reasoning" else node


LET_PASS: dict[str, Callable[[Node], Node]] = {
    "openai.chat.sdk": nameless_results,
    "openai.chat.openapi": nameless_results,
    "openai.responses.sdk": with_its_id,
    "openai.responses.openapi": with_its_id,
    "ollama.chat.sdk": no_images,
    "mistral.common": for_tokens,
    "gemini.contents.camel.sdk": in_camel_case,
}
