"""Golden payloads: the shipped files, and the check that holds payloads against them."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import write_golden as write

import promptfmt_reference
from promptfmt_reference import agentscope_v0_0, agentscope_v0_1, agentscope_v1, aisbench
from pytest_promptfmt import check_formatter
from pytest_promptfmt.corpus import case_from_json, corpus
from pytest_promptfmt.corpus.golden import UnknownGeneration, check_generation, generations, load_golden
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.verdict import Outcome

GENERATION = "agentscope-1.0"
GOLDEN = files("promptfmt_fixtures").joinpath("golden")
WRITTEN_BY: dict[str, ModuleType] = {
    "agentscope-0.0": agentscope_v0_0,
    "agentscope-0.1": agentscope_v0_1,
    GENERATION: agentscope_v1,
    "aisbench": aisbench,
    "promptfmt": promptfmt_reference,
}
TARGETS = {name: list(module.FORMATTERS) for name, module in WRITTEN_BY.items()}
TARGETS["promptfmt"] = [
    target for target in TARGETS["promptfmt"] if target not in TARGETS[GENERATION] + TARGETS["aisbench"]
]


def judge(formatter: Callable[..., Any], case: str = "chat/plain-turns", target: str = "openai.chat") -> Judgement:
    (judgement,) = check_formatter({target: formatter}, cases=[case], reference=GENERATION).judgements
    return judgement


def found(judgement: Judgement) -> list[str]:
    return [finding.id for verdict in judgement.verdicts if verdict.check == "golden" for finding in verdict.findings]


def reference(target: str) -> Callable[..., Any]:
    entry = agentscope_v1.FORMATTERS[target]
    return lambda conversation: entry(conversation)


def test_every_generation_is_known_by_its_name() -> None:
    assert generations() == list(WRITTEN_BY)
    assert [check_generation(name) for name in WRITTEN_BY] == list(WRITTEN_BY)


def test_an_unknown_generation_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownGeneration, match=r"did you mean 'agentscope-1\.0'"):
        check_generation("agentscope-1.1")
    with pytest.raises(ValueError, match=r"agentscope-1\.0"):
        check_formatter({"openai.chat": reference("openai.chat")}, reference="agentscope")


@pytest.mark.sampled(4, 6)
@pytest.mark.parametrize(
    ("generation", "target"), [(name, target) for name, targets in TARGETS.items() for target in targets]
)
def test_every_case_of_the_reference_has_a_payload_or_is_refused(generation: str, target: str) -> None:
    known = load_golden(generation, target)
    planned = {case.id for _, case in plan(from_object(WRITTEN_BY[generation]), corpus(), [target])}

    assert {*known.payloads, *known.refused} == planned
    assert not {*known.payloads} & known.refused


def test_there_is_a_file_for_each_generation_with_each_target_and_no_other() -> None:
    documents = {
        file.name: json.loads(file.read_text("utf-8"), parse_constant=pytest.fail) for file in GOLDEN.iterdir()
    }

    assert {name: list(document) for name, document in documents.items()} == {
        f"{generation}.json": targets for generation, targets in TARGETS.items()
    }
    keys = {"payloads", "same", "refused"}
    assert all(held.keys() | {"same"} == keys for document in documents.values() for held in document.values())


def test_the_files_are_small_and_readable() -> None:
    texts = [file.read_text("utf-8") for file in GOLDEN.iterdir()]

    assert sum(map(len, texts)) < 24_500_000
    assert max(len(line) for text in texts for line in text.splitlines()) < 9_000
    assert not any("promptfmt-" in text or "/tmp" in text for text in texts)


def test_the_same_payload_passes() -> None:
    judgement = judge(reference("openai.chat"))

    assert judgement.outcome is Outcome.PASS
    assert "golden" in [verdict.check for verdict in judgement.verdicts]


def test_without_the_reference_there_is_no_such_check() -> None:
    (judgement,) = check_formatter(
        {"openai.chat": lambda c: [{"role": "user", "content": c.messages[0].text}]}, cases=["chat/one-user"]
    ).judgements

    assert "golden" not in [verdict.check for verdict in judgement.verdicts]


def test_a_target_or_a_case_that_the_generation_has_not_is_not_asked() -> None:
    own = case_from_json("chat", {"name": "own", "hunts": "x", "conversation": [{"role": "user", "content": "Hi a-1"}]})
    plain = {"zhipu.chat": lambda c: [{"role": m.role, "content": m.text} for m in c.messages]}
    judgements = check_formatter(plain, cases=["chat/one-user", own], reference=GENERATION).judgements

    assert len(judgements) == 2
    assert {verdict.check for j in judgements for verdict in j.verdicts if verdict.check == "golden"} == set()


def test_a_finding_names_the_path_and_the_first_character_that_differs() -> None:
    def formatter(conversation: Any) -> Any:
        payload = reference("openai.chat")(conversation)
        payload[1]["content"][0]["text"] = payload[1]["content"][0]["text"].replace("e", "E", 1)
        return payload

    judgement = judge(formatter)
    (finding,) = (finding for finding in judgement.findings if finding.id == "golden.differs")
    place = finding.data["expected"].index("e")

    assert finding.path == "$[1].content[0].text"
    assert finding.message.endswith(f"from character {place} on: 'e', not 'E'")


def wrong(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda conversation: change(reference("openai.chat")(conversation))


@pytest.mark.parametrize(
    ("change", "path", "says"),
    [
        (lambda p: [*p, p[-1]], "$[4]", "another value here: nothing"),
        (lambda p: p[:-1], "$[3]", "another value here"),
        (lambda p: [{**p[0], "cache": "x"}, *p[1:]], "$[0].cache", "another value here: nothing"),
        (lambda p: [{**p[0], "content": p[0]["content"][0]["text"]}, *p[1:]], "$[0].content", "another value here"),
    ],
)
def test_a_difference_is_told_where_it_is(change: Callable[[Any], Any], path: str, says: str) -> None:
    (finding,) = (f for f in judge(wrong(change), "chat/plain-turns").findings if f.id == "golden.differs")

    assert (finding.path, finding.message.endswith(says)) == (path, True)


def test_the_order_of_keys_is_free() -> None:
    def change(payload: Any) -> Any:
        return [dict(reversed(list(message.items()))) for message in payload]

    assert judge(wrong(change)).outcome is Outcome.PASS


def test_what_the_reference_refuses_is_to_be_refused() -> None:
    def formats(conversation: Any) -> Any:
        return [{"role": "user", "content": "fine"}]

    def refuses(conversation: Any) -> Any:
        raise ValueError("this cannot be said")

    assert found(judge(formats, "chat/lone-surrogate")) == ["golden.not-refused"]
    assert found(judge(refuses, "chat/lone-surrogate")) == []
    assert judge(refuses, "chat/lone-surrogate").outcome is Outcome.PASS


def test_what_the_reference_formats_is_to_be_formatted() -> None:
    def refuses(conversation: Any) -> Any:
        raise ValueError("the call is open")

    assert "tools/interrupted-call" in load_golden(GENERATION, "openai.chat").payloads
    assert found(judge(refuses, "tools/interrupted-call")) == ["golden.refused"]


def test_the_paths_of_files_are_no_difference() -> None:
    for case in ("vision/file-by-path", "vision/file-by-url"):
        judgement = judge(reference("dashscope-multimodal.chat"), case, "dashscope-multimodal.chat")

        assert found(judgement) == []


@pytest.mark.sampled(0, 4)
@pytest.mark.parametrize(
    ("generation", "target"),
    [(name, target) for name in (GENERATION, "promptfmt") for target in TARGETS[name]],
)
def test_no_golden_payload_has_an_error_finding(generation: str, target: str) -> None:
    """The golden payloads are the reference's, and it passes the kit with every one of them."""
    name = WRITTEN_BY[generation].__name__
    report = check_formatter(name, targets=[target], reference=generation)

    assert [(j.case.id, str(finding)) for j in report.failures for finding in j.findings if finding.is_error] == []


@pytest.mark.slow
def test_the_files_are_what_the_reference_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert write.main(["--check"]) == 0, capsys.readouterr().out


def test_the_script_says_which_cases_differ_and_writes_them_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held = {"payloads": {"chat/a": [{"role": "user", "content": "x\u2028y"}], "chat/b": "p"}, "refused": ["chat/c"]}
    path = tmp_path / f"{GENERATION}.json"
    monkeypatch.setattr(write, "ROOT", tmp_path)
    monkeypatch.setattr(write, "FOLDER", tmp_path)
    monkeypatch.setattr(write, "GENERATIONS", [GENERATION])
    monkeypatch.setattr(write, "document", lambda generation: {"openai.chat": held})

    assert write.main(["--check"]) == 1
    assert not path.exists()
    assert write.main([]) == 0
    assert write.main(["--check"]) == 0
    assert json.loads(path.read_text("utf-8")) == {"openai.chat": held}
    assert "\\u2028" in path.read_text("utf-8")
    other = {**held, "refused": ["chat/b"], "payloads": {"chat/a": []}}
    path.write_text(write.spelled({"openai.chat": other, "gone.chat": other}), "utf-8")
    path.with_name("gone.json").write_text("{}", "utf-8")
    capsys.readouterr()

    assert write.main(["--check"]) == 1
    assert "to be removed: gone.json" in (out := capsys.readouterr().out)
    assert "openai.chat chat/a, openai.chat chat/b, gone.chat chat/a, gone.chat chat/b, openai.chat chat/c" in out
    assert write.main([]) == 0
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
