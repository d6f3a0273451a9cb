"""The fixtures for people's own tests: ``promptfmt_case`` and ``promptfmt_snapshot``."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.kits import run_here

from pytest_promptfmt import cases
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.plan import plan

UPDATE = "--snapshot-update"


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    fixtures = "no:syrupy" if "no:syrupy" in args else "syrupy"
    return run_here(pytester, "-p", fixtures, "--strict-markers", *args)


def kept(pytester: pytest.Pytester) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in pytester.path.rglob("*.json")}


CASES = """
import pytest

pytestmark = pytest.mark.promptfmt_cases("chat/plain-turns", "vision/file-by-path", "vision/base64-wrong-type")


def fmt(conversation):
    payload = []
    for message in conversation.messages:
        images = [block.source for block in message.blocks if block.type == "image"]
        content = [getattr(source, "url", None) or source.data for source in images] or message.text
        payload.append({"role": message.role, "content": content})
    return payload


def test_mine(promptfmt_case, promptfmt_snapshot):
    assert fmt(promptfmt_case.conversation()) == promptfmt_snapshot
"""

NAMES = ["chat-plain-turns", "vision-base64-wrong-type", "vision-file-by-path"]


def test_a_test_goes_over_the_cases_that_its_mark_names(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=CASES)

    result = run(pytester, "-v", UPDATE)

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines_random([f"test_own.py::test_mine[[]{name}[]] PASSED*" for name in NAMES])
    assert sorted(kept(pytester)) == [f"test_mine[{name}].json" for name in NAMES]


@pytest.mark.slow
def test_without_a_mark_it_goes_over_every_conversation(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(promptfmt_case):\n    assert promptfmt_case.conversation().messages is not None\n")
    conversations = [case for case in corpus() if not case.is_template]

    run(pytester, "-q").assert_outcomes(passed=len(conversations))


def test_a_mark_whose_test_takes_no_case_is_an_error(pytester: pytest.Pytester) -> None:
    pytester.makepyfile('import pytest\n@pytest.mark.promptfmt_cases("chat/*")\ndef test_it():\n    pass\n')

    result = run(pytester)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*test_it has the mark promptfmt_cases and takes none of its cases; *promptfmt_case)"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_mark_of_a_module_is_for_those_that_take_a_case(pytester: pytest.Pytester) -> None:
    others = """
def test_beside():
    pass


@pytest.fixture
def said(promptfmt_case):
    return promptfmt_case.conversation()


@pytest.mark.promptfmt_cases("chat/one-user")
def test_by_a_fixture(said):
    pass


@pytest.mark.promptfmt_cases("chat/one-user")
@pytest.mark.usefixtures("promptfmt_case")
def test_by_a_mark():
    pass
"""
    pytester.makepyfile('import pytest\npytestmark = pytest.mark.promptfmt_cases("chat/plain-turns")\n' + others)

    run(pytester).assert_outcomes(passed=3)


@pytest.mark.parametrize(
    "text",
    [
        "pytestmark = MARK\ndef test_it():\n    pass\n",
        "@MARK\nclass TestIt:\n    def test_it(self):\n        pass\n",
        "class TestIt:\n    pytestmark = [MARK]\n    def test_it(self):\n        pass\n",
    ],
)
def test_a_mark_of_a_class_or_a_module_that_nobody_takes_is_an_error(pytester: pytest.Pytester, text: str) -> None:
    pytester.makepyfile(f'import pytest\nMARK = pytest.mark.promptfmt_cases("chat/one-user")\n{text}')

    result = run(pytester)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*test_it has the mark promptfmt_cases and takes none of its cases; *promptfmt_case)"])


@pytest.mark.parametrize("where", ["conftest", "helpers"])
def test_a_mark_of_a_module_may_be_for_a_fixture_of_elsewhere(pytester: pytest.Pytester, where: str) -> None:
    pytester.syspathinsert()
    pytester.makepyfile(
        **{
            where: "import pytest\n@pytest.fixture\ndef said(promptfmt_case):\n    return promptfmt_case\n",
            "test_a": "import pytest\n"
            + ("from helpers import said\n" if where == "helpers" else "")
            + 'pytestmark = pytest.mark.promptfmt_cases("chat/one-user")\n'
            + "def test_it(said): pass\ndef test_b(): pass\n",
        }
    )

    run(pytester).assert_outcomes(passed=2)


def test_a_glob_that_matches_nothing_is_told_without_a_traceback(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(CASES.replace("chat/plain-turns", "chat/plain-turn"))

    result = run(pytester)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["promptfmt_cases=chat/plain-turn matches nothing; did you mean 'chat/plain-turns'?"], consecutive=False
    )
    result.stdout.no_fnmatch_line("*in over_cases*")


def test_what_is_kept_is_compared_and_an_update_of_one_leaves_the_others(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=CASES)
    run(pytester).assert_outcomes(failed=3)
    run(pytester, UPDATE).assert_outcomes(passed=3)
    before = kept(pytester)
    run(pytester).assert_outcomes(passed=3)
    pytester.makepyfile(test_own=CASES.replace('"role": message.role', '"role": message.role.upper()'))

    run(pytester).assert_outcomes(failed=3)
    run(pytester, UPDATE, "-k", "plain-turns").assert_outcomes(passed=1, deselected=2)

    after = kept(pytester)
    assert [name for name in before if before[name] != after[name]] == ["test_mine[chat-plain-turns].json"]
    assert "USER" in after["test_mine[chat-plain-turns].json"]


def test_neither_a_path_of_this_machine_nor_base64_is_kept(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=CASES.replace("chat/plain-turns", "vision/twenty-one-wide-images"))

    run(pytester, UPDATE)

    text = "".join(kept(pytester).values())
    assert '"{FILES}/photo.png"' in text
    assert "{BASE64 " in text or "{base64: " in text
    assert max(map(len, text.splitlines())) < 150


def test_the_order_of_keys_is_kept_and_does_not_count(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(promptfmt_snapshot):\n    assert {'b': 1, 'a': ()} == promptfmt_snapshot\n")
    run(pytester, UPDATE).assert_outcomes(passed=1)
    (path,) = pytester.path.rglob("*.json")
    assert path.read_text() == '{\n  "b": 1,\n  "a": []\n}\n'

    path.write_bytes(b'{"a": [],\r\n"b": 1.0}')
    run(pytester).assert_outcomes(passed=1)

    path.write_text('{"a": [], "b": true}')
    run(pytester).assert_outcomes(failed=1)

    path.write_text('{"a": [],')
    run(pytester).assert_outcomes(failed=1)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("{'a': [float('nan')]}", "no strict JSON at $.a[0]: nan is no JSON number"),
        ("{1: 2}", "no strict JSON at $: a key of type int"),
        ("b'x'", "no strict JSON at $: bytes"),
        ("[object()]", "no strict JSON at $[0]: an object of type object"),
        ("'\\ud800'", "no strict JSON at $: a lone surrogate"),
    ],
)
def test_what_is_no_json_is_an_error_and_not_kept(pytester: pytest.Pytester, value: str, problem: str) -> None:
    pytester.makepyfile(f"def test_it(promptfmt_snapshot):\n    assert promptfmt_snapshot == {value}\n")

    result = run(pytester, UPDATE, "-vv")

    result.assert_outcomes(failed=1)
    assert f"TypeError: {problem}" in result.stdout.str()
    assert kept(pytester) == {}


def test_a_payload_is_kept_whole_or_not_at_all(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "from syrupy.filters import props\n"
        "def test_it(promptfmt_snapshot):\n    assert {'a': 1} == promptfmt_snapshot(exclude=props('a'))\n"
    )

    assert "TypeError: promptfmt_snapshot keeps payloads whole" in run(pytester, UPDATE, "-vv").stdout.str()


@pytest.mark.slow
def test_workers_of_xdist_write_what_one_process_writes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=CASES)
    run(pytester, UPDATE).assert_outcomes(passed=3)
    alone = kept(pytester)
    for path in pytester.path.rglob("*.json"):
        path.unlink()

    pytester.runpytest_subprocess("-n2", UPDATE, "-p", "no:hypothesispytest").assert_outcomes(passed=3)

    assert kept(pytester) == alone


def test_without_syrupy_the_fixture_says_what_it_needs(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(promptfmt_snapshot): ...\n")

    run(pytester, "-p", "no:syrupy").stdout.fnmatch_lines(["*fixture 'snapshot' not found*"])


def test_one_can_be_run_beside_a_certification(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=CASES, mypkg="FORMATTERS = {'openai.chat': lambda conversation: []}\n")
    run(pytester, UPDATE)

    result = run(pytester, "--promptfmt-impl=mypkg", "--promptfmt-case=chat/plain-turns", str(Path("test_own.py")))

    result.assert_outcomes(passed=3, failed=1)


OWN = """
from pytest_promptfmt import Case, cases


@cases("chat/plain-*", "tools/single-call", target="openai.chat")
def test_mine(case: Case) -> None:
    assert case.conversation().messages


class TestMore:
    @cases("chat/one-user", argument="short")
    def test_mine(self, short: Case) -> None:
        assert short.id == "chat/one-user"
"""


def test_cases_run_a_test_over_what_they_name(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=OWN)

    result = run(pytester, "-v")

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "test_own.py::test_mine[[]chat-plain-turns[]] PASSED*",
            "test_own.py::test_mine[[]tools-single-call[]] PASSED*",
            "test_own.py::TestMore::test_mine[[]chat-one-user[]] PASSED*",
        ]
    )
    run(pytester, "test_own.py::test_mine[chat-plain-turns]").assert_outcomes(passed=1)


@pytest.mark.slow
def test_two_workers_run_the_same(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own=OWN)

    pytester.runpytest_subprocess("-n2", "-p", "no:hypothesispytest").assert_outcomes(passed=3)


def test_without_globs_it_is_every_conversation_and_with_a_target_what_a_run_asks_of_it() -> None:
    def taken(mark: pytest.MarkDecorator) -> set[str]:
        return {case.id for case in mark.args[1]}

    assert taken(cases()) == {case.id for case in corpus() if not case.is_template}
    asked = {case.id for _, case in plan(from_object({"mistral.multiagent": len}), corpus())}
    assert taken(cases(target="mistral.multiagent")) == asked
    assert taken(cases(target="aisbench.string")) <= {case.id for case in corpus() if case.is_template}


@pytest.mark.parametrize(
    ("globs", "target", "says"),
    [
        (["chat/plain-turn"], None, "cases=chat/plain-turn matches nothing; did you mean 'chat/plain-turns'"),
        (["templates/*"], "openai.chat", "cases=templates/[*] matches nothing"),
        (["*"], "openai.chta", "no target is 'openai.chta'; did you mean 'openai.chat'"),
    ],
)
def test_what_names_nothing_is_an_error(globs: list[str], target: str | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        cases(*globs, target=target)
