"""What may have been meant: each of these was somebody's mistake, and the text says what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_promptfmt.common.files import SaveError, save
from pytest_promptfmt.dialects import which_dialect, which_target
from pytest_promptfmt.implementation import ImplementationError
from pytest_promptfmt.implementation.resolve import resolve

CHAT = "def chat(conversation): return []\n"
MINE = f"{CHAT}FORMATTERS = {{'openai.chat': chat}}\n"
STEPS = "class Mine:\n    def prepare(self, c): return c\n    def format(self, n): return n\n"
FORMAT = "class Mine:\n    def format(self, n): return n\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("FORMATERS = {'openai.chat': chat}", "did you mean 'FORMATTERS'"),
        ("formatters = {'openai.chat': chat}", "'formatters'; did you mean 'FORMATTERS'"),
        ("FORMATTERS = [chat]", "FORMATTERS is a list, and it maps"),
        ("FORMATTERS = None", "FORMATTERS is None, and it maps"),
        ("def FORMATTERS(): return {}", "FORMATTERS is a function, and it maps"),
        (f"{STEPS}FORMATTERS = {{'openai.chat': Mine}}", "is the class Mine; give an instance: Mine()"),
        (f"{FORMAT}FORMATTERS = {{'openai.chat': Mine()}}", "it has format() alone: give that, Mine(…).format"),
        ("FORMATTERS = {'openai.chat': 'chat'}", "is 'chat', a str; give the function itself"),
        (f"{MINE}CAPABILITES = {{'openai.chat': {{}}}}", "has 'CAPABILITES', which nobody reads"),
        (f"{MINE}capabilities = {{'blocks': []}}", "has 'capabilities', which nobody reads"),
        (f"{MINE}XFAIL = 'known.toml'", "has 'XFAIL', which nobody reads"),
        (f"{MINE}CAPABILITIES = {{'blocks': ['tool']}}", "a claim is one of a target"),
        (f"{MINE}CAPABILITIES = {{'openai.chat': {{'tools': True}}}}", "did you mean {'blocks': ['tool']}"),
        (f"{MINE}CAPABILITIES = {{'openai.chat': {{'blocks': {{'tool': False}}}}}}", "a list of names, not dict"),
        (f"{MINE}CAPABILITIES = {{'openai.chat': {{'blocks': ['vision']}}}}", "did you mean 'image'"),
        (f"{MINE}CAPABILITIES = {{'openai.chat': {{'blocks': ['text']}}}}", "leave it out"),
        (f"{MINE}CAPABILITIES = {{'openai.chat': {{'refuses': ['tool']}}}}", "leave it out of 'blocks'"),
        ("import nowhere_to_be_had", "(bad.py:2); install what brings 'nowhere_to_be_had'"),
        ("from json import dmups", "(bad.py:2); did you mean 'dumps'?"),
        ("from pytest_promptfmt import Convresation", "; did you mean 'Conversation'? (bad.py:2)"),
        ("import pytest_prompfmt", "(bad.py:2); did you mean 'pytest_promptfmt'?"),
        ("import json\nHELLO = json.dupms(3)", "(bad.py:3); did you mean 'dumps'?"),
        ("FORMATTERS = {'openai.chat': chatt}", "(bad.py:2); did you mean 'chat'?"),
        ("if not True:\n    FORMATTERS = {'openai.chat': chat}", "no table FORMATTERS: line 3 sets it"),
        ("try:\n    raise OSError\n    FORMATTERS = {}\nexcept OSError: pass", "no table FORMATTERS: line 4 sets it"),
        ("def later():\n    FORMATTERS = {}", "no table FORMATTERS: line 3 sets it"),
        ("FORMATTERS: dict[str, object]", "no table FORMATTERS: line 2 declares it"),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import decimal as d\nX: d = 1",
            "under TYPE_CHECKING",
        ),
        ("import typing as t\nif t.TYPE_CHECKING:\n    from x import Y\ndef f(y: Y): ...", "under TYPE_CHECKING"),
        ("from pytest_promptfmt import TextBlock", "did you mean 'Text'?"),
        ("from pytest_promptfmt import ToolCall", "did you mean 'ToolUse'?"),
        ("import pytest_promptfmt\npytest_promptfmt.ImageBlock", "did you mean 'Image'?"),
        ("import pytest_promptfmt\npytest_promptfmt.Guard", "it is in pytest_promptfmt.guarding"),
        ("from pytest_promptfmt.types import Text", "names are imported from the top: from pytest_promptfmt import"),
        ("raise EOFError", "reads standard input as it is imported; a program that speaks the protocol is named 'cmd:"),
        ("raise SystemExit", "put what runs below if __name__ == '__main__'"),
    ],
)
def test_a_bad_module(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(CHAT + text)

    with pytest.raises(ImplementationError) as error:
        resolve("./bad.py", tmp_path)

    assert says in str(error.value)


@pytest.mark.parametrize(
    "text", ["capabilities = {'of a server': 1}", "capability = 3", "xfail = 'a mark'", "CAPABILITIES = {}"]
)
def test_what_is_not_ours_is_left_alone(text: str, tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(MINE + text)

    assert list(resolve("./good.py", tmp_path).formatters) == ["openai.chat"]


def test_a_key_may_be_an_enumerations(tmp_path: Path) -> None:
    target = "import enum\nclass T(str, enum.Enum):\n    O = 'openai.chat'\n"
    (tmp_path / "listed.py").write_text(f"{target}{CHAT}FORMATTERS = {{T.O: chat}}\nCAPABILITIES = {{T.O: {{}}}}\n")

    assert [type(each) for each in resolve("./listed.py", tmp_path).formatters] == [str]


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("```python\n", "the fence of Markdown"),
        ("``` py\n", "the fence of Markdown"),
        (">>> ", "the prompts of a console"),
        ("%load_ext autoreload\n", "a line of a notebook"),
        ("!pip install x\n", "a line of a notebook"),
        ("@@ -1 +1 @@\n", "that is a diff"),
        ("<<<<<<< HEAD\n", "the marks of a merge"),
    ],
)
def test_what_was_pasted_along(before: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(before + MINE)

    with pytest.raises(ImplementationError, match=f"bad.py, line 1.*{says}"):
        resolve("./bad.py", tmp_path)


FILES = ("lonely_one.py", "src/inner_one/__init__.py", "pack_one/__init__.py", "pack_one/fmt.py", "space_one/fmt.py")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("lonely_oen", "did you mean 'lonely_one'"),
        ("Lonely_One", "did you mean 'lonely_one'"),
        ("lonely-one", "did you mean 'lonely_one'"),
        ("lonely_one.FORMATTERS", "'lonely_one:FORMATTERS'"),
        ("lonely_one,pack_one", "once for each"),
        (" ", "names nothing"),
        ("$FORMATTER", "nothing has expanded it"),
        ("${FORMATTER}", "nothing has expanded it"),
        ("${{ inputs.formatter }}", "nothing has expanded it"),
        ("%FORMATTER%", "nothing has expanded it"),
        ("inner_one", "'pythonpath = src'"),
        ("pack_one.ftm", "did you mean 'pack_one.fmt'"),
        ("pack_one", "did you mean 'pack_one.fmt'"),
        ("node bridge.mjs", "'cmd:node bridge.mjs'"),
        ("./lonely_oen.py", "did you mean 'lonely_one.py'"),
        ("./lonely_one", "did you mean 'lonely_one.py'"),
        ("fmt.py", "did you mean 'pack_one/fmt.py'"),
        ("./space_one", "directory without __init__.py; did you mean 'space_one/fmt.py'"),
        ("https://a.example/fmt.py", "it is an address: save"),
    ],
)
def test_a_name_that_leads_nowhere(spec: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("" if name == "pack_one/__init__.py" else MINE)

    with pytest.raises(ImplementationError) as error:
        resolve(spec, tmp_path)

    assert says in str(error.value)


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("openai", "openai.chat"),
        ("OPENAI.CHAT", "openai.chat"),
        ("openai/chat", "openai.chat"),
        ("claude.chat", "anthropic.chat"),
        ("gpt-4o", "openai.chat"),
        ("azure-openai.chat", "openai.chat"),
        ("vertex_ai.chat", "gemini.chat"),
        ("openai.responses", "openai-responses.chat"),
        ("openai.multi_agent", "openai.multiagent"),
        ("opnai.multiagnet", "openai.multiagent"),
        ("aisbench.dialog", "aisbench.dialogue"),
    ],
)
def test_a_provider_by_another_name(name: str, target: str) -> None:
    assert which_target(name) == f"; did you mean {target!r}?"
    assert which_dialect(name) == f"; did you mean {target.partition('.')[0]!r}?"


def test_of_a_provider_that_nobody_knows_all_are_listed() -> None:
    assert "known are openai.chat, anthropic.chat" in which_target("my.chat")


def test_no_python_file_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)

    with pytest.raises(SaveError, match="is a program"):
        save(tmp_path / "mine.py", "{}")

    assert (tmp_path / "mine.py").read_text() == MINE
