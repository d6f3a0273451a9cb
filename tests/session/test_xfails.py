"""``promptfmt.toml`` and ``--promptfmt-xfails``: expected failures in a run."""

from __future__ import annotations

import pytest
from support.kits import HONEST, LOSSY, Kit

PLAIN = "--promptfmt-case=chat/plain-turns"
NEEDED = '[[xfail]]\nmatch = "openai.* / chat/plain-turns / fidelity"\nreason = "cut at ten"\nissue = "#7"\n'
STALE = '[[xfail]]\nmatch = "openai.chat / chat/plain-turns / schema"\nreason = "long gone"\n'
UNMATCHED = '[[xfail]]\nmatch = "tools/parallel"\nreason = "forgot the target"\n'
EXPIRED = '[[xfail]]\nmatch = "* / chat/plain-turns"\nreason = "old"\nexpires = 2020-01-01\n'
ALL = "\n".join((NEEDED, STALE, UNMATCHED, EXPIRED))


@pytest.fixture
def lossy(kit: Kit) -> Kit:
    return kit.write(mypkg=LOSSY)


def write(kit: Kit, text: str, name: str = "promptfmt.toml") -> Kit:
    kit.pytester.path.joinpath(name).write_text(text)
    return kit


def test_an_expected_failure_is_xfailed_with_its_reason_and_the_run_is_green(lossy: Kit) -> None:
    result = write(lossy, NEEDED).run(PLAIN, "-rx")

    result.assert_outcomes(xfailed=1, passed=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["promptfmt/mypkg/xfails .*", "XFAIL promptfmt/mypkg/openai/chat::chat/plain-turns - *cut at ten (#7)"]
    )
    result.stdout.no_fnmatch_line("*Exception*")


def test_it_is_read_from_pyproject_too_and_from_a_file_that_is_named(lossy: Kit) -> None:
    write(lossy, NEEDED.replace("[[xfail]]", "[[tool.promptfmt.xfail]]"), "pyproject.toml")
    lossy.run(PLAIN).assert_outcomes(xfailed=1, passed=1)

    write(lossy, "", "none.toml")
    lossy.run(PLAIN, "--promptfmt-xfails=none.toml").assert_outcomes(failed=1)


def test_what_is_out_of_date_fails_and_prints_the_lines_to_delete(lossy: Kit) -> None:
    result = write(lossy, ALL).run("promptfmt/mypkg/xfails")

    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        [
            'expected failure out of date: "openai.chat / chat/plain-turns / schema" is expected to fail, and *',
            "Delete these lines from promptfmt.toml:6",
            "    [[][[]xfail]]",
            '    match = "openai.chat / chat/plain-turns / schema"',
            '    reason = "long gone"',
            "run it again  pytest *--promptfmt-impl=mypkg promptfmt/mypkg/xfails::2",
            'expected failure out of date: "tools/parallel / [*] / [*]" matches no target and case of mypkg; no tar*',
            "Delete these lines from promptfmt.toml:10",
            'expected failure out of date: "* / chat/plain-turns / [*]" expired on 2020-01-01 and excuses nothing *',
            "Delete these lines from promptfmt.toml:14, or renew the date",
        ]
    )


def test_one_that_excuses_only_what_those_before_it_excuse_overlaps_them(lossy: Kit) -> None:
    late = NEEDED.replace("openai.*", "openai.chat").replace("fidelity", "fidelity.*")

    result = write(lossy, NEEDED + "\n" + late).run(PLAIN)

    result.assert_outcomes(xfailed=1, passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            'expected failure out of date: "openai.chat / chat/plain-turns / fidelity.[*]" (promptfmt.toml:6) overlaps '
            '"openai.[*] / chat/plain-turns / fidelity" (promptfmt.toml:1), which excuses all that it does',
            "Delete these lines from promptfmt.toml:6",
            "    [[][[]xfail]]",
            '    match = "openai.chat / chat/plain-turns / fidelity.[*]"',
        ]
    )


def test_the_special_before_the_general_overlaps_nothing(lossy: Kit) -> None:
    general = NEEDED.replace("chat/plain-turns", "chat/*")

    write(lossy, NEEDED + "\n" + general).run("promptfmt/mypkg/xfails").assert_outcomes(passed=2)
    write(lossy, general + "\n" + NEEDED).run("promptfmt/mypkg/xfails").assert_outcomes(passed=1, failed=1)


def test_what_nothing_matches_is_told_with_what_may_have_been_meant(lossy: Kit) -> None:
    typo = NEEDED.replace("plain-turns", "plane-turns")
    result = write(lossy, NEEDED + typo).run("promptfmt/mypkg/xfails")

    result.stdout.fnmatch_lines(["*no case is 'chat/plane-turns'; did you mean 'chat/plain-turns'?"])


@pytest.mark.slow
@pytest.mark.parametrize("workers", [[], ["-n2"]], ids=["alone", "xdist"])
def test_a_whole_run_says_the_same_alone_and_on_two_workers(kit: Kit, workers: list[str]) -> None:
    whole = write(kit, UNMATCHED + STALE + NEEDED.replace("plain-turns", "*"))

    run = whole.outside if workers else whole.run
    result = run("-v", *workers, "--promptfmt-timeout=5")

    for n in (1, 2, 3):
        result.stdout.fnmatch_lines([f"*promptfmt/mypkg/xfails::{n}*"])
    assert "promptfmt/mypkg/xfails::1 - expected failure out" in result.stdout.str()
    assert "promptfmt/mypkg/xfails::3 - expected failure out" in result.stdout.str()


@pytest.mark.parametrize(
    ("options", "passed"),
    [
        (["promptfmt/mypkg/openai/chat::chat/plain-turns"], 0),
        (["promptfmt/mypkg/openai/chat::chat/plain-turns", "promptfmt/mypkg/xfails::1"], 1),
        ([PLAIN], 1),
        ([PLAIN, "--promptfmt-check=fidelity"], 0),
        ([PLAIN, "-k", "plain"], 0),
        ([PLAIN, "-m", "promptfmt_chat"], 0),
    ],
)
def test_a_partial_selection_leaves_out_what_it_cannot_judge(lossy: Kit, options: list[str], passed: int) -> None:
    other = '[[xfail]]\nmatch = "openai.* / tools/*"\nreason = "not looked at here"\n'
    result = write(lossy, NEEDED + other).run(*options)

    result.assert_outcomes(xfailed=1, passed=passed, deselected=1 if options[-1] in ("plain", "promptfmt_chat") else 0)
    assert result.ret == 0


@pytest.mark.parametrize(
    ("match", "told"),
    [
        ("opanai.chat / chat/plain-turns", "no target is 'opanai.chat'; did you mean 'openai.chat'?"),
        ("openai.chat / chat/plain-turn", "no case is 'chat/plain-turn'; did you mean 'chat/plain-turns'?"),
        ("openai.chat / chat/plain-turns / fidelty", "no check and no finding is 'fidelty'; did you mean 'fidelity'?"),
    ],
)
def test_what_is_misspelt_is_told_by_a_narrowed_run_too(lossy: Kit, match: str, told: str) -> None:
    result = write(lossy, NEEDED + f'[[xfail]]\nmatch = "{match}"\nreason = "misspelt"\n').run(PLAIN)

    result.assert_outcomes(xfailed=1, passed=1, failed=1)
    result.stdout.fnmatch_lines([f"*{told}*"])


@pytest.mark.parametrize(
    "match", ["anthropic.chat", "x-mine.chat", "openai.chat / x-shop/*", "* / */late-answer", "* / generated/*"]
)
def test_what_another_run_matches_is_told_by_no_narrowed_one(lossy: Kit, match: str) -> None:
    result = write(lossy, NEEDED + f'[[xfail]]\nmatch = "{match}"\nreason = "elsewhere"\n').run(PLAIN)

    result.assert_outcomes(xfailed=1, passed=1)


def test_a_file_that_is_not_at_the_rootdir_is_told_where_something_fails(lossy: Kit) -> None:
    lossy.pytester.mkdir("tests")
    told = "tests/promptfmt.toml is not read, since it is not at the rootdir *--promptfmt-xfails=tests/promptfmt.toml*"

    failed = write(lossy, NEEDED, "tests/promptfmt.toml").run(PLAIN)
    failed.assert_outcomes(failed=1)
    failed.stdout.fnmatch_lines([told])

    named = lossy.run(PLAIN, "--promptfmt-xfails=tests/promptfmt.toml")
    named.assert_outcomes(xfailed=1, passed=1)
    named.stdout.no_fnmatch_line("*is not read*")

    lossy.write(mypkg=LOSSY + "XFAILS = 'tests/promptfmt.toml'\n")  # an implementation may keep it anywhere
    shipped = lossy.run("--promptfmt-case=chat/plain-turns", "--promptfmt-case=chat/one-user")
    shipped.assert_outcomes(xfailed=1, failed=1, passed=1)
    shipped.stdout.no_fnmatch_line("*is not read*")


def test_an_item_judges_for_itself_what_was_deselected(lossy: Kit) -> None:
    result = write(lossy, NEEDED).run(PLAIN, "--deselect=promptfmt/mypkg/openai/chat::chat/plain-turns")

    result.assert_outcomes(passed=1, deselected=1)


def test_an_entry_is_needed_if_one_of_the_implementations_needs_it(lossy: Kit) -> None:
    result = write(lossy, NEEDED).write(right=HONEST).run("--promptfmt-impl=right", PLAIN)

    result.assert_outcomes(xfailed=1, passed=3)


def test_an_implementation_ships_its_own_which_the_project_may_not_widen(lossy: Kit) -> None:
    write(lossy, NEEDED, "known.toml").write(mypkg=LOSSY + "XFAILS = 'known.toml'\n")
    lossy.run(PLAIN).assert_outcomes(xfailed=1, passed=1)

    result = write(lossy, NEEDED.replace("chat/plain-turns", "chat/*")).run(PLAIN)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: promptfmt.toml:1: *widens*(mypkg's XFAILS:1)*"])


def test_a_shipped_one_must_be_needed_by_its_own_implementation(kit: Kit) -> None:
    write(kit, NEEDED, "known.toml").write(mypkg=HONEST + "XFAILS = 'known.toml'\n", lossy=LOSSY)

    result = kit.run("--promptfmt-impl=lossy", PLAIN)

    result.assert_outcomes(passed=1, failed=2)


def test_a_broken_file_is_a_usage_error_with_the_place(kit: Kit) -> None:
    result = write(kit, "[[xfail]]\nmatch = 'a'\nreson = 'b'").run(PLAIN)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.errlines[0].startswith("ERROR: promptfmt.toml:1: unknown key 'reson'; did you mean 'reason'?")


def test_what_cannot_be_told_is_skipped_and_not_blamed(kit: Kit) -> None:
    connects = HONEST.replace("payload = []", "import socket; socket.create_connection(('a.example', 1))", 1)

    result = write(kit, NEEDED).write(mypkg=connects).run("promptfmt/mypkg/xfails", "-rs")

    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*nobody can tell whether*"])


def test_runxfail_reports_them_as_they_are(lossy: Kit) -> None:
    write(lossy, NEEDED).run(PLAIN, "--runxfail").assert_outcomes(failed=1, passed=1)
