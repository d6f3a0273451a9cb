"""What AgentScope 0.0's wrappers and 0.1's formatters and models have in common: who answers, what is shared."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from support.agentscope_v0 import CALL, DIRECT, FLAT, METHODS, RECURSIVE, RESULT, S1

from promptfmt_reference.agentscope_v0_0.message import Msg
from promptfmt_reference.agentscope_v0_0.model import ModelResponse, ModelWrapperBase, NoModel
from promptfmt_reference.agentscope_v0_1 import models
from promptfmt_reference.agentscope_v0_1.message import Msg as Said
from promptfmt_reference.agentscope_v0_1.message import (
    TextBlock,
)

# models answer what they are given to answer

ALL_MODELS = [*RECURSIVE, *FLAT, *DIRECT, *models.WRAPPERS.values()]


@pytest.mark.parametrize("class_", ALL_MODELS)
def test_a_model_without_a_callable_says_what_is_missing(class_: type[ModelWrapperBase]) -> None:
    with pytest.raises(NoModel) as caught:
        class_("my config", "gpt-4")([])

    assert "'my config'" in str(caught.value)
    assert class_.model_type in str(caught.value)
    assert "call=" in str(caught.value)


@pytest.mark.parametrize("class_", ALL_MODELS)
def test_a_model_answers_with_its_callables_text_or_response(class_: type[ModelWrapperBase]) -> None:
    """The callable gets the prompt itself and the options; what it raises is raised."""
    prompt, response = [{"role": "user"}], ModelResponse("yes", raw={"id": 1})
    asked: list[Any] = []

    def call(prompt: Any, **options: Any) -> str:
        asked.append((prompt, options))
        return "yes"

    def broken(prompt: Any) -> str:
        raise ConnectionError

    assert class_("c", "gpt-4", call=call)(prompt, stream=False) == ModelResponse("yes")
    assert asked[0][0] is prompt
    assert asked == [([{"role": "user"}], {"stream": False})]
    assert class_("c", "gpt-4", call=lambda _: response)(prompt) is response
    with pytest.raises(ConnectionError):
        class_("c", "gpt-4", call=broken)(prompt)


@pytest.mark.parametrize("class_", ALL_MODELS)
def test_whatever_else_a_configuration_has_is_kept(class_: Any) -> None:
    model = class_(config_name="c", model_name="gpt-4", api_key="k", generate_args={"seed": 1})

    assert (model.config_name, model.model_name) == ("c", "gpt-4")
    assert model.config == {"api_key": "k", "generate_args": {"seed": 1}}


# promises


def containers(value: Any) -> Iterator[int]:
    """The ids of all that could be changed."""
    if isinstance(value, Said):
        yield from containers(value.content)
    elif isinstance(value, dict | list):
        yield id(value)
        for item in value.values() if isinstance(value, dict) else value:
            yield from containers(item)


OLD = [
    Msg("system", {"rules": ["é"]}, "system", url=["x://s.png", "x://t.mp3"]),
    Msg("Ann", [{"a": []}], "user", url="x://a.png"),
    Msg("Bob", "b", "assistant", url=None),
]
NEW = [
    S1,
    Said("Ann", [{"type": "text", "text": "a"}, {"type": "image", "url": "x://a.png"}], "user"),
    Said("Bob", [TextBlock(type="text", text="b"), CALL], "assistant"),
    Said("system", [RESULT, {"type": "tool_result", "id": "2", "output": [{"type": "text", "text": "x"}]}], "system"),
]
WRITERS = [
    *((class_("c", "gpt-4o").format, OLD) for class_ in [*RECURSIVE, *FLAT]),
    *((method, NEW) for method in METHODS),
]


@pytest.mark.parametrize(("write", "msgs"), WRITERS)
def test_nothing_is_shared_with_the_caller_or_changed(write: Any, msgs: list[Any]) -> None:
    before = [deepcopy(dict(msg) if isinstance(msg, dict) else msg.content) for msg in msgs]
    payload = write(msgs)

    assert [dict(msg) if isinstance(msg, dict) else msg.content for msg in msgs] == before
    assert not set(containers(payload)) & set(containers(msgs))
    assert write(msgs) == payload
