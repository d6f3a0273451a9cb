"""What a command says, protocol 1, as docs/protocol.md tells it: its hello, its answers, its errors.

What makes no sense is `Broken`; a hello that makes none is `NoStart`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.doubles import EXACT
from pytest_promptfmt.common.text import cut
from pytest_promptfmt.implementation.channel import Broken

PROTOCOL = 1
KINDS = ("refused", "raised", "connects")
EXAMPLE = '{"promptfmt": 1, "name": "mine", "version": "1.0", "formatters": {"openai.chat": {}}}'


class NoStart(Exception):
    """The command cannot be started, or does not say hello; the text says what to do."""


class ToldError(Exception):
    """The formatter behind a command gave an error; `type` is its class there, `where` the line that raised it."""

    def __init__(self, kind: str, type_: str, message: str, where: str) -> None:
        super().__init__(message)
        self.kind, self.type, self.message, self.where = kind, type_, message, where


@dataclass(frozen=True, slots=True)
class Hello:
    """The first line: who is there, and what it claims for each target."""

    name: str
    version: str
    formatters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Account:
    """What was told beside a payload or an error.

    `changed` is the place in the input that the formatter changed, `printed` what it would have printed; `rounds` where
    the language has rounded a number of the request's that is beyond 2^53.
    """

    changed: str = ""
    printed: str = ""
    rounds: bool = False


def read_hello(line: bytes) -> Hello:
    """The first line; raises `NoStart`."""
    try:
        value = read_object(line)
    except Broken as error:
        raise NoStart(f"its first line is no hello, such as {EXAMPLE}: {error}") from None
    spoken = value.get("promptfmt")
    if isinstance(spoken, bool) or spoken != PROTOCOL:
        said = f"protocol {spoken!r}" if "promptfmt" in value else "no protocol (the key 'promptfmt')"
        raise NoStart(f"its hello names {said}, and this kit speaks protocol {PROTOCOL}: {EXAMPLE}")
    if "formatters" in value and (odd := next((key for key in value if key.lower() in _CLAIMS), "")):
        raise NoStart(f"its hello has {odd!r}; what is claimed stands with each target, under 'formatters': {EXAMPLE}")
    name, version, formatters = value.get("name"), value.get("version"), value.get("formatters")
    if not isinstance(name, str) or not name.strip():
        raise NoStart(f"its hello has no name: {EXAMPLE}")
    if version is not None and not isinstance(version, str):
        raise NoStart(f"the version in its hello is no string: {EXAMPLE}")
    if not isinstance(formatters, dict):
        raise NoStart(f"its hello has no object 'formatters', a target each with what it claims: {EXAMPLE}")
    return Hello(name.strip(), (version or "").strip(), formatters)


_CLAIMS = {"capabilities", "claims", "blocks", "refuses", "truncation", "layer", "model", "models", "targets", "xfails"}
"""Keys that would be lost, since a hello has no such thing."""
_ASIDE = "what is no answer belongs on standard error"


def read_object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, no UTF-8, or a number without an end
        problem = cut(str(error), 80)
        raise Broken(
            f"a line on standard output is no JSON that can be read ({problem}): {shown(line)}; {_ASIDE}{_banner(line)}"
        ) from None
    if not isinstance(value, dict):
        raise Broken(f"a line on standard output is no object: {shown(line)}; {_ASIDE}")
    return value


def _banner(line: bytes) -> str:
    """What npm and yarn print before a script's own first line; npm begins with a blank one."""
    theirs = not line.strip() or re.match(rb"> \S+@\S+ \w|yarn run v|\$ \w", line)
    return (
        "; npm and yarn print lines of their own: 'npm run --silent NAME', or name the program itself" if theirs else ""
    )


_FRAME = re.compile(r"\s+at \S.*|Node\.js v\d.*|\(Use `node .*|\s*\^+\s*")
_ERROR = re.compile(r"(?:Uncaught )?[\w.]*(?:Error|Exception)\b")
_SAID = 500


def last_words(said: str) -> str:
    """What a program that gave up wrote to standard error: its error, without the lines of the stack, and a remedy."""
    lines = [line for line in said.splitlines() if line.strip() and not _FRAME.fullmatch(line)] or said.splitlines()
    text = "\n".join(lines)[-_SAID:]
    for n, line in enumerate(lines):
        if _ERROR.match(line) and len("\n".join(lines[n:])) > _SAID:
            text = "\n".join(lines[n:])[:_SAID]
            break
    return text + next((f"; {how}" for words, how in _REMEDIES.items() if words in said), "")


_MODULES = """name the file .mjs, or write "type": "module" into package.json"""
_REMEDIES = {
    "Cannot use import statement outside a module": _MODULES,
    "Unexpected token 'export'": _MODULES,
    "require is not defined in ES module": "name the file .cjs, or write import",
    'Unknown file extension ".ts"': "this node reads no TypeScript: 'cmd:npx tsx FILE' does",
    "Cannot find module": "is it installed (npm install), and built?",
    "Cannot find package": "is it installed (npm install)?",
}
"""What a runtime says of a program that it cannot start, and what to do."""


def shown(line: bytes) -> str:
    return ascii(line[:80].decode("utf-8", "replace")) + ("…" if len(line) > 80 else "")


def check_id(answer: Mapping[str, Any], id_: int) -> bool:
    """Whether the id has been rounded, as languages do whose numbers are all 64-bit floats."""
    got = answer.get("id")
    if isinstance(got, (int, float)) and not isinstance(got, bool):
        if got == id_:
            return False
        if id_ > EXACT and got == float(id_):
            return True
    raise Broken(
        f"an answer with the id {id_} was wanted, and one with {cut(repr(got), 40)} came; it goes back as it came"
    )


def read_account(answer: Mapping[str, Any], rounds: bool) -> Account:
    changed, printed = answer.get("changed_input") or "", answer.get("printed") or ""
    if changed is True:
        changed = "$"
    for name, value in (("changed_input", changed), ("printed", printed)):
        if not isinstance(value, str):
            raise Broken(f"{name} in an answer is {type(value).__name__}, and has to be a string")
    return Account(changed, printed, rounds)


def read_error(value: Any) -> ToldError:
    fields = value if isinstance(value, dict) else {}
    texts = [fields.get("type"), fields.get("message"), fields.get("where") or ""]
    kind, told = fields.get("kind"), [text for text in texts if isinstance(text, str)]
    if kind not in KINDS or len(told) < len(texts):
        raise Broken(
            f"an error has a kind ({', '.join(KINDS)}), a type, a message and perhaps where, all strings: "
            f"{cut(ascii(value), 120)}"
        )
    return ToldError(kind, *told)
