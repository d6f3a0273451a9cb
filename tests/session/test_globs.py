"""``--promptfmt-target``, ``--promptfmt-case``, ``--promptfmt-check``: what of it runs."""

from __future__ import annotations

import pytest
from support.kits import HONEST, LOSSY, Kit

BOTH = HONEST + "FORMATTERS['openai.multiagent'] = FORMATTERS['deepseek.chat'] = chat\n"


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.startswith("promptfmt/") and "::" in line]


def test_targets_are_chosen_by_globs(kit: Kit) -> None:
    kit.write(mypkg=BOTH)

    result = kit.run("--promptfmt-target=openai.*", "--promptfmt-case=multiagent/*", "--co", "-q")

    assert ids(result)
    assert all(id_.startswith("promptfmt/mypkg/openai/multiagent::multiagent/") for id_ in ids(result))


def test_several_globs_add_up_in_the_order_of_the_corpus(kit: Kit) -> None:
    result = kit.run("--promptfmt-case=chat/one-user", "--promptfmt-case=*/plain-turn?", "--co", "-q")

    assert [id_.rpartition("::")[2] for id_ in ids(result)] == ["chat/plain-turns", "chat/one-user"]


def test_only_the_chosen_checks_are_asked(kit: Kit) -> None:
    kit.write(mypkg=LOSSY)

    shape = kit.run("--promptfmt-case=chat/plain-turns", "--promptfmt-check=s*", "--promptfmt-check=protocol")
    said = kit.run("--promptfmt-case=chat/plain-turns", "--promptfmt-check=fidelity")

    assert (shape.ret, said.ret) == (0, 1)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--promptfmt-target=opnai.chat", "did you mean 'openai.chat'?"),
        ("--promptfmt-target=gemini.*", "known are openai.chat"),
        ("--promptfmt-case=chat/plain-turn", "did you mean 'chat/plain-turns'?"),
        ("--promptfmt-case=tool/*", "did you mean 'tools/*'?"),
        ("--promptfmt-case=zzz", "--co lists what there is"),
        ("--promptfmt-check=fidelty", "did you mean 'fidelity'?"),
    ],
)
def test_a_glob_that_matches_nothing_is_a_usage_error_with_the_nearest(kit: Kit, option: str, says: str) -> None:
    result = kit.run(option)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.errlines[0] == f"ERROR: {option} matches nothing; {says}"


def test_an_implementation_of_which_the_globs_leave_nothing_is_a_usage_error(kit: Kit) -> None:
    kit.write(other=HONEST.replace("openai.chat", "openai.multiagent"))

    result = kit.run("--promptfmt-impl=other", "--promptfmt-target=openai.chat", "--promptfmt-case=chat/*")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: no case is left of 'other', whose targets are openai.multiagent; *"])
