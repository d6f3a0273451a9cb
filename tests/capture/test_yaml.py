"""YAML is read as data, by either parser of PyYAML; what is not read is refused with its line, and never guessed."""

from __future__ import annotations

import inspect
import json
import random
import re
import sys
from itertools import pairwise
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from support.refused import REQUESTS

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.capture.yaml import looks_like_yaml, yaml_documents

BODIES = [row["body"] for row in REQUESTS]


@pytest.fixture(params=["in C", "in Python"])
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML's wheels have a parser in C, and where it is built without libyaml there is only the other."""
    if request.param == "in Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("this PyYAML has no parser in C")


both = pytest.mark.usefixtures("_parser")
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
    "flow at the ends": {"default_flow_style": None, "explicit_start": True},
    "single quotes": {"default_style": "'", "allow_unicode": True},
    "double quotes": {"default_style": '"', "width": 20},
    "literal": {"default_style": "|"},
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


@both
@pytest.mark.parametrize("style", STYLES)
def test_what_was_dumped_is_read_back(style: str) -> None:
    for kind, value in VALUES.items():
        assert_same(value if kind in ("texts within", "keys") else [value], style)
    assert_same(random.Random(7).sample(BODIES, 3), style)


PLAIN = {
    "": None, "~": None, "null": None, "Null": None, "nULL": "nULL", "true": True, "FALSE": False, "tRUE": "tRUE",
    "0": 0, "-7": -7, "+1": 1, "1e3": 1000.0, ".5": 0.5, "5.": 5.0, "-.INF": float("-inf"), "1e999": float("inf"),
    "yes": "yes", "on": "on", "n": "n", "0x1F": "0x1F", "0o17": "0o17", "012": "012", "1_000": "1_000",
    "12:30": "12:30", "2024-01-01": "2024-01-01", "=": "=", "<<": "<<", "9" * 5000: "9" * 5000, "'7'": "7", '"~"': "~",
    "!!int '7'": 7, "!!null ''": None, "!!str 7": "7", "!!binary aGnDqQ==": "hié", "!!binary /w==": "",
    "!!binary x": "", "!!map {a: 1}": {"a": 1}, "[a, # first\n  b]": ["a", "b"], "{<<: {a: 1}}": {"<<": {"a": 1}},
    "{1: a, ~: b, on: c, 2024-01-01: d}": {"1": "a", "~": "b", "on": "c", "2024-01-01": "d"},
    "{a: 1, a: 2}": {"a": 2},
}  # fmt: skip
"""What versions of YAML read otherwise is a text, and a key is what is spelled."""


@both
@pytest.mark.parametrize("spelled", PLAIN)
def test_a_value_is_what_yaml_1_2_means(spelled: str) -> None:
    (found,) = yaml_documents(f"a: {spelled}\n")

    assert repr(found["a"]) == repr(PLAIN[spelled])


LAUGHS = "a: &a [x]\n" + "".join(f"{after}: &{after} [{f'*{one}, ' * 9}]\n" for one, after in pairwise("abcd"))
REFUSED = {
    LAUGHS: ("an anchor (&a)", 1),
    "model: a\nmessages: &x [1]\n": ("an anchor (&x)", 2),
    "messages:\n  - *x\n": ("an alias (*x)", 2),
    "a: 1\n&x b: 2\n": ("a complex key, or one with an anchor or alias", 2),
    "a: 1\n*x : 2\n": ("a complex key, or one with an anchor or alias", 2),
    "messages: []\n? [a]\n: b\n": ("a complex key, or one with an anchor or alias", 2),
    "messages: !custom\n  a: 1\n": ("a tag (!custom)", 1),
    "messages: !!python/object:os.system x\n": ("a tag (!!python/object:os.system)", 1),
    "a: !!timestamp 2024-01-01\n": ("a tag (!!timestamp)", 1),
    "messages:\n" + "".join(" " * n + "a:\n" for n in range(300)): ("it is nested too deeply", 203),
    "a: 1\nb: " + "[" * 5000: ("it is nested too deeply", 2),
    "a: 1\nb: \x1b[0m\n": ("the character U+001B stands there unescaped", 2),
    "a: 1\nb: \ud800\n": ("the character U+D800 stands there unescaped", 2),
    "messages:\n\t- role: user\n": ("that cannot start any token", 2),
    "messages:\n- role: 'user\n  x\n\n": ("(while scanning a quoted scalar that begins in line 2)", 3),
    "messages:\n  [{role: user}\n\n": ("expected ',' or ']'", 2),
    "a:\nmessages: 'a' b\n": ("(while parsing a block mapping that begins in line 1)", 2),
    "messages: [a b {c}]\n": ("expected ',' or ']'", 1),
    "messages: []\n  role: user\n": ("(while parsing a block mapping that begins in line 1)", 2),
}


@both
@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_read_is_refused_with_its_line_and_what_to_do(text: str) -> None:
    why, line = REFUSED[text]
    with pytest.raises(Unreadable) as refused:
        yaml_documents(text)

    assert why in str(refused.value)
    assert str(refused.value).endswith(f", line {line}; write it as JSON")


@both
def test_what_is_cut_off_anywhere_is_read_or_refused_with_its_line() -> None:
    text = dumped(cassette(body="{}"), "flow at the ends") + HANDWRITTEN
    refused: list[str] = []
    for end in range(0, len(text), 7):
        try:
            yaml_documents(text[:end])
        except Unreadable as error:
            refused.append(str(error))

    assert refused
    assert all(re.search(r", line \d+; write it as JSON$", why) for why in refused)


@both
def test_a_stack_that_is_nearly_full_is_no_crash() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 120)
    try:
        with pytest.raises(Unreadable, match="it is nested too deeply; write it as JSON"):
            yaml_documents("a: " + "[" * 190 + "]" * 190)
    finally:
        sys.setrecursionlimit(before)


def test_without_pyyaml_a_paste_says_what_it_is_and_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(Unreadable) as refused:
        list(requests_in(HANDWRITTEN))

    assert str(refused.value) == (
        "looks like YAML, for which PyYAML is needed: pip install 'pytest-promptfmt[yaml]', or write it as JSON"
    )


def test_a_browser_is_told_nothing_of_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(Unreadable, match=r"^looks like YAML, which is not read in a browser; write it as JSON$"):
        list(requests_in(HANDWRITTEN))


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    client.chat.completions.create(model='a', messages=[{'role': 'user', 'content': 'x'}])\n",
        'Repro:\n\ncurl https://a.example -d \'{"model": "a", "messages": []}\'\n',
        '"model": "a", "messages": [{"role": "user", "content": "x"}]\n',
    ],
)
def test_without_pyyaml_other_texts_that_begin_like_yaml_are_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [found.body for found in requests_in(text)]
    monkeypatch.setitem(sys.modules, "yaml", None)

    assert wanted
    assert [found.body for found in requests_in(text)] == wanted


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


@pytest.mark.parametrize("text", ["Error: 400 something bad\nplease help\n", "Error: 400\n- please: help\nurl: x: y"])
def test_words_that_begin_like_yaml_and_name_nothing_of_a_request_are_none(text: str) -> None:
    with pytest.raises(Unreadable, match="has no request"):
        list(requests_in(text))
