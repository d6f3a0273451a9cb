"""Does a bridge speak the protocol? What is asked of any command, whatever its formatters make of conversations.

What they make of them is judged by ``--promptfmt-impl=cmd:…``; here an error that is answered is an answer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.text import cut
from pytest_promptfmt.implementation.channel import Broken, Channel
from pytest_promptfmt.implementation.command import Command
from pytest_promptfmt.implementation.protocol import Hello, ToldError, shown

_PLAIN = "amber-17"
_ODD = 'é 中 😀 "quoted" back\\slash \u2028 line\nbreak \t \u0000 end-42'
_HUGE = 4 * 2**20
_FOR_HELLO = 30.0
"""Seconds in which a second process says hello."""
_AT_END = 5.0
"""Seconds between the end of standard input and that of the process."""


class Silent(Exception):
    """There was no answer in time."""


@dataclass(slots=True)
class Bench:
    """The command under the test, and how long it may take for an answer."""

    command: Command
    patience: float

    @property
    def hello(self) -> Hello:
        return self.command.ready()

    @property
    def target(self) -> str:
        """The first; one that takes conversations where there is one."""
        return min(self.hello.formatters, key=lambda target: target.startswith("aisbench."))

    def answer(self, target: str, given: Any, **options: Any) -> Any:
        """The payload, or the error that was answered; raises `Broken`, or `Silent`."""
        try:
            return self.command.ask(target, given, options.get("budget"), options.get("count"), self.patience)
        except ToldError as error:
            return error
        except TimeoutError:
            raise Silent(f"no answer within {self.patience:g} seconds") from None


def given(target: str, text: str) -> dict[str, Any]:
    """A request's input with that text in it: one turn of a user's, or for aisbench a template."""
    if target.startswith("aisbench."):
        item = {"role": "HUMAN", "prompt": "{question}"}
        template = "{question}" if target.endswith("string") else {"round": [item]}
        return {
            "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": template}},
            "reader_cfg": {"input_columns": ["question"], "output_column": "answer"},
            "test": [{"question": text, "answer": ""}],
            **{"train": [], "meta_template": None, "mode": "gen", "replies": []},
        }
    return {"messages": [{"name": "user", "role": "user", "content": [{"type": "text", "text": text}]}]}


def every_target(bench: Bench) -> Iterator[str]:
    """Each target that the hello names answers."""
    for target in bench.hello.formatters:
        bench.answer(target, given(target, _PLAIN))
    yield from ()


def repeated(bench: Bench) -> Iterator[str]:
    """The same request twice has the same answer, under the id of each."""
    first, second = (_plain(bench.answer(bench.target, given(bench.target, _PLAIN))) for _ in "ab")
    if first != second:
        yield f"{shown(first.encode())}, and then {shown(second.encode())}"


def encoding(bench: Bench) -> Iterator[str]:
    """Text goes both ways as it is: accents, Chinese, emoji, quotes, U+2028, line breaks, U+0000."""
    payload = bench.answer(bench.target, given(bench.target, _ODD))
    if not isinstance(payload, ToldError) and not any(_ODD in text for text in map(str, leaves(payload))):
        yield f"what was said is not in the payload: {cut(_plain(payload), 160)}"


def half_a_character(bench: Bench) -> Iterator[str]:
    """Half a surrogate pair, which JSON can say, is answered, be it by an error."""
    bench.answer(bench.target, given(bench.target, "half \ud83d of it"))
    yield from ()


def long_line(bench: Bench) -> Iterator[str]:
    """A line of four megabytes is read to its end, and answered."""
    text = "0123456789abcdef" * (_HUGE // 16)
    payload = bench.answer(bench.target, given(bench.target, text))
    if not isinstance(payload, ToldError) and not any(text in each for each in map(str, leaves(payload))):
        yield "what was said is not in the payload, or not all of it"


def no_such_target(bench: Bench) -> Iterator[str]:
    """A target that it does not have is answered by an error."""
    if not isinstance(bench.answer("nobody.chat", given(bench.target, _PLAIN)), ToldError):
        yield "it made a payload for the target 'nobody.chat'"


def nothing_said(bench: Bench) -> Iterator[str]:
    """A conversation without messages is answered, be it by an error."""
    bench.answer(bench.target, {"messages": []})
    yield from ()


def next_one(bench: Bench) -> Iterator[str]:
    """After an error it answers the next request as before."""
    before = _plain(bench.answer(bench.target, given(bench.target, _PLAIN)))
    bench.answer(bench.target, {"messages": [{"role": "nobody", "content": 7}]})
    if _plain(bench.answer(bench.target, given(bench.target, _PLAIN))) != before:
        yield "its answer is another one after an error"


def great_numbers(bench: Bench) -> Iterator[str]:
    """An id beyond 2^53 comes back, exact or rounded as 64-bit floats are."""
    conversation = given(bench.target, _PLAIN)
    call = {"type": "tool_use", "id": "call_1", "name": "f", "input": {"n": 2**60 + 1}}
    if "messages" in conversation:
        conversation["messages"] += [{"name": "assistant", "role": "assistant", "content": [call]}]
        bench.answer(bench.target, conversation)
    yield from ()


def counted(bench: Bench) -> Iterator[str]:
    """A target that truncates asks for a count, or answers, when it has a budget."""
    for target, claims in bench.hello.formatters.items():
        if claims.get("truncation", "none") != "none":
            bench.answer(target, given(target, _PLAIN), budget=10_000, count=lambda payload: len(_plain(payload)))
    yield from ()


def quiet(bench: Bench) -> Iterator[str]:
    """Nothing but answers is on standard output, also a moment later."""
    bench.answer(bench.target, given(bench.target, _PLAIN))
    time.sleep(0.2)
    if rest := bench.command.leftover():
        yield f"this came after an answer: {shown(rest)}"


def beside_another(bench: Bench) -> Iterator[str]:
    """Two processes of it work at the same time."""
    other = Channel(bench.command.words, bench.command.directory)
    try:
        other.line(_FOR_HELLO)
        bench.answer(bench.target, given(bench.target, _PLAIN))
    except TimeoutError:
        yield "a second process said no hello while the first one was there"
    finally:
        other.end()


def ends(bench: Bench) -> Iterator[str]:
    """It ends when its standard input does, with nothing more to say."""
    channel = Channel(bench.command.words, bench.command.directory)
    try:
        channel.line(_FOR_HELLO)
        channel.finish()
        rest = channel.line(_AT_END)
    except TimeoutError:
        yield f"it was still there {_AT_END:g} seconds after the end of its standard input"
    except Broken as error:
        if "exit status 0" not in str(error):
            yield str(error)
    else:
        yield f"this came after the end of its standard input: {shown(rest)}"
    finally:
        channel.end()


POINTS: tuple[Callable[[Bench], Iterator[str]], ...] = (
    *(every_target, repeated, encoding, half_a_character, long_line, no_such_target, nothing_said, next_one),
    *(great_numbers, counted, quiet, beside_another, ends),
)


def check(bench: Bench) -> Iterator[tuple[str, str]]:
    """Each point's statement, with what is wrong about it, empty where nothing is; the hello has been read."""
    for point in POINTS:
        try:
            problems = list(point(bench))
        except (Broken, Silent) as error:
            problems = [str(error)]
        yield (point.__doc__ or "").strip(), "; ".join(problems)


def _plain(answer: Any) -> str:
    return f"{answer.type}: {answer}" if isinstance(answer, ToldError) else json.dumps(answer, sort_keys=True)
