"""Rewrites: ways to say a payload otherwise that mean the same, of the same form as the operators.

`REWRITES` is their table: those of `respelled`, which change one value, those that look about them, and the operators
of mutants, where what they do means the same. It is allowed by the provider's own words or by the freedom that fidelity
leaves: strings or parts, one message or several, any framing of a history, any spelling of JSON.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from pytest_promptfmt.selftest.mutants.operators import OPERATORS
from pytest_promptfmt.selftest.mutants.paths import Path, Span, get, put, role_of
from pytest_promptfmt.selftest.mutants.places import Scene
from pytest_promptfmt.selftest.mutants.respelled import SAME
from pytest_promptfmt.selftest.mutants.values import VALUES as SPOILED
from pytest_promptfmt.selftest.mutants.values import Operator, Value, among, at

_RESULTS = ("tool", "function_call_output")


def results_backwards(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A tool message and the one behind it change places."""
    [index] = path
    pair = scene.payload[index : index + 2]
    if all(role_of(message) in _RESULTS for message in pair):
        yield [*scene.payload[:index], *reversed(pair), *scene.payload[index + 2 :]]


def no_ids(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """No ids, in calls and in results, where a provider goes by name, and each tool is called once."""
    names = [get(scene.payload, place) for place in scene.alike("call-name")]
    payload = scene.payload
    for place in scene.alike("call-id") + scene.alike("result-id") if len({*names}) == len(names) else []:
        holder = get(payload, place[:-1])
        payload = put(payload, place[:-1], {key: item for key, item in holder.items() if key != place[-1]})
    yield payload


def unthought(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """Nothing of what was thought in turns that are over, where each message says more than that."""
    payload = scene.payload
    thoughts = sorted(scene.alike("thinking-part") + scene.alike("redacted-part"))
    for place in filter(scene.over, reversed(thoughts)):
        holder = get(payload, place[:-1])
        if len(holder) == 1:
            return
        payload = put(payload, place[:-1], holder[: place[-1]] + holder[place[-1] + 1 :])
    yield payload


_LINES: dict[str, Callable[[str, str], str]] = {
    "lines": lambda name, text: f"{name}: {text}",
    "says": lambda name, text: f"{name} says: {text}\n",
    "brackets": lambda name, text: f"[{name}] {text}",
    "bold": lambda name, text: f"**{name}**: {text}\n",
    "headings": lambda name, text: f"## {name}\n\n{text}\n",
    "elements": lambda name, text: f'<message name="{name}">{text}</message>',
    "escaped": lambda name, text: f"<turn><who>{html.escape(name)}</who>{html.escape(text)}</turn>",
    "json": lambda name, text: json.dumps({"name": name, "content": text}, ensure_ascii=False),
    "ascii": lambda name, text: json.dumps({"name": name, "said": text}),
}


def _lines(scene: Scene, path: Path, how: str) -> list[str]:
    """What stands in the string at `path`, line by line in another frame; nothing where somebody has no label."""
    pieces = [
        place for place in scene.places if place.path[:-1] == path != place.path and isinstance(place.path[-1], Span)
    ]
    lines, name = [], ""
    for place in sorted(pieces, key=lambda place: place.path[-1]):
        if place.kind == "label":
            name = get(scene.payload, place.path)
        elif not name:
            return []
        else:
            lines.append(_LINES[how](name, get(scene.payload, place.path)))
    return lines


def reframe(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A history in another frame."""
    if lines := _lines(scene, path, how):
        yield put(scene.payload, path, "\n".join(lines))


def turns(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A message for each line of a history that is all of a message."""
    message, key = scene.payload[path[0]], path[1]
    alone = message == _bare(message, key) and (len(path) == 2 or len(message[key]) == 1)
    if alone and (lines := _lines(scene, path, "lines")):
        yield _spread(scene, path[0], [put(message, path[1:], line) for line in lines])


def apart(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A message of several parts as a message for each; text beside calls as a message before them."""
    index, key = path
    message = scene.payload[index]
    if "tool_calls" in message:
        yield _spread(scene, index, [_bare(message, key), {**message, key: "" if how == "string" else None}])
    elif role_of(message) != "system" and message == _bare(message, key):
        yield _spread(scene, index, [{**message, key: [part]} for part in message[key]])


def _bare(message: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: item for name, item in message.items() if name in ("role", "type", "name", key)}


def _spread(scene: Scene, index: int, messages: list[Any]) -> list[Any]:
    return [*scene.payload[:index], *messages, *scene.payload[index + 1 :]]


def together(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A message and the next of the same role and name as one."""
    [index] = path
    one, two = (*scene.payload[index : index + 2], {})[:2]
    key = "parts" if "parts" in one else "content"
    alike = all(one.get(same) == two.get(same) for same in ("role", "type", "name"))
    if alike and one.keys() | two.keys() <= {"role", "type", "name", key} and type(one[key]) is type(two[key]):
        whole = f"{one[key]}\n\n{two[key]}" if isinstance(one[key], str) else one[key] + two[key]
        yield [*scene.payload[:index], {**one, key: whole}, *scene.payload[index + 2 :]]


def envelope(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """The whole request for the list of messages."""
    messages = scene.payload
    if path:
        return  # it is in its request
    if how == "input":
        yield {"model": "a-model", "input": {"messages": messages}, "parameters": {"result_format": "message"}}
    elif how != "system":
        yield {how: messages, "temperature": 0}
    elif messages[0]["role"] == "system":
        yield {"system": messages[0]["content"], "messages": messages[1:]}


def list_form(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """The list of messages alone, behind a message with the system text that was at `how`."""
    system = scene.payload.get(how)
    yield [*([{"role": "system", "content": system}] if system else ()), *get(scene.payload, scene.base)]


def system_below(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """System text as the first message, of the role `how`, and not in its own place."""
    [key] = path
    rest = {name: item for name, item in scene.payload.items() if name != key}
    if scene.base:
        yield put(rest, scene.base, [{"role": how, "content": scene.payload[key]}, *get(rest, scene.base)])


def camel(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """Keys in camelCase, but for those of the caller."""
    yield _camel(scene.payload)


def _camel(value: Any, key: str = "") -> Any:
    if isinstance(value, list):
        return [_camel(item, key) for item in value]
    if isinstance(value, dict) and key not in ("args", "response"):
        return {re.sub("_([a-z])", lambda m: m[1].upper(), name): _camel(item, name) for name, item in value.items()}
    return value


ASIDE: dict[str, Operator] = {
    "results-backwards": among(results_backwards),
    "no-ids": no_ids,
    "unthought": unthought,
    "reframe": reframe,
    "turns": among(turns),
    "apart": among(apart),
    "together": among(together),
    "envelope": envelope,
    "list-form": list_form,
    "system-below": system_below,
    "camel": camel,
}
REWRITES: dict[str, Operator] = OPERATORS | {name: at(change) for name, change in SAME.items()} | ASIDE
VALUES: dict[str, Value] = SPOILED | SAME
"""Those that change one value, and leave the places of the others alone."""
