"""What a prompt is made of: texts, messages and lists of both; joined, listed, filled with values, and left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Any

from promptfmt_reference.agentscope_v0_0.message import text


def joined(components: list[Any]) -> str:
    """One line for each, ``speaker: content`` for messages."""
    return "\n".join(map(_line, components))


def _line(component: Any) -> str:
    match component:
        case list():
            return joined(component)
        case {"content": content} if content is not None:
            speaker = component.get("name") or component.get("role")
            return f"{speaker}: {content}" if speaker else str(content)
        case _:
            return str(component)


def listed(components: list[Any]) -> list[dict[str, str]]:
    """One message for each; what nobody in particular says, an assistant says."""
    messages: list[dict[str, str]] = []
    for component in components:
        match component:
            case list():
                messages += listed(component)
            case {"content": content}:
                name = {"name": component["name"]} if "name" in component else {}
                messages.append({**name, "role": component.get("role", "assistant"), "content": text(content)})
            case dict():
                raise ValueError("The content of the message is missing.")
            case _:
                messages.append({"role": "assistant", "content": str(component)})
    return messages


def filled(prompt: Any, values: Mapping[str, Any]) -> Any:
    """The text, or every key and value of the messages, with each ``{name}`` replaced.

    Names are looked up and nothing else: no attribute and no index of a value can be reached. ``{{`` and ``}}`` are
    braces; what is no text stays. Raises `KeyError` for a name without a value, `ValueError` for a brace that nobody
    closes or a field without a name.
    """
    if isinstance(prompt, str):
        return _said(prompt, values)
    return [{_said(key, values): _said(value, values) for key, value in message.items()} for message in prompt]


def _said(template: Any, values: Mapping[str, Any]) -> Any:
    if not isinstance(template, str):
        return template
    try:
        return _filled(template, values)
    except ValueError as error:
        raise ValueError(f"{_short(template)}: {error}; write {{{{ and }}}} for braces of your own") from error


def _filled(template: str, values: Mapping[str, Any]) -> str:
    return "".join(
        words + ("" if name is None else _value(name, spec or "", conversion, values))
        for words, name, spec, conversion in Formatter().parse(template)
    )


def _value(name: str, spec: str, conversion: str | None, values: Mapping[str, Any]) -> str:
    if not name or name.isdecimal():
        raise ValueError(f"the field {{{name}}} has no name")
    try:
        value = values[name]
    except KeyError:
        asked = f"which {{{name}}} asks for; write {{{{{name}}}}} for plain braces"
        raise KeyError(f"format_map has no {name!r}, {asked}") from None
    return format(Formatter().convert_field(value, conversion), _filled(spec, values))


def _short(prompt: str) -> str:
    return repr(prompt if len(prompt) < 80 else f"{prompt[:77]}...")


def literal(said: str) -> str:
    """A text that `filled` leaves as it is."""
    return said.replace("{", "{{").replace("}", "}}")


def history(components: list[Any]) -> list[Any]:
    """The items of all lists, oldest first: what may be left out."""
    return [item for component in components if isinstance(component, list) for item in _items(component)]


def _items(component: list[Any]) -> Iterator[Any]:
    for item in component:
        if isinstance(item, list):
            yield from _items(item)
        else:
            yield item


def without(components: list[Any], n: int, instead: list[Any]) -> list[Any]:
    """The components without the `n` oldest items of their lists; in their place is `instead`."""
    kept: list[Any] = []
    for component in components:
        if not isinstance(component, list) or not n:
            kept.append(component)
            continue
        items = list(_items(component))
        rest = items[n:]
        n = max(0, n - len(items))
        if rest or (not n and instead):
            kept.append([*instead, *rest] if not n else rest)
    return kept


def least(fits: Callable[[int], bool], most: int) -> int | None:
    """The smallest number from 1 to `most` that fits, where all beyond one that fits do; None where none does."""
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return low if low <= most and fits(low) else None
