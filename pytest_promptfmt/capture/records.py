"""A JSON value that holds requests: one itself, or a record of it with address and answer, or many of them.

Such records are what logs, batch files and tracing tools write; which keys they have differs, so each is looked for
under all of its usual names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.capture.answers import words_of
from pytest_promptfmt.capture.captured import Captured, addressed
from pytest_promptfmt.capture.har import har_requests
from pytest_promptfmt.capture.telemetry import telemetry_requests
from pytest_promptfmt.capture.values import body_of
from pytest_promptfmt.common import jsonpath

_BODY = (
    "json_data", "body", "json", "request_body", "requestBody", "payload", "complete_input_dict", "data", "params",
    "request", "raw_request", "parsed_body", "postData", "text",
)  # fmt: skip
_ADDRESS = ("url", "uri", "api_base", "endpoint", "path", "url_path")
_ANSWER = ("response", "error", "response_body", "responseBody", "original_response", "exception")
MESSAGES = ("messages", "contents", "input", "prompt")


def requests_of(value: Any) -> Iterator[Captured]:
    """The requests in a value; a value that is none is one that cannot be told from a strange payload."""
    if isinstance(value, dict) and isinstance(value.get("log"), dict) and "entries" in value["log"]:
        entries = value["log"]["entries"]
        yield from har_requests(entries if isinstance(entries, list) else [])
    elif isinstance(value, dict) and isinstance(value.get("item"), list) and "info" in value:
        yield from _collected(value["item"])
    elif isinstance(value, dict) and isinstance(value.get("interactions"), list):
        yield from requests_of([each for each in value["interactions"] if is_record(each)])
    elif told := list(telemetry_requests(value)):
        yield from told
    elif isinstance(value, list) and value and all(is_record(each) for each in value):
        for n, each in enumerate(value):
            yield replace(_recorded(each), place=f"record {n + 1}")
    elif is_record(value):
        yield _recorded(value)
    elif isinstance(value, dict) and {"input", "output"} <= {*value} and {"modelParameters", "traceId"} & {*value}:
        yield _generation(value)
    else:
        yield Captured(value)


_COUNTED = ("$.generateContentRequest", "$.generate_content_request", "$.input.converse")
_BATCHED = (
    ("$.requests", "params"),
    ("$.batch.input_config.requests.requests", "request"),
    ("$.batch.inputConfig.requests.requests", "request"),
)
"""Where a request to count a prompt has the prompt, and a batch its requests: Google's, Bedrock's, Anthropic's."""


def inner_requests(captured: Captured) -> Iterator[Captured]:
    """The requests to a model that a captured one holds, to be counted or answered later; itself where it is one."""
    inner = [(path, value, captured.place) for path in _COUNTED for value in _messages_at(captured.body, path)][:1]
    for listed, key in _BATCHED:
        whole = _value_at(captured.body, listed)
        for number in range(len(whole) if isinstance(whole, list) else 0):
            path = f"{listed}[{number}].{key}"
            inner += [(path, value, f"request {number + 1}") for value in _messages_at(captured.body, path)]
    if not inner:
        yield captured
    for path, value, place in inner:
        unsaid = tuple(f"${each.removeprefix(path)}" for each in captured.unsaid if each.startswith(path))
        yield replace(captured, body=value, place=place, unsaid=unsaid)


def _messages_at(body: Any, path: str) -> Iterator[dict[str, Any]]:
    """What stands at a path, if it has messages."""
    value = _value_at(body, path)
    if isinstance(value, dict) and any(isinstance(value.get(key), (list, str)) for key in MESSAGES):
        yield value


def _value_at(body: Any, path: str) -> Any:
    return next((value for at, value in jsonpath.descend(body, path) if at == path), None)


def _generation(value: dict[str, Any]) -> Captured:
    """What Langfuse keeps of a call: what was said, the model, and its parameters."""
    said, parameters = value["input"], value.get("modelParameters")
    body = said if isinstance(said, dict) else {"messages": said}
    named = {"model": value["model"]} if isinstance(value.get("model"), str) else {}
    return Captured(named | (parameters if isinstance(parameters, dict) else {}) | body, "Langfuse", rebuilt=True)


def _collected(items: list[Any]) -> Iterator[Captured]:
    """The requests of a collection of Postman, whose folders are items with items."""
    for item in items:
        if isinstance(item, dict) and isinstance(item.get("item"), list):
            yield from _collected(item["item"])
            continue
        request = item.get("request") if isinstance(item, dict) else None
        body = request.get("body") if isinstance(request, dict) else None
        if isinstance(request, dict) and isinstance(body, dict) and isinstance(body.get("raw"), str):
            url, given = request.get("url"), request.get("header")
            url = url.get("raw") if isinstance(url, dict) else url
            headers = [
                (str(each.get("key")), str(each.get("value")))
                for each in (given if isinstance(given, list) else ())
                if isinstance(each, dict)
            ]
            read, problem = body_of(body["raw"])
            captured = Captured(read, "Postman", str(item.get("name") or ""), problem=problem)
            yield addressed(captured, url, headers) if isinstance(url, str) else captured


def is_record(value: Any) -> bool:
    """Is it something that holds a request, and not one itself?"""
    if not isinstance(value, dict) or any(key in value for key in MESSAGES):
        return False
    return _body_key(value) is not None


def _body_key(value: dict[str, Any]) -> str | None:
    """Where a record has its request; beside an address that is its body, whatever it looks like."""
    held = (key for key in _BODY if isinstance(value.get(key), (dict, str, bytes)) and _is_body(value[key]))
    sent = isinstance(value.get("url"), str) and isinstance(value.get("body"), dict)
    return next(held, "body" if sent else None)


def _is_body(value: Any) -> bool:
    if isinstance(value, dict):
        return any(key in value for key in MESSAGES) or is_record(value)
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return text.lstrip().startswith(("{", "["))


def _recorded(record: dict[str, Any], depth: int = 0) -> Captured:
    key = _body_key(record) or _BODY[0]
    inner, problem = record[key], ""
    if isinstance(inner, (str, bytes)):
        inner, problem = body_of(inner.decode("utf-8", "replace") if isinstance(inner, bytes) else inner)
    captured = (
        _recorded(inner, depth + 1) if depth < _DEEPEST and is_record(inner) else Captured(inner, problem=problem)
    )
    url = next((record[name] for name in _ADDRESS if isinstance(record.get(name), str)), "")
    if isinstance(record.get("host"), str) and url.startswith("/"):
        url = f"//{record['host']}{url}"
    headers = record.get("headers")
    given = [(str(k), each) for k, v in headers.items() for each in _texts(v)] if isinstance(headers, dict) else []
    answer = next((record[name] for name in _ANSWER if record.get(name)), "")
    status = next(
        (s for s in (record.get("status"), record.get("status_code"), _status(answer)) if isinstance(s, int)), None
    )
    said = captured.said or words_of(answer)
    captured = replace(captured, form="record", status=captured.status or status, said=said)
    return addressed(captured, url, given) if url and not captured.host else captured


_DEEPEST = 4


def _texts(value: Any) -> list[str]:
    """What a header says, which cassettes write as a list."""
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def _status(answer: Any) -> Any:
    if not isinstance(answer, dict):
        return None
    status = answer.get("status", answer.get("status_code", answer.get("code")))
    return status.get("code") if isinstance(status, dict) else status
