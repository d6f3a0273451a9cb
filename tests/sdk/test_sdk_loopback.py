"""Payloads go through the official clients to a server on this machine, and what arrives is right and what was sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sdk.loopback import SENDERS, Send, Server, serving
from support.judging import UNREMARKABLE

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_payload
from pytest_promptfmt.common.json.equal import first_difference
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.corpus.case_files import fill_placeholders
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import DIALECTS, SCENARIOS
from pytest_promptfmt.payload.request import Request

CASES = {case.id: case for case in corpus()}
PARTS = ("messages", "system", "tools")
CONTEXT = {"gemini": {"model": UNREMARKABLE["gemini"]}}
"""Golden payloads carry no signatures, and are judged as for a model that asks for none."""


@pytest.fixture(scope="module", params=SENDERS)
def client(request: pytest.FixtureRequest) -> Iterator[tuple[str, Server, Send]]:
    """The dialect, a server, and the client that is turned to it."""
    package, sender = SENDERS[request.param]
    pytest.importorskip(package, reason=f"{package} is not installed")
    with serving() as server, pytest.MonkeyPatch.context() as patch:
        for name in ("NO_PROXY", "no_proxy"):
            patch.setenv(name, "127.0.0.1")
        yield request.param, server, sender(server)


def golden_payloads(dialect: str, generation: str) -> Iterator[tuple[str, Any]]:
    """Case and golden payload, with the files that it names."""
    for scenario in SCENARIOS:
        for id_, payload in load_golden(generation, f"{dialect}.{scenario}").payloads.items():
            case = CASES.get(id_)
            if case is not None:
                yield f"{scenario} {id_}", fill_placeholders(payload, case.directory()) if case.files else payload


def reference_payloads(dialect: str) -> Iterator[tuple[str, Any]]:
    """Case and payload of the reference."""
    for scenario in SCENARIOS:
        for case in CASES.values():
            if scenario in case.scenarios and case.budget is None:
                try:
                    yield f"{scenario} {case.id}", FORMATTERS[f"{dialect}.{scenario}"](case.conversation())
                except ValueError:
                    continue  # refused aloud


def test_what_arrives_is_what_was_sent_and_obeys_the_protocol(client: tuple[str, Server, Send]) -> None:
    dialect, server, send = client
    sent = 0
    for case, payload in [*golden_payloads(dialect, "agentscope-1.0"), *reference_payloads(dialect)]:
        request = DIALECTS[dialect].open(payload)
        server.bodies.clear()
        send(request)
        (arrived,) = server.bodies
        judged = check_payload(arrived, dialect, context=CONTEXT.get(dialect))
        assert [str(finding) for finding in judged if finding.is_error] == [], case
        found = DIALECTS[dialect].open(arrived)
        for part in PARTS:
            expected, actual = (CHANGES.get(dialect, same)(getattr(side, part)) for side in (request, found))
            assert first_difference(expected, actual) is None, f"{case}: {part}"
        sent += 1

    assert sent > 200


# what a client changes, undone on both sides


def same(value: Any) -> Any:
    return value


def each(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """`value` with every object changed, from the inside out."""
    if isinstance(value, list):
        return [each(item, change) for item in value]
    return change({key: each(item, change) for key, item in value.items()}) if isinstance(value, dict) else value


OPEN = ("args", "response", "parameters_json_schema")


def gemini_in_snake_case(value: Any) -> Any:
    """Most keys are written in camel case, and base64 in its alphabet for addresses; not in arguments and answers."""
    if isinstance(value, list):
        return [gemini_in_snake_case(item) for item in value]
    if not isinstance(value, dict):
        return value
    snake = {re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", key): item for key, item in value.items()}
    for key in {"data", "thought_signature"} & snake.keys():
        snake[key] = snake[key].replace("-", "+").replace("_", "/")
    return {key: item if key in OPEN else gemini_in_snake_case(item) for key, item in snake.items()}


def ollama_without_ids(value: Any) -> Any:
    """Ids and the type of a call go, and content that is empty; of a tool's parameters what the client knows not.

    Its types hold a few keys of each parameter, and it sends a tool without the rest: what is nested is lost.
    """

    def change(node: dict[str, Any]) -> dict[str, Any]:
        gone = {"additionalProperties", "tool_call_id"}
        gone |= {"id", "type"} if "function" in node else set()
        gone |= {"content"} if "role" in node and not node.get("content") else set()
        kept = {key: item for key, item in node.items() if key not in gone}
        return kept | {"parameters": as_held(kept["parameters"])} if "parameters" in kept else kept

    def as_held(parameters: dict[str, Any]) -> dict[str, Any]:
        properties = {
            name: {key: item for key, item in property_.items() if key in HELD}
            for name, property_ in parameters.get("properties", {}).items()
        }
        known = {key: item for key, item in parameters.items() if key in HELD_OF_ALL}
        return {key: properties if key == "properties" else item for key, item in known.items()}

    return [] if value is None else each(value, change)


HELD_OF_ALL = ("type", "$defs", "items", "required", "properties")
"""The keys of a tool's parameters as a whole that it has."""
HELD = ("type", "items", "description", "enum")
"""The keys of a parameter that Ollama's client has in its types."""


def mistral_with_defaults(value: Any) -> Any:
    """A call has an index, and an assistant's message says that it is no prefix."""

    def change(node: dict[str, Any]) -> dict[str, Any]:
        if node.get("role") == "assistant":
            return {"prefix": False, **node}
        return {"index": 0, **node} if "function" in node and "id" in node else node

    return each(value, change)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "gemini": gemini_in_snake_case,
    "ollama": ollama_without_ids,
    "mistral": mistral_with_defaults,
}


# what a client refuses


def test_what_a_client_refuses_is_an_error_here_too(client: tuple[str, Server, Send]) -> None:
    """Those that look at what they are given find nothing wrong that goes unnoticed here."""
    dialect, server, send = client
    if dialect not in LOOKING:
        pytest.skip("it sends what it is given, or has no older golden payloads")
    refused = 0
    for generation in generations():
        for case, payload in golden_payloads(dialect, generation):
            request = DIALECTS[dialect].open(payload)
            server.bodies.clear()
            if complaint := told(send, request):
                refused += 1
                assert server.bodies == [], f"{case}: {complaint}"
                assert any(finding.is_error for finding in check_payload(payload, dialect)), f"{case}: {complaint}"

    assert refused >= 10


def told(send: Send, request: Request) -> str:
    """What the client says against a request that it does not send."""
    try:
        send(request)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


LOOKING = ("gemini", "ollama")
