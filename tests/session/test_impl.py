"""``--promptfmt-impl``: who is certified."""

from __future__ import annotations

import pytest
from support.kits import HONEST, Kit

ONE = "--promptfmt-case=chat/plain-turns"


def test_a_formatter_is_certified_in_a_directory_without_any_test(kit: Kit) -> None:
    result = kit.run("--promptfmt-case=chat/plain-turns", "--promptfmt-case=tools/parallel-[tos]*")

    assert result.ret == 0
    result.stdout.fnmatch_lines(["promptfmt: mypkg: * exchanges of openai.chat", "promptfmt/mypkg/openai/chat .*"])


@pytest.mark.parametrize(
    ("spec", "slug"), [("mypkg.py", "mypkg"), ("./mypkg.py", "mypkg"), ("mypkg:FORMATTERS", "mypkg-formatters")]
)
def test_a_path_and_an_attribute_name_it_too(kit: Kit, spec: str, slug: str) -> None:
    result = kit.run(ONE, "-v", impl=spec)

    assert result.ret == 0
    result.stdout.fnmatch_lines([f"promptfmt/{slug}/openai/chat::chat/plain-turns PASSED*"])


def test_two_that_have_one_name_are_told_apart_in_the_order_of_the_command_line(kit: Kit) -> None:
    kit.pytester.mkdir("other").joinpath("mypkg.py").write_text(HONEST)

    result = kit.run("--promptfmt-impl=other/mypkg.py", ONE, "-v")

    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "promptfmt/mypkg/openai/chat::chat/plain-turns PASSED*",
            "promptfmt/mypkg-2/openai/chat::chat/plain-turns PASSED*",
        ]
    )


def test_the_ini_file_can_name_it_and_the_command_line_has_the_last_word(kit: Kit) -> None:
    kit.pytester.makeini("[pytest]\npromptfmt_impl = mypkg")
    kit.write(other=HONEST)

    named_there = kit.alone(ONE, "--co", "-q")
    named_here = kit.run(ONE, "--co", "-q", impl="other")

    assert named_there.outlines[0] == "promptfmt/mypkg/openai/chat::chat/plain-turns"
    assert named_here.outlines[0] == "promptfmt/other/openai/chat::chat/plain-turns"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "*has no table FORMATTERS*Give it one*"),
        ("FORMATTERS = {}", "*FORMATTERS is empty*"),
        ("FORMATTERS = {'opnai.chat': print}", "*unknown target 'opnai.chat'; did you mean 'openai.chat'?"),
        ("FORMATTERS = {'openai.chat': 3}", "*neither callable*"),
        ("import nowhere", "*cannot be imported: ModuleNotFoundError*"),
        ("import sys; sys.exit(0)", "*cannot be imported: SystemExit*"),
    ],
)
def test_what_is_no_implementation_is_a_usage_error_with_the_remedy(kit: Kit, source: str, says: str) -> None:
    result = kit.write(wrong=source).run(impl="wrong")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: 'wrong'{says}"])


def test_a_name_that_is_nothing_is_a_usage_error(kit: Kit) -> None:
    result = kit.run(impl="agentscop")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: 'agentscop' is no module*did you mean 'agentscope'?*"])


def test_the_other_options_want_an_implementation(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--promptfmt-case=chat/*")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *add --promptfmt-impl=NAME"])
