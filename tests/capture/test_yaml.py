"""YAML as programs dump it is read back as it was; what is not read is refused with its line, and never guessed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from support.refused import REQUESTS

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.capture.yaml import looks_like_yaml, yaml_documents

BODIES = [row["body"] for row in REQUESTS]
HOSTILE = [
    "", "a: b", "- x", "#x", "x #y", "'q'", '"d"', "a\nb", "a\n\nb\n", " lead", "trail ", "\ttab", "|x", ">x", "[1]",
    "{a: 1}", "yes", "no", "null", "~", "true", "1", "1.0", "0x1f", "012", "12:30", "2024-01-01", "😀", "a" * 200,
    "word " * 60, "w: # " * 40,
    "l1\n  indented\nl2", "x\n\n\n", "\n\nx", "\n", "\\", "\\n", "a\\\nb", "é'\"", "%a", "@b",
    "`c", "*a", "&a", "!a", "? a", "-", "--- x", "---", "...", "key: |\n  a", "\x00", "\u00a0x ",
    "''", "'''", "a''b" * 30,
    ("long line " * 20 + "\n") * 3 + "\n  more\n", "-1", "+1", ".5", "5.", "1_000", "=", "<<", "a:b", "http://a.b/c",
    ": x",
]  # fmt: skip
VALUES = {
    "texts": HOSTILE,
    "texts within": [{"a": text, "b": [text, {"c": text}, [text]]} for text in HOSTILE],
    "keys": [{text: 1} for text in HOSTILE if 0 < len(text) < 100 and "\n" not in text],
    "empty": [[], {}, [[]], {"a": [], "b": {}, "c": None, "d": ""}],
    "nested": [[[1, 2], [3]], [{"a": [{"b": [[{"c": 1}]]}]}], {"a": {"b": {"c": [{"d": {}}]}}}],
    "numbers": [0, -7, 1.5, 1e-9, 1e30, 10**18, True, False, None, float("inf")],
}
STYLES: dict[str, dict[str, Any]] = {
    "block": {},
    "unicode": {"allow_unicode": True},
    "long lines": {"allow_unicode": True, "width": 10**6},
    "short lines": {"width": 20},
    "indented": {"indent": 4},
    "marked": {"explicit_start": True, "explicit_end": True},
    "flow at the ends": {"default_flow_style": None},
    "single quotes": {"default_style": "'"},
    "double quotes": {"default_style": '"'},
    "literal": {"default_style": "|"},
    "folded": {"default_style": ">"},
}


class Plain(yaml.SafeDumper):  # type: ignore[misc]
    """Writes a value again where it stands twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dumped(value: Any, style: str) -> str:
    return str(yaml.dump(value, Dumper=Plain, sort_keys=False, **STYLES[style]))


def assert_same(values: list[Any], style: str) -> None:
    for value in values:
        text = dumped(value, style)

        assert json.dumps(yaml_documents(text)) == json.dumps([value]), text


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", VALUES)
def test_what_was_dumped_is_read_back(kind: str, style: str) -> None:
    value = VALUES[kind]
    assert_same(value if kind in ("texts within", "keys") else [value], style)


@pytest.mark.parametrize("style", STYLES)
def test_requests_are_read_back(style: str) -> None:
    assert_same(random.Random(7).sample(BODIES, 12), style)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_all_requests_are_read_back(style: str) -> None:
    assert_same(BODIES, style)


REFUSED = {
    "a: &x 1\nmessages: *x\n": "an anchor (&x), line 1",
    "messages:\n  - *x\n": "an alias (*x), line 2",
    "messages:\n\t- role: user\n": "a tab stands where lines are indented, line 2",
    "messages:\n- role: 'user\n": "a quotation mark is not closed, line 2",
    "messages: [{role: user}\n": "a bracket is not closed, line 1",
    "messages: 'a' b\n": "something stands behind what is closed there (b), line 1",
    "messages: [a b {c}]\n": "a comma or ] is missing",
    "messages: [a, # first\n  b]\n": "a comment stands within brackets, line 1",
    "messages: [a # first\n  , b]\n": "a comment stands within brackets, line 1",
    "messages: !custom\n  a: 1\n": "a tag (!custom), line 1",
    "messages: []\n? a\n: b\n": "this stands outside of what was read before it, line 2",
    "messages: []\n  role: user\n": "it is indented further than the keys before it, line 2",
    "messages:\n" + "".join(" " * n + "a:\n" for n in range(300)): "it is nested too deeply",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_read_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        yaml_documents(text)

    assert REFUSED[text] in str(refused.value)


def test_a_paste_says_so_and_what_to_do() -> None:
    with pytest.raises(Unreadable, match=r"an anchor .*line 1; write it as JSON"):
        list(requests_in("model: &x gpt-4o\nmessages: []\n"))


HANDWRITTEN = """\
# what was sent
--- # today
model: gpt-4o   # the model
messages:
  - role: system
    content: >
      Be kind.
      Be brief.

      Always.
  -
    role: user
    content: Where is
      the cat?
  - {role: assistant, content: "At home", tool_calls: []}
temperature: .5
"""


def test_what_people_write_is_read() -> None:
    (found,) = requests_in(HANDWRITTEN)

    assert found.form == "YAML"
    assert found.body == {
        "model": "gpt-4o",
        "messages": [
            {"role": "system", "content": "Be kind. Be brief.\nAlways.\n"},
            {"role": "user", "content": "Where is the cat?"},
            {"role": "assistant", "content": "At home", "tool_calls": []},
        ],
        "temperature": 0.5,
    }


def test_each_document_is_a_request() -> None:
    body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}]}
    text = dumped(body, "block") + "---\n" + dumped(body, "literal")

    assert [found.body for found in requests_in(text)] == [body, body]


def cassette(**request: Any) -> dict[str, Any]:
    said = json.dumps({"error": {"message": "Invalid 'messages'"}})
    return {
        "interactions": [
            {"request": {"method": "GET", "uri": "https://api.openai.com/v1/models", "body": None, "headers": {}}},
            {
                "request": {
                    "method": "POST",
                    "uri": "https://api.openai.com/v1/chat/completions",
                    "headers": {"authorization": ["Bearer sk-0123456789abcdef"]},
                    **request,
                },
                "response": {"status": {"code": 400, "message": "Bad Request"}, "body": {"string": said}},
            },
        ],
        "version": 1,
    }


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("key", ["body", "parsed_body"])
def test_a_cassette_has_its_requests_with_their_answers(key: str, style: str) -> None:
    body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "It's 4°.\n\nIsn't it? " * 9}]}
    (found,) = requests_in(dumped(cassette(**{key: json.dumps(body) if key == "body" else body}), style))

    assert (found.form, found.host, found.status, found.said) == ("YAML", "api.openai.com", 400, "Invalid 'messages'")
    assert found.sent == body


def test_a_cassette_in_which_somebody_asks_for_curl_is_one() -> None:
    body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "What does\ncurl https://a.example -d x\ndo?"}]}
    (found,) = requests_in(dumped(cassette(parsed_body=body), "literal"))

    assert found.sent == body


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    pass\n",
        "Where: is it, somebody asked.\n",
        "name: CI\non: push\njobs: {}\n",
        "",
        "# nothing",
    ],
)
def test_other_texts_have_no_request_in_yaml(text: str) -> None:
    with pytest.raises(Unreadable, match=r"has no request|is empty"):
        list(requests_in(text))


def test_a_program_that_begins_like_yaml_is_read_as_a_program() -> None:
    call = "client.chat.completions.create(model='a', messages=[{'role': 'user', 'content': 'x'}])"
    (found,) = requests_in(f"try:\n    {call}\nexcept Exception:\n    raise\n")

    assert found.form == "program"
    assert looks_like_yaml("try:\n")
