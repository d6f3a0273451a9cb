"""What an answer says of the order of the messages, in whoever's words: told where the request has it so.

Providers say in many sentences that roles alternate, that a call has its result, that a result has its call, and who
speaks first and last. Rules know where their own provider asks for it; here it is asked because the answer says so.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer, Table, table
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.walking import objects

_Turns: TypeAlias = list[tuple[str, dict[str, Any]]]
_Broken: TypeAlias = Iterator[tuple[str, str]]
_SYSTEM = frozenset({"system", "developer"})
_MODEL = frozenset({"assistant", "model"})
_CALLS: Mapping[str, tuple[str, ...]] = {"tool_use": ("id",), "function_call": ("call_id", "id"), "function": ("id",)}
_RESULTS = ("tool_call_id", "tool_use_id", "toolUseId", "call_id")


def _turns(body: Any) -> _Turns:
    if not isinstance(body, dict):
        return []
    homes = [key for key in ("messages", "input", "contents") if isinstance(body.get(key), list)]
    return [(path, item) for key in homes[:1] for path, item in objects(body[key], f"$.{key}")]


def _in_a_row(turns: _Turns) -> _Broken:
    spoken = [(path, turn) for path, turn in turns if turn.get("role") not in (None, *_SYSTEM)]
    sides = [turn.get("role") in _MODEL for _, turn in spoken]
    for n in range(1, len(spoken)):
        if sides[n] == sides[n - 1] and not (spoken[n][1].get("role") == spoken[n - 1][1].get("role") == "tool"):
            yield f"{spoken[n][0]}.role", f"it follows one of role {spoken[n - 1][1].get('role')!r}"


def _system_later(turns: _Turns) -> _Broken:
    for path, turn in turns[1:]:
        if turn.get("role") in _SYSTEM:
            yield f"{path}.role", "it is not the first"


def _not_last(turns: _Turns) -> _Broken:
    if turns and turns[-1][1].get("role") in _MODEL:
        yield f"{turns[-1][0]}.role", "the model has the last word"


def _not_first(turns: _Turns) -> _Broken:
    for path, turn in [each for each in turns if each[1].get("role") not in _SYSTEM][:1]:
        if turn.get("role") in (*_MODEL, "tool", "function"):
            yield f"{path}.role", f"a message of role {turn['role']!r} is the first"


def _called(turns: _Turns) -> dict[str, str]:
    """The ids of all calls, with the places of the calls."""
    found = {}
    for start, turn in turns:
        for path, node in nodes(turn):
            where = start + path.removeprefix("$")
            if isinstance(node, dict) and "toolUse" in node and isinstance(node["toolUse"], dict):
                found[str(node["toolUse"].get("toolUseId"))] = f"{where}.toolUse"
            keys = (
                _CALLS.get(str(node.get("type", "function" if "function" in node else "")))
                if isinstance(node, dict)
                else None
            )
            id_ = next((node[key] for key in keys or () if isinstance(node.get(key), str)), None)
            if id_ and "output" not in node:
                found[id_] = where
    return found


def _answered(turns: _Turns) -> dict[str, str]:
    found = {}
    for start, turn in turns:
        for path, node in nodes(turn):
            if isinstance(node, dict) and node.get("type") != "function_call":
                held = [key for key in _RESULTS if isinstance(node.get(key), str)]
                if held and not path.endswith(".toolUse"):
                    found[node[held[0]]] = f"{start}{path.removeprefix('$')}.{held[0]}"
    return found


def _unanswered(turns: _Turns) -> _Broken:
    results = _answered(turns)
    yield from ((path, "no result has its id") for id_, path in _called(turns).items() if id_ not in results)
    yield from _late(turns)


def _uncalled(turns: _Turns) -> _Broken:
    calls = _called(turns)
    yield from ((path, "no call has this id") for id_, path in _answered(turns).items() if id_ not in calls)
    yield from _late(turns)


def _late(turns: _Turns) -> _Broken:
    """Results with a turn of somebody else's between them and their calls."""
    calls, results = _called(turns), _answered(turns)
    with_result = {_turn(path) for path in results.values()}
    order = [path for path, _ in turns]
    for id_, path in results.items():
        first, last = _place(order, calls.get(id_, "")), _place(order, path)
        if first is not None and last is not None and not {*order[first + 1 : last]} <= with_result:
            yield path, "it does not follow its call"


def _turn(path: str) -> str:
    return path[: path.index("]") + 1]


def _place(order: list[str], path: str) -> int | None:
    return order.index(_turn(path)) if "]" in path else None


_SAID: tuple[tuple[Table, Callable[[_Turns], _Broken]], ...] = (
    (table(r"\balternat\w+", r"(?:multiple|consecutive|two) [^.\n]{0,40}(?:roles?|messages?|turns?)|in a row"),
     _in_a_row),
    (
        table(
            r"(?:tool|function)[ _-]?(?:calls?|use)s?\b[^.\n]{0,80}(?:must be followed|(?:found )?without|not followed|"
            r"(?:did|do) not have|must have|missing)|no (?:tool|function) (?:output|result|response)|insufficient tool|"
            r"expected toolresult",
            r"(?:same number of|number of) (?:function|tool)[ _-]?(?:calls?|responses?|results?)",
        ),
        _unanswered,
    ),
    (
        table(
            r"(?:role [`'\"]?tool|tool[ _](?:call[ _])?(?:result|message|response|output|role)|"
            r"function[ _]call[ _]output)s?\b[^\n]{0,90}"
            r"(?:must be a response|must follow|unexpected|no (?:previous|preceding|corresponding|matching)|without|"
            r"does not follow|not (?:found|match))|no (?:tool|function) call found|exceeds the number of tooluse",
        ),
        _uncalled,
    ),
    (
        table(
            r"\bsystem (?:messages?|role|prompt)\b[^.\n]{0,60}(?:at the (?:beginning|start)|first|only one)",
            r"first[^.\n]{0,30}\bsystem message",
        ),
        _system_later,
    ),
    (
        table(
            r"(?:end|ends|ending|finish) with a? ?[`'\"]?(?:user|tool)|last (?:message|turn|role|"
            r"content)[^.\n]{0,60}\buser|"
            r"pre-?fill",
        ),
        _not_last,
    ),
    (table(r"(?:start|begin)s? with a? ?[`'\"]?user|first (?:non-system )?(?:message|"
        r"turn)[^.\n]{0,40}\buser"), _not_first),
)  # fmt: skip


_AFTER = table(r"\brole \W{0,3}(?P<role>\w+)\W{0,3} (?:after|following|behind) (?:a )?role \W{0,3}(?P<before>\w+)")


def ordered(answer: Answer, body: Any) -> Iterator[Finding]:
    """The messages whose order the answer refuses, one for each sentence that it has of it."""
    turns = _turns(body)
    for said in answer.said(_AFTER):
        for (_, before), (path, turn) in itertools.pairwise(turns):
            if (before.get("role"), turn.get("role")) == (said["before"], said["role"]):
                problem = f"it follows one of role {said['before']!r}"
                yield answer.finding("message-form", f"{path}.role", problem)
                break
    for sentences, broken in _SAID:
        if answer.has(sentences):
            for path, problem in [*broken(turns)][:1]:
                yield answer.finding("message-form", path, problem)
