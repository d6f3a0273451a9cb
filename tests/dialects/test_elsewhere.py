"""A fictional provider in a distribution of its own: nothing of the kit is changed, and all of it works."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from support.distributions import LUMEN, forget, install, installed
from support.shell import answered, refused

from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.common.added import NotAdded, added
from pytest_promptfmt.corpus.own_case import CorpusError
from pytest_promptfmt.dialects import DIALECTS, UnknownDialect, broken, every_dialect, known_dialect, no_target
from pytest_promptfmt.implementation import ImplementationError
from pytest_promptfmt.report import markdown
from pytest_promptfmt.report.badge import message
from pytest_promptfmt.report.document import text
from pytest_promptfmt.report.html import page
from pytest_promptfmt.report.reading import read

DIALECT = (LUMEN / "lumen_promptfmt" / "__init__.py").read_text("utf-8")
ENTRY = "[promptfmt.dialects]\nx-lumen = lumen_promptfmt:DIALECT\n"
GATE = """
from dataclasses import replace
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.rules import Breach, own


def says_nonempty(request):
    for path, message in request.each():
        if message.get("content") == "":
            yield Breach(path, "it says nothing")


DIALECT = replace(openai.DIALECT, id="x-lumen", rules=(*openai.RULES, *own("x-lumen", says_nonempty)))
"""
"""OpenAI's dialect, with a rule more."""
GUEST = {"by": "guest", "says": "What is jade-31?"}
GUIDE = {"by": "guide", "says": "Answer in rhymes, amber-17."}
SAID = [{"role": "system", "content": GUIDE["says"]}, {"role": "user", "content": GUEST["says"]}]


@pytest.fixture
def lumen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    site = install(tmp_path / "site")
    with installed(monkeypatch, site):
        yield site


def formatters() -> dict[str, Any]:
    """Lumen's own, as an object of this process, which has no second one."""
    return dict(import_module("lumen_promptfmt.formatter").FORMATTERS)


def ids(payload: Any, **context: Any) -> set[tuple[str, str]]:
    said = context.pop("said", None)
    found = check_payload(payload, "x-lumen", said, context=context)
    return {(str(finding.severity), finding.id) for finding in found}


@pytest.mark.usefixtures("lumen")
def test_its_schema_its_rules_and_its_reader_judge() -> None:
    assert ids([GUIDE, GUEST], said=SAID) == set()
    assert ids([{"by": "guest", "says": 1}]) == {("error", "schema.type")}
    assert ids([{"by": "guest", "says": ""}]) == {("error", "x-lumen.says-nonempty")}
    assert ids([{**GUEST, "mood": "fine"}]) == {("warning", "x-lumen.no-unknown-keys")}
    assert ids([GUEST], said=SAID) >= {("error", "fidelity.lost-text")}


@pytest.mark.usefixtures("lumen")
@pytest.mark.parametrize(
    ("model", "found"),
    [
        ("lumen-1-small", {("error", "x-lumen.guide-first")}),
        ("lumen-2", set()),
        ("", set()),
        ("solis-9", set()),
    ],
)
def test_its_models_decide_as_its_facts_say(model: str, found: set[tuple[str, str]]) -> None:
    assert ids([GUEST, GUIDE], **({"model": model} if model else {})) == found


@pytest.mark.usefixtures("lumen")
def test_its_formatter_passes_the_kits_cases_and_its_own_and_a_liar_does_not() -> None:
    chosen = ["x-lumen/*", "chat/p*", "tools/interrupted-*", "tools/single-call"]

    honest = check_formatter("x-lumen", cases=chosen, corpus="x-lumen")

    assert honest.failures == ()
    assert {judgement.case.id for judgement in honest.judgements} >= {"x-lumen/one-call", "tools/single-call"}

    def liar(conversation: Any) -> Any:
        return [{"by": "guest", "says": message.text} for message in conversation.messages]

    caught = check_formatter({"x-lumen.chat": liar}, cases=chosen, corpus="x-lumen")

    assert {finding.id for finding in caught.findings} >= {
        "fidelity.wrong-speaker",
        "fidelity.lost-call",
        "x-lumen.says-nonempty",
    }


@pytest.mark.usefixtures("lumen")
def test_it_is_part_of_no_level_and_reported_apart() -> None:
    report = check_formatter(formatters(), cases=["x-lumen/*", "chat/plain-turns"], corpus="x-lumen")
    document = report.document

    assert {standing.state for profiles in report.levels.values() for standing in profiles.values()} == {"n/a"}
    assert document.implementations[0].outcomes() == {}
    assert document.implementations[0].apart() == {
        "x-lumen.chat": {"pass": 1},
        "x-lumen.chat x-lumen": {"pass": 2},
    }
    assert "apart, part of no level:" in repr(report)
    assert "no level: the dialects are not the kit's" in repr(report)
    assert "Apart, part of no level:" in markdown.markdown(document)
    assert "apart, part of no level" in page(document)


@pytest.mark.usefixtures("lumen")
def test_a_level_of_the_kits_dialects_is_what_it_is_without_it() -> None:
    def chat(conversation: Any) -> Any:
        return [{"role": message.role, "content": message.text} for message in conversation.messages]

    alone, beside = (
        check_formatter({"openai.chat": chat, **more}, cases=["chat/p*"]).document for more in ({}, formatters())
    )

    assert beside.overall(beside.implementations[0]) == alone.overall(alone.implementations[0])
    assert beside.implementations[0].outcomes() == alone.implementations[0].outcomes()
    assert message(beside) == message(alone)


@pytest.mark.usefixtures("lumen")
def test_nobody_certifies_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = refused(capsys, "certify", "x-lumen", "-o", str(tmp_path / "certificate.json"))

    assert "a certificate is of levels, and x-lumen writes for dialects that are not the kit's" in told


def test_a_report_on_it_is_read_where_it_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(monkeypatch, install(tmp_path / "site")):
        written = text(check_formatter(formatters(), cases=["chat/plain-turns"]).document)

    document = read(json.loads(written))

    assert text(document) == written
    assert "x-lumen.chat" in markdown.markdown(document)


@pytest.mark.usefixtures("lumen")
def test_the_commands_know_it(tmp_path: Path) -> None:
    assert answered("list", "targets", "x-*")[1].split() == [
        *("x-lumen.chat", "Lumen", "chat"),
        *("x-lumen.multiagent", "Lumen", "chat"),
    ]
    assert "x-lumen/lumen-2  lumen-2* (default: lumen-2)" in answered("list", "models", "x-*")[1]
    assert "x-lumen.says-nonempty    error" in answered("list", "rules", "x-*")[1]
    told = answered("explain", "x-lumen.guide-first")[1]
    assert "for lumen-1: refused (2026-10)" in told
    assert 'Lumen          lumen.example/docs/messages: "Lumen 1 knows one guide' in told
    assert 'breaks         [{"by":"guest","says":""}]' in answered("explain", "x-lumen.says-nonempty")[1]
    (tmp_path / "payload.json").write_text(json.dumps([{"by": "guest", "says": ""}]))
    code, told = answered("validate", str(tmp_path / "payload.json"), "--dialect=x-lumen")
    assert code == 1
    assert 'provider       Lumen: "a guest has to say something"' in told
    code, told = answered("why", str(tmp_path / "payload.json"), "--dialect=x-lumen")
    assert code == 1
    assert "x-lumen.says-nonempty" in told


def test_nothing_is_imported_before_somebody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = install(tmp_path / "site", __init___py="raise SystemExit('imported')")
    with installed(monkeypatch, site):
        assert check_payload([{"role": "user", "content": "Hi"}], "openai") == []
        assert no_target("openai.chat") is None
        assert "lumen_promptfmt" not in sys.modules
        with pytest.raises(NotAdded, match=r"lumen-promptfmt 1\.0: cannot be imported: SystemExit: imported"):
            known_dialect("x-lumen")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"__init___py": "1 / 0"}, "cannot be imported: ZeroDivisionError: division by zero"),
        ({"__init___py": "DIALECT = 3"}, "it is int, and has to be a Dialect of pytest_promptfmt.dialects"),
        (
            {"__init___py": f"{DIALECT}\nfrom dataclasses import replace\nDIALECT = replace(DIALECT, id='x-sol')"},
            "the dialect's id is 'x-sol'; name entry point and dialect alike",
        ),
        ({"schema_json": "{"}, "its schema.json cannot be read: JSONDecodeError"),
        ({"schema_json": "{}"}, "its schema.json is missing, or has no $defs/message"),
        (
            {"schema_json": '{"$defs": {"message": {"pattern": "a"}}}'},
            "schema.json has the keyword pattern; known here are $ref, type",
        ),
        (
            {"schema_json": '{"$defs": {"message": {"items": {"anyOf": [true]}}}}'},
            "schema.json: anyOf stands outside of an if",
        ),
        ({"schema_json": '{"$defs": {"message": {"$ref": "#/$defs/no"}}}'}, "refers to 'no' in $defs"),
        ({"evidence_json": '{"rules": {}}'}, "evidence.json says nothing of the rule x-lumen.says-nonempty"),
        ({"models_json": '{"x-lumen": {"families": {}}}'}, "models.json is not of the form of the kit's own"),
        (
            {"entry_points_txt": "[promptfmt.dialects]\nx-sol = lumen_promptfmt:DIALECT\n"},
            "no distribution here adds 'x-lumen' (promptfmt.dialects); known are x-sol",
        ),
        (
            {"entry_points_txt": "[promptfmt.dialects]\nsol = lumen_promptfmt:DIALECT\n"},
            "a name begins with x- and is of a-z, 0-9 and -: call it x-sol",
        ),
    ],
)
def test_a_broken_one_is_an_error_that_names_the_distribution(
    changed: dict[str, str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(monkeypatch, install(tmp_path / "site", **changed)):
        (asked,) = added("promptfmt.dialects")
        with pytest.raises(NotAdded) as caught:
            known_dialect(asked)
        with pytest.raises(ImplementationError, match=r"and that cannot be had: .*lumen-promptfmt"):
            check_formatter({f"{asked}.chat": repr})

        assert told in str(caught.value)
        assert "of the distribution lumen-promptfmt 1.0: " in str(caught.value)
        assert every_dialect() == DIALECTS
        assert list(broken()) == [str(caught.value)]


@pytest.mark.parametrize("asked", ["sol", "x-sol"])
def test_whoever_forgets_the_mark_of_an_entry_point_is_told_to_add_it(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also who asks with the mark: to propose the name without it would send them round in a circle."""
    entry_points = "[promptfmt.implementations]\nsol = lumen_promptfmt.formatter\n"
    with (
        installed(monkeypatch, install(tmp_path / "site", entry_points_txt=entry_points)),
        pytest.raises(ImplementationError, match=r"promptfmt 1.*call it x-sol") as caught,
    ):
        check_formatter(asked)

    assert "did you mean" not in str(caught.value)


def test_one_of_the_kits_with_a_rule_more_is_another_dialect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = json.dumps(DIALECTS["openai"].schemas)
    with installed(monkeypatch, install(tmp_path / "site", __init___py=GATE, schema_json=schema)):
        assert ids([{"role": "user", "content": "Hi"}]) == set()
        assert ids([{"role": "user", "content": ""}]) == {("error", "x-lumen.says-nonempty")}
        assert ids([]) == {("error", "openai.messages-nonempty")}
        assert "openai." not in answered("list", "rules", "x-*")[1]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"formatter_py": "1 / 0"}, "lumen-promptfmt 1.0: cannot be imported: ZeroDivisionError"),
        ({"formatter_py": "FORMATTERS = {}"}, "'x-lumen': FORMATTERS is empty"),
        (
            {"entry_points_txt": f"{ENTRY}[promptfmt.implementations]\nx-lumen = lumen_promptfmt.no\n"},
            "lumen-promptfmt 1.0: cannot be imported: ModuleNotFoundError",
        ),
    ],
)
def test_a_broken_implementation_is_an_error_that_names_the_distribution(
    changed: dict[str, str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = install(tmp_path / "site", **changed)
    with installed(monkeypatch, site), pytest.raises(ImplementationError, match=re.escape(told)):
        check_formatter("x-lumen")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("lumen_promptfmt.no", "lumen-promptfmt 1.0: cannot be imported: ModuleNotFoundError"),
        ("json", "json has no cases: put JSON files there"),
        ("lumen_promptfmt", "evidence.json: $: neither a conversation"),
    ],
)
def test_a_broken_corpus_is_an_error_that_says_where(
    value: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = f"{ENTRY}[promptfmt.corpora]\nx-lumen = {value}\n"
    site = install(tmp_path / "site", entry_points_txt=entries)
    with installed(monkeypatch, site), pytest.raises(CorpusError, match=re.escape(told)):
        check_formatter({"openai.chat": repr}, corpus="x-lumen")


def test_two_distributions_of_one_name_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = install(tmp_path / "site")
    other = site / "lux-2.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: lux\nVersion: 2.0\n")
    (other / "entry_points.txt").write_text("[promptfmt.dialects]\nx-lumen = lux:DIALECT\n")
    with installed(monkeypatch, site), pytest.raises(NotAdded, match=r"adds one of the same name; uninstall one"):
        known_dialect("x-lumen")


def test_what_nobody_adds_is_told() -> None:
    forget()
    with pytest.raises(UnknownDialect, match="'x-lumen' is no dialect: no distribution here adds any"):
        known_dialect("x-lumen")
    with pytest.raises(ImplementationError, match=r"target 'x-lumen\.chat'; no distribution here adds 'x-lumen'"):
        check_formatter({"x-lumen.chat": repr})
    with pytest.raises(ImplementationError, match="'x-lumen': no distribution here adds 'x-lumen'"):
        check_formatter("x-lumen")


@pytest.mark.slow
def test_a_run_of_pytest_judges_it_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Installed by its metadata alone, as pip lays it down; the whole corpus, and a second process beside it."""
    words = ["-q", "-p", "no:cacheprovider", "--promptfmt-impl=x-lumen", "--promptfmt-corpus=x-lumen"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--promptfmt-report=json:report.json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(LUMEN), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    report = json.loads((tmp_path / "report.json").read_text())["implementations"][0]
    assert done.returncode == 0, done.stdout
    assert (report["level"], report["promised"], report["outcomes"]) == (None, 0, {})
    assert report["apart"]["x-lumen.chat x-lumen"] == {"pass": 2}
    assert report["apart"]["x-lumen.chat"].keys() == {"pass", "unsupported"}
