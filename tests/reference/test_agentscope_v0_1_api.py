"""AgentScope 0.1's messages, formatters, models and agents."""

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

from promptfmt_reference.agentscope_v0_0.model import ModelResponse
from promptfmt_reference.agentscope_v0_1 import formatters, init, models
from promptfmt_reference.agentscope_v0_1.agents import AgentBase, TemporaryMemory
from promptfmt_reference.agentscope_v0_1.manager import ModelManager
from promptfmt_reference.agentscope_v0_1.message import (
    FileBlock,
    ImageBlock,
    TextBlock,
    ToolResultBlock,
    ValidationError,
)
from promptfmt_reference.agentscope_v0_1.message import Msg as Said

# messages


@pytest.mark.parametrize("role", ["tool", "System", "", None, "model"])
def test_a_message_of_another_role_is_refused(role: Any) -> None:
    with pytest.raises(ValidationError, match="system, user or assistant"):
        Said("Ann", "hi", role)


@pytest.mark.parametrize(
    "block", ["hi", None, {}, {"text": "hi"}, {"type": "thinking"}, {"type": None}, {"type": []}, [{}]]
)
def test_a_block_of_no_known_type_is_refused_with_its_place(block: Any) -> None:
    with pytest.raises(ValidationError, match=r"content\[1\] of Ann's message"):
        Said("Ann", [{"type": "text", "text": "a"}, block], "user")


@pytest.mark.parametrize(
    ("content", "kept"),
    [("hi", "hi"), ("", ""), (None, []), ([], []), ({"k": "é"}, "{'k': 'é'}"), (True, "True"), (("a",), "('a',)")],
)
def test_a_content_is_a_text_or_blocks_and_all_else_as_python_prints_it(content: Any, kept: Any) -> None:
    assert Said("Ann", content, "user").content == kept


def test_blocks_keep_their_own_keys_in_their_order() -> None:
    """None stands for one that is not there, but for a result's name."""
    given: list[Any] = [
        {"text": "a", "cache_control": {}, "type": "text"},
        {"output": None, "extra": 1, "name": "f", "id": "1", "type": "tool_result"},
        {"output": "o", "id": "1", "type": "tool_result"},
        {"input": {"z": 1, "a": 2}, "name": "f", "id": "1", "type": "tool_use"},
    ]

    assert Said("Ann", [{"type": "text"}, {"type": "image"}], "user").content == [
        {"type": "text", "text": None},
        {"type": "image", "url": None},
    ]
    assert json.dumps(Said("Ann", given, "assistant").content) == json.dumps(
        [
            {"type": "text", "text": "a"},
            {"type": "tool_result", "id": "1", "output": None, "name": "f"},
            {"type": "tool_result", "id": "1", "output": "o"},
            {"type": "tool_use", "id": "1", "name": "f", "input": {"z": 1, "a": 2}},
        ]
    )


@pytest.mark.parametrize("content", ["hi", [TextBlock(type="text", text="hi")]])
def test_addresses_become_blocks_behind_the_content(content: Any) -> None:
    urls = ["x://a.PNG", "b.mp3", "c.mkv", "d.gif", "png", ""]
    kinds = ["image", "audio", "video", "file", "image", "file"]
    text = {"type": "text", "text": "hi"}

    assert Said("Ann", content, "user", url=urls).content == [
        text,
        *({"type": kind, "url": url} for kind, url in zip(kinds, urls, strict=True)),
    ]
    assert Said("Ann", content, "user", url="a.png").content == [text, {"type": "image", "url": "a.png"}]
    assert Said("Ann", None, "user", url="a.png").content == [{"type": "image", "url": "a.png"}]


@pytest.mark.parametrize("url", [5, [5], [None], [["a.png"]]])
def test_an_address_that_is_no_text_is_refused(url: Any) -> None:
    with pytest.raises(ValidationError):
        Said("Ann", "hi", "user", url=url)


# formatters

CONVERSATION = "## Conversation History\n"


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


# the choice of a formatter

GPT = ["gpt-4", "gpt-4o-mini", "gpt-", "o1", "o1-preview", "o1-mini", "o3-mini", "o3-mini-2025-01-31"]
OTHERS = ["", "o3", "o4-mini", "chatgpt-4o-latest", "GPT-4", "gpt4", "my-gpt-4", "qwen-max", "models/gemini-pro"]


@pytest.mark.parametrize(
    ("formatter", "meant", "others"),
    [
        ("OpenAI", GPT, OTHERS),
        ("Anthropic", ["claude-3-5-sonnet-20240620", "claude-3-7"], ["claude-3-opus", "claude-sonnet-4", "claude"]),
        ("DashScope", ["qwen-max", "qwen-vl-plus"], ["qwen2.5-72b", "qwq-32b", "Qwen-max"]),
        ("Gemini", ["gemini-1.5-pro"], ["models/gemini-pro", "gemini", "gemma-2"]),
    ],
)
def test_a_formatter_knows_the_models_it_is_meant_for(formatter: str, meant: list[str], others: list[str]) -> None:
    supports = getattr(formatters, f"{formatter}Formatter").is_supported_model

    assert [name for name in [*meant, *others] if supports(name)] == meant


def test_the_common_formatter_is_for_all() -> None:
    with pytest.raises(NotImplementedError):
        formatters.CommonFormatter.is_supported_model("glm-4")


BY_TYPE = {
    "dashscope_chat": "DashScope",
    "dashscope_multimodal": "DashScope",
    "anthropic_chat": "Anthropic",
    "gemini_chat": "Gemini",
    **dict.fromkeys(("zhipuai_chat", "ollama_chat", "litellm_chat", "yi_chat"), "Common"),
}
CHOICES = [
    *((model_type, name, "OpenAI") for model_type in ("openai_chat", "post_api_chat") for name in GPT),
    *((model_type, name, "Common") for model_type in ("openai_chat", "post_api_chat") for name in OTHERS),
    ("openai_chat", "gemini-1.5-pro", "Common"),
    ("post_api_chat", "gemini-1.5-pro", "Gemini"),
    *(
        (model_type, name, BY_TYPE[model_type])
        for model_type in BY_TYPE
        for name in ("gpt-4", "qwen2.5-72b", "claude-3")
    ),
]


@pytest.mark.parametrize(("model_type", "name", "formatter"), CHOICES)
def test_a_model_chooses_its_formatter(model_type: str, name: str, formatter: str, manager: ModelManager) -> None:
    """By its type, and for two types by its name; many agents are the usual mode, and the flag holds for all."""
    init({"config_name": "c", "model_type": model_type, "model_name": name})
    model: Any = manager.get_model_by_config_name("c")
    chosen = getattr(formatters, f"{formatter}Formatter")

    assert model.format(S1, [A1, B1]) == chosen.format_multi_agent(S1, A1, B1)
    assert model.format(S1, [A1, B1], multi_agent_mode=True) == chosen.format_multi_agent(S1, A1, B1)
    assert model.format(S1, [A1, B1], multi_agent_mode=False) == chosen.format_chat(S1, A1, B1)


def test_the_formatters_can_be_told_apart_by_what_they_write() -> None:
    """Else the choice among them would be no choice."""
    for mode in ("format_chat", "format_multi_agent"):
        assert len({json.dumps(getattr(formatter, mode)(S1, A1, B1)) for formatter in FORMATTERS}) == len(FORMATTERS)


def test_a_post_api_needs_a_models_name_and_yi_vision_a_prompt_by_hand() -> None:
    with pytest.raises(ValueError, match=r"^Model name should be provided for model configuration \[cfg\]\.$"):
        models.PostAPIChatWrapper("cfg")
    for mode in (True, False):
        with pytest.raises(NotImplementedError):
            models.YiChatWrapper("c", "yi-vision").format(A1, multi_agent_mode=mode)
    assert models.OpenAIChatWrapper("gpt-4").format(A1)[0]["name"] == "Ann"


# configurations


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> ModelManager:
    monkeypatch.setattr(ModelManager, "_instance", None)
    return ModelManager.get_instance()


def config(name: str, **more: Any) -> dict[str, Any]:
    return {"config_name": name, "model_type": "openai_chat", "model_name": "gpt-4", **more}


def names(manager: ModelManager) -> list[str]:
    return list(manager.model_configs)


@pytest.mark.parametrize("file", [None, "one.json"])
@pytest.mark.parametrize("several", [False, True])
def test_configurations_are_one_or_several_or_a_file(
    manager: ModelManager, tmp_path: Path, file: str | None, several: bool
) -> None:
    given: Any = [config("你"), config("b", api_key="k")] if several else config("你")
    if file:
        (tmp_path / file).write_text(json.dumps(given, ensure_ascii=False), "utf-8")
    for configs in [tmp_path / file, str(tmp_path / file)] if file else [given, *([iter(given)] if several else [])]:
        init(model_configs=configs, project="p", save_dir="nowhere")

        assert names(manager) == (["你", "b"] if several else ["你"])
        assert manager.get_model_by_config_name("你").model_name == "gpt-4"


def test_there_is_one_manager() -> None:
    assert ModelManager.get_instance() is ModelManager.get_instance()


def test_an_unknown_configuration_is_refused_with_those_that_are_known(manager: ModelManager) -> None:
    with pytest.raises(ValueError, match=r"'a'.*none"):
        manager.get_model_by_config_name("a")
    init([config("b"), config("c")])
    with pytest.raises(ValueError, match=r"'a'.*'b', 'c'"):
        manager.get_model_by_config_name("a")


def test_an_unknown_type_is_refused_with_those_that_are_known(manager: ModelManager) -> None:
    init(config("a", model_type="telepathy"))
    with pytest.raises(ValueError, match=r"'telepathy' of 'a'.*openai_chat, .*yi_chat"):
        manager.get_model_by_config_name("a")


def test_configurations_take_the_place_of_others_unless_they_are_added(manager: ModelManager) -> None:
    init(config("a"))
    init(None)
    assert names(manager) == ["a"]
    manager.load_model_configs(config("b"), clear_existing=False)
    assert names(manager) == ["a", "b"]
    manager.load_model_configs(config("c"))
    assert names(manager) == ["c"]


@pytest.mark.parametrize("wrong", [[config("b"), config("b")], [config("b"), {"config_name": "c"}]])
def test_wrong_configurations_change_nothing(manager: ModelManager, wrong: Any) -> None:
    init(config("a"))
    for clear in (True, False):
        with pytest.raises(ValueError, match="configuration"):
            manager.load_model_configs(wrong, clear_existing=clear)
        assert names(manager) == ["a"]
    for odd in ("a", 5, None, ["a"]):
        with pytest.raises(ValueError, match=f"is a dictionary, not {type(odd)}"):
            init([config("b"), odd])
    with pytest.raises(ValueError, match="two model configurations of the name 'a'"):
        manager.load_model_configs(config("a"), clear_existing=False)


def test_an_error_tells_no_secret(manager: ModelManager) -> None:
    with pytest.raises(ValueError, match="no 'model_type'; it has config_name, api_key") as caught:
        init({"config_name": "a", "api_key": "sk-secret"})

    assert "sk-secret" not in str(caught.value)


def test_a_configuration_is_kept_as_it_was_given(manager: ModelManager) -> None:
    given = config("a", call=lambda prompt: "yes")
    before = dict(given)
    init(given)
    model = manager.get_model_by_config_name("a")
    assert given == before
    given["model_name"] = "changed later"

    assert manager.get_model_by_config_name("a").model_name == "gpt-4"
    assert manager.get_model_by_config_name("a") is not model
    assert model("hi") == ModelResponse("yes")


# agents


def test_a_memory_holds_messages_in_their_order() -> None:
    memory = TemporaryMemory()
    memory.add(None)
    assert memory.get_memory() == []
    given = [A1, B1]
    memory.add(given)
    given.append(A1)
    memory.add(S1)
    memory.get_memory().clear()

    assert memory.get_memory() == [A1, B1, S1]
    assert [memory.get_memory(n) for n in (0, 1, 2, 9)] == [[], [S1], [B1, S1], [A1, B1, S1]]
    memory.clear()
    assert memory.get_memory() == []


class Friday(AgentBase):
    def reply(self, x: Said | list[Said] | None = None) -> Said:
        assert self.memory is not None
        self.memory.add(x)
        prompt = self.model.format(Said("system", str(self.sys_prompt), "system"), self.memory.get_memory())
        answer = Said(self.name, self.model(prompt).text, "assistant")
        self.memory.add(answer)
        return answer


def test_an_agent_replies_with_its_models_answer(manager: ModelManager) -> None:
    init({"config_name": "c", "model_type": "zhipuai_chat", "call": lambda prompt: prompt[-1]["content"].upper()})
    friday = Friday("Friday", sys_prompt="Be brief.", model_config_name="c")
    friday([A1])

    assert friday(B1).content == f"{CONVERSATION}Ann: Hi!\nFriday: {CONVERSATION}Ann: Hi!\nBob: Yes?".upper()
    assert [msg.name for msg in friday.memory.get_memory()] == ["Ann", "Friday", "Bob", "Friday"]


def test_an_agent_without_a_reply_or_with_an_unknown_model_says_so(manager: ModelManager) -> None:
    assert AgentBase("Ann", use_memory=False).memory is None
    with pytest.raises(NotImplementedError, match="AgentBase"):
        AgentBase("Ann")(A1)
    with pytest.raises(ValueError, match="'nobody'"):
        AgentBase("Ann", model_config_name="nobody")
