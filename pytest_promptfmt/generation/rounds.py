"""Rounds of calls in a generated conversation: calls, their results, what is said beside, and what is on offer."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.generation.draft import Draft
from pytest_promptfmt.generation.schemas import DESCRIPTIONS, SCHEMAS
from pytest_promptfmt.generation.words import ARGUMENTS

_NAMES = {
    "plain": ("get_weather", "get_time"),
    "dotted": ("functions.get_weather", "functions.get_time"),
    "long": tuple(f"{name}_" + "of_a_city_" * 4 + "in_the_north" for name in ("get_weather", "get_time")),
    "alike": ("get.weather", "get_weather"),
    "as the provider's own": ("web_search", "tool_search"),
    "capitals": ("GetWeather", "Get-Time"),
}
_ABOUT = ("The weather of a city, ", "How late it is, ")
_NUMBER = {"none": 0, "one": 1, "two": 2, "three": 3}
_IDS = {
    "plain": "call0000{n}",
    "underscored": "call_{n}",
    "long": "call_abcdefghijklmnopqrstuvwxyz_{n}",
    "dotted": "functions.get:{n}",
    "alike": "callAAAA{n}",
    "again": "call0000{n}",
    "equal": "callAAAAA",
    "very long": "call_" + "abcdefgh" * 9 + "_{n}",
    "barred": "call_1|fc_{n}",
}


def rounds(draft: Draft) -> list[Any]:
    """Adds the rounds; gives the tools on offer."""
    focus = draft.answer("block") == "call"
    number = max(_NUMBER[draft.answer("rounds")], int(focus))
    made = 0
    for n in range(number):
        made += _round(draft, n, made, last=n == number - 1)
    if not number:
        return []
    if draft.answer("ids") not in ("again", "equal"):  # two defects at once, and nobody knows which result is whose
        _defect(draft)
    return _offered(draft)


def _round(draft: Draft, n: int, before: int, *, last: bool) -> int:
    """One round; gives how many calls it has."""
    later = n > 0
    number = _NUMBER[draft.answer("next calls" if later else "calls")]
    if draft.answer("ids") == "again":
        before = 0
    ids = [_id(draft, before + i + 1) for i in range(number)]
    names = _names(draft, number)
    calls = []
    for i, (id_, name) in enumerate(zip(ids, names, strict=True)):
        call = {
            "type": "tool_use",
            "id": id_,
            "name": name,
            "input": draft.tags.put(ARGUMENTS[draft.answer("arguments")]),
        }
        sealed = draft.answer("sealed")
        if sealed == "all" or (sealed == "first" and i == 0):
            call["signature"] = draft.signature()
        calls.append(call)
    thought = draft.answer("next thought" if later else "thought")
    focus = not later and draft.answer("block") == "call"
    beside = _beside(draft, calls, focus=focus, thinks=thought != "none")
    blocks = _between(draft, beside) if thought == "between" else [*draft.thought(thought), *beside]
    draft.say("assistant", *blocks)
    _results(draft, ids, names, later=later)
    match draft.answer("then"):
        case "assistant":
            draft.say("assistant", draft.text())
            if not last:
                draft.say("user", draft.text())
        case "user" if not last:
            draft.say("user", draft.text())
    return number


def _between(draft: Draft, blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A thought before the first block, and one before each further call."""
    made: list[dict[str, Any]] = []
    for block in blocks:
        made += draft.thought("signed") if not made or block["type"] == "tool_use" else []
        made.append(block)
    return made


def _id(draft: Draft, n: int) -> str:
    return _IDS[draft.answer("ids")].format(n=n)


def _names(draft: Draft, number: int) -> list[str]:
    one, two = _NAMES[draft.answer("tools")]
    return [one if i % 2 == 0 or draft.answer("called") == "same" else two for i in range(number)]


def _beside(draft: Draft, calls: list[dict[str, Any]], *, focus: bool, thinks: bool) -> list[dict[str, Any]]:
    """The calls with what stands beside them; a call that is looked at stands where it is asked for.

    No picture stands beside one that is thought of: where it goes, it tears the thought from its call.
    """
    if focus:
        position = draft.answer("position")
        neighbour = draft.answer("neighbour") if position != "alone" else "call"
        neighbour = "text" if neighbour in ("image", "the same") else neighbour
        beside = [] if neighbour in ("call", "thinking") else [draft.block(neighbour, "beside")]
        thoughts = draft.thought("signed") if neighbour == "thinking" and position != "alone" else []
        match position:
            case "first":
                return [*thoughts, *calls, *beside]
            case "last":
                return [*beside, *thoughts, *calls]
            case "between":
                return [*thoughts, *beside, *calls, *([draft.block(neighbour, "beside")] if beside else [])]
            case _:
                return calls
    match draft.answer("beside"):
        case "before":
            return [draft.text("beside"), *calls]
        case "behind":
            return [*calls, draft.text("beside")]
        case "around":
            first, *others = calls
            return [draft.text("beside"), first, draft.text(), *others]
        case "blank":
            return [draft.block("blank"), *calls]
        case "a picture" if not thinks:
            return [draft.text("beside"), draft.media("image"), *calls]
        case _:
            return calls


def _results(draft: Draft, ids: list[str], names: list[str], *, later: bool) -> None:
    results = []
    for i, (id_, name) in enumerate(zip(ids, names, strict=True)):
        feature = "next output" if later else "output" if i == 0 else "other output"
        result = {"type": "tool_result", "id": id_, "name": name, "output": draft.output(feature)}
        if draft.answer("named") == "no":
            del result["name"]
        failed = draft.answer("failed")
        if (failed == "first" and i == 0) or (failed == "last" and i == len(ids) - 1):
            result["is_error"] = True
        results.append(result)
    if len(results) > 1 and draft.answer("order") == "reversed":
        results.reverse()
    if draft.answer("results") == "with the calls":
        draft.messages[-1]["content"] += results
        return
    role = draft.answer("role")
    if draft.answer("results").startswith("beside"):
        role = "user"  # a message of role tool has results alone
        results.append(draft.text() if draft.answer("results") == "beside words" else draft.media("image"))
    if len(results) > 1 and draft.answer("results") != "apart":
        draft.messages.append({"name": role, "role": role, "content": results})
    else:
        draft.messages += ({"name": role, "role": role, "content": [result]} for result in results)


def _defect(draft: Draft) -> None:
    """What no payload can carry as it stands."""
    at = next(i for i, message in enumerate(draft.messages) if _has(message, "tool_result"))
    call = next(block for message in draft.messages for block in message["content"] if block["type"] == "tool_use")
    match draft.answer("defect"):
        case "open call":
            del draft.messages[at]["content"][-1]
            if not draft.messages[at]["content"]:
                del draft.messages[at]
        case "orphan":
            orphan = {"type": "tool_result", "id": "callgone1", "name": "get_time", "output": draft.text()["text"]}
            draft.messages.insert(at, {"name": "tool", "role": "tool", "content": [orphan]})
        case "early":
            draft.messages.insert(at - 1, draft.messages.pop(at))
        case "late":
            draft.messages.insert(at, {"name": "user", "role": "user", "content": [draft.text()]})
        case "surrogate":
            call["input"] = {**call["input"], "half": "a\ud83d"}
        case "control":
            call["input"] = {**call["input"], "bell": "a\x07b"}
        case "nan":
            call["input"] = {**call["input"], "n": float("nan")}


def _has(message: dict[str, Any], kind: str) -> bool:
    return any(block["type"] == kind for block in message["content"])


def _offered(draft: Draft) -> list[Any]:
    if draft.answer("offered") == "none":
        return []
    called = {b["name"] for message in draft.messages for b in message["content"] if b["type"] == "tool_use"}
    names = _NAMES[draft.answer("tools")]
    match draft.answer("offered"):
        case "one more":
            called |= {names[1]}
        case "another":
            called = {names[1]}
    schema, description = SCHEMAS[draft.answer("schema")], DESCRIPTIONS[draft.answer("description")]
    return [
        {
            "name": name,
            "description": draft.tags.put(about + description) if description else "",
            "parameters": draft.tags.put(schema),
        }
        for name, about in zip(names, _ABOUT, strict=True)
        if name in called
    ]
