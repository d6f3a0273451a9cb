"""The corpus is well formed: every case parses, says what it hunts and where it comes from, and none ever vanishes."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pytest_promptfmt.conversation.limits import limits_of
from pytest_promptfmt.conversation.needs import needs
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import CARRY, FAMILIES, Case, _thaw, case_from_json, corpus, load_family
from pytest_promptfmt.corpus.case_files import shipped_file
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.dialects.rules import evidence

FIXTURES = files("promptfmt_fixtures")
SCHEMA = json.loads(files("pytest_promptfmt").joinpath("conversation/conversation.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

# At least so many; a family only ever grows.
COUNTS = {
    **{"chat": 47, "multiagent": 38, "tools": 97, "vision": 77, "audio": 52, "thinking": 39},
    **{"truncation": 85, "errors": 34, "templates": 124},
}
CASES = tuple(case for family in COUNTS for case in load_family(family))
CONVERSATIONS = tuple(case for case in CASES if not case.is_template)

SCENARIOS = {"chat", "multiagent"}

# Faults that shipped, one or more of each class that these families can show.
LEDGER = {
    *("agentscope F1", "agentscope F3", "agentscope F6", "agentscope F7", "agentscope F8", "agentscope F16"),
    *("agentscope O3", "agentscope O4", "agentscope O6", "agentscope O7", "agentscope O8", "agentscope O21"),
    *("agentscope O23", "agentscope O26", "agentscope O27", "agentscope O28", "agentscope O31", "agentscope O32"),
    *("agentscope O34", "agentscope O35", "agentscope O39", "agentscope O40", "agentscope O42", "agentscope O43"),
    *("agentscope O15", "agentscope O16", "agentscope O17", "agentscope O18", "agentscope O19"),
    *("agentscope O44", "agentscope O46", "agentscope O47", "agentscope O49"),
    *("agentscope#205", "agentscope#230", "agentscope#443", "agentscope#591", "agentscope#938", "agentscope#1284"),
    *("agentscope#1894", "agentscope#2006", "agentscope#2007", "agentscope#2315", "agentscope#2613", "agentscope#2643"),
    *("any-llm#1022", "any-llm#1153", "any-llm#1278", "autogen#6063", "camel#2148", "crewai#4693", "crewai#4775"),
    *("google-adk#6588", "instructor#965", "instructor#1194", "langchain-google#671", "langchain-google#1438"),
    *("langchain-google#1683", "langchain-google-genai#1298", "langchain-google-genai#1442", "litellm#31633"),
    *("livekit#6308", "llama-index#12013", "llama-index#16279", "mirascope-eaf95bca0", "mlflow#24296"),
    *("openai-agents#1706", "openai-agents#1779", "openai-agents#2214", "openai-agents#2331", "pydantic-ai#1934"),
    *("pydantic-ai#2678", "pydantic-ai-slim#580", "smolagents#659", "strands#1099", "strands#1703", "strands#2053"),
    *("strands#2123", "strands-agents#1123"),
    *("aisbench L1", "aisbench L2", "aisbench L3", "aisbench L5", "aisbench L6", "aisbench L7", "aisbench L11"),
    *("aisbench L12", "aisbench L13", "aisbench L15", "aisbench L16", "aisbench L22", "aisbench L25", "aisbench L26"),
    "aisbench L28",
}

SOURCE = re.compile(
    r"""
    seed\ 00[0-4] | golden\ [\w-]+            # what the project was made from, and recordings of the real software
    | agentscope\ [FO]\d+ | agentscope-2\.0\ [\w-]+ | aisbench\ L\d+ | peers\ (family\ [A-N] | \d\.\d)   # ledgers
    | [a-z0-9-]+\#\d+ | [a-z]+-[0-9a-f]{9}      # a package's issue, pull request or commit
    """,
    re.VERBOSE,
)
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\u202a-\u202e]")
SENTINEL = re.compile(r"[a-z]+-\d+")


def family_by_family(cases: tuple[Case, ...]) -> Callable[[Callable[[Case], None]], Callable[[str], None]]:
    """Asks it of every case, one test for each family: thousands of small tests take longer to tell than to run.

    All that fail are told, each with the id of its case.
    """

    def asked(test: Callable[[Case], None]) -> Callable[[str], None]:
        @pytest.mark.parametrize("family", sorted({case.family for case in cases}))
        def run(family: str) -> None:
            failed: list[Exception] = []
            for case in cases:
                try:
                    if case.family == family:
                        test(case)
                except Exception as error:
                    error.add_note(case.id)
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} cases of {family}", failed)

        return run

    return asked


each_case = family_by_family(CASES)
each_conversation = family_by_family(CONVERSATIONS)


def test_a_case_of_which_something_does_not_hold_is_named() -> None:
    def test(case: Case) -> None:
        assert case.id != "chat/one-user"

    with pytest.raises(ExceptionGroup, match="1 cases of chat") as raised:
        family_by_family(CASES)(test)("chat")
    assert raised.value.exceptions[0].__notes__ == ["chat/one-user"]
    family_by_family(CASES)(test)("tools")


@pytest.mark.parametrize("family", COUNTS)
def test_no_family_has_shrunk(family: str) -> None:
    assert len(load_family(family)) >= COUNTS[family]


def test_ids_are_plain_and_unique() -> None:
    counted = Counter(case.id for case in corpus())

    assert [id_ for id_ in counted if not re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", id_)] == []
    assert [id_ for id_, times in counted.items() if times > 1] == []


def test_every_case_hunts_something_of_its_own() -> None:
    counted = Counter(case.hunts for case in CASES)

    assert [hunts for hunts, times in counted.items() if times > 1 or not hunts.strip()] == []


def test_every_class_of_the_ledgers_has_a_case() -> None:
    assert LEDGER - {source for case in CASES for source in case.source} == set()


def case_files() -> Iterator[tuple[str, str]]:
    for family in FAMILIES:
        resource = FIXTURES.joinpath(f"cases/{family}.json")
        if resource.is_file():
            yield family, resource.read_text("utf-8")


def test_the_files_are_strict_json() -> None:
    def refuse(constant: str) -> Any:
        raise ValueError(constant)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs), f"a key is there twice: {[key for key, _ in pairs]}"
        return dict(pairs)

    for _, text in case_files():
        document = json.loads(text, parse_constant=refuse, object_pairs_hook=once)

        assert document.keys() == {"$comment", "cases"}
        assert text.endswith("}\n")


def test_the_files_are_small_and_hide_no_characters() -> None:
    texts = [text for _, text in case_files()]

    assert sum(len(text.encode("utf-8")) for text in texts) < 1_550_000
    assert HIDDEN.findall("".join(texts)) == []


@pytest.mark.parametrize("family", COUNTS)
def test_entries_have_no_other_keys(family: str) -> None:
    known = {"name", "hunts", "everyday", "source", "tags", "scenarios", "expect", "twin"}
    own = {"template", "requests"} if family == "templates" else {"conversation", "request", "files", "budget"}
    known |= own
    text = FIXTURES.joinpath(f"cases/{family}.json").read_text("utf-8")

    for entry in json.loads(text)["cases"]:
        assert entry.keys() <= known, entry["name"]
        assert all(expected.keys() <= {"dialects", "demand", "repairs", "why"} for expected in entry.get("expect", ()))


@each_conversation
def test_the_conversation_comes_back_from_json(case: Case) -> None:
    conversation = case.conversation()

    assert parse(conversation.to_json()) == conversation


@each_conversation
def test_the_document_obeys_the_published_schema(case: Case) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(_thaw(case.document))] == []


@each_case
def test_the_source_is_named_or_the_case_is_our_own(case: Case) -> None:
    assert bool(case.source) != ("own" in case.tags)
    assert [source for source in case.source if not SOURCE.fullmatch(source) and not is_rule(source)] == []


def is_rule(source: str) -> bool:
    provider = source.partition(".")[0]
    return source in evidence() if provider not in {"mistral", "bedrock", "openai-responses"} else True


@each_case
def test_scenarios_and_tags_are_sound(case: Case) -> None:
    assert case.scenarios
    assert set(case.scenarios) <= set(DIALECTS["aisbench"].scenarios if case.is_template else SCENARIOS)
    assert [tag for tag in case.tags if not re.fullmatch(r"[a-z0-9-]+", tag)] == []
    if case.family in SCENARIOS:
        assert case.scenarios == (case.family,)


def test_some_sixty_cases_of_a_chat_are_everyday_ones_and_say_why() -> None:
    everyday = [case for case in corpus() if case.everyday]
    chats = [case for case in everyday if "chat" in case.scenarios]

    assert 55 <= len(chats) <= 70
    assert {case.family for case in everyday} == {*FAMILIES} - {"errors"}
    assert [case.id for case in everyday if not re.fullmatch(r"\S[^.]{8,80}[^.\s]", case.habit)] == []
    assert [case.id for case in corpus() if "/everyday-" in case.id and not case.everyday] == []
    assert [case.id for case in everyday if case.expects("openai").demand != "carry"] == []


@each_case
def test_expectations_name_what_there_is(case: Case) -> None:
    for expected in case.expectations:
        assert expected.demand in ("carry", "refuse", "either")
        assert expected.demand == "carry" or expected.why.strip()
        assert (expected.demand == "either" and not case.is_template) == bool(expected.repairs)
        assert set(expected.repairs) <= REPAIRS.keys()
        assert [p for p in expected.dialects if not any(fnmatchcase(dialect, p) for dialect in DIALECTS)] == []
        assert any(case.expects(dialect) is expected for dialect in DIALECTS), "an entry before it hides this one"


def utterances(document: Mapping[str, Any]) -> Iterator[str]:
    """Everything that somebody says or thinks, without the bulk of ``$repeat``."""
    for message in messages(document):
        yield from spoken(message["content"])


def messages(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The messages; of those that are there many times over the first two times."""
    for item in document["messages"]:
        match item:
            case {"$repeat": [list(items), _]}:
                yield from _thaw([{"$repeat": [items, 2]}])
            case _:
                yield item


def spoken(content: Any) -> Iterator[str]:
    match content:
        case str():
            yield content
        case list():
            for block in content:
                yield from spoken(block.get("text", block.get("thinking", block.get("output"))))


def has_no_room(text: str) -> bool:
    """For a sentinel: ``true``, ``1e5``, ``None`` and the like."""
    if text in ("None", "True", "False", "yes", "no"):
        return True
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return not isinstance(value, str | dict | list)


@each_conversation
def test_every_utterance_has_a_sentinel_of_its_own(case: Case) -> None:
    if "repetition" in case.tags:
        return
    said = list(utterances(case.document))
    sentinels = [sentinel for text in said for sentinel in SENTINEL.findall(text)]
    calls = [block for message in messages(case.document) for block in blocks(message) if block["type"] == "tool_use"]

    assert [
        text for text in said if any(map(str.isalpha, text)) and not (SENTINEL.search(text) or has_no_room(text))
    ] == []
    assert [one for one in sentinels if sum(one in other for other in sentinels) > 1] == []
    assert [one for one in sentinels if one in json.dumps(calls)] == []


def blocks(message: Mapping[str, Any]) -> list[Any]:
    return message["content"] if isinstance(message["content"], list) else []


NOT_ON_OFFER = {
    "tools/called-not-offered",
    "tools/nothing-offered",
    "tools/handed-over",
    "tools/calls-without-an-offer-and-one-id",
}
"""They hunt what becomes of a call whose tool is not, or no longer, on offer."""


@each_conversation
def test_every_tool_that_is_called_is_on_offer(case: Case) -> None:
    called = {
        block["name"] for message in messages(case.document) for block in blocks(message) if block["type"] == "tool_use"
    }
    offered = {tool["name"] for tool in case.document.get("tools", ())}

    assert (called <= offered) == (case.id not in NOT_ON_OFFER)


@each_conversation
def test_what_is_on_offer_has_a_json_schema(case: Case) -> None:
    for tool in case.document.get("tools", ()):
        Draft202012Validator.check_schema(tool.get("parameters", {}))


def differences(one: Any, other: Any) -> set[tuple[str, str]]:
    """What two JSON values have in each other's place, wherever that is; a list that is longer differs as a whole."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {found for key in one for found in differences(one[key], other[key])}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return {found for pair in zip(one, other, strict=True) for found in differences(*pair)}
    return set() if one == other else {(json.dumps(one), json.dumps(other))}


@each_case
def test_a_bad_case_differs_from_its_twin_in_its_fault_alone(case: Case) -> None:
    """In one value, be it in several places, or in the order of the messages."""
    demands = {expectation.demand for expectation in case.expectations}
    assert bool(case.twin) == (demands == {"refuse"} if case.is_template else case.family == "errors")
    if case.twin:
        twin = next(other for other in CASES if other.id == case.twin)
        bad, good = (_said(each) for each in (case, twin))

        assert len(differences(bad, good)) == 1 or (
            not case.is_template and sorted(map(repr, bad[0])) == sorted(map(repr, good[0]))
        )
        assert bad != good
        assert case.scenarios == twin.scenarios
        assert twin.expectations == ()
        assert demands <= ({"refuse"} if case.is_template else {"refuse", "either"})
        assert case.is_template or case.expectations[-1].dialects == ("*",)


def _said(case: Case) -> list[Any]:
    document = case.document
    return [document] if case.is_template else [document["messages"], document.get("tools"), dict(case.files)]


@each_case
def test_a_case_has_a_budget_if_it_is_one_of_truncation(case: Case) -> None:
    assert (case.budget is not None) == (case.family == "truncation")


@each_conversation
def test_files_are_placed_where_the_conversation_says(case: Case) -> None:
    document, told = json.dumps(case.document), json.dumps(case.conversation().to_json())

    assert any(mark in document for mark in MARKS) == bool(case.files)
    assert not any(mark in told for mark in MARKS)
    for name, recipe in case.files.items():
        assert recipe is not None
        placed, source = Path(case.directory(), name).read_bytes(), shipped_file(recipe)
        whole = FIXTURES.joinpath(source).read_bytes() if source else placed

        assert placed == (whole if recipe == source else whole[: len(placed)])


MARKS = ("{FILES}", "{BASE64 ")


def test_every_shipped_file_is_named_by_a_case() -> None:
    named = {shipped_file(recipe) for case in CASES for recipe in case.files.values() if recipe}

    assert {f"media/{file.name}" for file in FIXTURES.joinpath("media").iterdir()} == named - {None}


def test_a_payload_becomes_portable() -> None:
    entry = {
        "name": "n",
        "hunts": "h",
        "files": {"a b.png": "media/red.png"},
        "conversation": {"messages": [{"role": "user", "content": {"$repeat": ["tick ", 50]}}]},
    }
    case = case_from_json("chat", entry)
    folder = case.directory()

    told = {"a": f"{folder}/x.png", "b": [Path(folder).as_uri() + "/a%20b.png", "and " + "tick " * 50 + "tock", 1]}
    assert case.portable(told) == {
        "a": "{FILES}/x.png",
        "b": ["file://{FILES}/a%20b.png", "and {50 times tick }tock", 1],
    }


@each_case
def test_the_request_says_what_a_rule_asks_for(case: Case) -> None:
    asked = {key for dialect in DIALECTS.values() for rule in dialect.rules for key in rule.context} | {"model"}

    assert case.request.keys() - {"models", "dialects"} <= asked
    assert all(case.request_for(dialect).keys() <= asked for dialect in DIALECTS)


@each_case
def test_the_request_names_known_dialects_and_models(case: Case) -> None:
    for dialect, model in case.request.get("models", {}).items():
        assert model_of(dialect, model).family, model
    assert case.request.get("dialects", {}).keys() <= DIALECTS.keys()


def test_a_request_may_differ_by_dialect() -> None:
    request = {"thinking": True, "models": {"vllm": "m"}, "dialects": {"deepseek": {"thinking": False}}}
    entry = {"name": "n", "hunts": "h", "conversation": {"messages": []}, "request": request}
    case = case_from_json("chat", entry)

    told = {dialect: case.request_for(dialect) for dialect in ("openai", "vllm", "deepseek")}
    assert told == {
        "openai": {"thinking": True},
        "vllm": {"thinking": True, "model": "m"},
        "deepseek": {"thinking": False},
    }


def test_where_nothing_is_said_everything_is_carried() -> None:
    entry = {"name": "n", "hunts": "h", "conversation": {"messages": []}}

    assert case_from_json("tools", entry).expects("openai") is CARRY


def test_the_first_entry_that_names_the_dialect_holds() -> None:
    expect = [
        {"dialects": ["dash*"], "demand": "refuse", "why": "r"},
        {"demand": "either", "repairs": ["keep"], "why": "e"},
    ]
    case = case_from_json("tools", {"name": "n", "hunts": "h", "conversation": {"messages": []}, "expect": expect})

    assert case.expects("dashscope-multimodal").demand == "refuse"
    assert case.expects("openai").demand == "either"


def test_thawing_makes_numbers_and_bulk() -> None:
    frozen = {"a": [{"$number": "-inf"}, {"$repeat": ["ab", 3]}], "b": {"$number": 1}}

    assert _thaw(frozen) == {"a": [float("-inf"), "ababab"], "b": {"$number": 1}}


def test_thawing_gives_a_copy() -> None:
    frozen: dict[str, Any] = {"a": [{"b": []}]}

    thawed = _thaw(frozen)
    thawed["a"][0]["b"].append(1)

    assert frozen == {"a": [{"b": []}]}


def test_what_a_case_needs_is_told_by_its_marks_as_by_its_files() -> None:
    cases = [case for case in corpus() if case.files]
    by_marks = {case.id: (case.needs, case.limits) for case in cases}

    assert {case.id: (needs(case.said()), limits_of(case.said())) for case in cases} == by_marks


def test_no_file_is_placed_to_ask_what_a_case_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_promptfmt.corpus.case_files._root", str(tmp_path / "files"))
    monkeypatch.setattr("pytest_promptfmt.corpus.case_files._owner", os.getpid())

    asked = [(case.needs, case.limits) for case in corpus()]

    assert asked
    assert not (tmp_path / "files").exists()
