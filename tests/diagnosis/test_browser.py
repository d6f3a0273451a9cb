"""What the page in a browser is told of a pasted text."""

from __future__ import annotations

import json

import pytest
from support.junk import JUNK

from pytest_promptfmt.diagnosis import browser as module
from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.browser import pasted
from pytest_promptfmt.diagnosis.document import one

REFUSED = '{"model": "gpt-4o", "messages": [{"role": "usr", "content": "Hi"}]}'
KEY = "sk-proj-abcdefghijklmnop0123456789"


def test_it_is_what_why_says_with_what_was_sent_beside_it() -> None:
    told = json.loads(pasted(REFUSED))
    expected = [{**one("", each), "body": json.loads(REFUSED)} for each in why(REFUSED)]

    assert told == {"requests": json.loads(json.dumps(expected)), "left": 0, "problem": ""}
    assert told["requests"][0]["findings"][0]["rule"] == "openai.role-enum"


def test_what_was_chosen_counts() -> None:
    told = json.loads(pasted(REFUSED, "mistral", "mistral-large-2411"))["requests"][0]

    assert (told["dialect"], told["sureness"]) == ("mistral", "given")


def test_secrets_are_not_shown() -> None:
    command = f"curl https://api.openai.com/v1/chat/completions -H 'Authorization: Bearer {KEY}' -d '{REFUSED}'"

    assert KEY not in pasted(command)
    assert KEY not in pasted(json.dumps({**json.loads(REFUSED), "metadata": {"api_key": KEY}}))


def test_of_many_requests_the_rest_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    told = json.loads(pasted("\n".join([REFUSED] * 5)))

    assert (len(told["requests"]), told["left"], told["problem"]) == (2, 3, "")


@pytest.mark.parametrize(
    "text", ["", "hello", "{", "[" * 100_000, "\ud800", "\x00", "curl", "POST / HTTP/1.1", "9" * 9999]
)
def test_what_is_no_request_is_said_in_a_sentence(text: str) -> None:
    told = json.loads(pasted(text))

    assert told["problem"]


@pytest.mark.parametrize("junk", [each for each in JUNK if not isinstance(each, bytes)])
def test_nothing_pasted_makes_it_raise(junk: object) -> None:
    for value in (junk, {"messages": junk}, {"messages": [junk]}, {"model": junk, "contents": [{"parts": [junk]}]}):
        for text in (repr(value), json.dumps(value, skipkeys=True)):
            assert set(json.loads(pasted(text))) == {"requests", "left", "problem"}


def test_an_unknown_dialect_is_told() -> None:
    assert "did you mean 'openai'" in json.loads(pasted(REFUSED, "opnai"))["problem"]
