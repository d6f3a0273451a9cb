"""``-n 2``: the same items, the same words, the same counts."""

from __future__ import annotations

import pytest
from support.kits import HONEST, LOSSY, Kit

SOME = ("--promptfmt-case=chat/[l-p]*", "--promptfmt-case=tools/parallel*")


def outcomes(result: pytest.RunResult) -> dict[str, int]:
    return {outcome: n for outcome, n in result.parseoutcomes().items() if outcome != "deselected"}


def summary(result: pytest.RunResult) -> list[str]:
    """The lines of the section on one implementation."""
    below = result.outlines[result.outlines.index("mypkg") :]
    end = next(i for i, line in enumerate(below) if line.startswith("="))
    return [line for line in below[:end] if line]


@pytest.mark.slow
@pytest.mark.parametrize(
    "distribution", ["load", *(pytest.param(name, marks=pytest.mark.slow) for name in ("loadfile", "worksteal"))]
)
def test_two_workers_say_what_one_process_says(kit: Kit, distribution: str) -> None:
    kit.write(mypkg=LOSSY.replace("payload = []", "payload = []; print('looking')", 1))

    alone = kit.run(*SOME, "--tb=no")
    shared = kit.outside(*SOME, "--tb=no", "-n2", f"--dist={distribution}")

    assert outcomes(shared) == outcomes(alone)
    assert summary(shared) == summary(alone)


@pytest.mark.slow
def test_the_short_summary_has_the_sentence_and_the_failure_its_text(kit: Kit) -> None:
    kit.write(mypkg=LOSSY)

    result = kit.outside("--promptfmt-case=chat/plain-turns", "-n2", "-v", "-rf")

    result.stdout.fnmatch_lines(
        [
            "*openai.chat / chat/plain-turns (mypkg)*",
            "formatter *openai.chat of mypkg",
            "run it again *pytest *--promptfmt-impl=mypkg promptfmt/mypkg/openai/chat::chat/plain-turns",
            "FAILED promptfmt/mypkg/openai/chat::chat/plain-turns - what *",
        ]
    )


@pytest.mark.slow
def test_ids_and_globs_reach_the_workers(kit: Kit) -> None:
    one = "promptfmt/mypkg/openai/chat::chat/plain-turns"

    assert outcomes(kit.outside(one, "-n2")) == {"passed": 1}


@pytest.mark.slow
def test_purity_sees_another_hash_seed_in_each_worker(kit: Kit) -> None:
    unordered = HONEST.replace(
        "return payload", "return payload + [{'role': 'user', 'content': str(set('abcdefghijklmnop'))}]"
    )

    for workers in ([], ["-n2"]):
        result = kit.write(mypkg=unordered).outside(
            "--promptfmt-case=chat/o*", "--promptfmt-check=purity", "-p", "no:randomly", *workers
        )

        assert outcomes(result).get("passed") is None
        result.stdout.fnmatch_lines(["another payload under another PYTHONHASHSEED*"])


@pytest.mark.slow
def test_what_is_out_of_date_is_told_once(kit: Kit) -> None:
    kit.pytester.path.joinpath("promptfmt.toml").write_text("[[xfail]]\nmatch = '* / chat/p*'\nreason = 'r'\n")

    result = kit.outside("--promptfmt-case=chat/p*", "-n2", "--tb=no")

    assert outcomes(result)["failed"] == 1
    result.stdout.fnmatch_lines(["FAILED promptfmt/mypkg/xfails::1 - expected failure out of date*"])


@pytest.mark.slow
def test_nothing_judged_is_noticed_by_the_controller(kit: Kit) -> None:
    connects = HONEST.replace("payload = []", "import socket; socket.create_connection(('a.example', 1))", 1)

    result = kit.write(mypkg=connects).outside("--promptfmt-case=chat/*", "-n2")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["nothing was judged of mypkg, * skipped*"])


KEPT = """
def pytest_terminal_summary(terminalreporter):
    kept = [report for reports in terminalreporter.stats.values() for report in reports if hasattr(report, "when")]
    carried = sum(hasattr(report, "promptfmt") for report in kept)
    named = {name for report in kept if report.when == "call" for name, _ in report.user_properties}
    print(f"{len(kept)} reports, {carried} with results; {sorted(named)[:2]}; {kept[0].location[2]}")
"""


@pytest.mark.parametrize("options", [(), pytest.param(("-n2",), marks=pytest.mark.slow)])
def test_a_report_is_what_it_was_and_keeps_no_result_to_the_end_of_the_run(kit: Kit, options: tuple[str, ...]) -> None:
    kit.write(conftest=KEPT)

    run = kit.outside if options else kit.run
    result = run("--promptfmt-case=chat/plain-turns", "-p", "no:cacheprovider", *options)

    result.stdout.fnmatch_lines(
        ["3 reports, 0 with results; ['promptfmt.case', 'promptfmt.errors']; openai.chat / chat/plain-turns (mypkg)"]
    )


TOLD = """
def pytest_unconfigure(config):
    if hasattr(config, "workerinput"):
        run = config.pluginmanager.get_plugin("promptfmt-run")
        config.rootpath.joinpath(config.workerinput["workerid"]).write_text(str("document" in vars(run)))
"""


@pytest.mark.slow
def test_a_worker_makes_no_report_that_nobody_sees(kit: Kit) -> None:
    kit.write(conftest=TOLD)

    kit.outside("--promptfmt-case=chat/plain-turns", "-n2")

    assert {path.read_text() for path in kit.pytester.path.glob("gw*")} == {"False"}
