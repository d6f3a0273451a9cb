"""Files of snapshots: read without guessing, written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_promptfmt.common.files import SaveError
from pytest_promptfmt.snapshots.store import Entry, Key, SnapshotError, load, put, tidy

HELLO: Entry = {"payload": [{"role": "user", "content": "hello"}]}
OTHER: Entry = {"payload": "other"}
NO: Entry = {"refused": "ValueError"}


def chat(name: str) -> Key:
    return "openai.chat", f"chat/{name}"


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The snapshots of ``mypkg``: one case."""
    put(load(tmp_path / "mypkg", "snaps/mypkg"), {chat("b"): HELLO})
    return tmp_path / "mypkg"


def test_a_file_for_each_target_and_family_with_the_cases_by_id(tmp_path: Path) -> None:
    new = {chat("b"): HELLO, chat("a"): NO, ("openai.chat", "tools/a"): OTHER, ("gemini.chat", "chat/a"): OTHER}

    put(load(tmp_path, "snaps"), new)

    assert sorted(tree(tmp_path)) == ["gemini.chat/chat.json", "openai.chat/chat.json", "openai.chat/tools.json"]
    text = (tmp_path / "openai.chat" / "chat.json").read_text("utf-8")
    assert text.startswith('{\n  "chat/a": {\n    "refused": "ValueError"\n  },\n  "chat/b": {\n    "payload": [\n')
    assert load(tmp_path, "snaps").entries == new


def test_what_is_there_already_stays(folder: Path) -> None:
    put(load(folder, "snaps/mypkg"), {chat("a"): NO})

    assert load(folder, "snaps/mypkg").entries == {chat("a"): NO, chat("b"): HELLO}


def test_what_somebody_else_wrote_meanwhile_stays(folder: Path) -> None:
    early = load(folder, "snaps/mypkg")
    put(load(folder, "snaps/mypkg"), {chat("meanwhile"): OTHER})

    put(early, {chat("a"): NO})

    assert set(load(folder, "snaps/mypkg").entries) == {chat("a"), chat("b"), chat("meanwhile")}


def test_a_file_is_left_alone_where_nothing_changes_however_it_is_laid_out(folder: Path) -> None:
    path = folder / "openai.chat" / "chat.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"chat/b": HELLO}).encode().replace(b" ", b"\r\n"))
    before = path.read_bytes()

    put(load(folder, "snaps/mypkg"), {chat("b"): HELLO})

    assert load(folder, "snaps/mypkg").entries == {chat("b"): HELLO}
    assert path.read_bytes() == before


def test_what_is_taken_away_leaves_no_empty_file_and_no_empty_directory(folder: Path) -> None:
    store = load(folder, "snaps/mypkg")

    put(store, {}, {chat("b")})
    tidy(store)

    assert not folder.exists()


def test_files_of_others_are_left_alone(folder: Path) -> None:
    (folder / "README.md").write_text("ours")
    (folder / "openai.chat" / ".gitattributes").write_text("* text")
    store = load(folder, "snaps/mypkg")

    put(store, {}, set(store.entries))
    tidy(store)

    assert sorted(tree(folder)) == ["README.md", "openai.chat/.gitattributes"]


BROKEN = {
    '{\n  "chat/a": {\n': (3, "no JSON"),
    '{\n  "chat/a": {"payload": 1},}\n': (2, "no JSON"),
    '{\n<<<<<<< HEAD\n  "chat/a": {"payload": 1}\n=======\n>>>>>>> other\n}\n': (2, "a merge left its marks"),
    "[]\n": (1, "cases by id are wanted"),
    '{\n  "chat/a": {"payload": 1},\n  "chat/b": 7\n}\n': (3, "chat/b wants"),
    '{\n  "chat/a": {"payload": 1, "refused": "E"}\n}\n': (2, "chat/a wants"),
    '{\n  "chat/a": {"refused": 7}\n}\n': (2, "chat/a wants"),
    '{\n  "chat/a": {"payload": 1},\n  "chat/a": {"payload": 2}\n}\n': (3, "'chat/a' stands here a second time"),
    '{\n  "chat/a": {"payload":\n NaN}\n}\n': (3, "NaN is no strict JSON"),
    '{\n  "tools/a": {"payload": 1}\n}\n': (2, "'tools/a' is no case of the family chat"),
    "": (1, "no JSON"),
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_cannot_be_used_is_named_with_line_and_remedy(folder: Path, text: str) -> None:
    line, problem = BROKEN[text]
    store = load(folder, "snaps/mypkg")
    path = folder / "openai.chat" / "chat.json"
    path.write_text(text)

    with pytest.raises(SnapshotError) as reading:
        load(folder, "snaps/mypkg")
    with pytest.raises(SnapshotError) as writing:
        put(store, {chat("new"): HELLO})

    for told in (str(reading.value), str(writing.value)):
        assert told.startswith(f"snaps/mypkg/openai.chat/chat.json:{line}: {problem}")
        assert "--snapshot-update" in told
    assert path.read_text() == text


def test_what_is_no_utf8_is_told(folder: Path) -> None:
    (folder / "openai.chat" / "chat.json").write_bytes(b'{"chat/\xff": 1}')

    with pytest.raises(SnapshotError, match=r"openai\.chat/chat\.json is not UTF-8 \(byte 7\)"):
        load(folder, "snaps/mypkg")


def test_a_file_where_a_directory_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "mypkg").write_text("")

    with pytest.raises(SnapshotError, match="snaps/mypkg is a file"):
        load(tmp_path / "mypkg", "snaps/mypkg")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    before = tree(folder)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, full)
    with pytest.raises(SaveError, match="No space left"):
        put(load(folder, "snaps/mypkg"), {chat("b"): OTHER})

    assert tree(folder) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from pytest_promptfmt.snapshots.store import load, put

os.{call} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
put(load(Path(sys.argv[1]), "snaps"), {{("openai.chat", "chat/b"): {{"payload": "x" * 100_000}}}})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_killed_update_leaves_the_old_file_and_the_next_whole_one_tidies_up(folder: Path, call: str) -> None:
    before = tree(folder)

    done = subprocess.run([sys.executable, "-c", KILLED.format(call=call), str(folder)], check=False)

    assert done.returncode == -signal.SIGKILL
    after = tree(folder)
    assert len(after) == len(before) + 1, "the unfinished file is still there"
    assert after["openai.chat/chat.json"] == before["openai.chat/chat.json"]
    store = load(folder, "snaps/mypkg")
    assert store.entries == {chat("b"): HELLO}
    tidy(store)
    assert tree(folder) == before
