"""What a mistake is, and the right formatter of a few lines in whose place or beside which it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

GREEN, RED, USAGE, NOTHING = 0, 1, 4, 5
"""Exit statuses of pytest. A command of ours has 2 for what cannot be asked."""

CHAT = """
def chat(conversation):
    if any(block.type != "text" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("this formatter writes text only")
    return [{"role": message.role, "content": message.text} for message in conversation.messages]
"""
FORMATTERS = """
FORMATTERS = {"openai.chat": chat}
"""
TEXT_ONLY = """
CAPABILITIES = {"openai.chat": {"blocks": []}}
"""
MINE = CHAT + FORMATTERS + TEXT_ONLY
LOSSY = MINE.replace("message.text}", "message.text[:10]}")
"""The same, but it cuts what is said."""

CASES = ("--promptfmt-case=chat/plain-turns", "--promptfmt-case=chat/one-user")


def run(*more: str, impl: str = "mine") -> tuple[str, ...]:
    """A run of pytest on two cases."""
    return ("pytest", f"--promptfmt-impl={impl}", *CASES, *more)


@dataclass(frozen=True, slots=True)
class Mistake:
    """Somebody does something wrong, or right where things are odd.

    `says` are patterns, all of which stand in what is printed once white space is folded: what is wrong, where, and
    what to do. `words` are the command, `mine` the text of ``mine.py``, `files` lie beside it. `never` may not be
    printed, `keeps` are files that stay as they were, `leaves` such as are there afterwards. `wants` names distributions
    without which nothing can be asked.
    """

    name: str
    says: tuple[str, ...]
    words: tuple[str, ...] = run()
    status: int = USAGE
    mine: str = MINE
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    never: tuple[str, ...] = ("Traceback", "INTERNALERROR")
    keeps: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    stdin: bytes = b""
