"""Certificates: what was reached can be run again, and a file that was touched is noticed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pytest_promptfmt.cli import main
from pytest_promptfmt.report.certificate import statement_digest

FORMATTER = '''
def chat(conversation):
    """Says texts only."""
    messages = []
    for message in conversation.messages:
        if any(block.type != "text" for block in message.blocks):
            raise NotImplementedError("this formatter writes text only")
        messages.append({"role": message.role, "content": message.text})
    return messages


FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": []}}
'''


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A certificate's text."""
    folder = tmp_path_factory.mktemp("certified")
    folder.joinpath("certified_here.py").write_text(FORMATTER)
    assert main(["certify", str(folder / "certified_here.py"), "-o", str(folder / "cert.json")]) == 0
    return folder.joinpath("cert.json").read_text("utf-8").replace(str(folder / "certified_here.py"), "./fmt_here.py")


@pytest.fixture
def folder(made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The formatter with its certificate, in another directory than the one that it was made in."""
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("fmt_here.py").write_text(FORMATTER)
    statement = json.loads(made)
    statement["predicate"]["digest"] = statement_digest(statement)
    tmp_path.joinpath("cert.json").write_text(json.dumps(statement))
    return tmp_path


def verify(*options: str) -> int:
    return main(["verify", "cert.json", *options])


def test_it_is_an_in_toto_statement(made: str, folder: Path) -> None:
    statement = json.loads(made)
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    (subject,) = statement["subject"]
    assert subject["digest"] == {"sha256": sha256(folder.joinpath("fmt_here.py").read_bytes()).hexdigest()}
    predicate = statement["predicate"]
    assert predicate["targets"]["openai.chat"]["profiles"]["text"]["state"] == "graded"
    assert set(predicate["run"]) == {"started", "finished", "python", "platform"}
    assert predicate["exceptions"], "the corpus has something that this formatter gets wrong"


def test_times_stand_outside_the_digest(made: str) -> None:
    statement = json.loads(made)
    predicate, digest = statement["predicate"], statement_digest(statement)

    assert statement_digest(statement | {"predicate": predicate | {"run": {}}}) == digest
    assert statement_digest(statement | {"predicate": predicate | {"level": 3}}) != digest
    assert statement_digest(statement | {"subject": []}) != digest


@pytest.mark.slow
def test_run_again_it_says_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify() == 0
    assert capsys.readouterr().out.startswith("the same: ./fmt_here.py, ")


@pytest.mark.slow
def test_another_behaviour_is_told_with_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.joinpath("fmt_here.py").write_text(FORMATTER.replace("message.text}", "message.text.upper()}"))
    assert verify() == 1
    out = capsys.readouterr().out
    assert "the source is another" in out
    assert "openai.chat / chat/" in out
    assert "pass then, fail fidelity." in out


def spoil(folder: Path, change: Callable[[dict[str, Any]], object], *, sealed: bool) -> None:
    statement = json.loads(folder.joinpath("cert.json").read_text())
    change(statement["predicate"])
    if sealed:
        statement["predicate"]["digest"] = statement_digest(statement)
    folder.joinpath("cert.json").write_text(json.dumps(statement))


def test_a_touched_file_is_noticed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder, lambda predicate: predicate.update(level=3), sealed=False)
    assert verify("--no-run") == 2
    assert "was changed after it was made" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        lambda predicate: predicate.update(level=3),
        lambda predicate: predicate["targets"]["openai.chat"]["profiles"]["text"].update(level=3),
        lambda predicate: predicate["exceptions"].pop(),
        lambda predicate: predicate.update(exceptions=[]),
        lambda predicate: predicate.update(verdicts="sha256:" + "0" * 64),
        lambda predicate: predicate["targets"]["openai.chat"]["promised"]["text"].update(schema=1),
        lambda predicate: predicate["targets"]["openai.chat"]["claims"].update(blocks=["tool"]),
        lambda predicate: predicate.update(graded=9_999),
        lambda predicate: predicate["exceptions"].append(predicate["exceptions"][-1]),
        lambda predicate: predicate["exceptions"].append(dict(predicate["exceptions"][-1], case="chat/no-such")),
        lambda predicate: predicate["exceptions"][0]["findings"].append("x.y"),
        lambda predicate: predicate["corpus"].update(revision="2027.1"),
        lambda predicate: predicate["implementation"].update(spec="gpt"),
    ],
)
def test_one_that_was_touched_and_sealed_again_contradicts_itself(
    folder: Path, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], object]
) -> None:
    spoil(folder, change, sealed=True)
    assert verify("--no-run") == 2
    assert "does not agree with itself" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"_type": "https://in-toto.io/Statement/v1", "predicateType": "other"}']
)
def test_what_is_no_certificate(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    folder.joinpath("cert.json").write_text(text)
    assert verify() == 2
    assert capsys.readouterr().err.startswith("promptfmt: cert.json")


@pytest.mark.parametrize("missing", ["targets", "digest", "corpus", "exceptions", "implementation"])
def test_a_certificate_with_a_hole(folder: Path, capsys: pytest.CaptureFixture[str], missing: str) -> None:
    spoil(folder, lambda predicate: predicate.pop(missing), sealed=missing != "digest")
    assert verify() == 2
    assert "cert.json" in capsys.readouterr().err


@pytest.mark.slow
def test_a_level_can_be_asked_for(folder: Path) -> None:
    assert main(["certify", "./fmt_here.py", "-o", "again.json", "--level", "L3"]) == 1
    assert folder.joinpath("again.json").is_file()


def test_there_is_nothing_to_certify(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "nobody", "-o", "again.json"]) == 2
    assert not folder.joinpath("again.json").exists()
    assert main(["certify", "./fmt_here.py", "-o", "cert.json/x"]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.slow
def test_a_helper_that_changed_is_another_source_and_an_unrelated_file_is_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.joinpath("helping.py").write_text("BEGIN = 0\n")
    folder.joinpath("fmt_here.py").write_text("import helping\n" + FORMATTER)
    assert main(["certify", "./fmt_here.py", "-o", "cert.json"]) == 0
    folder.joinpath("unrelated.py").write_text("x = 1\n")
    assert verify() == 0
    folder.joinpath("helping.py").write_text("BEGIN = 1\n")
    capsys.readouterr()

    assert verify() == 1
    assert capsys.readouterr().out.startswith("the source is another: ./fmt_here.py (")


def test_what_has_no_source_file_gets_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    made = ModuleType("made_here")
    vars(made).update(FORMATTERS={"openai.chat": print})
    monkeypatch.setitem(sys.modules, "made_here", made)

    assert main(["certify", "made_here", "-o", "cert.json"]) == 2
    assert "has no source file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_no_certificate_can_say_is_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.joinpath("fmt_here.py").write_text(FORMATTER + "__version__ = '1.0\\n\x1b[31m2.0'\n")

    assert main(["certify", "./fmt_here.py", "-o", "again.json"]) == 2
    assert "no certificate can say this of ./fmt_here.py" in capsys.readouterr().err
    assert not folder.joinpath("again.json").exists()


def of_another_corpus(predicate: dict[str, Any]) -> None:
    predicate["corpus"]["digest"] = "sha256:" + "0" * 64


def test_of_another_corpus_it_is_said_what_could_not_be_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(folder, lambda predicate: (of_another_corpus(predicate), predicate.update(level=3)), sealed=True)

    assert verify("--no-run") == 1
    out = capsys.readouterr().out
    assert "whose corpus is another than this one's" in out
    assert "not checked: whether L3 of ./fmt_here.py, its other levels, what is promised and the digest of verd" in out
    assert "agrees with itself" not in out


@pytest.mark.slow
def test_of_another_corpus_it_is_run_and_differs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder, of_another_corpus, sealed=True)

    assert verify() == 1
    assert "the corpus is another" in capsys.readouterr().out
