"""What an item becomes, and what a run is worth in which nothing was judged."""

from __future__ import annotations

import pytest
from support.kits import HONEST, LOSSY, Kit

PLAIN = "--promptfmt-case=chat/plain-turns"
PARALLEL = "--promptfmt-case=tools/parallel-one-message"

REFUSES = (
    HONEST.replace("payload = []", "payload = refuse(conversation)", 1)
    + """
CAPABILITIES = {"openai.chat": {"blocks": []}}

def refuse(conversation):
    if any(block.type == "tool_use" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("no tools here")
    return []
"""
)

CONNECTS = (
    HONEST.replace("payload = []", "payload = connect()", 1)
    + """
def connect():
    import socket
    socket.create_connection(("tokens.example.org", 80))
"""
)


def test_a_right_formatter_passes_and_a_lossy_one_fails(kit: Kit) -> None:
    kit.write(lossy=LOSSY)

    kit.run(PLAIN).assert_outcomes(passed=1)
    kit.run(PLAIN, impl="lossy").assert_outcomes(failed=1)


def test_an_honest_refusal_of_what_is_not_claimed_is_skipped_with_the_reason(kit: Kit) -> None:
    result = kit.write(mypkg=REFUSES).run(PLAIN, PARALLEL, "-rs")

    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(
        ["SKIPPED [[]1[]] promptfmt/mypkg/openai/chat: tool is not claimed: refused: NotImplementedError"]
    )
    assert result.ret == 0


def test_reasons_that_differ_in_the_refusals_text_only_are_folded_without_v(kit: Kit) -> None:
    kit.write(mypkg=REFUSES.replace('"no tools here"', "str(id(conversation))"))
    options = (PLAIN, "--promptfmt-case=tools/parallel-[tos]*", "-rs")

    def skipped(result: pytest.RunResult) -> list[str]:
        return [line for line in result.outlines if line.startswith("SKIPPED")]

    assert len(skipped(kit.run(*options))) == 1
    assert "NotImplementedError: 1" in skipped(kit.run(*options, "-v"))[0]


def test_a_run_in_which_everything_was_skipped_is_not_green_and_says_so(kit: Kit) -> None:
    result = kit.write(mypkg=REFUSES).run(PARALLEL)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["nothing was judged of mypkg, 1 exchange skipped*(-rs says *"])


def test_another_implementation_does_not_make_up_for_one_that_was_skipped(kit: Kit) -> None:
    result = kit.write(other=REFUSES).run("--promptfmt-impl=other", PARALLEL)

    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_who_tries_to_connect_is_inconclusive(kit: Kit) -> None:
    result = kit.write(mypkg=CONNECTS).run(PLAIN, "-rs")

    result.assert_outcomes(skipped=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["SKIPPED*the formatter tried to connect to tokens.example.org*"])


@pytest.mark.slow
def test_that_it_tries_to_connect_is_why_there_is_no_level(kit: Kit) -> None:
    """And not that anything did not run; the report does not look green either."""
    result = kit.write(mypkg=CONNECTS).run("--promptfmt-target=openai.chat", "--promptfmt-report=markdown:r.md")

    why = "the formatter tried to connect to tokens.example.org*"
    result.stdout.fnmatch_lines(
        [f"  no level: * checks are inconclusive: {why}; graded 0 of *", f"nothing was judged of mypkg, *: {why}"]
    )
    markdown = (kit.pytester.path / "r.md").read_text("utf-8")
    assert markdown.startswith("## ❌ mypkg: no level\n\nno level: ")
    assert "checks are inconclusive: the formatter tried to connect" in markdown


def test_a_warning_fails_nothing_and_is_shown_once_for_each_rule(kit: Kit) -> None:
    kit.write(mypkg=HONEST.replace("payload = []", "payload = []; print('looking')", 1))

    result = kit.run(PLAIN, "--promptfmt-case=chat/one-user")

    assert result.ret == 0
    result.assert_outcomes(passed=2, warnings=0)
    result.stdout.fnmatch_lines(["*warnings, which fail nothing:", "*2x purity.printed: the formatter printed *"])
    result.stdout.no_fnmatch_line("*chat/one-user at*")


def test_v_says_where_the_warnings_are(kit: Kit) -> None:
    kit.write(mypkg=HONEST.replace("payload = []", "payload = []; print('looking')", 1))

    kit.run(PLAIN, "-v").stdout.fnmatch_lines(["*promptfmt/mypkg/openai/chat::chat/plain-turns at $"])


def test_the_summary_has_a_line_for_each_target(kit: Kit) -> None:
    kit.write(mypkg=LOSSY + "FORMATTERS['deepseek.chat'] = chat\n__version__ = '1.2'")

    result = kit.run(PLAIN)

    result.stdout.fnmatch_lines(
        [
            "*= promptfmt 0.*=*",
            "mypkg 1.2",
            "  target          passed   failed  xfailed  skipped",
            "  deepseek.chat        1        -        -        -",
            "  openai.chat          -        1        -        -",
        ]
    )


def test_q_makes_it_one_line_and_qq_none(kit: Kit) -> None:
    result = kit.run(PLAIN, "-q")

    assert "mypkg: 1 passed, 0 warnings" in result.outlines
    result.stdout.no_fnmatch_line("*target*")
    kit.run(PLAIN, "-qq").stdout.no_fnmatch_line("*mypkg*")


def test_nothing_is_coloured_where_pytest_colours_nothing(kit: Kit) -> None:
    kit.write(mypkg=LOSSY)

    assert "\x1b" not in kit.run(PLAIN, "--color=no").stdout.str()
    assert "\x1b[31m" in kit.run(PLAIN, "--color=yes").stdout.str()
