"""``promptfmt new-case FILE DIR``: a case of one's own, of a conversation, payloads or a generated conversation."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, dialect_named, write_file
from pytest_promptfmt.commands.new_case.hunting import Hunt, hunt
from pytest_promptfmt.commands.new_case.reading import Said, said_in
from pytest_promptfmt.common.added import slug
from pytest_promptfmt.common.text import count, hanging_indent, safe
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.own import load_corpora
from pytest_promptfmt.corpus.own_case import CorpusError, checked_case
from pytest_promptfmt.generation.cases import entry, example


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "new-case",
        help="write a case of your own",
        description="Writes a case of your own, for --promptfmt-corpus=DIR, and says what it hunts.",
        epilog="Exit codes: 0 written, 2 files or options are unusable, or a case of that name is there already.",
    )
    command.set_defaults(run=run)
    command.add_argument(
        "file", metavar="FILE", help="a conversation, a payload, payloads in lines; - is standard input"
    )
    command.add_argument("directory", metavar="DIR", help="of your cases; it is made where it is not there")
    command.add_argument(
        "--from-example",
        action="store_true",
        help="FILE is the id of a generated conversation, as a failure of --promptfmt-examples prints it",
    )
    command.add_argument("--dialect", help="FILE has payloads of this wire format, not a conversation")
    command.add_argument("--name", help="of the case (default: the file's)")
    command.add_argument("--hunts", help="one fault, in one sentence (default: what there is to lose)")
    command.add_argument("--replace", action="store_true", help="take the place of a case of that name")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Writes the cases and prints what each hunts; `Unusable` where one is there already, and before any is written."""
    dialect = dialect_named(options.dialect) if options.dialect else None
    folder = Path(options.directory)
    if folder.is_file():
        raise Unusable(f"{options.directory} is a file: name the directory of your cases")
    generated = _example(options.file, options.dialect) if options.from_example else None
    name = options.name or ("" if options.file == "-" else Path(options.file).stem)
    if not name:
        raise Unusable("standard input has no name: say --name")
    said = said_in(options.file, dialect) if generated is None else [Said(generated.said())]
    paths = [folder / f"{each}.json" for each in _names(slug(name), len(said))]
    hunts = [hunt(each, dialect) for each in said]
    entries = [_entry(each, found, options.hunts) for each, found in zip(said, hunts, strict=True)]
    if generated is not None:
        told = {"hunts": options.hunts} if options.hunts else {}
        entries = [entry(generated, paths[0].stem) | told]
        hunts = [replace(hunts[0], sentence=options.hunts or generated.hunts)]
    if not options.replace:
        _check_free(paths)
    try:
        for path, document in zip(paths, entries, strict=True):
            checked_case(path, "$", {"name": path.stem, **document}, "x-new")
    except CorpusError as error:
        raise Unusable(str(error)) from None
    for path, document in zip(paths, entries, strict=True):
        write_file(str(path), _spelled(document))
    try:
        mine = load_corpora([str(folder)], Path.cwd())
    except CorpusError as error:
        raise Unusable(f"written, and the directory cannot be judged: {error}") from None
    for path, found, each in zip(paths, hunts, said, strict=True):
        print("\n".join(_lines(path, found, each)), end="\n\n", file=out)
    family = mine[0].family
    glob = f"{family}/{paths[0].stem}" if len(paths) == 1 else f"{family}/{slug(name)}-*"
    words = ["pytest", "--promptfmt-impl=NAME", f"--promptfmt-corpus={folder}", f"--promptfmt-case={glob}"]
    print(f"judge by {'it' if len(paths) == 1 else 'them'}  {safe(shlex.join(words))}", file=out)
    return 0


def _example(id_: str, dialect: str | None) -> Case:
    """The generated case; raises `Unusable`."""
    if dialect is not None:
        raise Unusable("--dialect is for payloads, and --from-example has a conversation")
    try:
        return example(id_.rpartition("::")[2])
    except LookupError:
        raise Unusable(
            f"{id_!r} is the id of no generated conversation; a failure prints it: generated/openai-chat-1-42"
        ) from None


def _names(name: str, n: int) -> list[str]:
    """The names of so many cases."""
    return [name] if n == 1 else [f"{name}-{number:0{len(str(n))}}" for number in range(1, n + 1)]


def _check_free(paths: Sequence[Path]) -> None:
    taken = [path for path in paths if path.exists() or path.is_symlink()]
    if taken:
        more = f" and {count(len(taken) - 1, 'more file')}" if len(taken) > 1 else ""
        raise Unusable(f"{taken[0]}{more} is there already: say another --name, or --replace")


def _entry(said: Said, found: Hunt, hunts: str | None) -> dict[str, Any]:
    document: dict[str, Any] = {"hunts": hunts or found.sentence}
    document |= {"source": list(found.broken)} if found.broken else {}
    return document | {"conversation": said.conversation.to_json()}


def _spelled(entry: Mapping[str, Any]) -> str:
    """JSON to be read; where it has half a character, which no file can have, in escapes."""
    text = json.dumps(entry, indent=1, ensure_ascii=False) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(entry, indent=1) + "\n"
    return text


def _lines(path: Path, found: Hunt, said: Said) -> Iterator[str]:
    yield f"{safe(str(path))}: {count(len(said.conversation.messages), 'message')}"
    for label, told in (
        ("hunts", found.sentence),
        ("rules", found.rules),
        ("breaks", ", ".join(found.broken)),
        ("unread", "; ".join(said.notes)),
    ):
        if told:
            first, *rest = hanging_indent(safe(told), 96, indent=0, rest=0)
            yield f"  {label:<7} {first}"
            yield from (f"  {'':<7} {line}" for line in rest)
