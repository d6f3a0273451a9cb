"""The AgentScope adapter, against a stand-in package of the same names."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from pytest_promptfmt.checks.purity import purity
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.exchange import perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.implementation import ImplementationError, TwoStep
from pytest_promptfmt.implementation.resolve import resolve

ADAPTERS = "pytest_promptfmt.adapters"
SHIPPED = ("agentscope", "agentscope.v1", "agentscope.v2")
PROVIDERS = ("OpenAI", "Anthropic", "DashScope", "Gemini", "Ollama", "DeepSeek")

MESSAGE_1 = """
class Msg:
    def __init__(self, name, content, role):
        assert role in ("user", "assistant", "system")
        self.name, self.content, self.role = name, content, role
"""

FORMATTER_1 = """
class TextBlock: ...
class ToolUseBlock: ...
class ImageBlock: ...

class Plain:
    supported_blocks = [TextBlock, ToolUseBlock, ImageBlock]

    async def format(self, msgs):
        return [{"role": msg.role, "name": msg.name, "content": [dict(block) for block in msg.content]} for msg in msgs]
"""

MESSAGE_2 = """
class Model:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self):
        return f"{type(self).__name__}({vars(self)})"

"""

FORMATTER_2 = """
class Plain:
    input_types = ["text/plain", "image/*", "application/pdf"]

    async def format(self, msgs):
        return [{"role": msg.role, "content": "\\n".join(block.text for block in msg.content)} for msg in msgs]
"""

BLOCKS_2 = (
    "Base64Source",
    "DataBlock",
    "Msg",
    "TextBlock",
    "ThinkingBlock",
    "ToolCallBlock",
    "ToolResultBlock",
    "URLSource",
)


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """Framework and adapter are imported anew by each test, and leave nothing to the next."""
    forget()
    yield
    forget()


def forget() -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == "agentscope" or name.removeprefix(ADAPTERS + ".") in SHIPPED:
            del sys.modules[name]
    for name in SHIPPED:
        vars(sys.modules.get(ADAPTERS, sys)).pop(name, None)


@pytest.fixture
def agentscope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The adapter over a stand-in for 1.0."""
    return adapter(tmp_path, monkeypatch, "1.0.21", MESSAGE_1, FORMATTER_1)


@pytest.fixture
def agentscope_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The adapter over a stand-in for 2."""
    models = "".join(f"class {name}(Model): ...\n" for name in BLOCKS_2)
    return adapter(tmp_path, monkeypatch, "2.0.10", MESSAGE_2 + models, FORMATTER_2)


def adapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, message: str, formatter: str) -> ModuleType:
    write(tmp_path, version, message, formatter)
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("pytest_promptfmt.adapters.agentscope")


def write(tmp_path: Path, version: str, message: str, formatter: str) -> None:
    package = tmp_path / "agentscope"
    package.mkdir()
    (package / "__init__.py").write_text(f"__version__ = {version!r}\n")
    (package / "message.py").write_text(message)
    names = [f"{provider}{kind}Formatter" for provider in PROVIDERS for kind in ("Chat", "MultiAgent")]
    (package / "formatter.py").write_text(formatter + "\n" + "".join(f"class {name}(Plain): ...\n" for name in names))


TOOLS = [
    {"name": "Ann", "role": "user", "content": "weather?"},
    {
        "name": "Friday",
        "role": "assistant",
        "content": [
            {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Köln"}, "signature": "c2ln"},
            {"type": "tool_use", "id": "2", "name": "time", "input": {}},
        ],
    },
    {"role": "tool", "content": [{"type": "tool_result", "id": "1", "output": None, "is_error": True}]},
    {"role": "system", "content": [{"type": "tool_result", "id": "2", "output": [{"type": "text", "text": "noon"}]}]},
]


def test_the_twelve_formatters_of_version_1_are_judged_on_sixteen_targets(agentscope: ModuleType) -> None:
    formatters = {formatter.__name__ for formatter in agentscope._CLASSES.values()}

    assert len(formatters) == 12
    assert len(agentscope.FORMATTERS) == 16
    assert all(isinstance(entry, TwoStep) for entry in agentscope.FORMATTERS.values())
    assert agentscope.__version__ == "1.0.21"


def test_version_2_writes_no_format_of_dashscope_that_the_kit_knows(agentscope_2: ModuleType) -> None:
    assert len(agentscope_2.FORMATTERS) == 12
    assert not [target for target in agentscope_2.FORMATTERS if target.startswith("dashscope")]


def test_any_other_version_is_refused_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImportError, match=r"AgentScope 0\.1\.6 is installed.*try pip install"):
        adapter(tmp_path, monkeypatch, "0.1.6", MESSAGE_1, FORMATTER_1)


def test_the_name_finds_the_framework_and_then_the_adapter(agentscope: ModuleType, tmp_path: Path) -> None:
    """The module `agentscope` can be imported, and has no FORMATTERS of its own."""
    implementation = resolve("agentscope", tmp_path)

    assert implementation.formatters == agentscope.FORMATTERS
    assert implementation.version == "1.0.21"
    assert resolve("adapter:agentscope", tmp_path).formatters == agentscope.FORMATTERS


@pytest.mark.parametrize("spec", ["agentscope", "adapter:agentscope"])
def test_without_the_framework_the_usage_error_tells_the_remedy(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "agentscope", None)

    with pytest.raises(ImplementationError, match=r"AgentScope cannot be imported here .*pip install 'agentscope==1"):
        resolve(spec, tmp_path)


def test_with_a_broken_framework_the_usage_error_tells_the_remedy_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a plain ``pip install agentscope==1.0.21`` gives today."""
    write(tmp_path, "1.0.21", MESSAGE_1, FORMATTER_1)
    (tmp_path / "agentscope" / "__init__.py").write_text("from email import streamable_client\n")
    monkeypatch.syspath_prepend(tmp_path)

    with pytest.raises(ImplementationError, match=r"cannot import name 'streamable_client'.*'mcp>=1.13,<2'"):
        resolve("agentscope", tmp_path)


def test_a_kind_of_block_is_claimed_where_version_1_says_so(agentscope: ModuleType) -> None:
    claims = agentscope.CAPABILITIES

    assert claims["openai.chat"] == {"blocks": ["image", "tool"], "truncation": "drop", "layer": "wire"}
    assert claims["anthropic.chat"] == {"blocks": ["image", "thinking", "tool"], "truncation": "drop", "layer": "wire"}
    assert claims["dashscope.chat"] == {"blocks": ["tool"], "truncation": "drop", "layer": "sdk"}
    assert claims["dashscope-multimodal.chat"] == {"blocks": ["image", "tool"], "truncation": "drop", "layer": "sdk"}
    assert claims["gemini.multiagent"]["layer"] == "sdk"


def test_a_kind_of_block_is_claimed_where_version_2_says_so(agentscope_2: ModuleType) -> None:
    claims = agentscope_2.CAPABILITIES

    assert claims["openai.chat"] == {"blocks": ["document", "image", "tool"], "layer": "wire"}
    assert claims["gemini.chat"] == {"blocks": ["document", "image", "thinking", "tool"], "layer": "sdk"}


def test_version_1_has_a_message_for_each_of_ours(agentscope: ModuleType) -> None:
    msgs = agentscope.FORMATTERS["openai.chat"].prepare(parse(TOOLS))

    assert [(msg.name, msg.role) for msg in msgs] == [
        ("Ann", "user"),
        ("Friday", "assistant"),
        ("tool", "system"),
        ("system", "system"),
    ]
    assert [block for msg in msgs for block in msg.content] == [
        {"type": "text", "text": "weather?"},
        {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Köln"}, "thought_signature": "c2ln"},
        {"type": "tool_use", "id": "2", "name": "time", "input": {}},
        {"type": "tool_result", "id": "1", "name": "weather", "output": None},
        {"type": "tool_result", "id": "2", "name": "time", "output": [{"type": "text", "text": "noon"}]},
    ]


def test_version_1_refuses_a_document(agentscope: ModuleType) -> None:
    """Nobody who uses it can put one to it, and no formatter claims one."""
    source = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
    document = parse([{"role": "user", "content": [{"type": "document", "source": source}]}])

    with pytest.raises(NotImplementedError, match="no block for a document"):
        agentscope.FORMATTERS["anthropic.chat"].prepare(document)


def test_version_1_is_given_media_for_dashscope_on_the_multimodal_target_only(agentscope: ModuleType) -> None:
    source = {"type": "url", "url": "https://example.org/a.png"}
    image = parse([{"role": "user", "content": [{"type": "image", "source": source}]}])

    with pytest.raises(NotImplementedError, match="judged on dashscope-multimodal"):
        agentscope.FORMATTERS["dashscope.chat"].prepare(image)
    assert agentscope.FORMATTERS["dashscope-multimodal.chat"].prepare(image)[0].content[0]["source"] == source


def test_version_2_is_not_told_of_redacted_thinking(agentscope_2: ModuleType) -> None:
    redacted = {
        "role": "assistant",
        "content": [{"type": "redacted_thinking", "data": "eA=="}, {"type": "text", "text": "so"}],
    }

    msgs = agentscope_2.FORMATTERS["anthropic.chat"].prepare(parse([redacted]))

    assert [block.text for block in msgs[0].content] == ["so"]


def test_a_change_to_the_frameworks_own_messages_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoils = FORMATTER_1.replace("return [", "msgs[0].content.clear()\n        return [")
    adapter(tmp_path, monkeypatch, "1.0.21", MESSAGE_1, spoils)
    implementation = resolve("agentscope", tmp_path)
    case = Case("chat/one", "a change", {"messages": TOOLS[:1]})

    with Caller() as call:
        exchange = perform(implementation, "openai.chat", case, call)

    assert [finding.id for finding in purity(exchange)] == ["purity.changed-input"]


def test_version_2_keeps_results_in_the_message_of_their_call(agentscope_2: ModuleType) -> None:
    msgs = agentscope_2.FORMATTERS["openai.chat"].prepare(parse(TOOLS))

    assert [(msg.name, msg.role) for msg in msgs] == [("Ann", "user"), ("Friday", "assistant")]
    first, second, one, two = msgs[1].content
    assert (first.id, first.name, first.input) == ("1", "weather", '{"city": "Köln"}')
    assert (second.id, second.name, second.input) == ("2", "time", "{}")
    assert (one.id, one.name, one.output, one.state) == ("1", "weather", "", "error")
    assert (two.id, two.name, two.output[0].text, two.state) == ("2", "time", "noon", "success")


def test_version_2_gives_a_late_result_a_message_of_its_own(agentscope_2: ModuleType) -> None:
    late = [*TOOLS[:2], {"name": "Ann", "role": "user", "content": "well?"}, *TOOLS[2:]]

    msgs = agentscope_2.FORMATTERS["openai.chat"].prepare(parse(late))

    assert [(msg.role, len(msg.content)) for msg in msgs] == [
        ("user", 1),
        ("assistant", 2),
        ("user", 1),
        ("assistant", 1),
        ("assistant", 1),
    ]


def test_version_2_has_absolute_urls_media_types_and_ids_that_are_the_same_each_time(agentscope_2: ModuleType) -> None:
    urls = ("https://example.org/a.jpg?size=1", "https://example.org/a", "/tmp/a b.png")
    said = parse([{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": u}} for u in urls]}])

    blocks = agentscope_2.FORMATTERS["openai.chat"].prepare(said)[0].content
    sources = [block.source for block in blocks]

    assert [block.id for block in blocks] == ["media-1", "media-2", "media-3"]
    assert [(source.url, source.media_type) for source in sources] == [
        ("https://example.org/a.jpg?size=1", "image/jpeg"),
        ("https://example.org/a", "image/png"),
        ("file:///tmp/a%20b.png", "image/png"),
    ]


def media_2(agentscope_2: ModuleType, kind: str, source: dict[str, str]) -> object:
    said = parse([{"role": "user", "content": [{"type": kind, "source": source}]}])
    return agentscope_2.FORMATTERS["openai.chat"].prepare(said)[0].content[0].source.media_type


WAV, PNG, JPEG = b"RIFF\0\0\0\0WAVE", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"


@pytest.mark.parametrize(
    ("kind", "name", "content", "media_type"),
    [
        ("audio", "tone.wav", WAV, "audio/wav"),  # which machines' own tables call audio/x-wav
        ("image", "scan.png", JPEG, "image/jpeg"),
        ("image", "upload.tmp", PNG, "image/png"),
        ("image", "empty.png", b"", "image/png"),
    ],
)
def test_version_2_is_told_what_a_files_bytes_show(
    kind: str, name: str, content: bytes, media_type: str, agentscope_2: ModuleType, tmp_path: Path
) -> None:
    """Its users say it themselves: a wrong type would be the adapter's fault."""
    (tmp_path / name).write_bytes(content)

    for url in (str(tmp_path / name), (tmp_path / name).as_uri()):
        assert media_2(agentscope_2, kind, {"type": "url", "url": url}) == media_type


def test_version_2_is_told_what_a_data_uri_says(agentscope_2: ModuleType) -> None:
    assert media_2(agentscope_2, "image", {"type": "url", "url": "data:image/webp;base64,eA=="}) == "image/webp"


@pytest.mark.parametrize(
    ("kind", "media_type"), [("image", "application/octet-stream"), ("audio", "image/png"), ("image", "")]
)
def test_version_2_has_no_place_for_media_of_another_type(kind: str, media_type: str, agentscope_2: ModuleType) -> None:
    """There a type is all that tells an image, so that it would be no image any more."""
    with pytest.raises(NotImplementedError, match=f"tells {kind} by its media type"):
        media_2(agentscope_2, kind, {"type": "base64", "media_type": media_type, "data": "eA=="})


@pytest.mark.parametrize(("kind", "media_type"), [("image", "IMAGE/PNG"), ("document", "application/octet-stream")])
def test_version_2_is_told_any_other_type_as_it_came(kind: str, media_type: str, agentscope_2: ModuleType) -> None:
    source = {"type": "base64", "media_type": media_type, "data": "eA=="}

    assert media_2(agentscope_2, kind, source) == media_type
