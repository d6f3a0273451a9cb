"""``--promptfmt-xfails-update``: the text of the file, old and new."""

from __future__ import annotations

import tomllib
from datetime import date

import pytest

from pytest_promptfmt.xfails import Entry, XfailError
from pytest_promptfmt.xfails.patterns import UNWRITTEN, Observed, choose_entries
from pytest_promptfmt.xfails.reading import read
from pytest_promptfmt.xfails.update import Faults, Update, updated

TODAY = date(2026, 11, 20)


def fails(place: str, *errors: str, passes: str = "") -> Observed:
    """``fails("openai.chat chat/a", "fidelity.lost")``: the check is what stands before the dot."""
    target, case = place.split()
    found = frozenset((error.partition(".")[0], error) for error in errors)
    return Observed(target, case, found, frozenset(passes.split()) - {check for check, _ in found}, found)


def passes(place: str) -> Observed:
    return fails(place, passes="fidelity schema")


ONE = fails("openai.chat chat/a", "fidelity.lost", passes="schema")
TWO = fails("openai.chat chat/b", "fidelity.lost", passes="schema")
RIGHT = passes("openai.chat chat/c")
LOST = Faults({("openai.chat", "chat/a", "fidelity", "fidelity.lost"): 0}, {0: "the text “Hi”\n\x1b is \ud800 nowhere"})


def update(text: str, *seen: Observed, **options: object) -> Update:
    return updated(text, "promptfmt.toml", seen, LOST, TODAY, **options)  # type: ignore[arg-type]


def entry(match: str, reason: str = "known", more: str = "") -> str:
    return f'[[xfail]]\nmatch = "{match}"\nreason = "{reason}"\n{more}'


def matches(text: str, *, tool: bool = False) -> list[str]:
    return [one.match for one in read(text, "promptfmt.toml", tool=tool)]


def chosen(old: str, *seen: Observed, shipped: str = "") -> list[str]:
    return [choice.entry.match for choice in choose_entries(read(old, "p"), seen, read(shipped, "p", shipped=True))]


def test_an_empty_file_gets_an_entry_for_what_fails_with_what_was_found_as_a_reason_to_be_written() -> None:
    done = update("", ONE, RIGHT)

    assert done.text == (
        '[[xfail]]\nmatch = "openai.chat / chat/a / fidelity.lost"\n'
        'reason = "the text “Hi” \\\\u001b is \\\\ud800 nowhere (written by --promptfmt-xfails-update; say why)"\n'
    )
    assert done.summary("x.toml") == "wrote 1 entry to x.toml: 1 new"


def test_where_nothing_fails_nothing_is_written() -> None:
    assert update("", RIGHT).text == ""
    assert update("# none so far\n", RIGHT).text == "# none so far\n"


OLD = """\
# What we know of.

# texts
[[xfail]]
match = "openai.chat / chat/a"  # both turns
reason = '''
cut
at ten'''
issue = "#7"
expires = 2027-01-31 # by then

# stale
[[xfail]]
match = "openai.chat / chat/c / fidelity"
reason = "long gone"

# and this
[[xfail]]
reason = "words"
match = "openai.chat / chat/b / fidelity.*"
# the end
"""


def test_what_stays_keeps_its_lines_and_what_goes_takes_the_comment_above_with_it() -> None:
    a = fails("openai.chat chat/a", "fidelity.lost", "schema.type")

    done = update(OLD, a, TWO, RIGHT)

    before, after = OLD.index("# stale\n"), OLD.index("# and this\n")
    assert done.text == OLD[:before] + OLD[after:]
    assert done.summary("x.toml") == "wrote 2 entries to x.toml: 2 kept, 1 dropped"


def test_a_comment_that_heads_the_file_stays() -> None:
    rest = entry("openai.chat / chat/a / fidelity")

    assert update("# ours\n" + entry("openai.chat / chat/c") + "\n" + rest, ONE, RIGHT).text == "# ours\n\n" + rest


def test_what_matches_something_that_passes_is_narrowed_in_its_place_with_its_reason() -> None:
    done = update(OLD, ONE, TWO, RIGHT)

    assert "match = \"openai.chat / chat/a / fidelity.lost\"  # both turns\nreason = '''\ncut\nat ten'''\n" in done.text
    assert 'issue = "#7"\nexpires = 2027-01-31 # by then\n\n# and this' in done.text
    assert done.summary("x.toml") == "wrote 2 entries to x.toml: 1 kept, 1 changed, 1 dropped"


def test_where_one_is_not_enough_the_entry_has_several() -> None:
    wide = entry("openai.*", "cut", 'issue = "#7"\nexpires = 2027-01-31\n') + "\n" + entry("gemini.*", "other")
    text = fails("openai.chat tools/x", "fidelity.call")

    done = update(wide, ONE, RIGHT, text, fails("gemini.chat chat/a", "schema.type"))

    rows = tomllib.loads(done.text)["xfail"]
    assert [row["match"] for row in rows] == [
        ["openai.chat / tools/x / fidelity.call", "openai.chat / chat/a / fidelity.lost"],
        "gemini.*",
    ]
    assert rows[0] | {"match": ""} == {"match": "", "reason": "cut", "issue": "#7", "expires": date(2027, 1, 31)}
    assert done.summary("x.toml") == "wrote 2 entries to x.toml: 1 kept, 1 changed"


def test_what_fails_by_one_cause_is_one_entry_and_matches_nothing_of_another() -> None:
    lost = [fails(f"openai.chat tools/{name}", "fidelity.lost") for name in ("a-one", "a-two", "b", "c")]
    atoms = [(place.target, place.case, "fidelity", "fidelity.lost") for place in lost]
    faults = Faults(dict(zip(atoms, (0, 0, 0, 1), strict=True)), {0: "it is cut", 1: "it is doubled"})

    done = updated("", "promptfmt.toml", [*lost, RIGHT], faults, TODAY)

    assert [row["match"] for row in tomllib.loads(done.text)["xfail"]] == [
        "openai.chat / tools/{a-*,b} / fidelity.lost",
        "openai.chat / tools/c / fidelity.lost",
    ]
    assert [row["reason"].partition(" (written")[0] for row in tomllib.loads(done.text)["xfail"]] == [
        "for instance, it is cut",
        "it is doubled",
    ]
    assert updated(done.text, "promptfmt.toml", [*lost, RIGHT], faults, TODAY).text == done.text
    late = fails("openai.chat vision/d", "fidelity.lost")
    faults = Faults({**faults.of, ("openai.chat", "vision/d", "fidelity", "fidelity.lost"): 0}, faults.sentences)
    more = updated(done.text, "promptfmt.toml", [*lost, late, RIGHT], faults, TODAY)
    assert more.summary("x.toml") == "wrote 2 entries to x.toml: 1 kept, 1 changed"
    assert "openai.chat / vision/d / fidelity.lost" in matches(more.text)


def test_what_has_expired_and_is_needed_keeps_its_reason_and_loses_its_date() -> None:
    old = entry("openai.chat / chat/a / fidelity", "cut", "expires = 2020-01-01\n")
    gone = entry("openai.chat / chat/c", "once", "expires = 2020-01-01\n")

    done = update(f"{old}\n{gone}", ONE, RIGHT)

    assert done.text == entry("openai.chat / chat/a / fidelity", "cut")
    assert done.summary("x.toml") == (
        "wrote 1 entry to x.toml: 1 kept, 1 dropped; promptfmt.toml:1 had expired and is needed: its date is gone"
    )


def test_what_this_run_cannot_tell_about_stays() -> None:
    text = entry("openai.chat / * / golden.*") + "\n" + entry("openai.chat / chat/c")

    done = update(text, RIGHT, stays=lambda entry: entry.check == "golden.*")

    assert done.text == entry("openai.chat / * / golden.*")


def test_in_pyproject_they_stand_behind_one_another_and_nothing_else_is_touched() -> None:
    text = (
        '[project]\nname = "x"\n\n[[tool.promptfmt.xfail]]\nmatch = "openai.chat / chat/b / fidelity"\nreason = "r"\n'
    )
    rest = "\n# ours\n[tool.ruff]\nline-length = 120\n"

    done = update(text + rest, ONE, TWO, RIGHT, fails("openai.chat tools/x", "schema.type"), tool=True)

    assert done.text.startswith(text + "\n[[tool.promptfmt.xfail]]\n")
    assert done.text.endswith(rest)
    assert sorted(matches(done.text, tool=True)) == [
        "openai.chat / chat/a / fidelity.lost",
        "openai.chat / chat/b / fidelity",
        "openai.chat / tools/x / schema.type",
    ]
    assert tomllib.loads(done.text)["tool"]["ruff"] == {"line-length": 120}
    first = update("[tool.promptfmt]\n", ONE, RIGHT, tool=True).text
    assert matches(first, tool=True) == ["openai.chat / chat/a / fidelity.lost"]


def test_the_ends_of_lines_stay() -> None:
    text = (entry("openai.chat / chat/b / fidelity", "“r”") + "# é\n").replace("\n", "\r\n")

    done = update(text, ONE, TWO, RIGHT)

    assert done.text.startswith(text.removesuffix("# é\r\n"))
    assert done.text.count("\n") == done.text.count("\r\n") == 8


def test_a_second_update_changes_nothing() -> None:
    seen = (ONE, TWO, RIGHT, fails("gemini.chat tools/x", "schema.type", "fidelity.call"))
    first = update(OLD, *seen)

    assert update(first.text, *seen).text == first.text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'xfail = [{match = "openai.chat / chat/a", reason = "r"}]',
            "promptfmt.toml, entry 1: only entries on lines of their own, *",
        ),
        ("[[xfail]", "promptfmt.toml: no TOML: *"),
    ],
)
def test_a_file_that_cannot_be_edited_is_refused(text: str, says: str) -> None:
    with pytest.raises(XfailError) as caught:
        update(text, ONE)

    pytest.LineMatcher([str(caught.value)]).fnmatch_lines([says])


def test_globs_are_as_wide_as_nothing_passes() -> None:
    tools = [fails(f"openai.chat tools/{name}", "fidelity.lost") for name in ("image-a", "image-b", "c")]
    other = fails("openai.multiagent tools/image-a", "fidelity.lost")

    assert chosen("", *tools, RIGHT) == ["openai.chat / tools/* / fidelity.lost"]
    assert chosen("", *tools[:2], passes("openai.chat tools/c")) == ["openai.chat / tools/image-* / fidelity.lost"]
    assert chosen("", tools[0], other, passes("openai.chat tools/c")) == ["openai.* / tools/image-a / fidelity.lost"]
    assert chosen("", *tools, other) == ["openai.* / tools/* / fidelity.lost"]
    assert chosen("", *tools, other, ONE) == ["openai.* / * / fidelity.lost"]


def test_a_check_that_fails_otherwise_is_no_check_that_passes() -> None:
    other = fails("openai.chat chat/b", "fidelity.call")

    assert chosen("", ONE, other, fails("openai.chat chat/d", "fidelity.lost")) == [
        "openai.chat / chat/b / fidelity.call",
        "openai.chat / chat/* / fidelity.lost",
    ]


def test_a_new_one_swallows_none_for_which_somebody_has_said_why() -> None:
    three = [ONE, TWO, fails("openai.chat chat/d", "fidelity.lost")]
    match = "openai.chat / chat/a / fidelity.lost"
    rest = ["openai.chat / chat/b / fidelity.lost", "openai.chat / chat/d / fidelity.lost"]

    assert chosen(entry(match), *three) == [match, *rest]
    assert chosen(entry(match, UNWRITTEN), *three) == ["openai.chat / chat/* / fidelity.lost"]


def test_of_two_that_say_the_same_the_written_one_stays_else_the_first() -> None:
    here = "openai.chat / chat/a / fidelity.lost"
    two = [entry(here, UNWRITTEN), entry("openai.chat / chat/a / fidelity", "known")]
    three = [entry(here, "first"), entry(here, "second")]

    assert chosen("".join(two), ONE) == ["openai.chat / chat/a / fidelity"]
    assert [choice.entry.reason for choice in choose_entries(read("".join(three), "p"), [ONE])] == ["first"]


def test_those_of_one_reason_are_merged() -> None:
    two = entry("openai.chat / chat/a / fidelity", "cut") + entry("openai.chat / chat/b / fidelity", "cut")

    assert chosen(two, ONE, TWO) == ["openai.chat / chat/* / fidelity.lost"]
    assert len(chosen(two.replace('"cut"', '"torn"', 1), ONE, TWO)) == 2


def test_none_is_wider_than_one_that_the_implementation_ships() -> None:
    theirs = entry("openai.* / chat/* / fidelity.lost")
    seen = [fails(f"{target} chat/a", "fidelity.lost") for target in ("openai.chat", "gemini.chat")]

    assert chosen("", *seen) == ["*.chat / chat/a / fidelity.lost"]
    assert chosen("", *seen, fails("gemini.chat tools/x", "fidelity.lost")) == ["*.chat / * / fidelity.lost"]
    assert "*.chat / * / fidelity.lost" not in chosen(
        "", *seen, fails("gemini.chat tools/x", "fidelity.lost"), shipped=entry("openai.chat / chat/a / fidelity.lost")
    )
    assert Entry("*", "*", "fidelity.lost", "").widens(read(theirs, "p")[0])


def test_what_need_not_be_covered_is_not_and_may_be() -> None:
    unscored = Observed("openai.chat", "chat/b", frozenset({("fidelity", "fidelity.lost")}))
    third = fails("openai.chat chat/d", "fidelity.lost")

    assert chosen("", ONE, unscored) == ["openai.chat / chat/a / fidelity.lost"]
    assert chosen("", ONE, unscored, third) == ["openai.chat / chat/* / fidelity.lost"]
