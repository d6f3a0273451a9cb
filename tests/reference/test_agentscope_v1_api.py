"""AgentScope's documented classes: the documents' examples, the arguments, the override points, the promises."""

from __future__ import annotations

import asyncio
import base64
import copy
import inspect
import json
import logging
import re
from collections.abc import Awaitable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.places import ROOT, SEEDS
from support.qwen import qwen, rendered

from promptfmt_reference.agentscope_v1 import formatter as formatters
from promptfmt_reference.agentscope_v1 import token, until_1_0_12
from promptfmt_reference.agentscope_v1.base import FormatterBase, TruncatedFormatterBase
from promptfmt_reference.agentscope_v1.message import Base64Source, ImageBlock, Msg, TextBlock, ToolUseBlock
from pytest_promptfmt import check_formatter

PAGE = ROOT / "docs" / "agentscope-v1.md"
CLASSES = [
    getattr(formatters, f"{provider}{kind}Formatter")
    for provider in ("OpenAI", "Anthropic", "DashScope", "Gemini", "Ollama", "DeepSeek")
    for kind in ("Chat", "MultiAgent")
]
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}


def call(id_: str, name: str = "f", **input_: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": input_}


def result(id_: str, output: Any, name: str = "f") -> dict[str, Any]:
    return {"type": "tool_result", "id": id_, "name": name, "output": output}


def linked(kind: str, url: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": url}}


def formatted(formatter: FormatterBase, *msgs: Msg) -> Any:
    return asyncio.run(formatter.format(list(msgs)))


ANN, BYE = Msg("Ann", "hi", "user"), Msg("Ann", "bye", "user")


def calling(*blocks: dict[str, Any]) -> Msg:
    return Msg("Friday", list(blocks), "assistant")


def answering(*blocks: dict[str, Any]) -> Msg:
    return Msg("system", list(blocks), "system")


# the documents


@pytest.mark.parametrize("seed", ["agentscope_003", "agentscope_004"])
def test_the_documents_example_prints_what_the_document_prints(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = (SEEDS / f"{seed}{ending}" for ending in (".input.txt", ".output.txt"))
    exec(compile(code.read_text("utf-8"), code, "exec"), {})

    assert capsys.readouterr().out == printed.read_text("utf-8")


@pytest.mark.parametrize("seed", ["agentscope_003", "agentscope_004"])
def test_the_documents_truncation_prints_what_the_document_prints(
    seed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the model's vocabulary, which the dashscope package brings; 004 runs none of its lines."""
    monkeypatch.setattr(token, "HuggingFaceTokenCounter", qwen_counter())
    page: dict[str, Any] = {}
    for part in (seed, f"{seed}_truncation"):
        capsys.readouterr()
        exec((SEEDS / f"{part}.input.txt").read_text("utf-8"), page)
    printed = SEEDS / f"{seed}_truncation.output.txt"

    assert capsys.readouterr().out == (printed.read_text("utf-8") if printed.exists() else "")


def qwen_counter() -> type:
    """A counter as HuggingFaceTokenCounter would be with the model's files."""
    encoding = qwen()

    class Qwen:
        def __init__(self, pretrained_model_name_or_path: str, use_mirror: bool = False) -> None:
            assert pretrained_model_name_or_path == "Qwen/Qwen2.5-VL-3B-Instruct"

        async def count(self, messages: list[dict[str, Any]]) -> int:
            return len(encoding.encode(rendered(messages), allowed_special="all"))

    return Qwen


def test_the_older_edition_is_there_beside_the_newer_one() -> None:
    msgs = [ANN, calling(call("1")), answering(result("1", "ok"))]
    contents = [
        formatted(module.DashScopeChatFormatter(), *msgs)[1]["content"]  # type: ignore[attr-defined]
        for module in (formatters, until_1_0_12)
    ]

    assert contents == [[], [{"text": None}]]


def page_module(name: str) -> ModuleType:
    """An example of the page, as a module."""
    found = re.search(rf'^```python title="{name}\.py"\n(.*?)^```$', PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found
    module = ModuleType(name)
    exec(compile(found[1], f"{name}.py", "exec"), module.__dict__)
    return module


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["zhipu", "summarising"])
def test_the_pages_own_formatters_are_certified(name: str) -> None:
    report = check_formatter(page_module(name))

    assert report.ok, str(report)
    assert any(judgement.case.budget is not None for judgement in report.judgements)


@pytest.mark.nightly
def test_the_formatters_pass_the_kit() -> None:
    report = check_formatter("promptfmt_reference.agentscope_v1")

    assert report.ok, str(report)


# blocks and messages


@pytest.mark.parametrize("class_", CLASSES)
def test_a_plain_text_is_spelled_as_its_block_is(class_: Any) -> None:
    spelling = class_.spelling
    for role, name, text in product(
        ("system", "user", "assistant"), ("", "Ann", "a b"), ("", " ", "hi", " a\nb ", "ü")
    ):
        expected = spelling.message(role, name, [{"type": "text", "text": text}])

        assert spelling.plain(role, name, text) == expected
        assert json.dumps(spelling.plain(role, name, text)) == json.dumps(expected)  # in the same order


@pytest.mark.parametrize("class_", CLASSES)
@pytest.mark.parametrize("text", ["hi", "ü\n"])
def test_a_message_of_one_text_is_written_alike_as_a_string_and_as_a_block(class_: Any, text: str) -> None:
    said, marked = {"type": "text", "text": text}, {"type": "text", "text": text, "note": 1}

    expected = formatted(class_(), Msg("Ann", text, "user"))

    assert formatted(class_(), Msg("Ann", [said], "user")) == expected
    assert formatted(class_(), Msg("Ann", [marked], "user")) == expected


def test_a_block_is_a_dictionary() -> None:
    source = Base64Source(type="base64", media_type="image/png", data=PNG)

    assert ImageBlock(type="image", source=source) == IMAGE
    assert type(TextBlock(type="text", text="hi")) is dict
    assert ToolUseBlock(type="tool_use", id="1", name="f", input={}) == call("1")


def test_a_message_gives_its_blocks_and_its_text() -> None:
    several = Msg("Ann", [TextBlock(type="text", text="a"), IMAGE, TextBlock(type="text", text="b")], "user")

    assert several.get_text_content() == "a\nb"
    assert several.get_content_blocks("image") == [IMAGE]
    assert ANN.get_content_blocks() == [{"type": "text", "text": "hi"}]
    assert calling(call("1")).get_text_content() is None


@pytest.mark.parametrize(("content", "role"), [("hi", "tool"), (("hi",), "user"), (None, "user")])
def test_a_message_is_refused_that_is_none(content: Any, role: Any) -> None:
    with pytest.raises(AssertionError):
        Msg("Ann", content, role)


# arguments


@pytest.mark.parametrize("class_", CLASSES)
def test_every_class_takes_its_documented_arguments_by_name_only(class_: type[TruncatedFormatterBase]) -> None:
    class_(token_counter=None, max_tokens=10.5)
    names = inspect.signature(class_.__init__).parameters
    assert all(p.kind is not p.POSITIONAL_OR_KEYWORD for name, p in names.items() if name != "self")
    with pytest.raises(AssertionError, match="max_tokens must be greater than 0"):
        class_(max_tokens=0)
    assert formatted(class_()) == []


@pytest.mark.parametrize("class_", CLASSES)
def test_what_can_be_promoted_is_each_providers_own(class_: Any) -> None:
    kinds = {"OpenAI": 1, "Gemini": 1, "Ollama": 1, "DashScope": 3}.get(re.split("Chat|Multi", class_.__name__)[0], 0)
    for i, kind in enumerate(("images", "audios", "videos")):
        option = {f"promote_tool_result_{kind}": True}
        if i < kinds:
            class_(**option)
        else:
            with pytest.raises(TypeError, match=f"has no option promote_tool_result_{kind}"):
                class_(**option)


@pytest.mark.parametrize("msgs", [(ANN,), None, ANN, {"msgs": [ANN]}, "hi", [{"role": "user"}]])
def test_what_is_no_list_of_messages_is_refused(msgs: Any) -> None:
    with pytest.raises(TypeError, match=r"Input must be a list of Msg|Expected Msg object, got <class 'dict'>"):
        asyncio.run(formatters.OpenAIChatFormatter().format(msgs))


@pytest.mark.parametrize("block", ["hi", {"text": "hi"}, {"type": "tool_use", "id": "1"}])
@pytest.mark.parametrize("class_", CLASSES)
def test_a_block_is_refused_that_is_none(class_: Any, block: Any) -> None:
    with pytest.raises(ValueError, match=r"msgs\[1\]: .* (is no block|has no name)"):
        formatted(class_(), ANN, Msg("Ann", [block], "user"))


def test_a_lone_surrogate_is_refused_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"msgs\[1\]: '\\ud83d' is a lone surrogate"):
        formatted(formatters.OpenAIChatFormatter(), ANN, Msg("Ann", "é\ud83d", "user"))


# override points


class Shouting(TruncatedFormatterBase):
    async def _format_agent_message(self, msgs: list[Msg], is_first: bool = True) -> list[dict[str, Any]]:
        said = " ".join(msg.get_text_content() or "" for msg in msgs).strip()
        return [{"said": said.upper(), "first": is_first}] if said else []

    async def _format_tool_sequence(self, msgs: list[Msg]) -> list[dict[str, Any]]:
        return [{"tools": [block["type"] for msg in msgs for block in msg.get_content_blocks()]}]


def test_an_own_formatter_writes_groups() -> None:
    """The first group that says something is the first one, and results come behind their calls."""
    thinking = Msg("Friday", [{"type": "thinking", "thinking": "hm"}], "assistant")
    payload = formatted(
        Shouting(),
        Msg("system", "S", "system"),
        thinking,
        calling(call("1"), call("2")),
        ANN,
        answering(result("2", "b")),
        BYE,
        answering(result("1", "a")),
    )

    assert payload == [
        {"role": "system", "content": [{"type": "text", "text": "S"}]},
        {"tools": ["tool_use", "tool_use", "tool_result", "tool_result"]},
        {"said": "HI BYE", "first": True},
    ]


def test_the_base_classes_say_what_is_not_there() -> None:
    with pytest.raises(NotImplementedError, match="_format_agent_message is not implemented"):
        formatted(TruncatedFormatterBase(), ANN)
    with pytest.raises(NotImplementedError, match="_format_tool_sequence is not implemented"):
        formatted(TruncatedFormatterBase(), calling(call("1")), answering(result("1", "a")))
    with pytest.raises(NotImplementedError, match=r"FormatterBase\.format is not implemented"):
        asyncio.run(FormatterBase().format([]))


class Length:
    """Counts messages, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def count(self, messages: list[dict[str, Any]]) -> int:
        self.asked += 1
        return len(messages)


def test_an_own_truncation_is_asked_step_by_step_and_has_to_get_there() -> None:
    class Halving(formatters.OpenAIChatFormatter):
        async def _truncate(self, msgs: list[Msg]) -> list[Msg]:
            return msgs[len(msgs) // 2 :]

    class Idle(formatters.OpenAIChatFormatter):
        async def _truncate(self, msgs: list[Msg]) -> list[Msg]:
            return msgs

    msgs = [Msg("Ann", str(i), "user") for i in range(16)]

    assert len(formatted(Halving(token_counter=Length(), max_tokens=5), *msgs)) == 4
    with pytest.raises(ValueError, match="_truncate does not get there: still 16 tokens, and the limit is 5"):
        formatted(Idle(token_counter=Length(), max_tokens=5), *msgs)


def test_one_step_of_truncation_takes_a_call_with_its_result() -> None:
    system = Msg("system", "S", "system")
    msgs = [system, calling(call("1")), answering(result("1", "a")), BYE]

    assert asyncio.run(formatters.OpenAIChatFormatter()._truncate(msgs)) == [system, BYE]


def test_nothing_is_counted_without_a_limit() -> None:
    counter = Length()
    formatted(formatters.OpenAIChatFormatter(token_counter=counter), ANN)

    assert counter.asked == 0


# promises

EVERYTHING = [
    Msg("system", "S", "system"),
    Msg("Ann", [{"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}], "user"),
    calling({"type": "thinking", "thinking": "hm", "signature": "s"}, call("1", x=[1, {"y": 2}]), call("2")),
    answering(result("1", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])),
    answering(result("2", None)),
    BYE,
]


@pytest.mark.parametrize("class_", CLASSES)
def test_nothing_is_shared_with_the_caller_or_changed(class_: Any) -> None:
    before = copy.deepcopy([msg.content for msg in EVERYTHING])
    payload = formatted(class_(), *EVERYTHING)

    assert [msg.content for msg in EVERYTHING] == before
    assert not containers(payload) & containers([msg.content for msg in EVERYTHING])
    assert formatted(class_(), *EVERYTHING) == payload


def containers(value: Any) -> set[int]:
    match value:
        case dict():
            return {id(value)}.union(*map(containers, value.values()))
        case list():
            return {id(value)}.union(*map(containers, value))
        case _:
            return set()


@pytest.mark.parametrize("asynchronous", [False, True])
def test_an_address_is_fetched_once_by_the_callers_function_only(asynchronous: bool) -> None:
    asked: list[str] = []

    def fetch(url: str) -> bytes | Awaitable[bytes]:
        asked.append(url)
        return later() if asynchronous else base64.b64decode(PNG)

    async def later() -> bytes:
        return base64.b64decode(PNG)

    url = "https://example.com/a.png?x=1"
    msgs = [Msg("Ann", [linked("image", url)], "user"), Msg("Bob", [linked("image", url)], "user")]
    payload = formatted(formatters.OllamaChatFormatter(fetch=fetch, token_counter=Length(), max_tokens=2), *msgs)

    assert [message["images"] for message in payload] == [[PNG], [PNG]]
    assert asked == [url]
    with pytest.raises(ValueError, match="Ollama takes images by value, not by address"):
        formatted(formatters.OllamaChatFormatter(), *msgs)


def test_promoted_media_follow_all_results_in_their_order() -> None:
    msgs = [
        calling(call("1", "a"), call("2", "b")),
        answering(result("1", [linked("image", "https://example.com/1.png")], "a")),
        answering(result("2", [linked("image", "https://example.com/2.png")], "b")),
    ]
    payload = formatted(formatters.OpenAIChatFormatter(promote_tool_result_images=True), *msgs)

    assert [message["role"] for message in payload] == ["assistant", "tool", "tool", "user", "user"]
    assert [part.get("text") or part["image_url"]["url"] for part in payload[3]["content"]] == [
        "<system-info>The following are the image contents from the tool result of 'a':",
        "\n- The image from 'https://example.com/1.png': ",
        "https://example.com/1.png",
        "</system-info>",
    ]
    assert "'b'" in payload[4]["content"][0]["text"]


@pytest.mark.parametrize(
    "class_", [c for c in CLASSES if "Anthropic" not in c.__name__ and "DeepSeek" not in c.__name__]
)
def test_media_by_value_in_a_result_are_shown_under_a_name_that_stays(class_: Any) -> None:
    msgs = [ANN, calling(call("1")), answering(result("1", [IMAGE])), BYE]
    payload = json.dumps(formatted(class_(), *msgs))

    assert payload == json.dumps(formatted(class_(), *msgs))
    assert "The returned image is shown below: 1-1" in payload
    assert payload.count(PNG) == 1


def test_a_call_of_geminis_is_one_with_what_the_model_said_before() -> None:
    said = [Msg("Friday", text, "assistant") for text in ("a", "b")]
    payload = formatted(formatters.GeminiChatFormatter(), ANN, *said, calling(call("1")), answering(result("1", "ok")))

    assert [(turn["role"], [key for part in turn["parts"] for key in part]) for turn in payload] == [
        ("user", ["text"]),
        ("model", ["text", "text", "function_call"]),
        ("user", ["function_response"]),
    ]


def test_only_the_assistants_signed_thinking_goes_to_anthropic() -> None:
    signed = {"type": "thinking", "thinking": "hm", "signature": "s"}
    unsigned = {"type": "thinking", "thinking": "hm"}
    blocks = [signed, unsigned, {"type": "text", "text": "so"}]
    payload = formatted(
        formatters.AnthropicChatFormatter(), Msg("Ann", blocks, "user"), Msg("Bob", blocks, "assistant"), BYE
    )

    assert [message["content"][:-1] for message in payload] == [[], [signed], []]


def test_a_call_that_nobody_answered_is_answered_and_a_result_without_a_call_is_said() -> None:
    payload = formatted(formatters.OpenAIChatFormatter(), calling(call("1")), ANN, answering(result("9", "late")))

    assert payload[1] == {
        "role": "tool",
        "tool_call_id": "1",
        "content": "The call was interrupted and has no result.",
        "name": "f",
    }
    assert payload[3] == {"role": "system", "name": "system", "content": [{"type": "text", "text": "late"}]}


def test_a_system_prompts_image_is_shown_right_behind_it() -> None:
    system = Msg("system", [{"type": "text", "text": "S"}, IMAGE], "system")
    payload = formatted(formatters.OpenAIChatFormatter(), system, ANN)

    assert [(message["role"], len(message["content"])) for message in payload] == [
        ("system", 1),
        ("user", 4),
        ("user", 1),
    ]


@pytest.mark.parametrize("dtype", ["audio/mpeg", "audio/mp3", "audio/x-wav"])
def test_names_of_a_type_that_mean_the_same_are_taken(dtype: str) -> None:
    block = {"type": "audio", "source": {"type": "base64", "media_type": dtype, "data": "ZmFrZQ=="}}
    openai = formatted(formatters.OpenAIChatFormatter(), Msg("Ann", [block], "user"))
    gemini = formatted(formatters.GeminiChatFormatter(), Msg("Ann", [block], "user"))

    assert openai[0]["content"][0]["input_audio"]["format"] == ("wav" if "wav" in dtype else "mp3")
    assert gemini[0]["parts"][0]["inline_data"]["mime_type"] == {"audio/x-wav": "audio/wav"}.get(dtype, dtype)


@pytest.mark.parametrize("class_", CLASSES)
def test_messages_of_which_nothing_can_be_said_are_refused(class_: Any) -> None:
    silent = Msg("Bob", [{"type": "thinking", "thinking": "hm"}], "assistant")

    with pytest.raises(ValueError, match="nothing of these 2 messages has a place with"):
        formatted(class_(), silent, silent)
    assert formatted(class_()) == []


def test_what_has_no_place_is_named_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    video = linked("video", "https://example.com/v.mp4")
    with caplog.at_level(logging.WARNING, "as"):
        for class_ in (formatters.OpenAIChatFormatter, formatters.OpenAIMultiAgentFormatter):
            formatted(class_(), ANN, Msg("Ann", [video], "user"))

    assert caplog.messages == ["Unsupported block type video in the message, skipped."] * 2


def test_local_files_are_read_by_path_and_by_file_url(tmp_path: Path) -> None:
    path = tmp_path / "a b.JPG"
    path.write_bytes(base64.b64decode(PNG))
    urls = [str(path), path.as_uri(), path.as_uri().replace("file://", "FILE://localhost")]
    payload = formatted(formatters.OpenAIChatFormatter(), Msg("Ann", [linked("image", url) for url in urls], "user"))

    assert {part["image_url"]["url"] for part in payload[0]["content"]} == {f"data:image/png;base64,{PNG}"}
