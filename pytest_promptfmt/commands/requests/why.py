"""``promptfmt why``: tells why a request was refused."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from pytest_promptfmt.capture import Unreadable
from pytest_promptfmt.capture.answers import words_of
from pytest_promptfmt.capture.secrets import masked_text
from pytest_promptfmt.commands.inputs import (
    Commands,
    Unusable,
    dialect_named,
    inside,
    missing_file_hint,
    say_that_it_waits,
    write_file,
)
from pytest_promptfmt.common.folding import for_terminal
from pytest_promptfmt.common.json.file import no_text
from pytest_promptfmt.common.text import count, first_few, safe
from pytest_promptfmt.diagnosis import Diagnosis, why
from pytest_promptfmt.diagnosis.document import document
from pytest_promptfmt.diagnosis.text import lines, titled
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.request import named_model

_EPILOG = """A FILE holds what was sent, in whatever form it is at hand: a payload, the call in a program, a curl
command, an HTTP request, an archive (HAR), a log, YAML, OpenTelemetry's messages, or the bug report around it.
Nothing leaves the machine, and keys and tokens are never printed. Exit codes: 0 nothing is wrong (warnings allowed),
1 something is, 2 files or options are unusable."""


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "why",
        help="tell why a request was refused",
        description="Tells why a provider refused a request: what is wrong, in its own words, and the payload mended.",
        epilog=_EPILOG,
    )
    command.set_defaults(run=run)
    command.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="requests; - is standard input")
    command.add_argument(
        "--dialect", default="", help=f"whose request it is, where that is not detected: {', '.join(DIALECTS)}"
    )
    command.add_argument("--model", default="", help="the model, where the request does not name it")
    command.add_argument("--thinking", action="store_true", help="the request has thinking switched on")
    command.add_argument("--error", metavar="TEXT", default="", help="what the provider answered")
    command.add_argument("--all", action="store_true", help="also report requests that the provider accepted")
    command.add_argument(
        "--fix", metavar="FILE", help="write the mended payload; the file itself only if it is named here"
    )
    command.add_argument(
        "--file",
        metavar="FILE",
        action="append",
        default=[],
        help="a picture or document whose local path was sent: its bytes go into the mended payload (may be repeated)",
    )
    command.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints a diagnosis of each request, and says by its exit code whether one has an error."""
    if options.dialect:
        dialect_named(options.dialect)
    answer = masked_text(words_of(options.error))
    if re.fullmatch(r"\S+\.(?:txt|log|json)", options.error):
        print(
            f'promptfmt: --error takes the words, and no file: --error "$(cat {safe(options.error)})"', file=sys.stderr
        )
    files = {path: _bytes(path) for path in options.file}
    taken = others = errors = 0
    told: list[tuple[str, Diagnosis]] = []
    for name in options.files:
        for diagnosis in _diagnoses(name, options, answer, files):
            if diagnosis.captured.form == "HAR" and not diagnosis.is_request:
                others += 1
            elif diagnosis.taken and not options.all:
                taken += 1
            else:
                errors += diagnosis.errors
                if options.json or options.fix:
                    told.append((name, diagnosis))
                if not options.json:
                    print(
                        "\n".join(for_terminal(lines(diagnosis, name))),
                        end="\n\n" if len(options.files) > 1 else "\n",
                        file=out,
                    )
    if options.json:
        json.dump(document(told, taken=taken, others=others), out, ensure_ascii=False, indent=1)
        print(file=out)
    elif taken or others:
        print(_untold(taken, others), file=out)
    if options.fix:
        _write(options.fix, told, options)
    return 1 if errors else 0


def _untold(taken: int, others: int) -> str:
    told = [f"{count(taken, 'request')} answered by the provider (--all tells them)"] if taken else []
    told += [f"{count(others, 'entry')} to no model"] if others else []
    return f"not told: {'; '.join(told)}"


def _diagnoses(name: str, options: argparse.Namespace, answer: str, files: Mapping[str, bytes]) -> Iterator[Diagnosis]:
    """Of each request in a file; what has no body is an error of the file."""
    found = bare = 0
    try:
        with _opened(name) as stream:
            for diagnosis in why(
                stream,
                dialect=options.dialect,
                model=options.model,
                thinking=options.thinking,
                answer=answer,
                files=files,
            ):
                found += 1
                if diagnosis.captured.problem:
                    if diagnosis.captured.form == "HAR":
                        bare += 1
                        continue
                    raise Unusable(f"{titled(diagnosis.captured, name)}: {diagnosis.captured.problem}")
                if options.model and (named := named_model(diagnosis.captured.body)) not in ("", options.model):
                    unused = f"--model {options.model} is unknown to the request, which names {named} itself"
                    print(f"promptfmt: {safe(unused)}", file=sys.stderr)
                yield diagnosis
    except Unreadable as error:
        raise Unusable(f"{'standard input' if name == '-' else name} {error}") from None
    except UnicodeDecodeError as error:
        raise Unusable(f"{name} is not UTF-8: byte {error.start}; save it as UTF-8") from None
    except (OSError, ValueError) as error:
        meant = missing_file_hint(name) if isinstance(error, FileNotFoundError) else inside(name)
        if "://" in name:
            meant = "; it is an address: save what was sent there in a file, or paste it"
        raise Unusable(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}{meant}") from None
    if not found:
        raise Unusable(f"{name} has no request that was posted")
    if bare == found:
        raise Unusable(f"{name} has no request with its body: save the archive with its contents")


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise Unusable(f"--file {safe(path)} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _opened(name: str) -> Any:
    if name == "-":
        if sys.stdin is None:  # `<&-`
            raise Unreadable("is closed: name a file")
        say_that_it_waits()
        bytes_in = getattr(sys.stdin, "buffer", None)
        return contextlib.nullcontext(io.TextIOWrapper(bytes_in, encoding="utf-8-sig") if bytes_in else sys.stdin)
    with Path(name).open("rb") as file:
        begins = file.read(32)
    encoding = _encoding(begins)
    if encoding == "utf-8-sig" and (what := no_text(begins)):
        raise Unreadable(what)
    return Path(name).open(encoding=encoding, newline="")


def _encoding(begins: bytes) -> str:
    """How a file of text is encoded, by its mark or by where its zeros are."""
    if begins[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        return "utf-32"
    if begins[:2] in (b"\xff\xfe", b"\xfe\xff"):  # as PowerShell writes
        return "utf-16"
    even, odd = begins[::2], begins[1::2]
    if len(odd) > 3 and any(even) != any(odd):
        return "utf-16-le" if all(even) else "utf-16-be" if all(odd) else "utf-8-sig"
    return "utf-8-sig"


def _write(path: str, told: list[tuple[str, Diagnosis]], options: argparse.Namespace) -> None:
    """Writes the one mended payload, as it was sent but for what was mended."""
    if len(told) != 1:
        raise Unusable(f"--fix writes one payload, and {count(len(told), 'request')} were told")
    name, diagnosis = told[0]
    if diagnosis.mended is None:
        raise Unusable(f"{safe(name)} has nothing that can be mended without a choice; {path} is not written")
    if unsaid := diagnosis.captured.unsaid:
        raise Unusable(f"{safe(name)} does not say what {first_few([*map(safe, unsaid)])} holds; {path} is not written")
    if diagnosis.captured.form != "payload" and name != "-" and Path(path).resolve() == Path(name).resolve():
        raise Unusable(f"{safe(name)} is no bare payload ({diagnosis.captured.form}); name another file to --fix")
    try:
        text = json.dumps(diagnosis.mended.sent, ensure_ascii=False, indent=2, allow_nan=False)
        text.encode()
    except (TypeError, ValueError):
        raise Unusable(f"{safe(name)} holds what JSON cannot say; {path} is not written") from None
    write_file(path, text + "\n")
    print(f"mended: {safe(path)}", file=sys.stderr if options.json else sys.stdout)
