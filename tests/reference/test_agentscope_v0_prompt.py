"""What the prompt engine takes, and for which models it makes lists."""

from __future__ import annotations

from typing import Any

import pytest
from support.prompts_v0 import LIST, STRING, engine

from promptfmt_reference.agentscope_v0_0 import PromptEngine, PromptType
from promptfmt_reference.agentscope_v0_0.models import (
    DashScopeChatWrapper,
    OpenAIChatWrapper,
    OpenAIDALLEWrapper,
    OpenAIEmbeddingWrapper,
    PostAPIChatWrapper,
)

# the engine's other promises


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        (OpenAIChatWrapper("c"), LIST),
        (OpenAIDALLEWrapper("c"), LIST),
        (OpenAIEmbeddingWrapper("c"), LIST),
        (PostAPIChatWrapper("c"), STRING),
        (DashScopeChatWrapper("c"), STRING),
    ],
)
def test_only_openais_models_get_lists_unless_told_otherwise(model: Any, kind: PromptType) -> None:
    expected = "hi" if kind == STRING else [{"role": "assistant", "content": "hi"}]

    assert PromptEngine(model).join("hi", None) == expected
    assert PromptEngine(model, prompt_type=STRING).join(None, "hi") == "hi"


@pytest.mark.parametrize("kind", [2, -1, "list"])
def test_another_type_of_prompt_is_refused(kind: Any) -> None:
    with pytest.raises(RuntimeError, match=r"^Invalid prompt type\.$"):
        engine(kind).join("hi")


def test_a_message_without_content_is_refused_in_a_list_only() -> None:
    with pytest.raises(ValueError, match=r"^The content of the message is missing\.$"):
        engine(LIST).join([{"role": "user"}])

    assert engine(STRING).join([{"role": "user"}]) == "{'role': 'user'}"
