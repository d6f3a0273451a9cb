"""Where a request's parameters differ from what the official clients' types say of them, at every depth.

`types/<dialect>.json` says it, which ``scripts/make_parameters.py`` makes; it is read when a request is judged, and no
sooner. Messages, contents and tools are not in it. What a provider takes for another type all the same (`coercions`) is
no breach, and null is as good as absent but where the provider says otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.words import expected_types, type_name
from pytest_promptfmt.dialects.gemini.keys import snake
from pytest_promptfmt.verdicts.request.misspelled import misspelt, nearest
from pytest_promptfmt.verdicts.request.refusals.coercions import Coercion, coercion
from pytest_promptfmt.verdicts.request.refusals.places import number

Kind: TypeAlias = Literal["type", "null", "word", "bound", "missing", "key"]
Node: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Breach:
    """`near` is the known word or key that this one misspells; `certain` is what no newer client can know."""

    kind: Kind
    path: str
    problem: str
    near: str = ""
    actual: Any = None
    certain: bool = True


def breaches(dialect: str, body: Any) -> Iterator[Breach]:
    """What differs, in the order of the request's keys; nothing of a dialect whose types nobody knows."""
    said = types_of(dialect)
    if said and isinstance(body, dict):
        walk = Walk(coercion(dialect), snaked=dialect == "gemini")
        yield from walk.members(said, body, "$")
        if dialect in _NATIVE and isinstance(body.get("parameters"), dict) and "input" in body:
            yield from walk.members(said, body["parameters"], "$.parameters")


@cache
def types_of(dialect: str) -> Node:
    """What the client's types say of a request; empty of a dialect that has none."""
    file = files(__package__) / "types" / f"{FILES.get(dialect, dialect)}.json"
    said: Node = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return said


_NATIVE = ("dashscope", "dashscope-multimodal")
"""Two APIs with the same parameters, which stand at the top or under ``parameters``."""
FILES = dict.fromkeys((*_NATIVE, "minimax", "moonshot", "siliconflow", "xai"), "compatible")
"""Dialects of whose parameters only what every server in OpenAI's format asks is known, and the file that says it."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Keys that nobody knows are told only within what is `closed`."""

    taken: Coercion
    snaked: bool
    closed: str = "$"

    def value(self, node: Node, value: Any, path: str) -> Iterator[Breach]:
        """What is wrong with a value and all that is in it."""
        kinds = node.get("kinds")
        if not kinds or value is None:
            if kinds and not node.get("null") and {*kinds} <= {"integer", "number"}:
                yield Breach("null", path, f"null, and {expected_types(kinds)} is expected; leave it out")
            return
        kind = json_kind(value)
        if kind == "object" and "object" in kinds:
            yield from self.mapping(node, value, path)
        elif kind == "array" and "array" in kinds:
            yield from self.array(node, value, path)
        elif kind == "string" and "string" in kinds:
            yield from self.text(node, value, path)
        elif kind in ("integer", "number") and {"integer", "number"} & set(kinds) and self.counts(node, kind, value):
            yield from _bounded(node, value, path)
        elif self.taken.lists and "array" in kinds and kind:
            yield from self.value(node.get("items", {}), value, path)
        elif kind and kind not in kinds and not self.taken.instead(node, value):
            wanted = ["number"] if set(kinds) == {"integer", "number"} else kinds
            yield Breach("type", path, f"{_shown(value)}, and {expected_types(wanted)} is expected")

    def closes(self, path: str) -> bool:
        return bool(self.closed) and path.startswith(self.closed)

    def counts(self, node: Node, kind: str, value: float) -> bool:
        return "number" in node["kinds"] or kind == "integer" or self.taken.instead(node, value)

    def text(self, node: Node, value: str, path: str) -> Iterator[Breach]:
        words = node.get("words")
        if words and not self.taken.is_word(value, words):
            yield _odd_word(path, value, words, certain="closed" in node)
        yield from _sized(node, value, path)
        if "like" in node and value and not re.fullmatch(node["like"], value):
            yield Breach("bound", path, f"{value!r:.60} is not like {node['like']:.80}")

    def array(self, node: Node, value: list[Any], path: str) -> Iterator[Breach]:
        yield from _sized(node, value, path)
        for i, item in enumerate(value):
            yield from self.value(node.get("items", {}), item, f"{path}[{i}]")

    def mapping(self, node: Node, value: dict[Any, Any], path: str) -> Iterator[Breach]:
        yield from _sized(node, value, path)
        if "one" in node and len(value) > 1:
            yield Breach("type", path, f"{len(value)} keys, and one is expected")
        if "one_of" not in node:
            yield from self.form(node, value, path)
            return
        chosen = _forms(node["one_of"], value)
        if isinstance(chosen, Breach):
            yield replace(chosen, path=f"{path}{chosen.path}", certain=chosen.certain or "settled" in node)
        else:
            yield from min(([*self.form(form, value, path)] for form in chosen), key=len)

    def form(self, node: Node, value: dict[Any, Any], path: str) -> Iterator[Breach]:
        """What is wrong with the keys of an object of one form."""
        form = node
        for key in value if "names" in node else ():
            if not re.fullmatch(node["names"], str(key)):
                yield Breach("bound", path, f"{key!r} is none of the keys that it has")
        for key, item in value.items() if "values" in form else ():
            yield from self.value(form["values"], item, jsonpath.join(path, [key]))
        if "keys" in form:
            yield from self.members(form, value, path)
            for key in form.get("needs", ()):
                if key not in value and not (self.snaked and snake(key) in value):
                    yield Breach("missing", path, f"{key} is missing")

    def members(self, node: Node, value: Mapping[Any, Any], path: str) -> Iterator[Breach]:
        """What is wrong with the keys of an object; of the request itself `keys` says which are unknown."""
        known = node["keys"]
        spelled = {**known, **{snake(key): each for key, each in known.items()}} if self.snaked else known
        for key, item in value.items():
            where = jsonpath.join(path, [key])
            if key in spelled:
                yield from self.value(spelled[key], item, where)
            elif path != "$" and self.closes(path) and not node.get("free") and isinstance(key, str):
                near = nearest(key, frozenset(known.keys() - value.keys()))
                yield Breach("key", where, f"no key {key!r}", near, key, certain=bool(near))


def json_kind(value: Any) -> str:
    """JSON Schema's name of a value's type; nothing of what is no JSON."""
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case dict():
            return "object"
        case list() | tuple():
            return "array"
    return ""


def _shown(value: Any) -> str:
    return (
        f"{type_name(value)} ({value!r:.60})"
        if number(value) is not None or isinstance(value, str)
        else type_name(value)
    )


def _odd_word(path: str, value: str, words: list[str], *, certain: bool) -> Breach:
    near = misspelt(value, words)
    several = ", ".join(words[:_SHOWN]) + (", …" if len(words) > _SHOWN else "")
    asked = f"; did you mean {near!r}?" if near else ""
    return Breach("word", path, f"{value!r:.60}, and {several} are known{asked}", near, value, certain or bool(near))


_SHOWN = 12


def _sized(node: Node, value: Any, path: str) -> Iterator[Breach]:
    if len(value) > node.get("long", float("inf")):
        yield Breach("bound", path, f"{len(value)} of them, and at most {node['long']} are taken")
    elif len(value) < node.get("short", 0):
        yield Breach("bound", path, f"{len(value)} of them, and at least {node['short']} are taken")


def _bounded(node: Node, value: float, path: str) -> Iterator[Breach]:
    if value < node.get("low", value):
        yield Breach("bound", path, f"{value}, and at least {node['low']} is taken")
    elif value > node.get("high", value):
        yield Breach("bound", path, f"{value}, and at most {node['high']} is taken")


def _forms(forms: list[Node], value: Mapping[Any, Any]) -> list[Node] | Breach:
    """The forms that an object may have, by the key whose words tell them apart; else what is wrong with it.

    A form of which nobody has to say that it is so is that of an object which says nothing.
    """
    tag = next((key for key in _TAGS if all("words" in form["keys"].get(key, {}) for form in forms)), "")
    fitting = [form for form in forms if tag in value and value[tag] in form["keys"][tag]["words"]] if tag else forms
    if tag and tag not in value:
        fitting = [form for form in forms if tag not in form.get("needs", ())]
        if len(fitting) == len(forms) or not fitting:
            return Breach("missing", "", f"{tag} is missing")
    if fitting:
        most = max(len(form["keys"].keys() & value.keys()) for form in fitting)
        return [form for form in fitting if len(form["keys"].keys() & value.keys()) == most]
    if not isinstance(value[tag], str):
        return Breach("type", f".{tag}", f"{type_name(value[tag])}, and a string is expected")
    words = list(dict.fromkeys(word for form in forms for word in form["keys"][tag]["words"]))
    return _odd_word(f".{tag}", value[tag], words, certain=False)


_TAGS = ("type", "id", "role")
