"""What a hostile behaviour is, and the honest formatter of a few lines that it is put into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import dedent, indent

GREEN, RED, INTERRUPTED, USAGE, ANY = (0,), (1, 3), (2,), (4,), (0, 1, 2, 3, 4)
"""Exit statuses of pytest."""

ONE, SURROGATE = "chat/one-user", "chat/lone-surrogate"
TEXTS = {ONE: "What does the word amber-17 mean?", SURROGATE: "My face: \ud83d amber-17"}
"""The cases on which something is done, known by what is said first."""

CASES = (
    "chat/plain-turns",
    ONE,
    "chat/no-system",
    "chat/assistant-first",
    "chat/assistant-last",
    "chat/two-users-in-a-row",
    "chat/cjk",
)
"""What every run asks; all but the case concerned are to keep the verdicts of the honest formatter."""

FORMATTER = """\
import asyncio, contextlib, os, signal, sys, threading, time

SECOND = os.environ.get("PYTHONHASHSEED") != "0"  # the process under another seed


def reached():
    os.close(os.open(HERE + "/reached", os.O_CREAT | os.O_WRONLY))


HERE = os.path.dirname(os.path.abspath(__file__))
{before}

{async}def deed(conversation, payload):
{deed}
    return payload


{async}def chat(conversation):
    if any(block.type != "text" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("this formatter writes text only")
    payload = [{"role": message.role, "content": message.text} for message in conversation.messages]
{each}
    return {await}deed(conversation, payload) if payload[0]["content"] == {text} else payload


FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": []}}
{after}
"""


@dataclass(frozen=True, slots=True)
class Hostile:
    """One behaviour, and what is to come of it.

    `deed` is done on `case` alone, with `conversation` and the right `payload`, which it may change or replace by a
    ``return``; `each` on every conversation; `before` and `after` stand at the ends of the module. `files` lie beside
    it, and `args` are further arguments of pytest.

    `finds` are globs, one of which has to be among the findings of the case; where the `status` is green, all
    of its findings have to be (those of `may` as well). `inconclusive` is a check (or ``*``) of which nobody can tell
    there. `spares` says that the other cases keep their verdicts, `reports` that there is a report. `says` is a pattern
    in what is printed, `never` what may stand nowhere raw. `hangs`: the clock is the claim. `unreached`: what stands
    behind the deed's first offence is not done. `breaks_xdist`: what it takes away xdist itself counts on, whose own
    failure ends the run, red and without a report.
    """

    name: str
    deed: str = "pass"
    finds: tuple[str, ...] = ()
    status: tuple[int, ...] = RED
    before: str = ""
    after: str = ""
    each: str = ""
    case: str = ONE
    may: tuple[str, ...] = ()
    inconclusive: str = ""
    says: str = ""
    never: tuple[str, ...] = ()
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    args: tuple[str, ...] = ()
    timeout: str = "1"
    is_async: bool = False
    spares: bool = True
    reports: bool = True
    hangs: bool = False
    unreached: bool = False
    breaks_xdist: bool = False

    @property
    def code(self) -> str:
        """The source of the whole formatter."""
        parts = {
            "{before}": dedent(self.before),
            "{after}": dedent(self.after),
            "{deed}": indent(dedent(self.deed).strip(), "    "),
            "{each}": indent(dedent(self.each).strip(), "    "),
            "{text}": ascii(TEXTS[self.case]),
            "{async}": "async " if self.is_async else "",
            "{await}": "await " if self.is_async else "",
        }
        code = FORMATTER
        for place, part in parts.items():
            code = code.replace(place, part)
        return code

    @property
    def cases(self) -> tuple[str, ...]:
        return CASES if self.case in CASES else (*CASES, self.case)
