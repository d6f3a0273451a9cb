"""pytest's own ways to choose and to stop: the kit's items are items like others."""

from __future__ import annotations

import pytest
from support.kits import HONEST, LOSSY, Kit

CHAT = "--promptfmt-case=chat/[pot]*"


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.startswith("promptfmt/") and "::" in line]


def test_co_lists_the_ids_and_judges_nothing(kit: Kit) -> None:
    kit.write(mypkg=HONEST.replace("payload = []", "raise SystemExit", 1))

    result = kit.run("--co", CHAT)

    assert result.ret == 0
    result.stdout.fnmatch_lines(["*<Target promptfmt/mypkg/openai/chat>", "*<CaseItem chat/plain-turns>"])


def test_k_chooses_by_dialect_family_and_name(kit: Kit) -> None:
    assert ids(kit.run("--co", "-q", "-k", "openai and plain"))[0] == "promptfmt/mypkg/openai/chat::chat/plain-turns"
    assert kit.run("--co", "-q", "-k", "anthropic").ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.parametrize("mark", ["promptfmt", "promptfmt_chat", "promptfmt_dashscope_multimodal"])
def test_m_chooses_by_family_and_dialect(kit: Kit, mark: str) -> None:
    kit.write(mypkg=HONEST + "FORMATTERS['dashscope-multimodal.chat'] = chat")

    result = kit.run("--co", "-q", "-m", mark, "--strict-markers", "--strict-config")

    assert ids(result)
    if mark == "promptfmt_chat":
        assert all("::chat/" in id_ for id_ in ids(result))
    if mark == "promptfmt_dashscope_multimodal":
        assert all("/dashscope-multimodal/" in id_ for id_ in ids(result))


def test_the_marks_are_registered(kit: Kit) -> None:
    result = kit.run("--markers")

    result.stdout.fnmatch_lines(["@pytest.mark.promptfmt: *", "@pytest.mark.promptfmt_tools: *"])


def test_x_stops_at_the_first_failure(kit: Kit) -> None:
    kit.write(mypkg=LOSSY).run("-x", CHAT).assert_outcomes(failed=1)


def test_lf_runs_what_failed_and_ff_runs_it_first(kit: Kit) -> None:
    two = ("--promptfmt-case=chat/one-user", "--promptfmt-case=chat/assistant-last", "--promptfmt-case=chat/no-system")
    kit.write(mypkg=HONEST.replace("payload = []", "payload = [{}] * (len(conversation.messages) == 2)", 1))
    kit.run(*two).assert_outcomes(failed=1, passed=2)

    kit.run("--lf", *two).assert_outcomes(failed=1, deselected=2)
    first = kit.run("--ff", "-v", *two)

    assert "chat/assistant-last FAILED" in next(line for line in first.outlines if "::" in line)


def test_nf_needs_a_time_for_each_item(kit: Kit) -> None:
    kit.run("--nf", CHAT).assert_outcomes(passed=len(ids(kit.run("--co", "-q", CHAT))))


def test_sw_stops_at_a_failure_and_goes_on_from_there(kit: Kit) -> None:
    kit.write(mypkg=LOSSY)

    kit.run("--sw", CHAT).assert_outcomes(failed=1)
    kit.write(mypkg=HONEST)
    for compiled in kit.pytester.path.glob("__pycache__/*"):
        compiled.unlink()

    result = kit.run("--sw", CHAT)

    assert result.ret == 0


def test_deselect_takes_one_away(kit: Kit) -> None:
    result = kit.run(CHAT, "--deselect=promptfmt/mypkg/openai/chat::chat/plain-turns")

    assert result.ret == 0
    assert result.parseoutcomes()["deselected"] == 1


@pytest.mark.parametrize("plugin", ["cacheprovider", "junitxml", "skipping", "warnings", "logging", "xdist"])
def test_it_does_without_the_other_plugins(kit: Kit, plugin: str) -> None:
    kit.run("-p", f"no:{plugin}", CHAT).stdout.fnmatch_lines(["promptfmt/mypkg/openai/chat .*"])


@pytest.mark.parametrize("options", [["-s"], ["--setup-show"], ["--durations=3"], ["--capture=sys"], ["-q", "-q"]])
def test_it_runs_with_the_usual_options(kit: Kit, options: list[str]) -> None:
    assert kit.run(*options, CHAT).ret == 0
