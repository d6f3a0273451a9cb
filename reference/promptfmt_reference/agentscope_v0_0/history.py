"""What several speakers said as one text: the system's words stand alone if they come first, the rest is a history."""

from __future__ import annotations

from collections.abc import Iterable

from promptfmt_reference.agentscope_v0_0.message import Msg, line
from promptfmt_reference.rewrite.fold import Framing, framed

DIALOGUE = Framing(prompt="## Dialogue History\n")
CONVERSATION = Framing(prompt="## Conversation History\n")


def split(msgs: list[Msg]) -> tuple[Msg | None, list[Msg]]:
    """The system's message where it is the first, and the others."""
    return (msgs[0], msgs[1:]) if msgs and msgs[0].role == "system" else (None, msgs)


def history(lines: Iterable[str], framing: Framing) -> str:
    """The lines under their heading, which stands there without lines too."""
    (text,) = framed(["\n".join(lines)], framing.prompt, framing)
    return str(text)


def dialogue(msgs: Iterable[Msg]) -> str:
    return history(map(line, msgs), DIALOGUE)


def under(system: str | None, told: list[str]) -> str:
    """The system's words, an empty line, and the history where there is one; a line's end is not doubled."""
    ended = [] if system is None else [system if system.endswith("\n") else f"{system}\n"]
    return "\n".join(ended + told)
