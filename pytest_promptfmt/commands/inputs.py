"""What the sub-commands read and write: files of JSON, conversations, dialects, reports.

`Unusable` says what is wrong with them.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pytest_promptfmt.common.added import GENERATED, NotAdded
from pytest_promptfmt.common.did_you_mean import nearest
from pytest_promptfmt.common.files import SaveError, save, why_unreadable
from pytest_promptfmt.common.json.file import NotJson, json_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import ParseError, parse
from pytest_promptfmt.dialects import DIALECTS, UnknownDialect, known_dialect, which_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.implementation.spec import glob_and_model

if TYPE_CHECKING:  # most commands read no report and time no call, and load neither
    from pytest_promptfmt.report.document import ReportDocument

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Unusable(Exception):
    """The arguments or the files are not what the command can work with."""


def timeout_seconds(text: str) -> float | None:
    """What ``--timeout`` says, for argparse: None is for ever. Raises `argparse.ArgumentTypeError`."""
    from pytest_promptfmt.exchange.timing import seconds_of

    try:
        return seconds_of(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds; 0 is for none") from None


def target_and_model(text: str) -> tuple[str, str]:
    """What ``--model`` says, for argparse: targets and their model. Raises `argparse.ArgumentTypeError`."""
    try:
        return glob_and_model(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} {error}") from None


def positive_integer(text: str) -> int:
    """A number of things, 1 or more, for argparse. Raises `argparse.ArgumentTypeError`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to 1,000,000")
    return number


def check_dialect(name: str) -> None:
    """Is it one of the kit's own? Raises `Unusable`."""
    if name not in DIALECTS:
        raise Unusable(f"{name!r} is no dialect{which_dialect(name)}")


def dialect_named(name: str) -> Dialect:
    """The kit's own, or one that another distribution adds; raises `Unusable`."""
    try:
        return known_dialect(name)
    except (UnknownDialect, NotAdded) as error:
        raise Unusable(str(error)) from None


def read_conversation(name: str) -> Conversation:
    try:
        return parse(read_json(name))
    except ParseError as error:
        raise Unusable(f"{name} is no conversation: {error}") from None


def missing_file_hint(name: str) -> str:
    """What may have been meant by a name under which there is no file, to go on behind what is wrong with it."""
    bare = re.sub(r"(?::\d+){1,2}$", "", name)
    if odd := why_unreadable(name):
        return f"; {odd}"
    if bare != name and Path(bare).is_file():
        return f"; did you mean {bare!r}?"
    if re.search(r"[*?]", name):
        return "; no file matches it, so the shell has left it as it is"
    if other := _no_path(name):
        return f"; {other}"
    folder = Path(name).parent
    try:
        near = nearest(Path(name).name, [each.name for each in sorted(folder.iterdir())[:1000] if each.is_file()])
    except (OSError, ValueError):
        return ""
    return f"; did you mean {(folder / near).as_posix()!r}?" if near else ""


def _no_path(name: str) -> str:
    """What is named where a file is asked for, and is none: a dialect, an id, a form, a sentence."""
    from pytest_promptfmt.corpus import FAMILIES

    form, _, place = name.partition(":")
    if place and form in ("json", "html", "markdown", "md", "svg", "badge"):
        return f"FORMAT:PATH is for 'promptfmt report'; here it is -o {place}"
    if name in DIALECTS:
        return f"a dialect is named by its option, --dialect {name}"
    head, _, last = name.partition(".")
    if head in DIALECTS and last not in ("", *DIALECTS[head].scenarios):
        return f"of a rule: 'promptfmt explain {name}'"
    if name.partition("/")[0] in FAMILIES and "." not in name:
        return f"of a case: 'promptfmt show {name} --json' prints its conversation"
    if len(name.split()) > 3:
        return "what a provider answered is told with --error TEXT, beside the file of the request"
    return ""


def say_that_it_waits() -> None:
    """Says it to whoever sits at a terminal and has piped nothing."""
    if sys.stdin is not None and sys.stdin.isatty():
        end = "Ctrl-Z and Enter end it" if os.name == "nt" else "Ctrl-D ends it"
        print(f"promptfmt: reads what is typed or pasted here ({end}); or name a file", file=sys.stderr, flush=True)


def read_bytes(name: str) -> bytes:
    """What a file has in it; ``-`` is standard input. Raises `Unusable`."""
    try:
        if name == "-" and sys.stdin is None:  # `<&-`
            raise Unusable("standard input is closed; name a file")
        if name == "-":
            say_that_it_waits()
            return sys.stdin.buffer.read()
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        drawn = name.startswith(f"{GENERATED}/") and "; 'promptfmt new-case --from-example' takes such an id"
        meant = drawn or (missing_file_hint(name) if isinstance(error, FileNotFoundError) else inside(name))
        raise Unusable(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}{meant}") from None


def inside(name: str) -> str:
    """A file in a directory that was named in a file's place; empty where there is none."""
    if not os.path.isdir(name):
        return ""
    found = next((each for each in sorted(Path(name).glob("*.*")) if each.is_file()), None)
    return f"; name a file in it, such as {found.as_posix()}" if found else ""


def read_json(name: str, *, exact: bool = False) -> Any:
    """The JSON value in a file; ``-`` is standard input.

    Where it is `exact`, it must say the same to every reader: no key twice, no NaN.
    """
    try:
        return json_of(read_bytes(name), name, exact=exact)
    except NotJson as error:
        raise Unusable(str(error)) from None


def read_report(name: str) -> ReportDocument:
    """The report in a JSON file; raises `Unusable`."""
    from pytest_promptfmt.report.reading import DocumentError, read

    try:
        return read(read_json(name, exact=True), name)
    except DocumentError as error:
        raise Unusable(str(error)) from None


def write_file(path: str, text: str) -> None:
    """Writes a file that the user named; raises `Unusable`."""
    if path.endswith(("/", os.sep)):
        raise Unusable(f"{path} cannot be written, it is the name of a directory: name a file in it")
    try:
        save(Path(path), text)
    except SaveError as error:
        raise Unusable(str(error)) from None
