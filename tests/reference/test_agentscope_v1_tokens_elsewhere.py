"""The token counters that ask a provider, and the one that reads a tokenizer of Hugging Face."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from support.qwen import MARKS, rendered, with_marks
from support.token_counts import TOOL, count

from promptfmt_reference.agentscope_v1.token import (
    AnthropicTokenCounter,
    GeminiTokenCounter,
    HuggingFaceTokenCounter,
    huggingface,
    mini,
)

# counted by the provider


class Client:
    """Takes down what it is asked; as async as it is told to be."""

    def __init__(self, *, is_async: bool = False, vertexai: bool = False) -> None:
        self.asked: list[dict[str, Any]] = []
        self.vertexai = vertexai
        self.messages = self.models = SimpleNamespace(count_tokens=self._wait if is_async else self._count)

    def _count(self, **asked: Any) -> Any:
        self.asked.append(copy.deepcopy(asked))
        return SimpleNamespace(input_tokens=7, total_tokens=7)

    async def _wait(self, **asked: Any) -> Any:
        await asyncio.sleep(0)
        return self._count(**asked)


SAID = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]
SAID_TO_GEMINI = [{"role": "system", "parts": [{"text": "Be brief."}]}, {"role": "user", "parts": [{"text": "hi"}]}]


@pytest.mark.parametrize("is_async", [True, False])
def test_anthropic_is_asked_with_the_system_text_in_its_place_and_the_prompt_untouched(is_async: bool) -> None:
    client, said = Client(is_async=is_async), copy.deepcopy(SAID)

    assert count(AnthropicTokenCounter("claude", client), said, [TOOL]) == 7
    assert said == SAID
    tool = {"name": "f", "description": "Does it.", "input_schema": {"type": "object"}}
    assert client.asked == [{"model": "claude", "messages": [SAID[1]], "system": "Be brief.", "tools": [tool]}]


def test_anthropic_takes_its_own_tools_and_further_arguments_as_they_are() -> None:
    client, tool = Client(), {"name": "f", "input_schema": {"type": "object"}}
    asyncio.run(AnthropicTokenCounter("claude", client).count(SAID[1:], [tool], thinking={"type": "disabled"}))

    assert client.asked == [
        {"model": "claude", "messages": SAID[1:], "tools": [tool], "thinking": {"type": "disabled"}}
    ]


def test_anthropic_is_not_asked_about_nothing_and_counts_a_system_text_alone_as_a_users() -> None:
    client = Client()

    assert count(AnthropicTokenCounter("claude", client), []) == 0
    assert client.asked == []
    assert count(AnthropicTokenCounter("claude", client), SAID[:1]) == 7
    assert client.asked == [{"model": "claude", "messages": [{"role": "user", "content": "Be brief."}]}]


@pytest.mark.parametrize("is_async", [True, False])
def test_gemini_is_asked_for_everything_that_vertex_counts(is_async: bool) -> None:
    client, said = Client(is_async=is_async, vertexai=True), copy.deepcopy(SAID_TO_GEMINI)

    assert count(GeminiTokenCounter("gemini", client), said, [TOOL]) == 7
    assert said == SAID_TO_GEMINI
    config = {"system_instruction": [{"text": "Be brief."}], "tools": [{"function_declarations": [TOOL["function"]]}]}
    assert client.asked == [{"model": "gemini", "contents": SAID_TO_GEMINI[1:], "config": config}]


def test_gemini_counts_tools_and_system_text_as_text_where_the_api_takes_neither() -> None:
    inner = Client(is_async=True)
    client = SimpleNamespace(aio=inner, vertexai=False)

    assert count(GeminiTokenCounter("gemini", client), SAID_TO_GEMINI, [TOOL]) == 7
    declared = json.dumps({"function_declarations": [TOOL["function"]]})
    before = {"role": "user", "parts": [{"text": "Be brief."}, {"text": declared}]}
    assert inner.asked == [{"model": "gemini", "contents": [before, SAID_TO_GEMINI[1]]}]
    assert count(GeminiTokenCounter("gemini", client), []) == 0


def test_a_client_that_waits_does_not_hold_up_the_loop() -> None:
    class Slow(Client):
        def _count(self, **asked: Any) -> Any:
            time.sleep(0.05)
            return super()._count(**asked)

    async def both() -> int:
        beats = 0
        counting = asyncio.create_task(GeminiTokenCounter("gemini", Slow()).count(SAID_TO_GEMINI))
        while not counting.done():
            await asyncio.sleep(0.005)
            beats += 1
        return beats

    assert asyncio.run(both()) > 2


# Hugging Face

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}"
    "{% else %}{% for part in message['content'] %}{{ part['text'] }}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if tools %}{{ tools | tojson }}{% endif %}"
)


def mini_ranks() -> dict[bytes, int]:
    encoding = mini.encoding()
    return {encoding.decode_single_token_bytes(rank): rank for rank in range(encoding.n_vocab)}


def write_tokenizer(folder: Path, **config: Any) -> None:
    """The embedded encoding, as the files of a model on Hugging Face."""
    folder.mkdir(parents=True)
    ranks = mini_ranks()
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    letters = {byte: chr(byte) for byte in plain} | {byte: chr(256 + i) for i, byte in enumerate(others)}

    def spelled(token: bytes) -> str:
        return "".join(letters[byte] for byte in token)

    vocabulary = {spelled(token): rank for token, rank in ranks.items()}
    merges = [[spelled(part) for part in halves(token, ranks)] for token in ranks if len(token) > 1]
    split = {"type": "Split", "pattern": {"Regex": mini.PATTERN}, "behavior": "Isolated", "invert": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    marks = [
        {"id": len(ranks) + i, "content": mark, "special": True, "single_word": False, "lstrip": False, "rstrip": False}
        | {"normalized": False}
        for i, mark in enumerate(MARKS)
    ]
    model = {"type": "BPE", "vocab": vocabulary, "merges": merges, "byte_fallback": False, "ignore_merges": False}
    written = {
        "version": "1.0",
        "added_tokens": marks,
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]},
        "post_processor": None,
        "decoder": level,
        "model": model,
    }
    (folder / "tokenizer.json").write_text(json.dumps(written), "utf-8")
    named = {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": TEMPLATE, **config}
    (folder / "tokenizer_config.json").write_text(json.dumps(named), "utf-8")


def halves(token: bytes, ranks: dict[bytes, int]) -> list[bytes]:
    """The two tokens that were merged last."""
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        best = min(range(len(parts) - 1), key=lambda i: ranks.get(parts[i] + parts[i + 1], len(ranks)))
        parts[best : best + 2] = [parts[best] + parts[best + 1]]
    return parts


PROMPT: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"text": "héllo, 图书馆"}, {"text": None}]},
]


@pytest.fixture(params=["transformers", "tokenizers"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One of the two packages that read tokenizers, as if the other were not there."""
    pytest.importorskip(request.param)
    if request.param == "tokenizers":
        pytest.importorskip("jinja2")
        installed: Callable[[str], bool] = huggingface._installed
        monkeypatch.setattr(huggingface, "_installed", lambda name: name != "transformers" and installed(name))
    return str(request.param)


@pytest.mark.usefixtures("backend")
def test_a_local_tokenizer_counts_what_its_template_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tokenizer(tmp_path / "Qwen" / "Mini-VL")
    encoding = with_marks("marked", mini.PATTERN, mini_ranks())
    expected = len(encoding.encode(rendered(PROMPT), allowed_special="all"))
    counter = HuggingFaceTokenCounter("Qwen/Mini-VL", use_mirror=True, use_fast=True, directory=tmp_path)

    assert count(counter, PROMPT) == expected
    assert count(counter, PROMPT, [TOOL]) > expected + 20
    assert count(counter, []) == 0

    monkeypatch.setenv("PROMPTFMT_TOKENIZERS", str(tmp_path / "Qwen"))
    assert count(HuggingFaceTokenCounter("Qwen/Mini-VL"), PROMPT) == expected
    assert count(HuggingFaceTokenCounter(str(tmp_path / "Qwen" / "Mini-VL")), PROMPT) == expected


@pytest.mark.usefixtures("backend")
def test_a_tokenizer_without_a_chat_template_is_refused(tmp_path: Path) -> None:
    write_tokenizer(tmp_path / "m", chat_template=None)

    with pytest.raises(ValueError, match="no chat template"):
        HuggingFaceTokenCounter("m", directory=tmp_path)


def test_a_name_that_is_not_on_this_machine_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMPTFMT_TOKENIZERS", raising=False)

    with pytest.raises(ValueError, match=r"no tokenizer 'Qwen/Qwen2.5-VL-3B-Instruct' .* set PROMPTFMT_TOKENIZERS="):
        HuggingFaceTokenCounter("Qwen/Qwen2.5-VL-3B-Instruct", use_mirror=True)
    with pytest.raises(ValueError, match=str(tmp_path)):
        HuggingFaceTokenCounter("Qwen/Qwen2.5-VL-3B-Instruct", directory=tmp_path)


def test_without_a_package_that_reads_tokenizers_it_says_which_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tokenizer(tmp_path / "m")
    monkeypatch.setattr(huggingface, "_installed", lambda _: False)

    with pytest.raises(ImportError, match="pip install transformers"):
        HuggingFaceTokenCounter("m", directory=tmp_path)


def test_transformers_is_told_to_stay_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    class Tokenizer:
        chat_template = TEMPLATE

        @classmethod
        def from_pretrained(cls, path: str, **options: Any) -> Tokenizer:
            seen.update(options, path=path, offline=os.environ.get("HF_HUB_OFFLINE"))
            return cls()

        def apply_chat_template(self, messages: list[dict[str, Any]], **options: Any) -> str:
            assert options == {"tools": None, "add_generation_prompt": False, "tokenize": False}
            return rendered(messages)

        def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[str]]:
            assert not add_special_tokens
            return {"input_ids": text.split()}

    module = ModuleType("transformers")
    module.AutoTokenizer = Tokenizer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "transformers", module)
    monkeypatch.setattr(huggingface, "_installed", lambda name: name == "transformers")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    write_tokenizer(tmp_path / "m")

    counter = HuggingFaceTokenCounter("m", directory=tmp_path, revision="main")
    assert count(counter, PROMPT[:1]) == 3
    assert seen == {
        "path": str(tmp_path / "m"),
        "offline": "1",
        "local_files_only": True,
        "use_fast": True,  # there is nothing else
        "trust_remote_code": False,
        "revision": "main",
    }
    assert "HF_HUB_OFFLINE" not in os.environ

    (tmp_path / "m" / "vocab.json").write_text("{}")
    HuggingFaceTokenCounter("m", directory=tmp_path)
    assert seen["use_fast"] is False
