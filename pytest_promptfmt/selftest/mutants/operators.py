"""The operators: small ways to spoil a payload, each a function that yields the spoiled copy, or nothing.

They leave the payload alone and share with it what they do not change. `how` is the catalogue's parameter. `OPERATORS`
is the table of all: those of `values`, which know the value of a node only, and those that look about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.selftest.mutants.paths import Path, Span, get, put, role_of
from pytest_promptfmt.selftest.mutants.places import Scene
from pytest_promptfmt.selftest.mutants.values import VALUES, Operator, among, at


def drop(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """Out of its object, out of its list (the last item is `empty`'s), out of its text.

    As ``torn`` only a thought that has another beside it.
    """
    match get(scene.payload, path[:-1]) if path else None, path[-1:]:
        case str() as holder, (Span(start, end),):
            yield put(scene.payload, path[:-1], holder[:start] + holder[end:])
        case dict() as holder, (str() as key,):
            yield put(scene.payload, path[:-1], {name: item for name, item in holder.items() if name != key})
        case list() as holder, (int() as index,) if len(holder) > 1 and (not how or _torn(holder)):
            yield put(scene.payload, path[:-1], holder[:index] + holder[index + 1 :])
        case _:
            pass  # the root, or JSON's root inside a string


def double(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """An item of a list twice; a string twice in its place."""
    holder = get(scene.payload, path[:-1]) if path else None
    if isinstance(holder, list):
        assert isinstance(path[-1], int)
        yield put(scene.payload, path[:-1], [*holder[: path[-1] + 1], *holder[path[-1] :]])
    elif isinstance(value := get(scene.payload, path), str) and value:
        yield put(scene.payload, path, value * 2)


def reverse(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A list from its end; as ``alike`` only where items of one sort change places, as ``mixed`` where none do."""
    if isinstance(value := get(scene.payload, path), list):
        sorts = list(map(_sort, value))
        if not how or (how == "alike") == (len({*sorts}) < len(sorts)):
            yield put(scene.payload, path, value[::-1])


def move(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """An item to the end of its list; as ``alike`` only behind one of its own sort, as ``mixed`` behind others."""
    holder = get(scene.payload, path[:-1]) if path else None
    if isinstance(holder, list):
        item, behind = holder[path[-1]], holder[path[-1] + 1 :]
        if not how or (how == "alike") == (_sort(item) in map(_sort, behind)):
            yield put(scene.payload, path[:-1], [*holder[: path[-1]], *behind, item])


def _sort(item: Any) -> str:
    """Text, or media, or whatever else a part is."""
    named = item.get("type", next(iter(item), "")) if isinstance(item, dict) else ""
    return "media" if named in _MEDIA else str(named)


def _torn(parts: list[Any]) -> bool:
    return sum(_sort(part) in _THOUGHTS for part in parts) > 1


_THOUGHTS = ("thinking", "redacted_thinking", "reasoningContent")
_MEDIA = ("image", "image_url", "input_audio", "audio", "video", "video_url", "document", "inline_data", "file_data")


def swap(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """It and the next of its kind change places; as ``apart`` only the next one that is of another turn."""
    paths = scene.alike(next(place.kind for place in scene.places if place.path == path))
    first, depth = get(scene.payload, path), len(scene.base)
    messages = get(scene.payload, scene.base)
    for other_path in paths[paths.index(path) + 1 :]:
        if how == "apart" and _one_turn(messages[path[depth] : other_path[depth] + 1]):
            continue
        if (second := get(scene.payload, other_path)) != first:
            changed = put(scene.payload, other_path, first)  # the later one first: a span behind it would shift
            yield put(changed, path, second)
            return


def _one_turn(messages: list[Any]) -> bool:
    """One message, or one behind the other tool messages, or items of one type."""
    sorts = {role_of(message) for message in messages}
    return len(messages) == 1 or (len(sorts) == 1 and sorts <= {"tool", "function_call", "function_call_output"})


def rename(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """Its key becomes another: `how`, or the key with a capital."""
    holder = get(scene.payload, path[:-1]) if path else None
    if isinstance(holder, dict) and not (how and path[-1] == "error"):  # that key is the mark of a failure itself
        new = {how or str(key).title() if key == path[-1] else key: item for key, item in holder.items()}
        if len(new) == len(holder):
            yield put(scene.payload, path[:-1], new)


def add_key(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A key that leaked from the framework's own message."""
    if isinstance(value := get(scene.payload, path), dict):
        yield put(scene.payload, path, {**value, "internal_note": "kept for the framework"})


def split(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """Its message becomes two: half a text in each, or half the items of a list."""
    value, message = get(scene.payload, path), scene.payload[path[0]]
    if not isinstance(value, (str, list)) or len(value) < 2:
        return
    middle = len(value) // 2
    one, two = value[:middle], value[middle:]
    first = put(message, path[1:], one)
    second = {key: item for key, item in message.items() if key in ("role", "type", "name", path[1])}
    if len(path) > 2:
        second[path[1]] = [put(message[path[1]][path[2]], path[3:], two)]
    else:
        second[path[1]] = two
    if path[1] == "tool_calls":
        second["content"] = None if message.get("content") else message.get("content")
    yield [*scene.payload[: path[0]], first, second, *scene.payload[path[0] + 1 :]]


def merge(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """It and the next message, of another role, become one under its role."""
    [index] = path
    messages = scene.payload
    one, two = (*messages[index : index + 2], {})[:2]
    key = "parts" if "parts" in one else "content"
    if not two or role_of(one) == role_of(two) or type(one.get(key)) is not type(two.get(key)):
        return
    if {*one, *two} & {"tool_calls", "tool_call_id", "images"}:
        return
    whole = f"{one[key]}\n{two[key]}" if isinstance(one[key], str) else one[key] + two[key]
    yield [*messages[:index], {**one, key: whole}, *messages[index + 2 :]]


def wrong_id(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """Another id: here, or (``everywhere``) wherever it stands."""
    old = get(scene.payload, path)
    if not old:
        return
    payload = scene.payload
    for place in scene.alike("call-id") + scene.alike("result-id") if how == "everywhere" else [path]:
        if get(payload, place) == old:
            payload = put(payload, place, "call_of_mine")
    yield payload


def wrong_name(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A call's tool takes the call's id for its name, or (``everywhere``) another name, in its results too."""
    old = get(scene.payload, path)
    if how == "everywhere":
        payload = scene.payload
        for place in scene.alike("call-name") + scene.alike("result-name"):
            if get(payload, place) == old:
                payload = put(payload, place, f"{old}_v2")
        yield payload
        return
    holder = path[:-2] if path[-2] == "function" else path[:-1]
    if id_ := get(scene.payload, holder).get("id"):
        yield put(scene.payload, path, id_)


def leak(scene: Scene, path: Path, how: str) -> Iterator[Any]:
    """A text also holds what was only thought, or the system text."""
    source = next(iter(scene.wording.thoughts), "") if how == "thought" else scene.wording.system()
    text = get(scene.payload, path)
    if len(source) > 12 and source not in text:
        yield put(scene.payload, path, f"{source}\n\n{text}")


OPERATORS: dict[str, Operator] = {name: at(change) for name, change in VALUES.items()} | {
    "drop": drop,
    "double": double,
    "reverse": reverse,
    "move": move,
    "swap": swap,
    "rename": rename,
    "add-key": add_key,
    "split": among(split),
    "merge": among(merge),
    "wrong-id": wrong_id,
    "wrong-name": wrong_name,
    "leak": leak,
}
