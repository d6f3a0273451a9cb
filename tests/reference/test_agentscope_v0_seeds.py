"""The documents of AgentScope 0.0 and 0.1: their examples run, and print what the documents print.

Both pages are kept in cells (``# %% name``), code and print apart; `seeds/README.md` says what is changed of them.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.places import ROOT, SEEDS

from promptfmt_reference.agentscope_v0_0.prompt import PromptEngine, PromptType
from promptfmt_reference.agentscope_v0_1.manager import ModelManager, init
from promptfmt_reference.agentscope_v0_1.models import NoModel


def cells(name: str) -> dict[str, str]:
    """The parts of a file by their names."""
    _, *parts = re.split(r"^# %% (.*)\n", (SEEDS / name).read_text("utf-8"), flags=re.MULTILINE)
    return {name: text.strip("\n") for name, text in zip(parts[::2], parts[1::2], strict=True)}


def run(code: str, page: dict[str, Any]) -> str:
    """What the code prints; what it defines goes into `page`."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, page)
    return out.getvalue().strip("\n")


# 0.0: Python's way to print a list; what comes out otherwise than printed has a row in deviations.toml

WRAPPERS, PRINTED = cells("agentscope_000.input.txt"), cells("agentscope_000.output.txt")
CORRECTIONS = [
    (row["places"], row["prints"], row["ours"])
    for row in tomllib.loads((ROOT / "reference" / "deviations.toml").read_text("utf-8"))["print"]
    if row["seed"] == "000"
]


def corrected(printed: str) -> str:
    for _, said, comes_out in CORRECTIONS:
        printed = printed.replace(said, comes_out)
    return printed


def value(printed: str) -> str:
    """A list or a quoted text as JSON, keys in their order; any other text as it stands."""
    return json.dumps(ast.literal_eval(printed), indent=1) if printed.startswith(("[", '"')) else printed


@pytest.fixture
def page(tmp_path: Path) -> dict[str, Any]:
    """What the cells define and, as `printed`, what each prints; the page's files are in a folder of this test."""
    (tmp_path / "test.png").write_bytes(b"abcdef")
    (tmp_path / "test.mp3").write_bytes(b"abcdef")
    page: dict[str, Any] = {}
    printed = {name: run(code.replace("/Users/xxx", tmp_path.as_posix()), page) for name, code in WRAPPERS.items()}
    return page | {"printed": printed}


@pytest.mark.parametrize("cell", [name for name in PRINTED if "Engine" not in name])
def test_a_wrapper_prints_what_the_page_prints(cell: str, page: dict[str, Any]) -> None:
    assert value(page["printed"][cell]) == value(corrected(PRINTED[cell]))


def test_every_correction_has_its_places_in_the_page() -> None:
    printed, found = "\n".join(PRINTED.values()), []
    for _, said, comes_out in CORRECTIONS:
        found.append((printed.count(said), said, comes_out))
        printed = printed.replace(said, comes_out)

    assert found == CORRECTIONS


def test_dashscope_shows_pictures_that_are_named_like_pictures_before_the_text() -> None:
    """The page's example with endings: its print, but for the order (row 2)."""
    cell = "DashScopeMultiModalWrapper"
    code, printed = (re.sub(r"url_to_png\d", r"\g<0>.png", part[cell]) for part in (WRAPPERS, PRINTED))
    expected = ast.literal_eval(corrected(printed))
    for message in expected:
        message["content"].sort(key=lambda part: "text" in part)

    assert ast.literal_eval(run(code, {})) == expected
    assert [len(message["content"]) for message in expected] == [2, 3]


def test_the_page_s_own_engine_makes_lists(page: dict[str, Any]) -> None:
    """Its model is one of OpenAI's (row 8)."""
    cell = "PromptEngine, list"
    run(WRAPPERS[cell], page)

    assert value(repr(page["prompt"])) == value(corrected(PRINTED[cell]))


@pytest.mark.parametrize(
    "memory",
    [
        {"name": "user", "content": "What's the weather like today?"},
        [{"name": "user", "content": "What's the weather like today?"}],
        "user: What's the weather like today?",
    ],
    ids=["dict", "list", "string"],
)
def test_an_engine_for_strings_joins_lines(memory: Any, page: dict[str, Any]) -> None:
    """``memory = ...`` is what the page leaves open: any of three types."""
    cell = "PromptEngine, string"
    page["engine"] = PromptEngine(page["model"], prompt_type=PromptType.STRING)
    run(WRAPPERS[cell].replace("memory = ...", f"memory = {memory!r}"), page)

    assert value(json.dumps(page["prompt"])) == value(corrected(PRINTED[cell]))


def test_the_engine_fills_in_what_the_map_has(page: dict[str, Any]) -> None:
    """The page prints nothing here; the words are its own."""
    texts = ["You're a helpful assistant.", "Will it rain today?", "Find the weather in London."]

    assert page["prompt"] == [{"role": "assistant", "content": text} for text in texts]


@pytest.mark.parametrize("name", ["PromptEngine", "user_input"])
def test_the_prelude_defines_what_the_page_leaves_undefined(name: str, page: dict[str, Any]) -> None:
    del page[name]
    with pytest.raises(NameError, match=name):
        run("\n".join(code for cell, code in WRAPPERS.items() if cell.startswith("PromptEngine")), page)


# 0.1: JSON, to the letter

FORMATTERS, JSON = cells("agentscope_001.input.txt"), cells("agentscope_001.output.txt")


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page writes a file and configures the program's one manager; both are for this test alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ModelManager, "_instance", None)


@pytest.mark.usefixtures("in_folder")
def test_the_formatters_print_what_the_page_prints() -> None:
    page: dict[str, Any] = {}
    printed = {name: run(code, page) for name, code in FORMATTERS.items()}

    assert {name: text for name, text in printed.items() if text} == JSON


@pytest.mark.usefixtures("in_folder")
def test_without_an_answer_there_is_none() -> None:
    page: dict[str, Any] = {}
    run(FORMATTERS["chat"], page)
    with pytest.raises(NoModel, match=r"'my_qwen'.*call=…"):
        run(FORMATTERS["answer"], page)


@pytest.mark.usefixtures("in_folder")
def test_the_page_s_agent_answers_from_its_memory() -> None:
    asked: list[Any] = []

    def call(prompt: Any) -> str:
        asked.append(prompt)
        return "Nice to meet you too!"

    page: dict[str, Any] = {}
    run("\n".join([FORMATTERS["chat"], FORMATTERS["agent"]]), page)
    init(
        model_configs={"config_name": "my_qwen", "model_type": "dashscope_chat", "model_name": "qwen-max", "call": call}
    )
    alice, msg = page["MyAgent"]("Alice", "my_qwen"), page["Msg"]
    alice.memory.add([msg("Alice", "Hi!", "assistant"), msg("Bob", "Nice to meet you!", "assistant")])
    reply = alice()

    assert (reply.name, reply.content, reply.role) == ("Alice", "Nice to meet you too!", "assistant")
    assert asked == [
        [
            {"role": "system", "content": [{"text": "{your system prompt}"}]},
            {"role": "user", "content": [{"text": "## Conversation History\nAlice: Hi!\nBob: Nice to meet you!"}]},
        ]
    ]
