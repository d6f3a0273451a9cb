"""Requests made of what the clients' types say: right ones of every parameter, and each broken in each way."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.verdicts.request.client_types import types_of

Node = Mapping[str, Any]
FIRST = {"boolean": True, "object": {}, "array": []}
OTHER = {"string": "x", "integer": 7, "number": 0.5, "boolean": True, "object": {"x": 1}, "array": ["x"]}


@dataclass(frozen=True)
class Broken:
    """`kind` is what is wrong with the parameter at `path`."""

    kind: str
    path: str
    body: dict[str, Any]


def right(node: Node) -> Any:
    """A value that is taken: the first word, the lowest number, all keys of an object's first form."""
    kinds = node.get("kinds", ["string"])
    if "object" in kinds and ("keys" in node or "one_of" in node):
        form = node.get("one_of", [node])[0]
        keys = list(form["keys"].items())
        return {key: right(each) for key, each in keys[: 1 if "one" in node else None]}
    if "string" in kinds:
        taken = [each for each in ("x", "1") if re.fullmatch(node.get("like", ".*"), each)]
        return node.get("words", taken)[0]
    if "array" in kinds:
        return [right(node.get("items", {}))]
    if "object" in kinds:
        return {"7": right(node["values"])} if "values" in node else {}
    return FIRST.get(
        kinds[0], max(node.get("low", 1), 1) if "integer" in kinds else node.get("high", node.get("low", 1))
    )


def places(node: Node, value: Any, path: str = "$") -> Iterator[tuple[str, Node, Any, Any]]:
    """Each parameter: its path, what is said of it, what holds it and under which key."""
    form = next((each for each in node.get("one_of", [node]) if _is(each, value)), node)
    match value:
        case dict() if "keys" in form:
            inner = [(key, f"{path}.{key}", form["keys"][key]) for key in value]
        case list() if "items" in node:
            inner = [(0, f"{path}[0]", node["items"])]
        case dict() if "values" in node:
            inner = [(key, f"{path}['{key}']", node["values"]) for key in value]
        case _:
            inner = []
    for key, where, said in inner:
        yield where, said, value, key
        yield from places(said, value[key], where)


def _is(form: Node, value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == form.get("keys", {}).keys()


def wrong(node: Node) -> Iterator[tuple[str, Any]]:
    """Values that differ from what is said, and how."""
    kinds = node.get("kinds", [])
    for kind, value in OTHER.items() if kinds else ():
        if kind not in kinds and not (kind == "integer" and "number" in kinds):
            yield "type", value
    if "words" in node and "string" in kinds:
        yield "word", node["words"][-1] + "qzqzqzqz"
    if "low" in node:
        yield "bound", node["low"] - 1
    if "high" in node:
        yield "bound", node["high"] + 1
    if "long" in node and "string" in kinds:
        yield "bound", "x" * (node["long"] + 1)
    if "like" in node:
        yield "bound", "§"
    if "one" in node and len(node["keys"]) > 1:
        yield "type", {key: right(each) for key, each in node["keys"].items()}
    if "one" not in node and "object" in kinds and "keys" in node and not node.get("free"):
        yield "key", {**right(node), "qzqzqz": 1}
    for key in node.get("needs", ()) if "object" in kinds and "keys" in node else ():
        yield "missing", {name: each for name, each in right(node).items() if name != key}


def broken(dialect: str) -> Iterator[Broken]:
    """Every parameter of a dialect, broken in each way; the request is right but for that."""
    said = types_of(dialect)
    body = right(said)
    for path, node, _, _ in list(places(said, body)):
        for kind, value in wrong(node):
            changed = copy.deepcopy(body)
            holder, key = next((holder, key) for where, _, holder, key in places(said, changed) if where == path)
            holder[key] = value
            yield Broken(kind, f"{path}.qzqzqz" if kind == "key" else path, changed)
