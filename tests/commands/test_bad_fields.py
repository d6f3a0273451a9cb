"""Every field of a certificate and of a report, as somebody may have edited it: refused in one clear line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from support.documents import certified
from support.rows import ask_each
from support.shell import refused

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.cli import main
from pytest_promptfmt.corpus.revision import digest as corpus_digest
from pytest_promptfmt.report.certificate import CertificateError, check, statement_digest
from pytest_promptfmt.report.document import digest, text
from pytest_promptfmt.report.reading import DocumentError, read

Place: TypeAlias = tuple[str | int, ...]
FREE = {"input", "payload", "data"}
"""What is somebody else's JSON."""

ODD: dict[str, Any] = {
    "a float": 1.0,
    "a float that is zero": 0.0,
    "true": True,
    "a number as text": "3",
    "a negative number": -1,
    "a number beyond all": 10**40,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "an array": [[]],
    "an object": {"x": {}},
    "a colour": "\x1b[31mred\x1b[0m",
    "a second line": "Linux\n::error::gotcha",
    "the end of a line": "2026-07-01T10:00:00+00:00\n",
    "NUL": "a\0b",
    "half a character": "\ud800",
    "a long text": "x" * 100_000,
    "deep": json.loads("[" * 400 + "]" * 400),
}


def _saying(length: int) -> SimpleNamespace:
    """A formatter that says the beginning of every text."""

    def chat(conversation: Any) -> Any:
        return [{"role": message.role, "content": message.text[:length]} for message in conversation.messages]

    claims = {"openai.chat": {"blocks": []}}
    return SimpleNamespace(FORMATTERS={"openai.chat": chat}, CAPABILITIES=claims, __version__="1.0")


@cache
def _report() -> Any:
    return json.loads(text(check_formatter(_saying(12), cases=["chat/plain-turns", "chat/one-user"]).document))


def _places(value: Any, at: Place = ()) -> Iterator[Place]:
    """All of a document but what is free; of each array the first item."""
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, held in items:
        if key not in FREE:
            yield from _places(held, (*at, key))


def _get(document: Any, place: Place) -> Any:
    for key in place:
        document = document[key]
    return document


def _changed(document: Any, place: Place, change: Callable[[Any, Any], object]) -> Any:
    changed = copy.deepcopy(document)
    change(_get(changed, place[:-1]), place[-1])
    changed = copy.deepcopy(changed)
    return changed


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


PARTS = 48
in_parts = pytest.mark.parametrize("part", range(PARTS))
"""A test of each 48th field, none of them every day, for which ``sampled`` stands beside it."""


def _nth(part: int, document: Any) -> list[tuple[Place]]:
    """Every 48th field, from this one on; a document is made when a test runs, not when it is collected."""
    return [(place,) for place in [place for place in _places(document) if place][part::PARTS]]


def _odd_digest(document: Any) -> bool:
    """Is it the digest that was edited?"""
    old: Any = certified()["predicate"]["digest"]
    return isinstance(document.get("predicate"), dict) and document["predicate"].get("digest") != old


def _refuses_certificate(document: Any) -> str:
    if not _odd_digest(document):
        with suppress(AttributeError, KeyError, TypeError, ValueError):  # it is no digest of anything
            document["predicate"]["digest"] = statement_digest(document)
    with pytest.raises(CertificateError) as refusal:
        check(document, "cert.json", corpus_digest())
    return str(refusal.value)


@pytest.mark.slow
@in_parts
def test_a_field_of_a_certificate(part: int) -> None:
    def is_refused(place: Place) -> None:
        for name, odd in ODD.items():
            if name == "a number as text" and place[1:] in (("kit", "version"), ("run", "python"), ("run", "platform")):
                continue
            if name == "a number as text" and place[-1] == "model":
                continue
            document = _changed(certified(), place, lambda holder, key, odd=odd: holder.__setitem__(key, odd))
            said = _refuses_certificate(document)
            assert len(said) < 600
            assert said.isprintable()

    ask_each(_nth(part, certified()), is_refused)


@pytest.mark.sampled(0)
@in_parts
def test_a_field_that_a_certificate_lacks_and_one_too_many(part: int) -> None:
    def is_refused(place: Place) -> None:
        if not isinstance(place[-1], str):
            return
        # one is put back, the others only a run knows
        if place != ("predicate", "digest") and "warnings" not in place[:-1]:
            _refuses_certificate(_changed(certified(), place, lambda holder, key: holder.pop(key)))
        _refuses_certificate(_changed(certified(), place, lambda holder, key: holder.update(extra="x")))

    ask_each(_nth(part, certified()), is_refused)


def _sealed(document: Any) -> Any:
    with suppress(ValueError):
        document["digest"] = digest(document)
    return document


@pytest.mark.sampled(0)
@in_parts
def test_a_field_of_a_report(part: int) -> None:
    """Texts may be anything that is not too long for a name: what prints them spells them out."""

    def is_refused(place: Place) -> None:
        old = _get(_report(), place)
        for name, odd in ODD.items():
            words = isinstance(odd, str) and (isinstance(old, str) or place[-1] in ("version", "pinned", "reference"))
            if place == ("digest",) or (words and name != "a long text") or _same(old, odd):
                continue
            if words and place[-1] in ("hunts", "message", "path", "reference", "pinned"):
                continue
            document = _changed(_report(), place, lambda holder, key, odd=odd: holder.__setitem__(key, odd))
            with pytest.raises(DocumentError) as refusal:
                read(_sealed(document), "bad.json")
            assert len(str(refusal.value)) < 600
            assert str(refusal.value).isprintable()

    ask_each(_nth(part, _report()), is_refused)


@pytest.mark.parametrize("key", ["outcomes", "promised"])
def test_a_count_of_a_report_that_is_a_float_and_equal(key: str) -> None:
    document = copy.deepcopy(_report())
    (one,) = document["implementations"]
    counts = one["outcomes"] if key == "outcomes" else one["targets"]["openai.chat"]["promised"]["text"]
    for name, n in counts.items():
        counts[name] = float(n)
    with pytest.raises(DocumentError, match="is not of type 'integer'"):
        read(_sealed(document), "bad.json")


RAW: dict[str, Callable[[str], str]] = {
    "a key twice": lambda spelled: spelled.replace("{", '{"kit": 1, "kit": 2, ', 1),
    "a key twice, deep inside": lambda spelled: spelled.replace('"level":', '"level": 3, "level":', 1),
    "NaN": lambda spelled: spelled.replace("{", '{"x": NaN, ', 1),
    "minus infinity": lambda spelled: spelled.replace("{", '{"x": -Infinity, ', 1),
    "a number that overflows": lambda spelled: spelled.replace('"level":', '"x": 1e999, "level":', 1),
    "a number of many digits": lambda spelled: spelled.replace('"level":', f'"x": {"9" * 5_000}, "level":', 1),
    "deep": lambda spelled: spelled.replace("{", '{"run": ' + '{"x":' * 900 + "1" + "}" * 900 + ", ", 1),
    "deeper": lambda spelled: spelled.replace("{", '{"run": ' + "[" * 100_000 + "]" * 100_000 + ", ", 1),
    "a long key": lambda spelled: spelled.replace("{", '{"' + "k" * 1_000_000 + '": 1, ', 1),
    "a key in colours": lambda spelled: spelled.replace("{", '{"\\u001b[31m\\n::error::": 1, ', 1),
    "half a character as a key": lambda spelled: spelled.replace("{", '{"\\ud800": 1, ', 1),
}


@pytest.mark.parametrize("kind", ["certificate", "report"])
@pytest.mark.parametrize("name", RAW)
def test_json_that_readers_understand_differently_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    spelled = json.dumps(certified() if kind == "certificate" else _report())
    tmp_path.joinpath("bad.json").write_text(RAW[name](spelled))

    words = ("verify", "--no-run") if kind == "certificate" else ("merge", "-o", "new.json")
    assert "bad.json" in refused(capsys, *words, "bad.json")


@pytest.mark.parametrize("depth", [50, 300, 600, 900])
def test_a_deep_payload_in_a_report_is_read_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], depth: int
) -> None:
    monkeypatch.chdir(tmp_path)
    document = copy.deepcopy(_report())
    failed = next(result for result in document["implementations"][0]["results"] if "payload" in result)
    failed["payload"] = json.loads("[" * depth + "]" * depth)
    tmp_path.joinpath("deep.json").write_text(json.dumps(_sealed(document)))

    for words in (
        ("report", "deep.json", "html:x.html", "markdown:x.md", "svg:x.svg"),
        ("compare", "deep.json", "deep.json"),
        ("matrix", "deep.json", "deep.json"),
        ("merge", "deep.json", "-o", "all.json"),
    ):
        code = main(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert code in (0, 1) or (code == 2 and "nested too deeply" in err), err


@pytest.mark.parametrize("about", [[10**9], [0, 0]])
def test_findings_about_messages_that_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, about: list[int]
) -> None:
    monkeypatch.chdir(tmp_path)
    document = copy.deepcopy(_report())
    for result in document["implementations"][0]["results"]:
        for verdict in result["verdicts"]:
            for finding in verdict.get("findings", ()):
                finding["about"] = about
    tmp_path.joinpath("odd.json").write_text(json.dumps(_sealed(document)))

    assert main(["report", "odd.json", "html:x.html", "markdown:x.md"]) == 0


@pytest.mark.parametrize("given", [{"messages": 3}, {"messages": [1, None, {"role": []}]}, {}, {"x": {"messages": {}}}])
def test_an_input_that_is_no_conversation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: Any) -> None:
    monkeypatch.chdir(tmp_path)
    document = copy.deepcopy(_report())
    for case in document["cases"].values():
        case["input"] = given
    tmp_path.joinpath("odd.json").write_text(json.dumps(_sealed(document)))

    assert main(["report", "odd.json", "html:x.html", "markdown:x.md"]) == 0
