"""Calls and results, mended."""

from __future__ import annotations

import json
import re
from typing import Any

from support.facts import PROMPT, Recording, blocks_of, ids, of_type
from support.mendings.payload import Payload, held, is_result, is_shown, key, result_ids, strings, texts_of, words

FRAME = re.compile(rf"({re.escape(PROMPT)})?<history>\n?|\n?</history>")
NO_RESULT = "The call was interrupted and has no result."


def one_turn(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Neighbouring turns that are nothing but results are one."""
    joined: Payload = []
    for turn in recorded:
        both = joined and [*held(joined[-1]), *held(turn)]
        if both and all(map(is_result, both)) and {joined[-1]["role"], turn["role"]} == {"user"} and held(turn):
            held(joined[-1]).extend(held(turn))
        else:
            joined.append(turn)
    return joined


def true_ids(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A call that has no id has the input's: of the last ones, where the payload does not begin with the first."""
    made = [part["function_call"] for turn in recorded for part in held(turn) if "function_call" in part]
    for call, block in zip(reversed(made), reversed(of_type(r, "tool_use")), strict=False):
        if call["id"] is None and call["name"] == block.get("name"):
            call["id"] = block["id"]
    return recorded


def tool_name(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    return [
        {"tool_name" if turn["role"] == "tool" and k == "name" else k: value for k, value in turn.items()}
        for turn in recorded
    ]


def true_arguments(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """None is no argument, and a string is JSON already."""
    odd = [block["input"] for block in of_type(r, "tool_use") if not isinstance(block.get("input", {}), dict)]

    def true(value: Any) -> Any:
        return ({} if value is None else json.loads(value)) if value in odd else value

    for turn in recorded:
        for call in turn.get("tool_calls") or ():
            function = call["function"]
            if not isinstance(function["arguments"], str):
                function["arguments"] = true(function["arguments"])
            elif function["arguments"] in [json.dumps(one, ensure_ascii=False) for one in odd]:
                function["arguments"] = json.dumps(true(json.loads(function["arguments"])), ensure_ascii=False)
        for block in held(turn):
            if block.get("type") == "tool_use":
                block["input"] = true(block["input"])
            elif "function_call" in block:
                block["function_call"]["args"] = true(block["function_call"].get("args"))
    return recorded


def legal_ids(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Calls with the input's ids get those that the reference made, and so do their results."""
    made = [block for turn in recorded for block in held(turn) if block.get("type") == "tool_use"]
    fresh = [block["id"] for turn in ours for block in held(turn) if block.get("type") == "tool_use"]
    given = [block["id"] for block in of_type(r, "tool_use")]
    if not made or [call["id"] for call in made] != given[-len(made) :] or len({*fresh}) != len(made):
        return recorded
    waiting: dict[str, list[str]] = {}
    for turn in recorded:
        for block in held(turn):
            if block.get("type") == "tool_use":
                waiting.setdefault(block["id"], []).append(fresh[0])
                block["id"] = fresh.pop(0)
            elif block.get("type") == "tool_result" and waiting.get(block["tool_use_id"]):
                block["tool_use_id"] = waiting[block["tool_use_id"]].pop(0)
    return recorded


def answered(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Words of ours answer each call that nobody answered, and stand behind it."""
    unanswered = list((ids(r, "tool_use") - ids(r, "tool_result")).elements())
    mended: Payload = []
    rest = list(recorded)
    for turn in ours:
        brought = result_ids(turn)
        words = [text for text in strings(turn) if text == NO_RESULT]
        if brought and len(words) == len(brought) and all(id_ in unanswered for id_ in brought):
            for id_ in brought:
                unanswered.remove(id_)
            mended.append(turn)
        elif rest:
            mended.append(rest.pop(0))
    return [*mended, *rest]


def said_as_text(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A result that answers no call is text of the message that holds it, in the order of its blocks."""
    orphans = ids(r, "tool_result") - ids(r, "tool_use")
    later = "user" if r["formatter"].startswith(("Anthropic", "Gemini")) else "system"
    mended = list(recorded)
    for msg in r["msgs"]:
        results = [block for block in blocks_of(msg) if block.get("type") == "tool_result" and block["id"] in orphans]
        texts = [t for b in blocks_of(msg) for t in ([b["text"]] if b.get("type") == "text" else texts_of(b))]
        beside = [block["text"] for block in blocks_of(msg) if block.get("type") == "text"]
        said_by = [turn for turn in ours if turn["role"] in (later, msg["role"]) and words(turn) == texts]
        told = [i for i, turn in enumerate(mended) if any(turn == release_result(block, turn) for block in results)]
        if not results or not said_by or len(told) != len(results):
            continue
        end = told[-1] + 1
        if beside:
            if end == len(mended) or words(mended[end]) != beside or not is_beginning(mended[end], said_by[0], msg):
                continue
            end += 1
        mended[told[0] : end] = said_by[:1]
    return mended


def is_beginning(turn: dict[str, Any], ours: dict[str, Any], msg: dict[str, Any]) -> bool:
    """Is a turn of the release's, which says a message's own texts, but for its role what ours begins with?"""
    role = "user" if "parts" in turn else msg["role"]
    alike = {**turn, "role": "", key(turn): ""} == {**ours, "role": "", key(ours): ""}
    return bool(turn["role"] == role) and alike and all(block in held(ours) for block in held(turn))


def release_result(block: dict[str, Any], turn: dict[str, Any]) -> dict[str, Any]:
    """A result of texts as the release writes it, in the manner of the turn."""
    name, texts = block["name"], texts_of(block)
    if "parts" in turn:
        response = {"id": block["id"], "name": name, "response": {"output": "".join(texts)}}
        return {"role": "user", "parts": [{"function_response": response}]}
    if turn["role"] == "tool":
        named = {"tool_name" if "tool_name" in turn else "name": name}
        return {"role": "tool", "tool_call_id": block["id"], "content": "".join(texts), **named}
    content = [{"type": "text", "text": text} for text in texts]
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": block["id"], "content": content}]}


def moved(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Results behind their calls, what is promoted behind the results: nothing is lost, the rest keeps its order.

    The release has results in the order of the input; where that is not so, it is not the release's payload.
    """
    was, now = units(recorded), units(ours)
    due = [str(block.get("id")) for block in of_type(r, "tool_result")]
    came = [id_ for turn in recorded for id_ in result_ids(turn)]
    same = all(was[kind] == now[kind] for kind in ("said", "media", "calls"))
    whole = all(sorted(was[kind]) == sorted(now[kind]) for kind in ("results", "promoted"))
    return ours if same and whole and came == due else recorded


def units(payload: Payload) -> dict[str, list[str]]:
    """What a payload says, by kind, in order, each with its turn's role; histories by line, without frames."""
    found: dict[str, list[str]] = {"said": [], "media": [], "calls": [], "results": [], "promoted": []}
    for turn in payload:
        head = {k: v for k, v in turn.items() if k not in ("content", "parts", "tool_calls")}
        content = turn.get("parts", turn.get("content"))
        for block in [] if content is None else content if isinstance(content, list) else [content]:
            result = turn["role"] == "tool" or is_result(block)
            called = "function_call" in block or (isinstance(block, dict) and block.get("type") == "tool_use")
            text = block if isinstance(block, str) else block.get("text")
            if not result and not called and text is not None and not is_shown(turn):
                kind_of = {} if isinstance(block, str) else {k: v for k, v in block.items() if k != "text"}
                lines = FRAME.sub("", text).split("\n")
                found["said"] += [json.dumps([head, kind_of, line], sort_keys=True) for line in lines if line]
                continue
            kind = "results" if result else "calls" if called else "promoted" if is_shown(turn) else "media"
            found[kind].append(json.dumps([head, block], sort_keys=True))
        found["calls"] += [json.dumps([head, call], sort_keys=True) for call in turn.get("tool_calls", ())]
    return found


def model_turns(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A turn of the model's that calls is one with those before it."""
    joined: Payload = []
    for turn in recorded:
        if any("function_call" in part for part in turn["parts"]):
            while joined and joined[-1]["role"] == turn["role"]:
                turn["parts"] = joined.pop()["parts"] + turn["parts"]
        joined.append(turn)
    return joined
