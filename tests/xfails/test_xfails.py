"""Expected failures: reading, matching, expiry, widening."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from pytest_promptfmt.corpus import case_from_json
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict
from pytest_promptfmt.xfails import Entry, XfailError, combined, excuse, rows
from pytest_promptfmt.xfails.reading import project_entries, read

TODAY = date(2026, 11, 20)


def entry(match: str, more: str = "") -> Entry:
    (one,) = read(f'[[xfail]]\nmatch = "{match}"\nreason = "known"\n{more}', "promptfmt.toml")
    return one


def judgement(*verdicts: Verdict, target: str = "openai.chat") -> Judgement:
    case = case_from_json(
        "tools", {"name": "parallel", "hunts": "x", "conversation": [{"role": "user", "content": "Hi"}]}
    )
    exchange = Exchange(target, case, case.conversation(), payload=[])
    return Judgement(from_object({"openai.chat": print}), exchange, verdicts)


def failing(check: str, *ids: str) -> Verdict:
    return Verdict(check, Outcome.FAIL, tuple(Finding(id_, Severity.ERROR, "$", "wrong") for id_ in ids))


def test_an_entry_has_up_to_three_globs() -> None:
    assert (entry("a.*").target, entry("a.*").case, entry("a.*").check) == ("a.*", "*", "*")
    assert entry("a / tools/*").case == "tools/*"
    assert entry("a / tools/x / fidelity.lost-*").check == "fidelity.lost-*"


def test_an_entry_knows_its_place_and_its_lines() -> None:
    text = '# one\n[[xfail]]\nmatch = "a"\nreason = "r"\n\n# two\n[[xfail]]\nmatch = "b"\nreason = """\nlong\n"""\n'
    one, two = read(text, "promptfmt.toml")

    assert (one.place, one.lines) == ("promptfmt.toml:2", '[[xfail]]\nmatch = "a"\nreason = "r"')
    assert (two.place, two.lines) == ("promptfmt.toml:7", '[[xfail]]\nmatch = "b"\nreason = """\nlong\n"""')


def test_where_the_lines_cannot_be_told_the_number_is() -> None:
    (one,) = read('xfail = [{match = "a", reason = "r"}]', "promptfmt.toml")

    assert (one.place, one.lines) == ("promptfmt.toml, entry 1", "")


@pytest.mark.parametrize(
    ("match", "check", "id_", "covered"),
    [
        ("openai.* / tools/* / fidelity", "fidelity", "fidelity.lost-text", True),
        ("openai.* / tools/* / fidelity.lost-*", "fidelity", "fidelity.lost-text", True),
        ("openai.* / tools/* / fidelity.lost-call", "fidelity", "fidelity.lost-text", False),
        ("openai.* / tools/* / protocol", "fidelity", "fidelity.lost-text", False),
        ("openai.* / chat/*", "fidelity", "fidelity.lost-text", False),
        ("gemini.*", "fidelity", "fidelity.lost-text", False),
        ("openai.chat", "protocol", "openai.messages-nonempty", True),
        ("* / * / openai.*", "protocol", "openai.messages-nonempty", True),
    ],
)
def test_an_entry_matches_target_case_and_check_or_rule(match: str, check: str, id_: str, covered: bool) -> None:
    judged = excuse(judgement(failing(check, id_)), [entry(match)], TODAY)

    assert (judged.outcome is Outcome.XFAIL) == covered


def test_a_verdict_is_expected_if_all_of_its_errors_are() -> None:
    two = failing("fidelity", "fidelity.lost-text", "fidelity.lost-call")
    texts, calls = entry("* / * / fidelity.lost-text"), entry("* / * / fidelity.lost-call", 'issue = "#7"')

    assert excuse(judgement(two), [texts], TODAY).outcome is Outcome.FAIL
    both = excuse(judgement(two), [texts, calls], TODAY)
    assert both.outcome is Outcome.XFAIL
    assert both.verdicts[0].reason == "known; known (#7)"


def test_one_unexpected_verdict_makes_the_item_fail() -> None:
    judged = excuse(
        judgement(failing("schema", "schema.type"), failing("purity", "purity.x")), [entry("* / * / schema")], TODAY
    )

    assert [verdict.outcome for verdict in judged.verdicts] == [Outcome.XFAIL, Outcome.FAIL]
    assert judged.outcome is Outcome.FAIL


def test_an_entry_may_have_several_patterns_each_of_which_excuses_what_it_matches_and_no_more() -> None:
    found = read("[[xfail]]\nmatch=['x / chat/{a,b} / schema', 'y / * / fidelity']\nreason='r'", "promptfmt.toml")

    assert [one.match for one in found] == ["x / chat/a / schema", "x / chat/b / schema", "y / * / fidelity"]
    assert {(one.place, one.line) for one in found} == {("promptfmt.toml:1", 1)}
    assert [len(row) for row in rows([*found, entry("*"), *found])] == [3, 1, 3]


def test_a_warning_is_no_expected_failure() -> None:
    passed = Verdict("protocol", Outcome.PASS, (Finding("openai.x", Severity.WARNING, "$", "hm"),))

    assert excuse(judgement(passed), [entry("*")], TODAY).outcome is Outcome.PASS


def test_a_formatter_that_raises_can_be_expected_to() -> None:
    raised = Verdict("schema", Outcome.ERROR, (Finding("exchange.raised", Severity.ERROR, "$", "boom"),))

    assert excuse(judgement(raised), [entry("* / * / exchange.raised")], TODAY).outcome is Outcome.XFAIL


@pytest.mark.parametrize(("day", "outcome"), [("2026-11-20", Outcome.FAIL), ("2026-11-21", Outcome.XFAIL)])
@pytest.mark.parametrize("spelling", ["{}", '"{}"', "{}T10:00:00"])
def test_from_its_day_on_an_entry_excuses_nothing(day: str, outcome: Outcome, spelling: str) -> None:
    one = entry("*", f"expires = {spelling.format(day)}")

    assert excuse(judgement(failing("schema", "schema.type")), [one], TODAY).outcome is outcome


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[xfail]", "promptfmt.toml: no TOML: *(at line 1, column 8)"),
        ("[[xfails]]", "promptfmt.toml: unknown key 'xfails'; did you mean 'xfail'?"),
        ("xfail = 3", "promptfmt.toml: xfail is a list of tables, each headed *xfail]]"),
        ("\n[[xfail]]\nreason='r'", "promptfmt.toml:2: match is missing"),
        ("[[xfail]]\nmatch='a'", "promptfmt.toml:1: reason is missing"),
        ("[[xfail]]\nmatch='a'\nreason=' '", "promptfmt.toml:1: reason is a text that says something, not ' '"),
        ("[[xfail]]\nmatch=3\nreason='r'", "promptfmt.toml:1: match is a text that *, or a list of such texts, not 3"),
        ("[[xfail]]\nmatch='a'\nreason='r'\nisue='i'", "promptfmt.toml:1: unknown key 'isue'; did you mean 'issue'?"),
        ("[[xfail]]\nmatch='a / b / c / d'\nreason='r'", "promptfmt.toml:1: match is up to three globs, *"),
        ("[[xfail]]\nmatch='a /  / d'\nreason='r'", "promptfmt.toml:1: match is up to three globs, *"),
        ("[[xfail]]\nmatch='a'\nreason='r'\nexpires='soon'", "promptfmt.toml:1: expires is a date like *, not 'soon'"),
        ("[[xfail]]\nmatch=[]\nreason='r'", "promptfmt.toml:1: match is a text that *, or a list of such texts, not *"),
        ("[[xfail]]\nmatch=['a', ' ']\nreason='r'", "promptfmt.toml:1: match is a text that *, not [[]'a', ' ']"),
        ("[[xfail]]\nmatch='a / {b,c'\nreason='r'", "promptfmt.toml:1: '{b,c': a choice is written {one,another}, *"),
        ("[[xfail]]\nmatch='a / {b,{c}}'\nreason='r'", "promptfmt.toml:1: *: a choice is written {one,another}, *"),
        ("xfail=[{match='a',reason='r'},{}]", "promptfmt.toml, entry 2: match is missing"),
        (
            "[[xfail]]\nmatch='a.b, c/d'\nreason='r'",
            "promptfmt.toml:1: 'a.b, c/d' matches nothing: * ' / ' between them*",
        ),
        (
            "[[xfail]]\nmatch='a.b /c/d'\nreason='r'",
            "promptfmt.toml:1: 'a.b /c/d' matches nothing: * ' / ' between them*",
        ),
        (
            "[[xfail]]\nmatch='a.b c/d'\nreason='r'",
            "promptfmt.toml:1: 'a.b c/d' matches nothing: * ' / ' between them*",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_place_and_remedy(text: str, says: str) -> None:
    with pytest.raises(XfailError) as caught:
        read(text, "promptfmt.toml")

    pytest.LineMatcher([str(caught.value)]).fnmatch_lines([says])


def test_the_project_keeps_them_in_a_file_of_their_own_or_in_pyproject(tmp_path: Path) -> None:
    own, shared = tmp_path / "promptfmt.toml", tmp_path / "pyproject.toml"

    assert project_entries(tmp_path) == ()
    shared.write_text("[tool.ruff]\n[[tool.promptfmt.xfail]]\nmatch='a'\nreason='r'\n\n[tool.mypy]\n")
    (one,) = project_entries(tmp_path)
    assert (one.place, one.lines) == ("pyproject.toml:2", "[[tool.promptfmt.xfail]]\nmatch='a'\nreason='r'")
    own.write_text("[[xfail]]\nmatch='b'\nreason='r'\n")
    with pytest.raises(XfailError, match="keep one"):
        project_entries(tmp_path)
    shared.write_text("[project]\n")
    assert [found.target for found in project_entries(tmp_path)] == ["b"]


@pytest.mark.parametrize("table", ["tool.pytest-promptfmt", "tool.pytest_promptfmt", "promptfmt"])
def test_a_table_by_another_name_is_refused(table: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[[{table}.xfail]]\nmatch='a'\nreason='r'\n")

    with pytest.raises(XfailError, match=rf"nobody reads \[{table}\]; did you mean \[tool.promptfmt\]"):
        project_entries(tmp_path)


@pytest.mark.parametrize(
    "table", ["tool.promptfmt-shop]\ncolour='red'", "tool.other.xfail]\nmatch='a'", "project]\nname='a'"]
)
def test_a_table_of_somebody_elses_is_left_alone(table: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[{table}\n")

    assert project_entries(tmp_path) == ()


@pytest.mark.parametrize("match", ["a.b / {c, d} / e", "{a.*, b.*}", " a.b  /  c/d ", "a.b / c{-e, -f}"])
def test_blanks_and_commas_within_a_choice_are_right(match: str) -> None:
    assert read(f"[[xfail]]\nmatch='{match}'\nreason='r'", "promptfmt.toml")


def test_a_named_file_is_read_instead(tmp_path: Path) -> None:
    named = tmp_path / "known.toml"
    named.write_text("[[xfail]]\nmatch='b'\nreason='r'\n")

    assert [found.target for found in project_entries(tmp_path, named)] == ["b"]
    with pytest.raises(XfailError, match=r"nope\.toml: the expected failures cannot be read: No such file"):
        project_entries(tmp_path, tmp_path / "nope.toml")


@pytest.mark.parametrize(
    ("shipped", "project", "widens"),
    [
        ("openai.* / tools/*", "openai.* / *", True),
        ("openai.* / tools/*", "* / tools/*", True),
        ("openai.chat / tools/x / protocol", "openai.* / tools/x / *", True),
        ("openai.* / tools/*", "openai.* / tools/*", False),
        ("openai.* / tools/*", "openai.chat / tools/*", False),
        ("openai.* / tools/*", "openai.* / chat/*", False),
        ("openai.* / tools/*", "gemini.*", False),
    ],
)
def test_the_project_may_not_widen_what_the_implementation_expects(shipped: str, project: str, widens: bool) -> None:
    theirs, mine = entry(shipped), entry(project)

    if widens:
        with pytest.raises(XfailError, match="widens"):
            combined([theirs], [mine])
    else:
        assert combined([theirs], [mine]) == (theirs, mine)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = " + "[" * 100_000, "promptfmt.toml: "),
        (".".join("a" * 50_000) + " = 1", "promptfmt.toml: "),
        ("x = " + "9" * 5_000, "promptfmt.toml: no TOML"),
        ("#" * 1_000_001, "are too many for a list of expected failures"),
    ],
    ids=["nested", "dotted", "digits", "huge"],
)
def test_what_nobody_can_read_is_refused(text: str, says: str) -> None:
    with pytest.raises(XfailError, match=re.escape(says)):
        read(text, "promptfmt.toml")


def test_a_byte_order_mark_is_taken(tmp_path: Path) -> None:
    (tmp_path / "promptfmt.toml").write_text("\ufeff[[xfail]]\nmatch = '*'\nreason = 'r'\n", "utf-8")

    assert [entry.match for entry in project_entries(tmp_path)] == ["* / * / *"]
