"""The snapshots of one implementation: ``<directory>/<slug>/<target>/<family>.json``, one file per target and family.

So a change reads in the file that is named after it, no file is longer than a review can show, two branches that touch
different families do not conflict, and neither implementations nor shards of one run share a file. Each file holds its
cases by id, in the order of the ids: ``{"payload": …}``, or ``{"refused": "ValueError"}`` with the kind of the error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from pytest_promptfmt.common.files import save
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.common.json.file import no_text
from pytest_promptfmt.snapshots.spelling import spelled

Key: TypeAlias = tuple[str, str]
"""Target and case."""
Entry: TypeAlias = Mapping[str, Any]


class SnapshotError(Exception):
    """A file of snapshots cannot be used as it stands; the text names file, line and remedy."""


@dataclass(frozen=True, slots=True)
class Store:
    """`folder` is the implementation's own, `name` what people call it, `entries` what was in it."""

    folder: Path
    name: str
    entries: Mapping[Key, Entry]

    def file(self, key: Key) -> str:
        """What people call the file in which `key` stands."""
        return f"{self.name}/{_file(key)}"


def _file(key: Key) -> str:
    target, case = key
    return f"{target}/{case.partition('/')[0]}.json"


def load(folder: Path, name: str) -> Store:
    """All snapshots below `folder`, which need not exist; raises `SnapshotError`."""
    if folder.exists() and not folder.is_dir():
        raise SnapshotError(f"{name} is a file, and snapshots are kept in a directory")
    try:
        paths = sorted(folder.glob("*/*.json"))
    except OSError as error:
        raise SnapshotError(f"{name} cannot be read: {error.strerror or error}") from error
    found: dict[Key, Entry] = {}
    for path in paths:
        if not path.name.startswith("."):
            target = path.parent.name
            held = read(path, f"{name}/{target}/{path.name}")
            found |= {(target, case): entry for case, entry in held.items()}
    return Store(folder, name, found)


_MERGE = re.compile(r"^(<{7}|={7}|>{7})( |$)", re.MULTILINE)
_BACK = "take it back from version control, or delete it and run with --snapshot-update"


def read(path: Path, name: str) -> dict[str, Entry]:
    """The cases of one file, none where there is no file; raises `SnapshotError`."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SnapshotError(f"{name} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SnapshotError(f"{name} is not UTF-8 (byte {error.start}); {_BACK}") from error
    if mark := _MERGE.search(text):
        remedy = "resolve the conflict; where you take either side whole, --snapshot-update sets it right"
        raise SnapshotError(f"{name}:{_line(text, mark.start())}: a merge left its marks; {remedy}")
    if what := no_text(text.encode()):
        raise SnapshotError(f"{name} {what}")
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise SnapshotError(f"{name}:{error.lineno}: no JSON ({error.msg}); {_BACK}") from error
    except _OddKey as error:
        line = _line(text, text.rfind(error.word))
        raise SnapshotError(f"{name}:{line}: {error.problem}; {_BACK}") from error
    except RecursionError as error:
        raise SnapshotError(f"{name}: nested too deep for JSON; {_BACK}") from error
    return _checked(document, text, name)


def _checked(document: Any, text: str, name: str) -> dict[str, Entry]:
    if not isinstance(document, dict):
        raise SnapshotError(f"{name}:1: cases by id are wanted, in an object; {_BACK}")
    family = name.rpartition("/")[2].removesuffix(".json")
    for case, entry in document.items():
        place = f"{name}:{_line(text, text.find(json.dumps(case, ensure_ascii=False)))}"
        if case.partition("/")[0] != family:
            raise SnapshotError(f"{place}: {case!r} is no case of the family {family}; {_BACK}")
        if not _is_entry(entry):
            raise SnapshotError(f'{place}: {case} wants {{"payload": …}} or {{"refused": kind}}; {_BACK}')
    return document


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, dict) or len(entry) != 1:
        return False
    return "payload" in entry or isinstance(entry.get("refused"), str)


class _OddKey(Exception):
    def __init__(self, word: str, problem: str) -> None:
        self.word, self.problem = word, problem


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for n, (key, _) in enumerate(pairs) if key in [earlier for earlier, _ in pairs[:n]])
        raise _OddKey(json.dumps(key, ensure_ascii=False), f"{key!r} stands here a second time")
    return found


def _no_constant(name: str) -> Any:
    raise _OddKey(name, f"{name} is no strict JSON")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, max(at, 0)) + 1


def put(store: Store, new: Mapping[Key, Entry], unused: Iterable[Key] = ()) -> None:
    """Writes `new` and takes `unused` away, file by file, each of them whole or not at all.

    A file is read again before it is written, so that what somebody else wrote meanwhile stays. Raises `SnapshotError`
    and `SaveError`; what was written before that stays written.
    """
    gone = set(unused)
    for file in sorted({_file(key) for key in (*new, *gone)}):
        path = store.folder / file
        target = path.parent.name
        held = read(path, f"{store.name}/{file}")
        kept = {case: entry for case, entry in held.items() if (target, case) not in gone}
        kept |= {case: entry for (of, case), entry in new.items() if _file((of, case)) == file}
        if not kept:
            path.unlink(missing_ok=True)
        elif not equal(kept, held):
            save(path, spelled(dict(sorted(kept.items()))))


_UNFINISHED = re.compile(r"\.[a-z]+\.json\.[0-9a-f]{16}")


def tidy(store: Store) -> None:
    """Takes away what an update left that was killed, and directories in which nothing is left."""
    for path in _strays(store.folder):
        path.unlink(missing_ok=True)
    for folder in (*store.folder.glob("*/"), store.folder):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _strays(folder: Path) -> Iterator[Path]:
    return (path for path in folder.glob("*/.*") if _UNFINISHED.fullmatch(path.name))
