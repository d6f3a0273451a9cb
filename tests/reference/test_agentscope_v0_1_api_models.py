"""Models, configurations and agents of AgentScope 0.1, and the formatter that each chooses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.agentscope_v0 import (
    A1,
    B1,
    CONVERSATION,
    FORMATTERS,
    S1,
)

from promptfmt_reference.agentscope_v0_0.model import ModelResponse
from promptfmt_reference.agentscope_v0_1 import formatters, init, models
from promptfmt_reference.agentscope_v0_1.agents import AgentBase, TemporaryMemory
from promptfmt_reference.agentscope_v0_1.manager import ModelManager
from promptfmt_reference.agentscope_v0_1.message import Msg as Said

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


def names(manager: ModelManager) -> list[str]:
    return list(manager.model_configs)


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> ModelManager:
    monkeypatch.setattr(ModelManager, "_instance", None)
    return ModelManager.get_instance()


def config(name: str, **more: Any) -> dict[str, Any]:
    return {"config_name": name, "model_type": "openai_chat", "model_name": "gpt-4", **more}


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
