"""The token counters: the figures of the specification, the faults of the ledger, and nothing downloaded."""

from __future__ import annotations

import asyncio
import base64
import copy
import io
import json
import os
import struct
import subprocess
import sys
import time
import wave
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import tiktoken
import train_mini_encoding as script
from PIL import Image
from support.qwen import MARKS, qwen, rendered, with_marks

from promptfmt_reference.agentscope_v1.token import (
    AnthropicTokenCounter,
    CharTokenCounter,
    GeminiTokenCounter,
    HuggingFaceTokenCounter,
    OpenAITokenCounter,
    TokenCounterBase,
    encodings,
    huggingface,
    mini,
)
from promptfmt_reference.agentscope_v1.truncate import fit_now

TOOL = {"type": "function", "function": {"name": "f", "description": "Does it.", "parameters": {"type": "object"}}}


def count(counter: TokenCounterBase, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None) -> int:
    return asyncio.run(counter.count(messages, tools))


def openai(model: str = "gpt-4o", **options: Any) -> OpenAITokenCounter:
    return OpenAITokenCounter(model, encoding=mini.NAME, **options)


def tokens(text: str) -> int:
    return len(mini.encoding().encode_ordinary(text))


def picture(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return file.getvalue()


def data_uri(width: int, height: int) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture(width, height)).decode()}"


def image_part(url: str, **detail: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url, **detail}}]}]


def image_cost(model: str, url: str, **detail: str) -> int:
    frame = count(openai(model), [{"role": "user", "content": []}])
    return count(openai(model), image_part(url, **detail)) - frame


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


# images

SIZES = ((1, 1), (512, 512), (768, 768), (1024, 1024), (2048, 4096), (100, 3000))
FIGURES = {
    "gpt-4o": (765, 765, 765, 765, 1105, 15725),
    "gpt-4.1": (765, 765, 765, 765, 1105, 15725),
    "o1": (675, 675, 675, 675, 975, 13875),
    "o3": (675, 675, 675, 675, 975, 13875),
    "gpt-4.1-mini": (2, 415, 934, 1659, 2489, 610),
    "gpt-4.1-nano": (3, 630, 1417, 2520, 3779, 925),
    "o4-mini": (2, 441, 991, 1762, 2642, 647),
    "gpt-4o-mini": (25501, 25501, 25501, 25501, 36835, 524197),  # upstream counts it as gpt-4o
}


@pytest.mark.parametrize("model", FIGURES)
def test_images_cost_what_was_observed(model: str) -> None:
    assert tuple(image_cost(model, data_uri(*size)) for size in SIZES) == FIGURES[model]


def test_low_detail_costs_the_base_whatever_the_size() -> None:
    assert image_cost("gpt-4o", "https://x.test/never-fetched.png", detail="low") == 85
    assert image_cost("gpt-4o-mini-2024-07-18", data_uri(9, 9), detail="low") == 2833
    assert image_cost("o3-2025-04-16", data_uri(9, 9), detail="low") == 75
    assert image_cost("gpt-4o-2024-08-06", data_uri(512, 512), detail="auto") == 765
    with pytest.raises(ValueError, match="'huge'"):
        image_cost("gpt-4o", data_uri(9, 9), detail="huge")


@pytest.mark.parametrize("model", ["gpt-5", "qwen-max", "gpt-4oo", "o2"])
def test_an_image_for_a_model_without_a_known_price_is_refused(model: str) -> None:
    with pytest.raises(ValueError, match=f"Unsupported OpenAI model {model} for token counting"):
        image_cost(model, data_uri(1, 1))
    assert count(openai(model), [{"role": "user", "content": "text is no problem"}]) > 3


def test_a_web_image_is_sized_through_fetch_once() -> None:
    asked = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return picture(2048, 4096)

    counter = openai(fetch=fetch)
    web = image_part("https://x.test/a.png?x=1")

    assert count(counter, web) == count(counter, web) == count(openai(), image_part(data_uri(2048, 4096)))
    assert asked == ["https://x.test/a.png?x=1"]
    with pytest.raises(ValueError, match="give fetch="):
        count(openai(), web)


@pytest.mark.parametrize("url", ["data:image/png;base64,bm90IGEgcGljdHVyZQ==", "data:image/png;base64,!", "x"])
def test_an_image_that_cannot_be_opened_says_so(url: str) -> None:
    with pytest.raises(ValueError, match="cannot be opened"):
        image_cost("gpt-4o", url)


# audio


def sound(seconds: float) -> str:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(8000)
        writer.writeframes(bytes(2 * int(8000 * seconds)))
    return base64.b64encode(file.getvalue()).decode()


def mp3(head: bytes, length: int, tag: bytes = b"") -> str:
    return base64.b64encode(tag + head + bytes(length - len(head) - len(tag))).decode()


@pytest.mark.parametrize(
    ("data", "cost"),
    [
        (sound(2.5), 25),
        (f"data:audio/wav;base64,{sound(0.01)}", 1),
        (mp3(b"\xff\xfb\x90", 16_000), 10),  # 128 kbit/s
        (mp3(b"\xff\xf3\x40", 4_000), 10),  # 32 kbit/s, of the second kind
        (mp3(b"\xff\xfb\x90", 16_000, b"ID3\x04\x00\x00" + struct.pack(">I", 0)), 10),
        (mp3(b"OggS", 16_000), 10),
        ("", 0),
    ],
)
def test_audio_costs_ten_tokens_a_second(data: str, cost: int) -> None:
    part = {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}

    assert count(openai(), [{"role": "", "content": [part]}]) == 6 + cost


def test_audio_that_is_no_base64_says_so() -> None:
    with pytest.raises(ValueError, match="not base64"):
        count(openai(), [{"content": [{"type": "input_audio", "input_audio": {"data": "a"}}]}])


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
