"""The Strands adapter, against a stand-in package of the same name."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, RESULT, TEXT
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

AGENT = """
import httpx

class Agent:
    def __init__(self, model, messages, tools, system_prompt, callback_handler):
        self.model, self.messages, self.tools, self.system = model, messages, tools, system_prompt

    async def invoke_async(self, prompt):
        for message in self.messages:
            message["tracking_id"] = "1"
        told = {
            "prompt": prompt,
            "messages": [message["role"] for message in self.messages],
            "system": self.system,
            "tools": [tool.tool_name for tool in self.tools],
        }
        await httpx.AsyncHTTPTransport().handle_async_request(httpx.Request(told))
"""

PACKAGES = {
    "httpx.py": CLIENT,
    "strands_agents-1.62.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: strands-agents\nVersion: 1.62.0\n",
    "strands/__init__.py": AGENT,
    "strands/tools.py": """
class PythonAgentTool:
    def __init__(self, tool_name, tool_spec, tool_func):
        self.tool_name = tool_name
""",
    "strands/types/__init__.py": "",
    "strands/types/media.py": """
from typing import Literal

ImageFormat = Literal["png", "jpeg"]
AudioFormat = Literal["mp3", "wav"]
VideoFormat = Literal["mov", "mp4"]
DocumentFormat = Literal["pdf", "txt"]
""",
    "strands/models/__init__.py": "",
    "strands/models/mistral.py": """
class MistralModel:
    def __init__(self, *, api_key, model_id): ...
""",
}
"""Of the providers' SDKs Mistral's alone is installed."""


@pytest.fixture
def strands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "strands", PACKAGES) as module:
        yield module


def told(strands: ModuleType, said: Any, provider: str = "anthropic", *, thinks: bool = True) -> Any:
    return strands.prepare(provider, thinks=thinks)(parse(said))


def made(strands: ModuleType, *blocks: Any, role: str = "user") -> Any:
    [message] = told(strands, [{"role": role, "content": list(blocks)}]).messages
    return message["content"]


ASKED = {"role": "user", "content": "Oslo?"}
CALLED = {"role": "assistant", "content": [TEXT, CALL]}


def media(kind: str, media_type: str) -> dict[str, Any]:
    data = base64.b64encode(b"x").decode()
    return {"type": kind, "source": {"type": "base64", "media_type": media_type, "data": data}}


def at(kind: str, url: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": url}}


def test_a_target_is_there_where_its_sdk_is(strands: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("strands", tmp_path)

    assert list(implementation.formatters) == ["mistral.chat"]
    assert implementation.version == "1.62.0"


def test_a_video_in_a_result_is_a_limit_where_videos_are_claimed(strands: ModuleType) -> None:
    assert strands.CAPABILITIES["mistral.chat"]["refuses"] == ["media-by-address", "media-in-system", "system-later"]
    assert [("video" in row.blocks) == ("media-in-results" in row.refuses) for row in strands.TABLE] == [True] * 7


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'strands-agents\["),
        standing_in(tmp_path, monkeypatch, "strands", {}, absent=("strands",)),
    ):
        pass


def test_an_agent_is_called_with_what_the_user_says_last(strands: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = strands.FORMATTERS["mistral.chat"]
    said = [{"role": "system", "content": "Be brief."}, ASKED, {"role": "assistant", "content": "Fog."}, ASKED]

    native = entry.prepare(parse({"messages": said, "tools": [tool]}))
    sent = asyncio.run(entry.format(native))

    assert sent == {
        "prompt": [{"role": "user", "content": [{"text": "Oslo?"}]}],
        "messages": ["user", "assistant"],
        "system": "Be brief.",
        "tools": ["weather"],
    }
    assert native.tools[0]["inputSchema"] == {"json": {"type": "object"}}
    assert not any("tracking_id" in message for message in native.messages)


def test_after_results_an_agent_goes_on_by_itself(strands: ModuleType) -> None:
    entry = strands.FORMATTERS["mistral.chat"]

    sent = asyncio.run(entry.format(entry.prepare(parse([ASKED, CALLED, {"role": "tool", "content": [RESULT]}]))))

    assert (sent["prompt"], sent["messages"]) == (None, ["user", "assistant", "user"])


def test_results_that_follow_each_other_stand_in_one_message(strands: ModuleType) -> None:
    failed = RESULT | {"id": "2", "is_error": True, "output": [TEXT, media("image", "image/png")]}
    said = [CALLED, {"role": "system", "content": [RESULT]}, {"role": "tool", "content": [failed]}, ASKED]

    _, results, asked = told(strands, said).messages

    first, second = (block["toolResult"] for block in results["content"])
    assert first == {"toolUseId": "1", "status": "success", "content": [{"text": "Fog"}]}
    assert second["status"] == "error"
    assert second["content"] == [{"text": "I look."}, {"image": {"format": "png", "source": {"bytes": b"x"}}}]
    assert asked["content"] == [{"text": "Oslo?"}]


def test_a_users_message_keeps_what_stands_beside_results(strands: ModuleType) -> None:
    assert [list(block) for block in made(strands, RESULT, TEXT)] == [["toolResult"], ["text"]]


def test_several_system_texts_are_blocks_of_the_prompt(strands: ModuleType) -> None:
    said = [{"role": "system", "content": [TEXT, TEXT]}, ASKED]

    assert told(strands, said).system == [{"text": "I look."}, {"text": "I look."}]
    assert told(strands, [ASKED]).system is None


def test_thoughts_and_their_signatures_have_a_place(strands: ModuleType) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    redacted = {"type": "redacted_thinking", "data": "eA=="}
    said = [{"role": "assistant", "content": [thought, redacted, CALL | {"signature": "eQ=="}]}, ASKED]

    first, second, call = told(strands, said).messages[0]["content"]

    assert first == {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "c2ln"}}}
    assert second == {"reasoningContent": {"redactedContent": b"x"}}
    assert call["toolUse"]["reasoningSignature"] == "eQ=="
    assert [list(block) for block in told(strands, said, thinks=False).messages[0]["content"]] == [["toolUse"]]


@pytest.mark.parametrize(
    ("kind", "media_type", "format_"),
    [
        ("image", "image/jpg", "jpeg"),
        ("audio", "audio/mpeg", "mp3"),
        ("audio", "audio/x-wav", "wav"),
        ("video", "video/quicktime", "mov"),
        ("document", "text/plain; charset=utf-8", "txt"),
    ],
)
def test_a_format_is_one_of_strands_types(strands: ModuleType, kind: str, media_type: str, format_: str) -> None:
    [block] = made(strands, media(kind, media_type))

    assert block[kind]["format"] == format_


def test_each_document_has_a_name_of_its_own(strands: ModuleType) -> None:
    pdf = media("document", "application/pdf")

    blocks = made(strands, pdf, RESULT | {"output": [pdf]})

    assert blocks[0]["document"]["name"] == "document-1"
    assert blocks[1]["toolResult"]["content"][0]["document"]["name"] == "document-2"


def test_what_lies_on_s3_is_told_by_its_address(strands: ModuleType) -> None:
    [block] = made(strands, at("video", "s3://b/a.mp4"))

    assert block["video"] == {"format": "mp4", "source": {"location": {"type": "s3", "uri": "s3://b/a.mp4"}}}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ([ASKED, {"role": "system", "content": "Be brief."}], "what the system says is first"),
        ([ASKED, CALLED], "makes that call, and sends nothing"),
        ([{"role": "user", "content": [CALL]}], "no place for tool_use here"),
        ([{"role": "user", "content": [RESULT | {"output": [media("audio", "audio/wav")]}]}], "no place for audio"),
        ([{"role": "user", "content": [media("image", "image/bmp")]}], "no image of type image/bmp"),
        ([{"role": "user", "content": [at("image", "https://example.com/a.png")]}], "by value"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(strands: ModuleType, said: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        told(strands, said)
