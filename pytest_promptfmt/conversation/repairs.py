"""What a right formatter may do to a conversation that no payload can carry as it stands.

A case of kind ``either`` lists the repairs that it allows. Each is a rewriting of the conversation: a payload is right
if it says what the rewritten conversation says. `free_ids` and `free_tool_names` let ids or tool names be replaced by
others, as long as calls and results still belong together; `redrawn_images` lets pictures change in size and format.
`what_is_refused`: beside media that the provider takes, which stay.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, ToolResult, ToolUse, blocks_of
from pytest_promptfmt.conversation.cuts import rewritten
from pytest_promptfmt.conversation.media_repairs import (
    assistant_media_as_the_users,
    assistant_media_where_they_stood,
    documents_as_text,
    documents_behind_results,
    drop_assistant_media,
    drop_media,
    drop_url_media,
    tell_addresses,
    tell_addresses_of_results,
)


@dataclass(frozen=True, slots=True)
class Repair:
    """`apply` gives the conversation that the payload is then held against.

    One that `names_calls` is made only where the user's words name the call of each result that they tell.
    """

    name: str
    statement: str
    apply: Callable[[Conversation], Conversation]
    free_ids: bool = False
    free_tool_names: bool = False
    redrawn_images: bool = False
    drops_media: bool = False
    what_is_refused: bool = False
    names_calls: bool = False


def _keep(conversation: Conversation) -> Conversation:
    return conversation


def _ids(conversation: Conversation, kind: type[ToolUse] | type[ToolResult]) -> set[str]:
    return {block.id for block in blocks_of(conversation) if isinstance(block, kind)}


def _drop_open_calls(conversation: Conversation) -> Conversation:
    answered = _ids(conversation, ToolResult)
    return rewritten(conversation, lambda b: None if isinstance(b, ToolUse) and b.id not in answered else b)


def _answer_open_calls(conversation: Conversation) -> Conversation:
    """In the order of the calls, among the results that there are."""
    answered = _ids(conversation, ToolResult)
    messages = []
    for message in conversation.messages:
        messages.append(message)
        for block in message.blocks:
            if isinstance(block, ToolUse) and block.id not in answered:
                messages.append(Message("system", "system", (ToolResult(block.id, block.name, None),)))
    return _results_after_calls(replace(conversation, messages=tuple(messages)))


def _drop_orphan_results(conversation: Conversation) -> Conversation:
    called = _ids(conversation, ToolUse)
    return rewritten(conversation, lambda b: None if isinstance(b, ToolResult) and b.id not in called else b)


def _orphan_results_as_text(conversation: Conversation) -> Conversation:
    called = _ids(conversation, ToolUse)

    def told(block: Block) -> tuple[Block, ...]:
        if isinstance(block, ToolResult) and block.id not in called:
            return tuple(item for item in _told(block) if isinstance(item, Text))
        return (block,)

    messages = (
        replace(message, blocks=tuple(new for block in message.blocks for new in told(block)))
        for message in conversation.messages
    )
    return replace(conversation, messages=tuple(messages))


def _calls_as_text(conversation: Conversation) -> Conversation:
    """A call becomes its name and the values of its arguments, a result what it says and shows, in a user's turn."""
    messages = []
    for message in conversation.messages:
        if any(isinstance(block, ToolResult) for block in message.blocks):
            message = replace(message, name="user", role="user")
        blocks = tuple(text for block in message.blocks for text in _as_texts(block))
        messages.append(replace(message, blocks=blocks))
    return replace(conversation, messages=tuple(messages))


def _as_texts(block: Block) -> tuple[Block, ...]:
    match block:
        case ToolUse(name=name, input=arguments):
            values = (value if isinstance(value, str) else json.dumps(value) for value in arguments.values())
            return tuple(map(Text, (name, *values)))
        case ToolResult():
            return _told(block)
        case _:
            return (block,)


def _told(result: ToolResult) -> tuple[Block, ...]:
    """What it says, text by text, however these are put together, and what it shows."""
    return (result.output or (Text(""),)) if isinstance(result.output, tuple) else (Text(result.output or ""),)


def _results_after_calls(conversation: Conversation) -> Conversation:
    answers, called = _answers(conversation), _ids(conversation, ToolUse)
    kept = rewritten(conversation, lambda b: None if isinstance(b, ToolResult) and b.id in called else b)
    messages, number = [], 0
    for message in kept.messages:
        messages.append(message)
        for _ in (block for block in message.blocks if isinstance(block, ToolUse)):
            messages += (Message("system", "system", (result,)) for result in answers.get(number, ()))
            number += 1
    return replace(kept, messages=tuple(messages))


def _answers(conversation: Conversation) -> dict[int, list[ToolResult]]:
    """The results of each call, by its number: of calls of one id, each result is that of the latest turn's first open.

    What comes before its call is the next one's, and what is left over the last one's.
    """
    answers: dict[int, list[ToolResult]] = {}
    still_open: dict[str, list[tuple[int, int]]] = {}  # by id, the turn and the number of each
    early: dict[str, list[ToolResult]] = {}
    last: dict[str, int] = {}
    number = 0
    for turn, message in enumerate(conversation.messages):
        for block in message.blocks:
            if isinstance(block, ToolUse):
                last[block.id] = number
                if early.get(block.id):
                    answers[number] = [early[block.id].pop(0)]
                else:
                    still_open.setdefault(block.id, []).append((turn, number))
                number += 1
            elif isinstance(block, ToolResult):
                if waiting := still_open.get(block.id):
                    of = min(waiting, key=lambda each: (-each[0], each[1]))
                    waiting.remove(of)
                    answers[of[1]] = [block]
                else:
                    early.setdefault(block.id, []).append(block)
    for id_, results in early.items():
        if id_ in last:
            answers.setdefault(last[id_], []).extend(results)
    return answers


def _unique_ids(conversation: Conversation) -> Conversation:
    uses: dict[str, int] = {}
    unanswered: dict[str, list[str]] = {}

    def rewrite(block: Block) -> Block | None:
        match block:
            case ToolUse(id=id_):
                uses[id_] = uses.get(id_, 0) + 1
                fresh = id_ if uses[id_] == 1 else f"{id_}-{uses[id_]}"
                unanswered.setdefault(id_, []).append(fresh)
                return replace(block, id=fresh)
            case ToolResult(id=id_) if unanswered.get(id_):
                return replace(block, id=unanswered[id_].pop(0))
            case _:
                return block

    return rewritten(conversation, rewrite)


_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""What Unicode calls a control, without tab and the line ends."""


def _each(pattern: re.Pattern[str], replacement: str) -> Callable[[Conversation], Conversation]:
    return lambda conversation: _map_strings(conversation, lambda text: pattern.sub(replacement, text))


def _strip_last_text(conversation: Conversation) -> Conversation:
    if not conversation.messages:
        return conversation
    *before, last = conversation.messages
    blocks = tuple(Text(b.text.rstrip()) if isinstance(b, Text) else b for b in last.blocks)
    return replace(conversation, messages=(*before, replace(last, blocks=blocks)))


def _nan_to(replacement: Callable[[float], Any]) -> Callable[[Conversation], Conversation]:
    def number(value: Any) -> Any:
        return replacement(value) if isinstance(value, float) and not math.isfinite(value) else value

    return lambda conversation: _map_inputs(conversation, lambda value: _map_json(value, number))


def _javascript(value: float) -> str:
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]


def _map_strings(conversation: Conversation, change: Callable[[str], str]) -> Conversation:
    def change_if_string(value: Any) -> Any:
        return change(value) if isinstance(value, str) else value

    def rewrite(block: Block) -> Block:
        match block:
            case Text(text=text):
                return Text(change(text))
            case ToolResult(output=str(text)):
                return replace(block, output=change(text))
            case ToolResult(output=tuple(items)):
                return replace(block, output=tuple(Text(change(i.text)) if isinstance(i, Text) else i for i in items))
            case _:
                return block

    return _map_inputs(rewritten(conversation, rewrite), lambda value: _map_json(value, change_if_string))


def _map_inputs(conversation: Conversation, change: Callable[[Any], Any]) -> Conversation:
    return rewritten(conversation, lambda b: replace(b, input=change(b.input)) if isinstance(b, ToolUse) else b)


def _map_json(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {change(key): _map_json(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [_map_json(item, change) for item in value]
    return change(value)


REPAIRS: dict[str, Repair] = {
    repair.name: repair
    for repair in (
        Repair("keep", "say everything as it is (turns may be added around it)", _keep),
        Repair("drop-open-calls", "leave out calls that nobody answered", _drop_open_calls),
        Repair("answer-open-calls", "give a call that nobody answered a result that says so", _answer_open_calls),
        Repair("drop-orphan-results", "leave out results that no call asked for", _drop_orphan_results),
        Repair("orphan-results-as-text", "tell a result that no call asked for as text", _orphan_results_as_text),
        Repair("calls-as-text", "tell calls and results as text", _calls_as_text),
        Repair("results-after-calls", "move each result behind its call", _results_after_calls),
        Repair(
            "drop-url-media", "leave out media that are known by their address only", drop_url_media, drops_media=True
        ),
        Repair("tell-addresses", "tell the addresses of media that are known by them only as text", tell_addresses),
        Repair(
            "tell-result-addresses",
            "tell the addresses of media in results as text, and show those of others",
            tell_addresses_of_results,
        ),
        Repair("drop-media", "leave out media that the provider does not take", drop_media, drops_media=True),
        Repair("redraw-images", "send images in another size or format", _keep, redrawn_images=True),
        Repair("tell-documents", "tell what a document of plain text says as text", documents_as_text),
        Repair(
            "drop-assistant-media", "leave out media that an assistant made", drop_assistant_media, drops_media=True
        ),
        Repair("show-assistant-media", "let the user show media that an assistant made", assistant_media_as_the_users),
        Repair("drop-surrogates", "leave out lone surrogates", _each(_SURROGATE, "")),
        Repair("surrogates-to-question-mark", "write lone surrogates as ?", _each(_SURROGATE, "?")),
        Repair("surrogates-to-replacement", "write lone surrogates as U+FFFD", _each(_SURROGATE, "\ufffd")),
        Repair("drop-controls", "leave out control characters", _each(_CONTROL, "")),
        Repair("controls-to-space", "write control characters as blanks", _each(_CONTROL, " ")),
        Repair("nan-to-null", "write NaN and infinities as null", _nan_to(lambda value: None)),
        Repair("nan-to-string", "write NaN and infinities as texts, 'nan' and 'inf'", _nan_to(str)),
        Repair("nan-to-name", "write NaN and infinities as texts, 'NaN' and 'Infinity'", _nan_to(_javascript)),
        Repair("strip-last-text", "cut white space at the end of the last message", _strip_last_text),
        Repair("rename-ids", "give calls other ids", _keep, free_ids=True),
        Repair("unique-ids", "give calls other ids where one is used again", _unique_ids, free_ids=True),
        Repair("rename-tools", "spell tool names as the provider allows", _keep, free_tool_names=True),
    )
}

_OTHERWISE = {"show-assistant-media": assistant_media_where_they_stood}


def ways_of(name: str) -> tuple[Repair, ...]:
    """The repair of that name, and where it can be made in another way, that as well."""
    repair = REPAIRS[name]
    if name == "drop-media":
        return replace(repair, what_is_refused=True), repair
    if name == "tell-documents":
        return repair, replace(repair, apply=documents_behind_results, names_calls=True)
    return (repair, replace(repair, apply=_OTHERWISE[name])) if name in _OTHERWISE else (repair,)
