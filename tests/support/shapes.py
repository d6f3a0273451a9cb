"""What a JSON Schema says, as facts that do not depend on how it says it: one line for each.

Ours dispatch with ``if`` and ``then``, derived ones have unions of closed objects; both say the property
``$[]<user>.content[]<image>.source``. An object is told by its tags, the values of ``type`` and ``role``, in pointed
brackets. A fact is a property, a value of an enumeration (``… = "png"``), or a type that there may be (``…: string``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

TAGS = ("type", "role")
Node = Mapping[str, Any]


def facts(schema: Node) -> set[str]:
    """All facts of a schema that has what it refers to in ``$defs``; what refers to itself is told once."""
    return set(_Told(schema.get("$defs", {})).of([schema], "$", ()))


class _Told:
    def __init__(self, defs: Mapping[str, Node]) -> None:
        self._defs = defs

    def of(self, nodes: list[Node], path: str, within: tuple[str, ...]) -> Iterator[str]:
        """The facts of a place at which any of `nodes` may stand; `within` are the definitions that are open."""
        for node, entered in self._members(nodes, within):
            for value in _values(node):
                yield f"{path}: null" if value is None else f"{path} = {json.dumps(value)}"
            kinds = node.get("type", []) if "enum" not in node and "const" not in node else []
            for kind in [kinds] if isinstance(kinds, str) else kinds:
                yield f"{path}: {kind}"
            if "items" in node:
                yield from self.of([node["items"]], f"{path}[]", entered)
            for given, properties in self._objects(node, {}):
                told = path + (f"<{' '.join(given.values())}>" if given else "")
                for key, inner in properties.items():
                    yield f"{told}.{key}"
                    if key not in given:
                        yield from self.of(inner, f"{told}.{key}", entered)

    def _members(self, nodes: list[Node], within: tuple[str, ...]) -> Iterator[tuple[Node, tuple[str, ...]]]:
        """The alternatives among `nodes`: references and unions are resolved."""
        for node in nodes:
            union = [*node.get("anyOf", ()), *node.get("oneOf", ())]
            if "$ref" in node:
                name = node["$ref"].rpartition("/")[2]
                if name not in within:
                    yield from self._members([self._defs[name]], (*within, name))
            elif union:
                yield from self._members(union, within)
            else:
                yield node, within

    def _objects(self, node: Node, given: dict[str, str]) -> Iterator[tuple[dict[str, str], dict[str, list[Node]]]]:
        """Each object that `node` takes: its tags, and for each property what it may be."""
        properties = self._properties(node, given)
        for tag in TAGS:
            values = [value for each in properties.get(tag, ()) for value in self._options(each)]
            if tag not in given and values:
                for value in dict.fromkeys(values):
                    yield from self._objects(node, given | {tag: value})
                return
        if properties:
            yield given, properties

    def _options(self, node: Node) -> list[str]:
        return [value for member, _ in self._members([node], ()) for value in _values(member) if value is not None]

    def _properties(self, node: Node, given: dict[str, str]) -> dict[str, list[Node]]:
        """The properties of an object with the tags that are `given`, wherever in `node` they are named."""
        if "$ref" in node:
            return self._properties(self._defs[node["$ref"].rpartition("/")[2]], given)
        found = {key: [inner] for key, inner in node.get("properties", {}).items()}
        parts = list(node.get("allOf", ()))
        if "if" in node:
            met = Draft202012Validator(node["if"]).is_valid(given)
            parts.append(node.get("then" if met else "else", {}))
        for part in parts:
            for key, inner in self._properties(part, given).items():
                if any(inner) or key not in found:
                    found[key] = inner
        return found


def _values(node: Node) -> list[Any]:
    return [node["const"]] if "const" in node else list(node.get("enum", ()))
