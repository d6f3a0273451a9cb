"""What is kept of the clients' types is what the installed clients say, and their own validators agree with it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import pytest

pytest.importorskip("typing_extensions")

from client_types import LEFT_OUT, bare
from make_parameters import CLIENTS, CONVERSATIONS, derived, said_in
from support.typed_bodies import Broken, broken, right

from pytest_promptfmt.verdicts.request.client_types import types_of
from pytest_promptfmt.verdicts.request.message_types import said_types

Refuses = Callable[[dict[str, Any]], bool]
OPENAI: dict[str, Any] = {"schema": {}, "tools": []}
OWN_JSON: dict[str, dict[str, Any]] = {
    "openai": OPENAI,
    "openai-responses": OPENAI,
    "groq": {"schema": {}},
    "bedrock": {"schema": "{}", "tools": [{"cachePoint": {"type": "default"}}]},
}
"""Values of keys that have to be there, and that nobody here judges."""


@pytest.mark.parametrize("dialect", CLIENTS)
def test_the_kept_types_are_those_of_the_client(dialect: str) -> None:
    try:
        version(CLIENTS[dialect][0])
    except PackageNotFoundError:
        pytest.skip(f"{CLIENTS[dialect][0]} is not installed")
    kept = {key: each for key, each in types_of(dialect).items() if key != "of"}

    assert len(kept["keys"]) > 5
    assert derived(dialect) == kept


@pytest.mark.parametrize("dialect", CONVERSATIONS)
def test_the_kept_types_of_conversations_are_those_of_the_client(dialect: str) -> None:
    pytest.importorskip(CONVERSATIONS[dialect][0].partition(".")[0] or "botocore")

    assert said_in(dialect) == said_types(dialect)


def by_pydantic(module: str, name: str) -> Refuses:
    pytest.importorskip(module.partition(".")[0])
    from importlib import import_module

    from pydantic import TypeAdapter, ValidationError
    from typing_extensions import get_type_hints

    hints = get_type_hints(getattr(import_module(module), name), include_extras=True)
    adapters: dict[str, Any] = {}

    def refuses(body: dict[str, Any]) -> bool:
        for key, value in body.items():
            if key not in adapters:
                adapters[key] = TypeAdapter(bare(hints[key]))
            try:
                _read(adapters[key].validate_python(value, strict=True))
            except ValidationError:
                return True
        return False

    return refuses


def _read(value: Any) -> None:
    """Pydantic looks at what can be iterated when somebody does."""
    if not isinstance(value, str):
        for each in value.values() if isinstance(value, dict) else value if hasattr(value, "__iter__") else ():
            _read(each)


def by_botocore(*_: str) -> Refuses:
    pytest.importorskip("botocore")
    from botocore.loaders import Loader
    from botocore.model import ServiceModel
    from botocore.validate import ParamValidator

    shape = (
        ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2"))
        .operation_model("Converse")
        .input_shape
    )
    return lambda body: ParamValidator().validate({"modelId": "a", **body}, shape).has_errors()


ORACLES: dict[str, Callable[[], Refuses]] = {
    "openai": lambda: by_pydantic("openai.types.chat.completion_create_params", "CompletionCreateParamsNonStreaming"),
    "openai-responses": lambda: by_pydantic(
        "openai.types.responses.response_create_params", "ResponseCreateParamsNonStreaming"
    ),
    "groq": lambda: by_pydantic("groq.types.chat.completion_create_params", "CompletionCreateParams"),
    "bedrock": by_botocore,
}
ELSEWHERE = {
    "messages",
    "input",
    "tools",
    "functions",
    "modelId",
    "stream",
    "system",
    "prediction",
    "prompt",
    "documents",
}
TOLD = {"openai": {"type", "word", "missing"}, "bedrock": {"type", "key", "missing"}}
"""What a validator says of a request; pydantic knows no bounds, botocore no words, and no largest number."""


def without_others(dialect: str, body: dict[str, Any]) -> dict[str, Any]:
    known = types_of(dialect)["keys"]
    own = OWN_JSON[dialect]
    return {key: _own(each, own) for key, each in body.items() if known[key] and key not in ELSEWHERE}


def _own(value: Any, own: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if key in own or key not in LEFT_OUT}
        return {key: own.get(key, _own(each, own)) for key, each in kept.items()}
    return [_own(each, own) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("dialect", ORACLES)
def test_the_clients_own_validator_takes_what_is_right_and_refuses_what_is_broken(dialect: str) -> None:
    refuses = ORACLES[dialect]()

    def odd(each: Broken) -> bool:
        body = without_others(dialect, each.body)
        return each.kind in TOLD.get(dialect, TOLD["openai"]) and body != whole and not refuses(body)

    whole = without_others(dialect, right(types_of(dialect)))
    assert not refuses(whole)
    tried = list(broken(dialect))
    assert len(tried) > 10
    assert [(each.kind, each.path) for each in tried if odd(each)] == []
