"""An implementation in any language: a command that speaks JSON Lines, protocol 1, as docs/protocol.md tells it.

`Command` keeps one process of it, asks it one request at a time, and starts it anew where that was lost. What it cannot
make sense of is `Broken`: the process is ended, since nobody knows what its next line would be about.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from pytest_promptfmt.common.doubles import EXACT, inexact_integers
from pytest_promptfmt.conversation.limits import NOT_A_NUMBER
from pytest_promptfmt.implementation.channel import Broken, Channel
from pytest_promptfmt.implementation.protocol import (
    EXAMPLE,
    Account,
    Hello,
    NoStart,
    ToldError,
    check_id,
    last_words,
    read_account,
    read_error,
    read_hello,
    read_object,
    shown,
)

PATIENCE = 30.0
"""Seconds from the start of a command to its first line."""
_STARTS = 3
"""How often in a row it may fail to start, before nobody tries any more."""


class Unsent(Exception):
    """What a request would have to say has no place in JSON: nobody was asked."""


@dataclass(frozen=True, slots=True)
class Remote:
    """A formatter of a command, for one target: the entry of its table."""

    command: Command
    target: str

    def __call__(self, given: Any, budget: int | None = None, count: Callable[[Any], int] | None = None) -> Any:
        return self.command.ask(self.target, given.to_json(), budget, count)


class Command:
    """What was written behind ``cmd:``, and its process; `account` is of the last request."""

    def __init__(self, text: str, directory: str) -> None:
        self.words = words_of(text, directory)
        self.account = Account()
        self.hello: Hello | None = None
        self.directory = directory
        self._channel: Channel | None = None
        self._number = 0
        self._failed = 0
        self._last_words = ""

    def ready(self) -> Hello:
        """Starts the process where there is none, and waits for its first line; raises `NoStart`."""
        if self._channel is not None and self.hello is not None:
            return self.hello
        if self._failed == _STARTS:
            raise NoStart(f"it could not be started {_STARTS} times in a row, and is not tried again")
        try:
            self._channel = Channel(self.words, self.directory)
            atexit.register(self.end)
            hello = read_hello(self._channel.line(PATIENCE))
            if self.hello is not None and hello.formatters != self.hello.formatters:
                raise NoStart("started anew, it claims other formatters than before")
        except TimeoutError:
            self._fail(f"it said no hello within {PATIENCE:g} seconds: its first line has to be {EXAMPLE}, and flushed")
        except Broken as error:
            self._fail(f"it said no hello: {error}")
        except NoStart as error:
            self._fail(str(error))
        except BaseException:
            self.end()
            raise
        self._failed, self.hello = 0, hello
        return hello

    def _fail(self, text: str) -> NoReturn:
        said = self.said().strip()
        self.end()
        self._failed += 1
        if "exit status 127" in text and os.path.isfile(self.words[0]):
            text += f"; is there a program as the first line (#!) of {os.path.basename(self.words[0])!r} names it?"
        raise NoStart(f"{text}; on standard error: {last_words(said)}" if said else text)

    def ask(
        self,
        target: str,
        given: Any,
        budget: int | None = None,
        count: Callable[[Any], int] | None = None,
        seconds: float | None = None,
    ) -> Any:
        """The payload; raises `ToldError` for an error that was answered, `Broken` where there is no answer.

        After so many `seconds` `TimeoutError`; None leaves that to the caller, who may end it by a signal.
        """
        self.account = Account()
        try:
            wide = any(inexact_integers(given))
            self._number += 1
            # What a language makes of numbers beyond 2^53 shows in the id of the answer; ids stay apart when rounded.
            id_ = EXACT + 1 + 4 * self._number if wide else self._number
            request = {"id": id_, "target": target, "conversation": given}
            line = json.dumps(request | ({} if budget is None else {"budget": budget}), allow_nan=False).encode("ascii")
        except ValueError:
            text = "NaN and infinities have no place in JSON, so that the command was not asked"
            raise Unsent(f"{NOT_A_NUMBER}: {text}") from None
        self.ready()
        try:
            return self._answer(line, id_, count, seconds)
        except ToldError:
            raise
        except BaseException:  # also one that ends it because the time is up
            self._drop()
            raise

    def _answer(self, line: bytes, id_: int, count: Callable[[Any], int] | None, seconds: float | None) -> Any:
        assert self._channel is not None
        if early := self._channel.leftover():
            raise Broken(f"something came on standard output that no request asked for: {shown(early)}")
        self._channel.send(line)
        while True:
            answer = read_object(self._channel.line(seconds))
            rounds = check_id(answer, id_)
            if "count" not in answer:
                break
            if count is None:
                raise Broken("it asked for a count, and the request has no budget")
            self._channel.send(json.dumps({"id": id_, "count": count(answer["count"])}).encode())
        self.account = read_account(answer, rounds)
        if ("payload" in answer) == ("error" in answer):
            raise Broken(f"an answer has either a payload or an error: {shown(json.dumps(answer).encode())}")
        if "error" in answer:
            raise read_error(answer["error"])
        return answer["payload"]

    def leftover(self) -> bytes:
        """What has come on standard output that nobody has asked for."""
        return self._channel.leftover() if self._channel is not None else b""

    def said(self) -> str:
        """What has come on standard error since the last time."""
        if self._channel is not None:
            self._last_words = self._channel.said()
        text, self._last_words = self._last_words, ""
        return text

    def _drop(self) -> None:
        if self._channel is not None:
            self._last_words = self._channel.said()
        self.end()

    def end(self) -> None:
        """Ends the process; the next request starts another."""
        atexit.unregister(self.end)
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.end()


def words_of(text: str, directory: str) -> tuple[str, ...]:
    """The command as a shell would split it, its program found; raises `NoStart`."""
    if os.name != "posix":
        raise NoStart("commands can be judged on Linux and macOS only; on Windows, use WSL")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NoStart(f"it cannot be split as a shell splits words: {error}") from None
    if not words:
        raise NoStart("there is no command behind cmd:, such as cmd:'node bridge.mjs'")
    if odd := _of_a_shell(text):
        raise NoStart(
            f"{odd!r} is a shell's, and no shell runs it: 'cmd:sh -c \"…\"' has one; of a variable, 'cmd:env NAME=…'"
        )
    program = os.path.join(directory, words[0]) if "/" in words[0] else words[0]
    if "\0" in text or (found := shutil.which(program)) is None:
        where = f"there is no program of that name in {directory!r}" if "/" in words[0] else "it is not on the PATH"
        raise NoStart(
            f"the command {words[0]!r} cannot be run: {where}, or it is not executable{_by_file(words[0], directory)}"
        )
    return (found, *words[1:])


def _of_a_shell(text: str) -> str:
    """The first word that is an operator of a shell's, or sets a variable; empty where none is."""
    if set("&|;<>()=") & set(text):
        words = list(shlex.shlex(text, posix=True, punctuation_chars=True))
        odd = [word for word in words if set(word) <= set("&|;<>()")]
        first = text.split(maxsplit=1)[0]
        return next(iter(odd), first if re.match(r"[A-Za-z_]\w*=", first) else "")
    return ""


def _by_file(word: str, directory: str) -> str:
    """How a file is run that lies there."""
    if not os.path.isfile(os.path.join(directory, word)):
        return ""
    named = word if "/" in word else f"./{word}"
    return f": 'chmod +x {word}' makes it so, and {named!r} names it; or 'cmd:python {word}', say"
