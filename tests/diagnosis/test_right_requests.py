"""Requests as the pages of their providers have them, and forms that only servers take: none is said to be wrong."""

from __future__ import annotations

import json
from typing import Any

from support.places import TESTS
from support.rows import for_each

from pytest_promptfmt.diagnosis import Diagnosis, why

LINES = (TESTS / "recordings" / "right-requests.jsonl").read_text("utf-8").splitlines()
RIGHT: dict[str, dict[str, Any]] = {row["id"]: row for row in map(json.loads, LINES)}


def diagnosed(row: dict[str, Any], **answer: Any) -> Diagnosis:
    sent = {"url": row["url"], "method": "POST", "headers": row.get("headers", {}), "body": row["body"], **answer}
    (found,) = why(json.dumps(sent))
    return found


@for_each(RIGHT)
def test_no_error_is_told_of_a_right_request(name: str) -> None:
    errors = [(each.id, each.path, each.message) for each in diagnosed(RIGHT[name]).findings if each.is_error]

    assert errors == []


def test_seldom_is_anything_told_of_one() -> None:
    doubted = [name for name, row in RIGHT.items() if diagnosed(row, status=200).findings]  # not what it may have been

    assert len(RIGHT) == len(LINES) >= 600
    assert len(doubted) <= 0.1 * len(RIGHT), doubted


GEMINI = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"
GENERATE = "http://localhost:11434/api/generate"
HI: dict[str, Any] = {"contents": [{"parts": [{"text": "hi"}]}]}
SHORTER = {
    "one content": (GEMINI, {"contents": {"parts": {"text": "hi"}}}),
    "one tool": (GEMINI, HI | {"tools": {"google_search": {}}}),
    "one function": (GEMINI, HI | {"tools": {"function_declarations": {"name": "rain"}}}),
    "one setting": (GEMINI, HI | {"safetySettings": {"category": "HARM_CATEGORY_HARASSMENT", "threshold": "OFF"}}),
    "a model to load": (GENERATE, {"model": "llama3.2"}),
    "a model to let go": (GENERATE, {"model": "llama3.2", "keep_alive": 0}),
}
NOT_SHORTER = {
    "a key that no part has": (
        GEMINI,
        {"contents": {"parts": {"role": "user", "text": "hi"}}},
        "gemini.no-unknown-keys",
    ),
    "a text for a content": (GEMINI, {"contents": "hi"}, "schema.form"),
    "a text for parts": (GEMINI, {"contents": [{"parts": "hi"}]}, "gemini.part-is-object"),
    "a chat": (GENERATE, {"model": "llama3.2", "messages": [{"role": "user", "content": "hi"}]}, "schema.form"),
}


@for_each(SHORTER)
def test_a_server_takes_shorter_forms(name: str) -> None:
    url, body = SHORTER[name]

    assert not diagnosed({"url": url, "body": body}).findings


@for_each(NOT_SHORTER)
def test_what_is_none_of_them_is_an_error(name: str) -> None:
    url, body, rule = NOT_SHORTER[name]

    assert rule in [each.id for each in diagnosed({"url": url, "body": body}).findings if each.is_error]


def test_a_client_takes_none() -> None:
    (asked,) = why('client.models.generate_content(model="gemini-2.5-flash", contents=[{"parts": {"text": "hi"}}])')

    assert [each.id for each in asked.findings] == ["gemini.part-is-object"]


def test_one_content_of_a_program_is_found() -> None:
    (asked,) = why(f'body = {{"contents": {{"parts": {{"text": "hi"}}}}}}\nrequests.post("{GEMINI}", json=body)')

    assert asked.whose.dialect == "gemini"
    assert not asked.findings


def test_what_a_program_alone_knows_is_not_judged_where_it_has_moved() -> None:
    parts = '{"parts": [{"inline_data": {"mime_type": "image/png", "data": picture}}, {"text": "What is it?"}]}'
    (asked,) = why(f'body = {{"contents": {parts}}}\nrequests.post("{GEMINI}", json=body)')

    assert {*asked.captured.unsaid} == {"$.contents[0].parts[0].inline_data.data"}
    assert not asked.findings
