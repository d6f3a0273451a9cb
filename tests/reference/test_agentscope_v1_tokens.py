"""The token counters: the figures of the specification, the faults of the ledger, and nothing downloaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tiktoken
import train_mini_encoding as script
from support.qwen import qwen, rendered
from support.token_counts import count, data_uri, openai, picture, tokens

from promptfmt_reference.agentscope_v1.token import (
    AnthropicTokenCounter,
    CharTokenCounter,
    GeminiTokenCounter,
    OpenAITokenCounter,
    TokenCounterBase,
    encodings,
    mini,
)
from promptfmt_reference.agentscope_v1.truncate import fit_now

# the counter protocol


def test_every_counter_is_one() -> None:
    made = [CharTokenCounter(), openai(), AnthropicTokenCounter("m", None), GeminiTokenCounter("m", None)]

    assert all(isinstance(counter, TokenCounterBase) for counter in made)


def test_a_counter_of_ones_own_may_inherit_and_then_has_to_count() -> None:
    class Lines(TokenCounterBase):
        async def count(self, messages: list[Any], tools: list[Any] | None = None, **kwargs: Any) -> int:
            return len(messages)

    assert count(Lines(), [{}, {}]) == 2
    with pytest.raises(TypeError, match="abstract"):
        type("Nothing", (TokenCounterBase,), {})()


# characters


def test_characters_are_those_that_python_prints() -> None:
    assert count(CharTokenCounter(), [{"role": "user", "content": "é"}]) == 32
    assert count(CharTokenCounter(), []) == 0
    assert count(CharTokenCounter(), [{}, {}], [{}]) == 10


# the embedded encoding


def test_the_embedded_encoding_says_every_text() -> None:
    encoding = mini.encoding()
    text = "Ça va, 最近的图书馆? 🙂 <|endoftext|>\n\n  x\t{}"

    assert isinstance(encoding, tiktoken.Encoding)
    assert encoding.name == "promptfmt_mini"
    assert encoding.decode(encoding.encode_ordinary(text)) == text


def test_its_ranks_are_small_and_the_trainer_writes_the_same_bytes_again(tmp_path: Path) -> None:
    shipped = script.TARGET.read_bytes()

    assert script.ranks_file(script.train(script.TEXT.read_text("utf-8"), script.SIZE)) == shipped
    assert len(shipped) <= 50 * 1024


def test_neither_tiktoken_nor_pillow_is_imported_before_something_is_counted() -> None:
    code = (
        "import sys, promptfmt_reference.agentscope_v1.token;"
        "print({'tiktoken', 'PIL', 'transformers', 'tokenizers'} & set(sys.modules))"
    )

    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"


# tiktoken's own encodings


def test_ranks_that_are_not_at_hand_are_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))

    with pytest.raises(
        FileNotFoundError, match=r"fb374d419588a4632f3f557e76b4b70aebbca790 does not exist.*promptfmt_mini"
    ):
        OpenAITokenCounter("gpt-4o")
    with pytest.raises(FileNotFoundError, match="9b5ad71b2ce5302211f9c61530b329a4922fc6a4"):
        OpenAITokenCounter("gpt-4")
    with pytest.raises(FileNotFoundError, match="o200k_base"):
        OpenAITokenCounter("no-such-model")


def test_a_cache_that_is_switched_off_or_spoiled_downloads_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    with pytest.raises(FileNotFoundError, match="switches its cache off"):
        OpenAITokenCounter("gpt-4o")

    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    spoiled = encodings.cached("o200k_base")
    assert spoiled is not None
    spoiled.write_bytes(b"IQ== 0\n")
    with pytest.raises(FileNotFoundError, match="not the file that tiktoken expects"):
        OpenAITokenCounter("gpt-4o")
    assert spoiled.exists()


def test_the_cache_is_where_tiktoken_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.setenv("DATA_GYM_CACHE_DIR", str(tmp_path))
    assert encodings.cached("o200k_base") == tmp_path / "fb374d419588a4632f3f557e76b4b70aebbca790"

    monkeypatch.delenv("DATA_GYM_CACHE_DIR")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert encodings.cached("cl100k_base") == tmp_path / "data-gym-cache" / "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"


def test_an_encoding_nobody_knows_is_refused_and_any_may_be_given() -> None:
    with pytest.raises(ValueError, match="no encoding 'x'"):
        OpenAITokenCounter("gpt-4o", encoding="x")

    assert count(OpenAITokenCounter("gpt-4o", encoding=mini.encoding()), []) == 3


def test_tiktokens_own_ranks_are_used_where_they_are() -> None:
    path = encodings.cached("o200k_base")
    if path is None or not path.is_file():
        pytest.skip("tiktoken's ranks are not in its cache")

    assert count(OpenAITokenCounter("gpt-4o"), [{"role": "user", "content": "hello world"}]) == 3 + 3 + 1 + 2


# messages


def test_a_message_costs_three_and_its_values() -> None:
    assert count(openai(), []) == 3
    assert count(openai(), [{"role": "user", "content": "hello there"}]) == 6 + tokens("user") + tokens("hello there")


def test_a_name_costs_one_more() -> None:
    bare = count(openai(), [{"role": "user", "content": "x"}])

    assert count(openai(), [{"role": "user", "content": "x", "name": "Bob"}]) == bare + tokens("Bob") + 1


def test_calls_count_as_json_and_nothing_as_nothing() -> None:
    calls = [{"id": "1", "type": "function", "function": {"name": "f", "arguments": '{"ä": 1}'}}]
    message = {"role": "assistant", "content": None, "tool_calls": calls}

    assert count(openai(), [message]) == 6 + tokens("assistant") + tokens(json.dumps(calls, ensure_ascii=False))


def test_what_looks_like_a_special_token_is_text() -> None:
    assert count(openai(), [{"role": "user", "content": "<|endoftext|>"}]) > 7


def test_long_texts_count_like_short_ones() -> None:
    text = "word and " * 1_000

    assert count(openai(), [{"role": "", "content": text}]) == 6 + tokens(text)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": [{"text": ""}]},
        {"role": "user", "content": [{"text": None}]},
        {"role": "user", "content": [{"text": "hi"}, {"image": "https://x.test/a.png"}]},
        {"role": "user", "content": [{"image": data_uri(1, 1)}, {"video": "https://x.test/a.mp4"}]},
        {"role": "user", "content": [{"audio": "https://x.test/a.mp3"}, "bare"]},
        {"role": "user", "content": "hi", "images": [data_uri(1, 1).partition(",")[2]]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "x"}]}],
        },
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": {}}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}]},
        {"role": "user", "parts": [{"text": "hi"}, {"inline_data": {"mime_type": "image/png", "data": picture(1, 1)}}]},
        {"role": "model", "parts": [{"function_call": {"id": None, "name": "f", "args": {}}}]},
        {"type": "function_call_output", "call_id": "1", "output": [{"type": "input_text", "text": "x"}]},
        {"role": "user", "content": [{"type": "input_image", "image_url": data_uri(1, 1), "detail": "low"}]},
        {"role": "user", "content": 5, "extra": {"a": [b"x"]}},
    ],
    ids=lambda message: next(iter(str(value)[:40] for key, value in message.items() if key != "role")),
)
def test_payloads_of_other_providers_are_counted(message: dict[str, Any]) -> None:
    assert count(openai(), [message]) > 3


def test_base64_is_no_text() -> None:
    uri = data_uri(2000, 2000)
    source = {"type": "base64", "media_type": "image/png", "data": uri.partition(",")[2]}
    parts = [{"type": "image", "source": source}], [{"image": uri}]

    for part in parts:
        assert count(openai(), [{"role": "", "content": part}]) == 6 + 765
    assert count(openai(), [{"role": "", "content": "", "images": [source["data"]]}]) == 6 + 765


# tools


def tools_cost(model: str, *functions: dict[str, Any]) -> int:
    return count(openai(model), [], [{"type": "function", "function": function} for function in functions]) - 3


def properties(**schemas: Any) -> dict[str, Any]:
    return {"name": "f", "description": "Does it.", "parameters": {"type": "object", "properties": schemas}}


def test_tools_cost_what_was_observed() -> None:
    plain, one = properties(), properties(a={"type": "string", "description": "An a."})
    options = properties(a={"type": "string", "description": "An a", "enum": ["x", "yy"]})

    assert tools_cost("gpt-4", plain) == 12 + 10 + tokens("f:Does it")
    assert tools_cost("gpt-4o", plain) == 12 + 7 + tokens("f:Does it")
    assert tools_cost("gpt-4o", one) == tools_cost("gpt-4o", plain) + 3 + 3 + tokens("a:string:An a")
    assert tools_cost("gpt-4o", options) == tools_cost("gpt-4o", one) - 3 + 6 + tokens("x") + tokens("yy")
    assert tools_cost("gpt-4o", plain, plain) == 2 * tools_cost("gpt-4o", plain) - 12
    assert count(openai(), [], []) == 3


@pytest.mark.parametrize(
    "function",
    [
        {"name": "f"},
        {"name": "f", "description": None, "parameters": None},
        {"name": "f", "description": "d", "parameters": {"type": "object"}},
        properties(a={}),
        properties(a={"type": "integer", "enum": [1, 2]}),
        properties(a={"type": "string", "description": None, "enum": None}),
        properties(a={"type": ["string", "null"], "enum": ["x", None]}),
        properties(a=True),
    ],
)
def test_tools_that_say_little_are_counted(function: dict[str, Any]) -> None:
    assert tools_cost("gpt-4o", function) > 12 + 7


# the figures that the seeds print

INTRODUCTION = (
    "# Conversation History\nThe content between <history></history> tags contains your conversation history\n"
)
FIRST_TALK = (
    ("Bob", "Hi, Alice, do you know the nearest library?"),
    ("Alice", "Sorry, I don't know. Do you have any idea, Charlie?"),
    ("Charlie", "No, let's ask Friday. Friday, get me the nearest library."),
)
LAST_TALK = "<history>\nFriday: The nearest library is ...\nBob: Thanks, Friday!\nAlice: Let's go together.\n</history>"


@pytest.mark.parametrize(
    ("empty", "figures"), [([{"text": None}], [156, 143, 126]), ([], [154, 141, 124])], ids=["seed 003", "seed 004"]
)
def test_the_seeds_example_costs_what_they_print(empty: list[Any], figures: list[int]) -> None:
    """With Qwen's vocabulary, which the dashscope package brings, and its chat template, which knows no calls."""
    encoding = qwen()

    def formats(talk: list[SimpleNamespace]) -> list[dict[str, Any]]:
        history = "\n".join(f"{said.name}: {said.content}" for said in talk[1:])
        return [
            {"role": "system", "content": "You're a helpful assistant named Friday"},
            {"role": "user", "content": f"{INTRODUCTION}<history>\n{history}\n</history>"},
            {"role": "assistant", "content": empty},
            {"role": "tool", "content": "104.48, 36.30"},
            {"role": "assistant", "content": empty},
            {"role": "tool", "content": "[...]"},
            {"role": "user", "content": LAST_TALK},
        ]

    counted = []

    def cost(payload: list[dict[str, Any]]) -> int:
        counted.append(len(encoding.encode(rendered(payload), allowed_special="all")))
        return counted[-1]

    talk = [SimpleNamespace(name=name, role="user", content=text) for name, text in (("system", ""), *FIRST_TALK)]
    talk[0].role = "system"
    kept = fit_now(talk, formats, cost, figures[0] - 20, None)

    assert counted == figures
    assert [said.name for said in kept] == ["system", "Charlie"]
    assert fit_now(talk, formats, cost, figures[0] - 20) == kept
