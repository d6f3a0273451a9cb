"""The command ``promptfmt``; its sub-commands are `COMMANDS`.

Exit codes: 0 nothing is wrong (warnings allowed), 1 something is, 2 the question cannot be asked.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any, NoReturn

from pytest_promptfmt.commands.inputs import Unusable
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.supervision import Unproven, can_supervise, is_full, supervised
from pytest_promptfmt.common.text import safe, safe_lines, traceback_lines

COMMANDS = {
    "validate": "requests.validate",
    "why": "requests.why",
    "certify": "certify",
    "verify": "verify",
    "check-bridge": "check_bridge",
    "report": "report",
    "compare": "compare",
    "merge": "merge",
    "matrix": "matrix",
    "explain": "explain",
    "show": "show",
    "list": "list",
    "new-case": "new_case",
    "coverage": "coverage",
    "mutants": "mutants",
}
"""Each with its module of `commands`, which is imported where it is the one that is meant, or where all are told of."""
_CALLS_FORMATTERS = frozenset({"certify", "verify", "coverage"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code; argparse itself exits with 2.

    Where it is the program (there are no `arguments`), what calls formatters has to prove that it came to its end.
    """
    try:
        return _run(arguments)
    except KeyboardInterrupt:  # while a module is imported, or before whoever supervises
        return _interrupted()


def _run(arguments: Sequence[str] | None) -> int:
    if arguments is None and not sys.argv[1:]:
        _parser().print_help(sys.stderr)
        return 2
    words = sys.argv[1:] if arguments is None else arguments
    parser = _parser(words[0] if words else "")
    _check_words(words, parser)
    options, odd = parser.parse_known_args(arguments)
    if odd:
        from pytest_promptfmt.commands.hints import meant

        parser.error(f"unrecognized arguments: {' '.join(odd)}{meant(options, odd)}")
    if sys.stdout is None:  # `>&-`
        print("promptfmt: standard output is closed, so nobody would read the answer", file=sys.stderr)
        return 2
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show a character ends nothing
    foreign = arguments is None and options.asked in _CALLS_FORMATTERS
    if not foreign or not can_supervise():
        return _answer(options, aside=foreign)
    try:
        return supervised(lambda: _answer(options, aside=True))
    except Unproven as error:
        print(
            f"promptfmt: the command was ended {safe(str(error))} before it came to its end, by what is judged or by "
            "somebody outside; what it may have written does not count",
            file=sys.stderr,
        )
        return 1


def _check_words(words: Sequence[str], parser: argparse.ArgumentParser) -> None:
    """Ends with 2 where the first word is no command, or one of them an option of pytest's."""
    first = words[0] if words else ""
    if first not in COMMANDS and first[:1] not in ("", "-"):
        if first == "version":
            parser.error(f"{first!r} is no command; did you mean '--version'?")
        others = f"; they are {', '.join(COMMANDS)}; 'pytest --promptfmt-impl=NAME' judges a formatter"
        if os.path.isfile(first):
            others = f", but a file: 'promptfmt why {first}' (a request), 'promptfmt verify {first}' (a certificate)"
            others += f", or 'pytest --promptfmt-impl={first}' (a formatter)"
        parser.error(f"{first!r} is no command{did_you_mean(first, (*COMMANDS, '--help'), others)}")
    for word in words:
        if word.startswith("--promptfmt-"):
            parser.error(f"{word} is an option of pytest, as in 'pytest {word}'; commands have others: --help")


@contextlib.contextmanager
def _aside() -> Iterator[None]:
    """What formatters, their threads and their warnings write to standard error comes behind, made fit to print."""
    with tempfile.TemporaryFile() as said:
        shown = os.dup(2)
        os.dup2(said.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(shown, 2)
            os.close(shown)
            said.seek(0)
            if text := said.read(80_000).decode("utf-8", "replace"):
                print(safe_lines(text), file=sys.stderr)


def _answer(options: argparse.Namespace, *, aside: bool) -> int:
    try:
        with _aside() if aside else contextlib.nullcontext():
            code: int = options.run(options, sys.stdout)
        sys.stdout.flush()
    except Unusable as error:
        print(f"promptfmt: {safe(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever reads along, such as head, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13  # as SIGPIPE would have ended it
    except OSError as error:
        if not is_full(error):
            return _failed(error)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left cannot be written either
        print(f"promptfmt: the answer cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return _interrupted()
    except SystemExit:  # of foreign code: no command of ours ends like this
        print("promptfmt: what is judged called sys.exit where nobody expects it; there is no result", file=sys.stderr)
        return 1
    except Exception as error:
        return _failed(error)
    return code


def _interrupted() -> int:
    print("promptfmt: interrupted", file=sys.stderr)
    return 128 + 2


def _failed(error: Exception) -> int:
    """It is ours, but it may speak foreign words."""
    for line in traceback_lines(error):
        print(line, file=sys.stderr)
    print("promptfmt: that was the kit's own failure; there is no result", file=sys.stderr)
    return 1


class _Once(argparse.Action):
    """An option that has one value is given once: of two nobody knows which is meant."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any) -> None:
        given = vars(namespace).setdefault("given", set())
        if self.option_strings and self.dest in given:
            was = getattr(namespace, self.dest)
            parser.error(f"{self.option_strings[-1]} is given twice, as {was!r} and {values!r}: give it once")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.register("action", None, _Once)
        self._words: list[str] = []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._words = list(args or ())
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Of an option that is missing, what may have been meant for it."""
        lacks = message.removeprefix("the following arguments are required: ")
        if lacks != message:
            from pytest_promptfmt.commands.hints import meant_for

            message += meant_for(lacks.split(", "), self._words, self._actions)
        super().error(message)


@cache
def _parser(first: str = "") -> argparse.ArgumentParser:
    """What reads a line that begins with this word: of all commands, unless one is named, or none is meant."""
    parser = argparse.ArgumentParser(
        "promptfmt",
        description="The test kit for prompt formatters.",
        epilog="'pytest --promptfmt-impl=NAME' judges a formatter; 'promptfmt COMMAND --help' tells more of a command.",
    )
    parser.add_argument("--version", action="version", version=f"pytest-promptfmt {version('pytest-promptfmt')}")
    commands = parser.add_subparsers(
        title="commands", dest="asked", required=True, metavar="COMMAND", parser_class=_Parser
    )
    named: Iterable[str] = () if first == "--version" else (first,) if first in COMMANDS else COMMANDS
    for name in named:
        import_module(f"pytest_promptfmt.commands.{COMMANDS[name]}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
