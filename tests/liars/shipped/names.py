"""Family I, ids and names: results that nobody can tell apart, an id in the place of a name."""

from __future__ import annotations

from liars.liar import liars_of
from liars.shipped.ledger import fault
from liars.shipped.spelling import assistant, user

CALLS = [{"function": {"name": name, "arguments": {}}} for name in ("get_red", "get_blue")]
NAMELESS = fault(
    "agentscope-2006",
    "ollama.chat",
    "fidelity.wrong-call",
    wrong=[
        user("go"),
        assistant("", tool_calls=CALLS),
        {"role": "tool", "content": "2"},
        {"role": "tool", "content": "1"},
    ],
    right=[
        user("go"),
        assistant("", tool_calls=CALLS),
        {"role": "tool", "tool_name": "get_blue", "content": "2"},
        {"role": "tool", "tool_name": "get_red", "content": "1"},
    ],
)

ID_FOR_NAME = fault(
    "strands-2053",
    "ollama.chat",
    "fidelity.call-name",
    wrong=[
        user("go"),
        assistant("", tool_calls=[{"function": {"name": "c1", "arguments": {"city": "Paris"}}}]),
        {"role": "tool", "content": "18C"},
    ],
    right=[
        user("go"),
        assistant("", tool_calls=[{"function": {"name": "w", "arguments": {"city": "Paris"}}}]),
        {"role": "tool", "tool_name": "w", "content": "18C"},
    ],
)

LIARS = liars_of(globals())
