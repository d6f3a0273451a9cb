"""Calls and their results, put together: the results of a message's calls are one message right behind it.

The same law as `rewrite.pair`, on AgentScope's messages, whose blocks hold more than a conversation's. Nothing is
refused: an agent cannot mend what its memory holds. A call that nobody answered is answered, and a result that answers
no call becomes what it says. Results keep the order in which they came.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from itertools import count, groupby

from promptfmt_reference.agentscope_v1.message import Block, Msg

NO_RESULT = "The call was interrupted and has no result."


def has_tools(msg: Msg) -> bool:
    """Whether a message belongs to a tool sequence."""
    if not isinstance(msg.content, str):
        for block in msg.content:
            if block["type"] == "tool_use" or block["type"] == "tool_result":
                return True
    return False


def pair(msgs: list[Msg]) -> list[Msg]:
    """The messages with results moved behind their calls; the same list where there are no tools."""
    return [msg for _, msg in _paired(msgs)] if any(map(has_tools, msgs)) else msgs


def groups(msgs: list[Msg]) -> Iterator[tuple[bool, list[Msg]]]:
    """By turns tool sequences (True), which are paired, and what agents say between them.

    What stands beside a call or a result belongs to the tool sequence.
    """
    if msgs and not any(map(has_tools, msgs)):
        yield False, msgs
        return
    for tools, group in groupby(_paired(msgs), key=lambda marked: marked[0]):
        yield tools, [msg for _, msg in group]


def _paired(msgs: list[Msg]) -> Iterator[tuple[bool, Msg]]:
    """Each message, and whether it belongs to a tool sequence.

    An id that is used again means a new call: the first result of an id belongs to the first call of that id.
    """
    blocks = [block for msg in msgs if has_tools(msg) for block in msg.get_content_blocks()]
    calls = Counter(block["id"] for block in blocks if block["type"] == "tool_use")
    waiting: defaultdict[str, deque[tuple[int, Block]]] = defaultdict(deque)
    for place, block in enumerate(blocks):
        if block["type"] == "tool_result" and len(waiting[block["id"]]) < calls[block["id"]]:
            waiting[block["id"]].append((place, block))
    answers = {place for results in waiting.values() for place, _ in results}
    places = count()
    for msg in msgs:
        if not has_tools(msg):
            yield False, msg
            continue
        for run in _rounds(msg.get_content_blocks(), places, answers):
            called = [block for block in run if block["type"] == "tool_use"]
            yield True, Msg(msg.name, run, "assistant" if called else msg.role)
            if called:
                results = sorted((_answer(call, waiting[call["id"]]) for call in called), key=lambda found: found[0])
                yield True, Msg("system", [result for _, result in results], "system")


def _rounds(blocks: list[Block], places: Iterator[int], answers: set[int]) -> Iterator[list[Block]]:
    """The blocks without the results, cut where a result follows a call."""
    run: list[Block] = []
    for block in blocks:
        place = next(places)
        if block["type"] != "tool_result":
            run.append(block)
        elif place not in answers:
            run += _said(block)
        elif any(said["type"] == "tool_use" for said in run):
            yield run
            run = []
    if run:
        yield run


def _said(result: Block) -> list[Block]:
    output = result.get("output") or []
    return [{"type": "text", "text": output}] if isinstance(output, str) else list(output)


def _answer(call: Block, results: deque[tuple[int, Block]]) -> tuple[int, Block]:
    """The result and its place; what was never answered comes last."""
    if not results:
        return 1 << 62, {"type": "tool_result", "id": call["id"], "name": call["name"], "output": NO_RESULT}
    place, result = results.popleft()
    return place, {**result, "name": call["name"]}
