"""The report: one document, from which everything else is made, and which notices when it was changed."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from support.kits import HONEST, LOSSY, Kit

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.cli import main
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.corpus import case_from_json
from pytest_promptfmt.report import badge
from pytest_promptfmt.report.compare.changes import change_lines, compare
from pytest_promptfmt.report.compare.merged import merge
from pytest_promptfmt.report.compare.side_by_side import compared
from pytest_promptfmt.report.document import ReportDocument, digest, text
from pytest_promptfmt.report.level_table import models_line
from pytest_promptfmt.report.markdown import escape, markdown
from pytest_promptfmt.report.reading import DocumentError, read

SOME = ("--promptfmt-case=chat/*", "--promptfmt-case=tools/parallel*")


def plain(conversation: Conversation) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


def cutting(conversation: Conversation) -> list[dict[str, str]]:
    return [{**message, "content": message["content"][:12]} for message in plain(conversation)]


def report(formatter: Callable[[Conversation], Any], *cases: str) -> ReportDocument:
    claims = {"openai.chat": {"blocks": []}}
    holder = type("Holder", (), {"FORMATTERS": {"openai.chat": formatter}, "CAPABILITIES": claims})
    return check_formatter(holder, cases=cases or ("chat/plain-*", "chat/one-user")).document


def loaded(document: ReportDocument) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text(document))
    return found


def test_what_is_read_is_what_was_written() -> None:
    document = report(cutting)
    assert read(loaded(document)) == document
    assert text(read(loaded(document))) == text(document)


def test_a_case_of_somebodys_own_is_told_and_not_scored() -> None:
    own = case_from_json("chat", {"name": "mine", "hunts": "x", "conversation": [{"role": "user", "content": "Hello"}]})
    holder = type("Holder", (), {"FORMATTERS": {"openai.chat": plain}})
    document = check_formatter(holder, cases=[own, "chat/one-user"]).document

    assert {result.case: result.scored for result in document.implementations[0].results} == {
        "chat/mine": False,
        "chat/one-user": True,
    }
    assert read(loaded(document)) == document


def to_two_models(conversation: Conversation) -> dict[str, Any]:
    return {"model": "gpt-4o" if len(conversation.messages) > 1 else "gpt-5.2", "messages": plain(conversation)}


def test_models_that_payloads_name_are_told_before_the_one_that_is_claimed() -> None:
    document = report(to_two_models, "chat/one-user", "chat/plain-*")
    (judged,) = read(loaded(document)).implementations

    assert sorted(judged.models()["openai.chat"]) == ["gpt-4o", "gpt-5.2"]
    assert models_line(judged) in (
        "judged as requests to gpt-4o, gpt-5.2 (openai)",
        "judged as requests to gpt-5.2, gpt-4o (openai)",
    )
    assert (
        models_line(replace(judged, results=report(plain).implementations[0].results))
        == "judged as requests to gpt-5.4 (openai)"
    )


def test_a_model_that_no_model_can_be_called_is_not_told() -> None:
    document = report(lambda conversation: {"model": "\x1b[31m" * 40, "messages": plain(conversation)}, "chat/one-user")

    assert document.implementations[0].models() == {}


def test_it_says_the_same_twice() -> None:
    assert text(report(cutting)) == text(report(cutting))


def test_a_formatter_that_returns_what_is_no_json_is_reported_in_strict_json() -> None:
    def odd(conversation: Conversation) -> Any:
        return [{"role": "user", "content": "\ud800", "n": float("nan"), "bytes": b"x"}]

    spelled = text(report(odd))
    json.loads(spelled, parse_constant=lambda name: pytest.fail(name))
    spelled.encode()


@pytest.mark.slow
def test_a_run_writes_the_same_bytes_from_one_process_two_workers_and_two_shards(kit: Kit) -> None:
    kit.write(mypkg=LOSSY)
    kit.run(*SOME, "--promptfmt-report=json:one.json")
    kit.outside(*SOME, "-n2", "--promptfmt-report=json:two.json")
    kit.run(SOME[0], "--promptfmt-report=json:a.json")
    kit.run(SOME[1], "--promptfmt-report=json:b.json")
    one = (kit.pytester.path / "one.json").read_text("utf-8")
    assert (kit.pytester.path / "two.json").read_text("utf-8") == one
    shards = [(name, read(json.loads((kit.pytester.path / name).read_text("utf-8")))) for name in ("b.json", "a.json")]
    assert text(merge(shards)) == one


def test_the_source_is_that_of_the_formatter_and_its_helpers_and_names_no_place(kit: Kit) -> None:
    kit.write(mypkg="import helper\n" + HONEST, helper="", unrelated="")
    one = sourced(kit, "one.json")
    assert re.fullmatch("sha256:[0-9a-f]{64}", one)
    assert str(kit.pytester.path) not in (kit.pytester.path / "one.json").read_text("utf-8")
    kit.write(unrelated="x = 1")
    assert sourced(kit, "two.json") == one
    kit.write(helper="x = 1")
    assert sourced(kit, "three.json") != one

    ret = main(["merge", "one.json", "three.json", "-o", "all.json"])
    assert ret == 2
    assert not (kit.pytester.path / "all.json").exists()


def sourced(kit: Kit, name: str) -> str:
    kit.run(SOME[1], f"--promptfmt-report=json:{name}")
    (judged,) = read(json.loads((kit.pytester.path / name).read_text("utf-8"))).implementations
    return judged.source


def test_passes_and_failures_are_told_with_what_is_needed_to_see_them() -> None:
    (judged,) = report(cutting).implementations
    failed = [result for result in judged.results if result.findings]
    assert failed
    assert all(result.payload for result in failed)
    assert {result.payload for result in judged.results if not result.findings} <= {None}
    document = loaded(report(cutting))
    for result in document["implementations"][0]["results"]:
        assert ("input" in document["cases"][result["case"]]) == (result["outcome"] == "fail")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda d: d.update(format="other"), "no report of promptfmt"),
        (lambda d: d.update(version=7), "a report of version 7"),
        (lambda d: d.pop("cases"), "'cases' is a required property"),
        (lambda d: d["implementations"][0].update(level="3"), r"\$.implementations\[0\].level"),
        (lambda d: d["implementations"][0].update(level=3), "changed after it was written"),
        (lambda d: d["implementations"][0]["results"].pop(), "changed after it was written"),
    ],
)
def test_a_document_that_is_none_says_where(spoil: Callable[[dict[str, Any]], object], said: str) -> None:
    document = loaded(report(cutting))
    spoil(document)
    with pytest.raises(DocumentError, match=said):
        read(document, "some.json")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one: one.update(level=3),
        lambda one: one["outcomes"].update({"pass": 999}),
        lambda one: one["results"][0].update(outcome="pass"),
        lambda one: one["targets"]["openai.chat"]["profiles"]["text"].update(state="graded", level=3),
    ],
)
def test_a_new_digest_does_not_hide_that_a_document_contradicts_itself(spoil: Callable[[Any], object]) -> None:
    document = copy.deepcopy(loaded(report(cutting)))
    document["implementations"][0]["results"].sort(key=lambda result: result["outcome"])
    spoil(document["implementations"][0])
    document["digest"] = digest(document)
    with pytest.raises(DocumentError, match="does not agree with itself"):
        read(document)


@pytest.mark.parametrize("value", [None, [], "report", {"format": "promptfmt-report"}])
def test_other_json_is_no_report(value: Any) -> None:
    with pytest.raises(DocumentError):
        read(value)


def test_shards_that_are_not_of_one_run_are_not_merged() -> None:
    one, two = (of_source("1", report(formatter, "chat/plain-turns")) for formatter in (cutting, plain))
    with pytest.raises(DocumentError, match=r"b\.json and a\.json differ in openai\.chat / chat/plain-turns"):
        merge([("a.json", one), ("b.json", two)])
    other = report(plain, "chat/plain-turns")
    with pytest.raises(DocumentError, match="kit"):
        merge([("a.json", other), ("b.json", read_as(other, kit="0.0.1"))])


def of_source(digit: str, document: ReportDocument) -> ReportDocument:
    """The same, said of code that has a digest."""
    (judged,) = document.implementations
    return replace(document, implementations=(replace(judged, source=f"sha256:{digit * 64}" if digit else ""),))


def test_shards_of_different_code_are_not_merged() -> None:
    one, two = (report(plain, case) for case in ("chat/plain-turns", "chat/one-user"))

    assert len(merge([("a", of_source("1", one)), ("b", of_source("1", two))]).implementations[0].results) == 2
    with pytest.raises(DocumentError, match=r"b and a judged different code .*sha256:222222222222 and sha256:1111111"):
        merge([("a", of_source("1", one)), ("b", of_source("2", two))])


@pytest.mark.parametrize(("first", "second"), [("", ""), ("1", ""), ("", "1")])
def test_shards_of_code_that_nobody_knows_are_not_merged(first: str, second: str) -> None:
    one, two = (report(plain, case) for case in ("chat/plain-turns", "chat/one-user"))
    with pytest.raises(DocumentError, match=r"different code as holder .*unknown"):
        merge([("a", of_source(first, one)), ("b", of_source(second, two))])
    assert merge([("a", of_source("", one))]) == one


def test_different_code_may_be_compared() -> None:
    old, new = of_source("1", report(plain)), of_source("2", report(cutting))

    assert [change.worse for change in compare(old, new)] == [True]
    assert len(compared([old, new]).names) == 2


def read_as(document: ReportDocument, **changes: Any) -> ReportDocument:
    value = loaded(document) | changes
    return read(value | {"digest": digest(value)})


def test_what_got_worse_and_what_got_better() -> None:
    good, bad = report(plain), report(cutting)
    (worse,) = compare(good, bad)
    assert worse.worse
    assert len(worse.of("regression")) == len(bad.implementations[0].results)
    assert any("regression: openai.chat / chat/plain-turns" in line for line in change_lines(worse))
    (better,) = compare(bad, good)
    assert not better.worse
    assert len(better.of("fix")) == len(worse.of("regression"))
    assert list(change_lines(*compare(good, good))) == ["Holder", "  nothing changed"]


def test_what_is_no_longer_judged_is_worse() -> None:
    (changes,) = compare(report(plain), report(plain, "chat/one-user"))
    assert changes.worse
    assert changes.of("gone")


HOSTILE = "</code><script>alert(1)</script> [x](javascript:alert(1)) @team ![i](http://evil.example/p.png) `|` \u202e"


def test_nothing_in_foreign_text_is_markup() -> None:
    spelled = escape(HOSTILE).replace("<!-- -->", "")
    for mark in "<>[]`|@":
        assert mark not in spelled
    assert "://" not in spelled
    assert "\u202e" not in spelled


def test_markdown_says_levels_causes_and_the_providers_words() -> None:
    def empty(conversation: Conversation) -> Any:
        return [{"role": "user", "content": []}]

    spelled = markdown(report(empty))
    assert "### " in spelled
    assert "1 cause" in spelled or "causes" in spelled
    assert "| <code>openai.chat</code> |" in spelled
    assert spelled == markdown(report(empty))


def test_the_badge_is_the_lowest_level() -> None:
    endpoint: Mapping[str, Any] = json.loads(badge.endpoint(report(plain)))
    assert endpoint["schemaVersion"] == 1
    assert endpoint["message"] == "not graded"  # a part of the corpus gives no level
    picture = ElementTree.fromstring(badge.svg(report(plain)))
    assert picture.attrib["aria-label"] == "prompt formatters: not graded (Holder: openai.chat. Warnings: none)"


def test_the_run_says_that_it_could_not_write_and_fails(kit: Kit) -> None:
    kit.write(conftest="def pytest_runtestloop():\n    open('there', 'w').close()\n")
    result = kit.run("--promptfmt-case=chat/plain-turns", "--promptfmt-report=json:there/r.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*the report was not written: *"])


@pytest.mark.parametrize("place", ["mypkg.py", "folder", "mypkg.py/r.json"])
def test_where_no_report_can_be_is_a_usage_error_before_anything_runs(kit: Kit, place: str) -> None:
    """A formatter in the place of a report would be gone."""
    (kit.pytester.path / "folder").mkdir()
    before = (kit.pytester.path / "mypkg.py").read_bytes()

    result = kit.run("--promptfmt-case=chat/plain-turns", f"--promptfmt-report=json:{place}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert (kit.pytester.path / "mypkg.py").read_bytes() == before


@pytest.mark.parametrize("wanted", ["json", "json:", "pdf:x.pdf", "htlm:x"])
def test_an_unknown_form_is_a_usage_error_before_anything_runs(kit: Kit, wanted: str) -> None:
    result = kit.run(f"--promptfmt-report={wanted}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--promptfmt-report: *"])


def test_a_run_that_judged_less_than_it_promised_fails_and_counts(kit: Kit) -> None:
    connecting = (
        "    if len(conversation.messages) > 2:\n        __import__('socket').create_connection(('localhost', 9))\n"
    )
    kit.write(mypkg=HONEST.replace("    payload = []\n", f"    payload = []\n{connecting}"))
    result = kit.run("--promptfmt-case=chat/plain-turns", "--promptfmt-case=chat/one-user")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*no level: *, and 10 of * checks ran, 5 of which are inconclusive: the formatter tried to connect *",
            "*graded 5 of 10; not judged: openai.chat / chat/plain-turns: the formatter tried to connect *",
        ]
    )
