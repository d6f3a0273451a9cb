"""The formatters of AgentScope 0.1 as its documents describe them: histories, pictures and tools."""

from __future__ import annotations

import json
import logging
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.agentscope_v0 import (
    A1,
    B1,
    BASE64,
    CALL,
    CONVERSATION,
    FORMATTERS,
    IMAGE,
    METHODS,
    NO_PICTURES,
    RESULT,
    S1,
    A,
    refusal,
    texts,
)

from promptfmt_reference.agentscope_v0_1 import formatters
from promptfmt_reference.agentscope_v0_1.message import (
    FileBlock,
    ImageBlock,
    TextBlock,
    ToolResultBlock,
)
from promptfmt_reference.agentscope_v0_1.message import Msg as Said


def method_name(method: Any) -> str:
    return f"{method.__self__.__name__}.{method.__name__}"


@pytest.mark.parametrize("method", METHODS, ids=method_name)
def test_formatters_take_what_the_flat_rule_takes(method: Any) -> None:
    for args in [(S1, [A1, B1]), (None, [S1, A1], [], B1), ([S1, A1, B1], None)]:
        assert method(*args) == method(S1, A1, B1)
    for wrong, named in [("hi", "hi"), ((A1,), ()), ([[A1]], []), ([A1, None], []), ({}, {}), (A, A)]:
        with pytest.raises(TypeError) as caught:
            method(S1, wrong)
        assert str(caught.value) == refusal(named)


EMPTY = r"^At least one message should be provided. An empty message list is not allowed\.$"


def test_no_message_at_all_is_an_error_for_some() -> None:
    """Anthropic looks at the messages, Gemini and the common formatter at the arguments; a chat may be empty."""
    for formatter in (formatters.AnthropicFormatter, formatters.GeminiFormatter, formatters.CommonFormatter):
        with pytest.raises(ValueError, match=EMPTY):
            formatter.format_multi_agent()
    for nothing in ([], None):
        with pytest.raises(ValueError, match=EMPTY):
            formatters.AnthropicFormatter.format_multi_agent(nothing)
        assert formatters.GeminiFormatter.format_multi_agent(nothing) == [{"role": "user", "parts": [""]}]
        assert formatters.CommonFormatter.format_multi_agent(nothing) == [{"role": "user", "content": ""}]
        assert formatters.OpenAIFormatter.format_multi_agent(nothing) == []
        assert formatters.DashScopeFormatter.format_multi_agent(nothing) == [
            {"role": "user", "content": [{"text": CONVERSATION}]}
        ]
    assert [formatter.format_chat() for formatter in FORMATTERS] == [[]] * 5


@pytest.mark.parametrize("formatter", [f for f in FORMATTERS if f is not formatters.OpenAIFormatter])
@pytest.mark.parametrize("seed", range(10))
def test_auto_is_a_chat_as_long_as_no_more_than_two_speak(formatter: Any, seed: int) -> None:
    """However often they do, and whatever the system says in between."""
    rng = Random(seed)
    for speakers in range(1, 6):
        names = [f"agent {n}" for n in range(speakers)]
        turns = names + rng.choices(names, k=rng.randrange(6))
        rng.shuffle(turns)
        msgs = [Said(name, f"turn {n}", rng.choice(["user", "assistant"])) for n, name in enumerate(turns)]
        for _ in range(rng.randrange(3)):
            msgs.insert(rng.randrange(len(msgs) + 1), Said(rng.choice(["system", "narrator"]), "S", "system"))
        payload = formatter.format_auto(msgs)

        assert any(CONVERSATION in text for text in texts(payload)) == (speakers > 2)
        assert payload == (formatter.format_multi_agent(msgs) if speakers > 2 else formatter.format_chat(msgs))


@pytest.mark.parametrize("formatter", FORMATTERS)
@pytest.mark.parametrize("wrong", [A1, [A1, None], (A1, B1), None, "hi", [[A1]], [A]])
def test_auto_takes_one_list_of_messages(formatter: Any, wrong: Any) -> None:
    with pytest.raises(AttributeError, match="one list of Msg"):
        formatter.format_auto(wrong)
    assert formatter.format_auto([]) == []


@pytest.mark.parametrize(
    ("rules", "msgs", "is_chat"),
    [
        ({}, [A1, A1, B1], True),
        ({"require_alternative": True}, [S1, A1, B1, A1], True),
        ({"require_alternative": True}, [A1, A1], False),
        ({"require_alternative": True}, [S1, S1, A1], False),
        ({"require_user_last": True}, [B1, A1], True),
        ({"require_user_last": True}, [A1, B1], False),
        ({"require_user_last": True}, [S1], False),
        ({"require_alternative": True, "require_user_last": True}, [S1, A1], True),
    ],
)
def test_the_common_formatter_makes_a_history_where_a_rule_would_be_broken(
    rules: dict[str, bool], msgs: list[Said], is_chat: bool
) -> None:
    payload = formatters.CommonFormatter.format_chat(msgs, **rules)

    assert [m["role"] for m in payload] == (
        [m.role for m in msgs] if is_chat else ["system", "user"] if msgs[0].role == "system" else ["user"]
    )


def test_the_common_formatters_rules_are_its_own() -> None:
    with pytest.raises(IndexError):
        formatters.CommonFormatter.format_chat(require_user_last=True)
    with pytest.raises(TypeError, match="require_user_last"):
        formatters.OpenAIFormatter.format_chat(A1, require_user_last=True)


def test_a_result_stands_behind_its_call_and_as_python_prints_it() -> None:
    """In one message too; a result of an earlier call stays before what its message says."""
    text, other = TextBlock(type="text", text="so"), ToolResultBlock(type="tool_result", id="0", output=None)
    payload = formatters.OpenAIFormatter.format_chat(Said("Ann", [RESULT, text, CALL, other], "assistant"))

    assert payload == [
        {"role": "tool", "tool_call_id": "0", "content": "None", "name": None},
        {
            "role": "assistant",
            "name": "Ann",
            "content": [{"type": "text", "text": "so"}],
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": '{"x": ["é", {}]}'}}],
        },
        {"role": "tool", "tool_call_id": "1", "content": "{'k': 'é'}", "name": "f"},
    ]


@pytest.mark.parametrize("formatter", [formatters.GeminiFormatter, formatters.CommonFormatter])
def test_formatters_for_texts_have_no_word_for_anything_else(formatter: Any) -> None:
    """A chat keeps the message, a history does not."""
    silent = Said("Bob", [CALL, RESULT, ImageBlock(type="image", url="a.png")], "assistant")

    (_, kept) = formatter.format_chat(A1, silent)
    assert kept.get("content", kept.get("parts")) is None
    assert "Bob" not in json.dumps(formatter.format_multi_agent(A1, silent))


@pytest.mark.parametrize("name", ["OpenAI", "DashScope", "Anthropic"])
def test_blocks_without_a_place_are_named_in_the_log(name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "agentscope"):
        getattr(formatters, f"{name}Formatter").format_chat(Said("Ann", [FileBlock(type="file", url="a.pdf")], "user"))

    assert len(caplog.messages) == 1
    assert "file" in caplog.messages[0]


# pictures


@pytest.mark.parametrize("url", [*NO_PICTURES, None, 5, ["https://example.com/a.png"]], ids=lambda url: ascii(url)[:30])
def test_what_is_no_picture_is_a_type_error_that_says_which_endings_are(folder: Path, url: Any) -> None:
    msg = Said("Ann", [{"type": "image", "url": url}], "user")
    for method in METHODS[:2]:
        with pytest.raises(TypeError, match=r"\('\.png', '\.jpg', '\.jpeg', '\.gif', '\.webp'\)"):
            method(msg)
    for method in METHODS[4:6]:
        with pytest.raises(TypeError, match=r"\('\.png', '\.jpg', '\.jpeg', '\.gif'\)"):
            method(msg)


def test_a_picture_by_value_is_named_as_each_provider_was_thought_to_want_it(folder: Path) -> None:
    """And one on the web is its address; what is there wins over what looks like a scheme."""
    (folder / "c:pic.png").write_bytes(IMAGE)
    (folder / "c:folder.png").mkdir()

    def source(formatter: Any, url: str) -> Any:
        ((part,),) = (message["content"] for message in formatter.format_chat(Said("Ann", None, "user", url=url)))
        return part["image_url"]["url"] if part["type"] == "image_url" else part["source"]

    openai, anthropic = formatters.OpenAIFormatter, formatters.AnthropicFormatter
    assert source(openai, "PIC.JPG") == f"data:image/jpg;base64,{BASE64}"
    assert source(anthropic, "PIC.JPG") == {
        "type": "base64",
        "media_type": "image/jpeg",
        "data": f"data:image/jpeg;base64,{BASE64}",
    }
    assert source(openai, "c:pic.png") == f"data:image/png;base64,{BASE64}"
    assert source(openai, "x://a.png") == source(anthropic, "x://a.png") == "x://a.png"
    assert source(openai, "https://example.com/a.webp") == "https://example.com/a.webp"
    with pytest.raises(TypeError):
        source(anthropic, "https://example.com/a.webp")
    with pytest.raises(TypeError):
        source(openai, "c:folder.png")


# tools

SCHEMA: dict[str, Any] = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
NO_SCHEMAS = [
    "schema",
    {},
    {"function": {"name": "f"}},
    {"type": "function"},
    {"type": "tool", "function": {"name": "f"}},
    {"type": "function", "function": {"description": "f"}},
]


@pytest.mark.parametrize("formatter", FORMATTERS[:3])
@pytest.mark.parametrize("schemas", [[SCHEMA], None, *({"ok": SCHEMA, "f": schema} for schema in NO_SCHEMAS)])
def test_a_schema_that_is_none_is_refused(formatter: Any, schemas: Any) -> None:
    with pytest.raises(AssertionError):
        formatter.format_tools_json_schemas(schemas)


@pytest.mark.parametrize("function", [None, 5, "name"])
def test_a_function_that_is_no_dictionary_is_refused(function: Any) -> None:
    with pytest.raises(AssertionError):
        formatters.AnthropicFormatter.format_tools_json_schemas({"f": {"type": "function", "function": function}})


def test_tools_are_openais_schemas_or_anthropics() -> None:
    schemas = {
        "a": SCHEMA,
        "b": {"type": "function", "function": {"name": "g", "description": "Adds.", "strict": True}},
    }
    before = deepcopy(schemas)

    for formatter in (formatters.OpenAIFormatter, formatters.DashScopeFormatter):
        assert formatter.format_tools_json_schemas(schemas) == [schemas["a"], schemas["b"]]
        assert formatter.format_tools_json_schemas({}) == []
    assert formatters.AnthropicFormatter.format_tools_json_schemas(schemas) == [
        {"name": "f", "description": "", "input_schema": {"type": "object"}},
        {"name": "g", "description": "Adds.", "input_schema": {}},
    ]
    assert schemas == before
    for formatter in (formatters.GeminiFormatter, formatters.CommonFormatter):
        with pytest.raises(NotImplementedError):
            formatter.format_tools_json_schemas(schemas)
