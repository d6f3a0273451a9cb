"""What no command can work with ends it with 2 and a sentence: no traceback, no raw control character, nothing lost."""

from __future__ import annotations

import copy
import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.documents import certified
from support.kits import HONEST, Kit
from support.rows import ask_each
from support.shell import refused

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.cli import main
from pytest_promptfmt.commands.inputs import say_that_it_waits
from pytest_promptfmt.common import files
from pytest_promptfmt.report.certificate import statement_digest
from pytest_promptfmt.report.document import digest, text

HOSTILE = "\x1b[31mred\u202e\r</script><img src=x onerror=alert(1)>`|[a](javascript:x)\n# \ud800"


def _chat(conversation: Any) -> Any:
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


HOLDER = SimpleNamespace(FORMATTERS={"openai.chat": _chat}, CAPABILITIES={"openai.chat": {"blocks": []}})


@cache
def _report() -> str:
    return text(check_formatter(HOLDER, cases=["chat/plain-turns", "chat/lone-surrogate"]).document)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a report, ``good.json``."""
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("good.json").write_text(_report())
    return tmp_path


FILES: dict[str, bytes] = {
    "empty": b"",
    "broken": b'{"format": "promptfmt-report",',
    "truncated": _report().encode()[:2_000],
    "other": b'{"a": 1}',
    "list": b"[1, 2]",
    "null": b"null",
    "not-a-number": b'{"format": NaN}',
    "a-long-number": b"1" * 10_000,
    "deep": b"[" * 10_000 + b"]" * 10_000,
    "big": b'"' + b"x" * 10_000_000 + b'"',
    "binary": b"\0\xff\xfe",
    "utf-16": "{}".encode("utf-16"),
    "surrogate": b'{"\\ud800": "\\ud800"}',
    "other-version": b'{"format": "promptfmt-report", "version": 2}',
    "odd-version": json.dumps({"format": "promptfmt-report", "version": HOSTILE * 9}).encode(),
    "half-a-certificate": b'{"_type": "https://in-toto.io/Statement/v1"}',
}
READERS: dict[str, tuple[str, ...]] = {
    "report": ("report", "FILE", "markdown:new.md"),
    "compare-old": ("compare", "FILE", "good.json"),
    "compare-new": ("compare", "good.json", "FILE"),
    "merge": ("merge", "good.json", "FILE", "-o", "new.json"),
    "matrix": ("matrix", "good.json", "FILE"),
    "verify": ("verify", "FILE"),
    "coverage": ("coverage", "--dialect", "openai", "--against", "FILE"),
    "conversation": ("validate", "good.json", "--dialect", "openai", "--conversation", "FILE"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_none(here: Path, reader: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if reader == "coverage" and name in (
        "utf-16",
        "other",
        "surrogate",
        "other-version",
        "odd-version",
        "half-a-certificate",
    ):
        pytest.skip("a JSON Schema, which says nothing")
    here.joinpath("bad.json").write_bytes(FILES[name])
    said = refused(capsys, *("bad.json" if word == "FILE" else word for word in READERS[reader]))
    assert "bad.json" in said
    assert sorted(path.name for path in here.iterdir()) == ["bad.json", "good.json"]


@pytest.mark.parametrize("name", ["missing.json", ".", "x" * 300, "good.json/x", "a\0b"])
@pytest.mark.parametrize("reader", [name for name in READERS if name != "coverage"])
def test_a_place_where_no_file_is(here: Path, reader: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if (reader, name) == ("matrix", "."):
        pytest.skip("a directory of reports")
    assert "cannot be read" in refused(capsys, *(name if word == "FILE" else word for word in READERS[reader]))


def _first(document: Any) -> Any:
    return document["implementations"][0]


SPOILED: dict[str, Callable[[Any], object]] = {
    "a result twice": lambda d: _first(d)["results"].append(_first(d)["results"][0]),
    "a verdict twice": lambda d: _first(d)["results"][0]["verdicts"].append(_first(d)["results"][0]["verdicts"][0]),
    "an implementation twice": lambda d: d["implementations"].append(_first(d)),
    "no implementation": lambda d: d["implementations"].clear(),
    "a target without claims": lambda d: _first(d)["results"][0].update(target="gemini.chat"),
    "a target that is none": lambda d: _first(d)["targets"].update({HOSTILE: _first(d)["targets"]["openai.chat"]}),
    "a case that it does not tell": lambda d: _first(d)["results"][0].update(case=HOSTILE),
    "no cases": lambda d: d["cases"].clear(),
    "less promised": lambda d: _first(d)["targets"]["openai.chat"]["promised"]["text"].update(fidelity=1),
    "nothing promised": lambda d: _first(d)["targets"]["openai.chat"]["promised"].clear(),
    "not scored": lambda d: _first(d)["results"][0].update(scored=False),
    "a revision that is none": lambda d: d.update(pinned="1999.1"),
    "wrong types": lambda d: _first(d).update(results={"0": []}),
    "a bad outcome": lambda d: _first(d)["results"][0]["verdicts"][0].update(outcome=HOSTILE),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_a_report_that_was_edited_and_sealed_again(
    here: Path, spoil: Callable[[Any], object], capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(_report())
    spoil(document)
    document["digest"] = digest(document)
    here.joinpath("bad.json").write_text(json.dumps(document))
    assert "bad.json" in refused(capsys, "report", "bad.json", "html:new.html", "svg:new.svg")
    assert "bad.json" in refused(capsys, "merge", "bad.json", "-o", "new.json")
    assert not list(here.glob("new.*"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("value", [None, -1, HOSTILE, [], {}, [{}], {"x": []}])
def test_a_certificate_of_wrong_types_that_was_sealed_again(
    here: Path, value: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def is_refused(*keys: str) -> None:
        statement = copy.deepcopy(certified())
        holder = statement
        for key in keys[:-1]:
            holder = holder[key]
        if (
            (keys[-1] == "run" and isinstance(value, dict))
            or (keys[-1] == "warnings" and value == {})
            or holder[keys[-1]] == value
        ):
            return  # right
        holder[keys[-1]] = value
        if keys[-1] != "digest":
            statement["predicate"]["digest"] = statement_digest(statement)
        here.joinpath("cert.json").write_text(json.dumps(statement))
        assert "cert.json" in refused(capsys, "verify", "--no-run", "cert.json")

    ask_each([("subject",), *(("predicate", key) for key in certified()["predicate"])], is_refused)


def test_hostile_strings_are_spelled_out(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(_report())
    _first(document).update(spec=HOSTILE)
    for result in _first(document)["results"]:
        for verdict in result["verdicts"]:
            for finding in verdict.get("findings", ()):
                finding.update(message=HOSTILE + "M" * 100_000, path=HOSTILE)
    document["digest"] = digest(document)
    here.joinpath("odd.json").write_text(json.dumps(document))
    for words in (
        ("merge", "odd.json", "-o", "all.json"),
        ("compare", "good.json", "odd.json"),
        ("matrix", "odd.json"),
        ("report", "odd.json", "markdown:odd.md", "svg:odd.svg", "badge:odd.badge"),
    ):
        assert main(list(words)) in (0, 1)
        out, err = capsys.readouterr()
        assert out.replace("\n", "").isprintable()
        assert err == ""
        assert len(out) < 5_000
    summary = here.joinpath("odd.md").read_text("utf-8")
    assert summary.replace("\n", "").isprintable()
    assert "<img" not in summary
    assert "](javascript" not in summary
    assert "<img" not in here.joinpath("odd.svg").read_text("utf-8")


# Where something is to be written


@pytest.mark.parametrize("place", ["", ".", "/", "good.json/x", "folder", "x" * 300, "a\0b"])
@pytest.mark.parametrize("writer", [("merge", "good.json", "-o"), ("report", "good.json", "markdown:")])
def test_a_place_that_cannot_be_written(
    here: Path, writer: tuple[str, ...], place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here.joinpath("folder").mkdir()
    *words, last = writer
    said = refused(capsys, *words, *([last, place] if last == "-o" else [last + place]))
    assert "cannot be written" in said or "names no file" in said
    assert here.joinpath("good.json").read_text() == _report()
    assert sorted(path.name for path in here.iterdir()) == ["folder", "good.json"]


def _full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_loses_nothing(
    here: Path, step: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here.joinpath("all.json").write_text("what was there")
    monkeypatch.setattr(files.os, step, _full)
    assert "all.json cannot be written: No space left on device" in refused(
        capsys, "merge", "good.json", "-o", "all.json"
    )
    assert here.joinpath("all.json").read_text() == "what was there"
    assert sorted(path.name for path in here.iterdir()) == ["all.json", "good.json"]


def test_the_report_is_not_written_over_by_a_form_of_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "named twice" in refused(capsys, "report", "good.json", "html:./good.json")
    assert "named twice" in refused(capsys, "report", "good.json", "html:a", "svg:a")
    assert here.joinpath("good.json").read_text() == _report()


@pytest.mark.skipif(os.name == "nt", reason="links and devices as POSIX has them")
def test_a_link_stays_one_and_a_device_is_written_into(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here.joinpath("kept").mkdir()
    here.joinpath("kept", "all.json").write_text("old")
    here.joinpath("all.json").symlink_to(Path("kept", "all.json"))
    assert main(["merge", "good.json", "-o", "all.json"]) == 1
    assert here.joinpath("all.json").is_symlink()
    assert here.joinpath("kept", "all.json").read_text() == _report()
    os.mkfifo(here / "pipe")
    reader = os.open(here / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert main(["report", "good.json", "badge:pipe"]) == 0
    assert json.loads(os.read(reader, 10_000))["schemaVersion"] == 1
    os.close(reader)
    assert main(["report", "good.json", f"json:{os.devnull}"]) == 0
    assert not Path(os.devnull).is_file()


# The shell around it


def shell(here: Path, words: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest_promptfmt.cli", *words]
    return subprocess.run(command, cwd=here, capture_output=True, encoding="utf-8", timeout=600, **options)


@pytest.mark.skipif(os.name == "nt", reason="pipes as POSIX has them")
def test_whoever_reads_along_may_stop(here: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pytest_promptfmt.cli", "list", "cases"]
    done = subprocess.run(command, cwd=here, stdout=writing, stderr=subprocess.PIPE, timeout=600)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_an_interrupt_is_no_traceback(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pytest_promptfmt.commands.certify.check_formatter", interrupted)
    here.joinpath("fmt_of_mine.py").write_text(HONEST)
    here.joinpath("cert.json").write_text("old")
    assert main(["certify", "./fmt_of_mine.py", "-o", "cert.json"]) == 130
    assert capsys.readouterr().err == "promptfmt: interrupted\n"
    assert here.joinpath("cert.json").read_text() == "old"


def test_a_terminal_of_ascii_shows_what_it_can(here: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = shell(here, ["show", "chat/cjk"], env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


# The options of pytest


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--promptfmt-target=openia.*"], "openia"),
        (["--promptfmt-case=chat/no-such"], "no-such"),
        (["--promptfmt-check=schmea"], "schmea"),
        (["--promptfmt-xfails=missing.toml"], "missing.toml"),
        (["--promptfmt-xfails=."], "cannot be read"),
        (["--promptfmt-xfails=broken.toml"], "broken.toml"),
        (["--promptfmt-xfails=binary.toml"], "binary.toml"),
        (["--promptfmt-xfails=types.toml"], "types.toml"),
        (["--promptfmt-revision=1999.1"], "is no revision"),
        (["--promptfmt-reference=nobody"], "nobody"),
        (["--promptfmt-timeout=-1"], "a number of seconds"),
        (["--promptfmt-timeout=nan"], "a number of seconds"),
        (["--promptfmt-report=json:a", "--promptfmt-report=html:./a"], "named twice"),
        (["--promptfmt-report=\x1b[31m:a"], "is no form of a report"),
        (["--promptfmt-snapshots=mypkg.py"], "is a file"),
        (["--promptfmt-snapshots="], "names no directory"),
    ],
)
def test_an_option_that_makes_no_sense_ends_the_run_before_it_begins(kit: Kit, options: list[str], says: str) -> None:
    kit.pytester.path.joinpath("broken.toml").write_text("[[xfail]\n")
    kit.pytester.path.joinpath("binary.toml").write_bytes(b"\xff\xfe")
    kit.pytester.path.joinpath("types.toml").write_text("xfail = 3\n")
    result = kit.run(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = result.stderr.str()
    assert says in said
    assert "Traceback" not in said + result.stdout.str()
    assert said.replace("\n", "").isprintable()


@pytest.mark.parametrize("timeout", ["-1", "nan", "inf", "soon", ""])
@pytest.mark.parametrize("words", [("certify", "nobody", "-o", "cert.json"), ("verify", "cert.json")])
def test_a_timeout_that_is_none(words: tuple[str, ...], timeout: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, f"--timeout={timeout}"])
    assert ended.value.code == 2
    assert "is no number of seconds" in capsys.readouterr().err


# A run that is interrupted


ONCE_MORE = """
def pytest_keyboard_interrupt(excinfo):
    raise KeyboardInterrupt  # who presses Ctrl-C twice
"""


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("conftest", ["", ONCE_MORE], ids=["once", "twice"])
@pytest.mark.parametrize(
    "workers", [pytest.param([], id="alone"), pytest.param(["-n2"], id="xdist", marks=pytest.mark.slow)]
)
def test_an_interrupted_run_leaves_what_was_there(kit: Kit, conftest: str, workers: list[str]) -> None:
    kit.write(
        mypkg=HONEST.replace(
            "    payload = []\n", "    payload = []\n    if conversation.tools: raise KeyboardInterrupt\n"
        )
    )
    kit.pytester.makeconftest(conftest)
    old = {"r.json": "a report", "promptfmt.toml": "# nothing yet\n"}
    for name, held in old.items():
        kit.pytester.path.joinpath(name).write_text(held)
    options = ["--promptfmt-report=json:r.json", "--promptfmt-xfails-update", "-p", "syrupy"]
    result = kit.outside(*options, "--promptfmt-snapshots=snapshots", "--snapshot-update", *workers)
    assert result.ret not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    if not workers or not conftest:  # xdist cannot always say anything more
        result.stdout.fnmatch_lines(["*no report is written, since the run did not come to its end"])
    for name, held in old.items():
        assert kit.pytester.path.joinpath(name).read_text() == held
    assert not kit.pytester.path.joinpath("snapshots").exists()


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="file names are of Unicode there")
def test_a_locale_without_the_names_of_the_corpus_is_told_with_the_remedy(here: Path) -> None:
    here.joinpath("fmt_of_mine.py").write_text(HONEST)
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = shell(here, ["certify", "./fmt_of_mine.py", "-o", "cert.json"], env=environment)
    assert done.returncode == 2
    assert "set PYTHONUTF8=1" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("sent.json:12", "did you mean 'sent.json'?"),
        ("sent.json:12:5", "did you mean 'sent.json'?"),
        ("snt.json", "did you mean 'sent.json'?"),
        ("logs/*.json", "no file matches it, so the shell has left it as it is"),
        ("https://example.org/sent.json", "it is an address: save"),
        ("$DIR/sent.json", "nothing has expanded it"),
        ("nothing/like/it", ""),
    ],
)
@pytest.mark.parametrize("command", [("why",), ("validate", "--dialect=openai"), ("verify",)])
def test_a_name_that_leads_nowhere(
    name: str,
    meant: str,
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sent.json").write_text("[]")

    assert main([*command, name]) == 2
    said = capsys.readouterr().err
    assert "No such file or directory" in said
    assert meant in said
    assert bool(meant) == (" did you mean" in said or "matches" in said or "address" in said or "expanded" in said)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stdin", "says"), [(_Terminal(), "Ctrl-"), (io.StringIO(), "")])
def test_whoever_sits_at_a_terminal_is_told_that_it_waits(
    stdin: io.StringIO, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)

    say_that_it_waits()

    said = capsys.readouterr()
    assert (says in said.err, said.out, bool(said.err)) == (True, "", bool(says))
