"""How one might come by a level undeserved: by hooks and options of pytest, by dying, by editing what is written.

Each test asks the same formatter, which is right about a few words and wrong about long ones, and none gets a level.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.kits import HONEST, Kit

from pytest_promptfmt.cli import main
from pytest_promptfmt.report.document import ReportDocument, digest, text
from pytest_promptfmt.report.reading import DocumentError, read
from pytest_promptfmt.verdicts.levels import overall

TEXT_ONLY = (
    HONEST
    + """

def text_only(conversation):
    if any(block.type != "text" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("this formatter writes text only")
    payload = chat(conversation)
    # here it may go wrong
    return [
        {"role": message["role"], "content": message["content"].encode("utf-8", "replace").decode()}
        for message in payload if message["content"].strip()
    ] or [{"role": "user", "content": "-"}]


FORMATTERS = {"openai.chat": text_only}
CAPABILITIES = {"openai.chat": {"blocks": []}}
"""
)


def spoiled(deed: str) -> str:
    """The formatter, doing that as well."""
    return TEXT_ONLY.replace("# here it may go wrong", deed)


RIGHT = TEXT_ONLY
WRONG = spoiled('payload[-1]["content"] = payload[-1]["content"][:30]')
"""Cuts what is said last: no error of schema or protocol, so that it stands at L1."""

FAILING = '"chat/" in item.nodeid and "empty" not in item.nodeid'


@pytest.fixture
def wrong(kit: Kit) -> Kit:
    return kit.write(mypkg=WRONG)


def reported(kit: Kit, *options: str) -> tuple[pytest.RunResult, ReportDocument]:
    result = kit.run("-q", "--tb=no", "--promptfmt-report=json:r.json", *options)
    return result, read(json.loads((kit.pytester.path / "r.json").read_text("utf-8")))


def level(document: ReportDocument) -> tuple[str, int | None]:
    standing = overall(document.standings(document.implementations[0]))
    return standing.state, standing.level


@pytest.mark.slow
def test_the_right_one_reaches_what_the_wrong_one_does_not(kit: Kit) -> None:
    """Else the tests below would show nothing."""
    _, right = reported(kit.write(mypkg=RIGHT))
    _, wrong = reported(kit.write(mypkg=WRONG))
    assert level(right) == ("graded", 3)
    assert level(wrong) == ("graded", 1)


HOOKS = {
    "says that it passed": """
        @pytest.hookimpl(wrapper=True, tryfirst=True)
        def pytest_runtest_makereport(item, call):
            report = yield
            report.outcome, report.longrepr = "passed", None
            return report
    """,
    "takes what fails away": f"""
        def pytest_collection_modifyitems(items):
            items[:] = [item for item in items if not ({FAILING})]
    """,
    "skips what fails": f"""
        def pytest_runtest_setup(item):
            if {FAILING}:
                pytest.skip("not today")
    """,
    "skips in the call": f"""
        def pytest_runtest_call(item):
            if {FAILING}:
                pytest.skip("not today")
        pytest_runtest_call = pytest.hookimpl(tryfirst=True)(pytest_runtest_call)
    """,
    "runs nothing of it": f"""
        def pytest_runtest_protocol(item):
            return True if {FAILING} else None
        pytest_runtest_protocol = pytest.hookimpl(tryfirst=True)(pytest_runtest_protocol)
    """,
    "marks it skip": f"""
        def pytest_collection_modifyitems(items):
            for item in items:
                if {FAILING}:
                    item.add_marker(pytest.mark.skip)
    """,
    "marks it xfail": f"""
        def pytest_collection_modifyitems(items):
            for item in items:
                if {FAILING}:
                    item.add_marker(pytest.mark.xfail)
    """,
    "gives nothing to judge": f"""
        def pytest_collection_modifyitems(items):
            for item in items:
                if {FAILING}:
                    item.runtest = lambda: None
    """,
}


@pytest.mark.sampled(0)
@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_raises_no_level(wrong: Kit, hook: str) -> None:
    wrong.pytester.makeconftest("import pytest\n\n" + "\n".join(line[8:] for line in HOOKS[hook].splitlines()))
    result, document = reported(wrong)
    state, reached = level(document)
    assert state == "partial" or (state, reached) == ("graded", 1)
    if hook not in ("takes what fails away", "runs nothing of it"):  # as -k does, which is no failure of its own
        assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "options",
    [
        ["-x"],
        ["-k", "not plain"],
        ["--deselect", "promptfmt/mypkg/openai/chat::chat"],
        ["-m", "not promptfmt_chat"],
        ["--promptfmt-case=errors/*"],
        ["--promptfmt-check=schema"],
        ["--maxfail=2"],
    ],
    ids=" ".join,
)
def test_who_runs_less_gets_no_level(wrong: Kit, options: list[str]) -> None:
    _, document = reported(wrong, *options)
    assert level(document)[0] == "partial"


@pytest.mark.slow
def test_expected_failures_that_cover_everything_make_it_green_and_no_higher(wrong: Kit) -> None:
    wrong.pytester.path.joinpath("promptfmt.toml").write_text('[[xfail]]\nmatch = "*"\nreason = "so what"\n')
    result, document = reported(wrong)
    assert result.ret == 0
    assert level(document) == ("graded", 1)


def test_a_failure_that_passes_when_it_runs_again_stays_one(wrong: Kit) -> None:
    wrong.pytester.makeconftest(
        """
        import pytest
        from _pytest.runner import runtestprotocol
        from pytest_promptfmt.verdicts.verdict import Outcome

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_protocol(item, nextitem):
            runtestprotocol(item, nextitem=nextitem)
            item.certification.implementation.formatters["openai.chat"].__globals__["FAIR"] = True
            runtestprotocol(item, nextitem=nextitem)
            item.certification.implementation.formatters["openai.chat"].__globals__["FAIR"] = False
            return True
        """
    )
    flaky = WRONG.replace("    payload[-1]", "    if not FAIR: payload[-1]") + "\n\nFAIR = False\n"
    result, document = reported(wrong.write(mypkg=flaky), "--promptfmt-case=chat/plain-turns")
    assert [str(each.outcome) for each in document.implementations[0].results] == ["fail"]
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.sampled(4)
@pytest.mark.parametrize("word", ["os._exit(0)", "sys.exit(0)", "pytest.exit('done', 0)", "pytest.skip('no')"])
def test_who_ends_the_run_before_it_is_judged_fails(kit: Kit, word: str) -> None:
    deed = f"import os, sys, pytest; {word} if len(payload) > 3 else None"
    result, document = reported(kit.write(mypkg=spoiled(deed)))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert level(document)[1] in (None, 0)


@pytest.mark.slow
def test_an_empty_payload_is_wire_invalid(kit: Kit) -> None:
    kit.write(mypkg='FORMATTERS = {"openai.chat": lambda c: []}\nCAPABILITIES = {"openai.chat": {"blocks": []}}\n')
    result, document = reported(kit)
    assert result.ret == 1
    assert level(document) == ("graded", 0)


@pytest.mark.slow
def test_who_refuses_everything_reaches_nothing_beyond_running(kit: Kit) -> None:
    kit.write(
        mypkg="""
        def refuses(conversation):
            raise ValueError("this formatter takes no conversation")

        FORMATTERS = {"openai.chat": refuses}
        CAPABILITIES = {"openai.chat": {"blocks": []}}
        """
    )
    result, document = reported(kit)
    assert result.ret == 1
    assert level(document)[1] in (None, 0)


def test_shards_of_which_one_is_missing_give_no_level(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    kit.write(mypkg=RIGHT).run("-q", "--promptfmt-case=chat/p*", "--promptfmt-report=json:a.json")
    monkeypatch.chdir(kit.pytester.path)
    assert main(["merge", "a.json", "-o", "all.json"]) == 1
    assert level(read(json.loads(Path("all.json").read_text("utf-8"))))[0] == "partial"


def promised_less(one: Any) -> None:
    for checks in one["targets"]["openai.chat"]["promised"].values():
        checks.pop("fidelity", None)


def renamed(one: Any) -> None:
    """What fails becomes a case of something that is not claimed."""
    one["results"] = [result for result in one["results"] if result["outcome"] != "fail"]


@pytest.mark.parametrize("spoil", [promised_less, renamed])
def test_an_edited_report_gives_no_level(wrong: Kit, spoil: Any) -> None:
    _, document = reported(wrong, "--promptfmt-case=chat/p*")
    edited = json.loads(text(document))
    spoil(edited["implementations"][0])
    edited["digest"] = digest(edited)
    with pytest.raises(DocumentError, match="does not agree with itself"):
        read(edited)


@pytest.mark.slow
def test_an_edited_certificate_does_not_outlive_another_run(
    kit: Kit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that was made over in all its parts agrees with itself: only running it again, or a signature, tells."""
    folder = kit.write(fair=RIGHT, unfair=WRONG).pytester.path
    monkeypatch.chdir(folder)
    assert main(["certify", "./fair.py", "-o", "fair.json"]) == 0
    forged = (folder / "fair.json").read_text("utf-8")
    (folder / "fair.py").write_text((folder / "unfair.py").read_text("utf-8"))
    assert main(["verify", "--no-run", "fair.json"]) == 0
    capsys.readouterr()
    assert main(["verify", "fair.json"]) == 1
    said = capsys.readouterr().out
    assert "the source is another" in said
    assert "the overall level is another: L3 then, L1 now" in said
    assert json.loads(forged)["predicate"]["level"] == 3
