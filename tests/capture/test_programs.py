"""Requests in the text of a program: what it says comes out, and what it does not say is no finding."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from support.spelled import SPELLED, javascript

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.capture import Captured, Unreadable, requests_in
from pytest_promptfmt.capture.programs.reader import Reader
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.diagnosis import why

CALLS = [
    {"role": "user", "content": "It's {cold} [there], isn't it?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"city": "Oslo"}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": '4°\n"sleet" // not a comment # nor this, \\d'},
]
BODY: dict[str, Any] = {"model": "gpt-4o", "messages": CALLS, "temperature": 0.5, "stream": False}


def the_one(text: str) -> Captured:
    (found,) = requests_in(text)
    return found


@pytest.mark.parametrize("language", SPELLED)
def test_a_body_comes_out_of_every_language(language: str) -> None:
    assert the_one(SPELLED[language](BODY)).sent == BODY


@cache
def payloads() -> list[tuple[str, Any]]:
    """What the reference writes for OpenAI of every seventh case, with all the texts that the corpus is full of."""
    found = []
    for case in [each for each in corpus() if isinstance(each, Case)][::7]:
        if "tools" in case.id or "chat" in case.id or "vision" in case.id:
            try:
                written = FORMATTERS["openai.chat"](case.given())
            except Exception:
                continue
            body = {"model": "gpt-4o", **written} if isinstance(written, dict) else {"messages": written}
            found.append((case.id, body))
    return found


LANGUAGES = list(SPELLED)
SOME = [pytest.param(language, n % 4, 4, id=language) for n, language in enumerate(LANGUAGES)]
WHOLE = [pytest.param(language, 0, 1, id=f"{language}-whole", marks=pytest.mark.slow) for language in LANGUAGES]


def _ambiguous(language: str, body: str) -> bool:
    """Has it something empty, which may be a list, or null, which Lua leaves out?"""
    return (language == "PHP" and "{}" in body) or (language == "Lua" and ("[]" in body or "null" in body))


@pytest.mark.parametrize(("language", "first", "step"), SOME + WHOLE)
def test_what_the_reference_writes_comes_out(language: str, first: int, step: int) -> None:
    """Of every language a quarter each day, so that each body comes out of two languages or more."""
    every = payloads()
    assert len(every) > 30
    for name, body in every[first::step]:
        if _ambiguous(language, json.dumps(body)):
            continue
        assert the_one(SPELLED[language](body)).sent == body, name


def test_brackets_without_a_word_of_a_request_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not those inside of others, however many: a log is full of them."""
    read: list[int] = []
    plain = Reader.value_at
    monkeypatch.setattr(Reader, "value_at", lambda self, start: read.append(start) or plain(self, start))
    line = "handled {id: 1, tags: [a, {k: [v]}]}\n"

    def readings(text: str) -> int:
        read.clear()
        with suppress(Unreadable):
            list(requests_in(text))
        return len(read)

    assert readings(line * 50) == 0
    assert readings(line * 50 + "and the model\n") == 0
    assert readings("{model: f(1), messages: {a: [{b: 1}]}}\n" * 50) == 0
    assert readings("{a: [{messages: words()}]}\n" * 50) == 50
    assert readings("{a: [{messages: prompt + [1]}]}\n" * 50) >= 150


def test_a_request_between_lines_that_are_not_read_is_found_and_its_names_and_line_too() -> None:
    noise = "handled {id: 1, tags: [a, {k: [v]}], model: f(x)} in (3)\n"
    told = [f"messages = {[{'role': 'user', 'content': 'Hi {you} [there'}]}\n", "send(messages=messages, model='m')\n"]
    (found,) = requests_in(noise * 40 + told[0] + noise * 40 + told[1] + noise * 40)

    assert found.sent["messages"] == [{"role": "user", "content": "Hi {you} [there"}]
    assert found.place == "line 82"


def test_an_answer_in_a_line_between_others_is_read_with_the_request() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
    for answer in ({"error": {"message": "No."}}, {"type": "error", "message": "No."}):
        noise = "handled {id: 1, tags: [a]}\n"
        (found,) = requests_in(f"{noise}sent {body}\n{noise}got {json.dumps(answer)}\n{noise}")

        assert (found.sent, found.said) == (body, "No.")


def test_a_value_on_the_line_after_its_name_is_the_names() -> None:
    told = "messages =\n  [{'role': 'user', 'content': 'Hi'}]\n"
    (found,) = requests_in(f"x = f(1)\n{told}post({{messages, model: 'm'}})\n")

    assert found.sent == {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}


def test_a_text_cut_anywhere_is_read_or_refused_in_words() -> None:
    text = javascript(BODY)
    for end in random.Random(1).sample(range(1, len(text)), 150):
        try:
            found = list(requests_in(text[:end]))
        except Unreadable:
            assert "role" not in text[:end]
            continue
        assert all(each.cut for each in found)
        (kept,) = found
        told = kept.sent["messages"]
        assert told[: len(told) - 1] == CALLS[: len(told) - 1]


def test_a_name_stands_for_what_was_given_to_it() -> None:
    text = (
        "messages = [{'role': 'system', 'content': SYSTEM}]\n"
        "messages.append({'role': 'user', 'content': f'Hi {name}'})\n"
        "client = OpenAI(base_url='https://api.deepseek.com')\n"
        "client.chat.completions.create(model=MODEL, messages=messages, max_tokens=limit * 2)\n"
    )
    found = the_one(text)

    assert found.sent["messages"][1] == {"role": "user", "content": "Hi {name}"}
    assert found.unsaid == ("$.messages[0].content", "$.max_tokens")
    assert "model" not in found.sent
    assert found.host == "api.deepseek.com"


@pytest.mark.parametrize(
    "given",
    [
        "max_tokens=LIMIT",
        "temperature=settings['temperature']",
        "tool_choice=choose(tools)",
        "messages=[{'role': 'user', 'content': prompt}]",
        "messages=[{'role': 'user', 'content': [{'type': 'image_url', 'image_url': {'url': encode(image)}}]}]",
        "messages=[*history, {'role': 'user', 'content': 'Hi'}]",
    ],
)
def test_nothing_is_said_of_what_only_the_program_knows(given: str) -> None:
    rest = "" if "messages" in given else ", messages=[{'role': 'user', 'content': 'Hi'}]"
    (told,) = why(f"client.chat.completions.create(model='gpt-4o', {given}{rest})")

    assert not told.findings


def test_what_the_program_says_is_judged_beside_it() -> None:
    (told,) = why("client.chat.completions.create(model='gpt-4o', messages=[{'role': 'usr', 'content': prompt}])")

    assert [finding.path for finding in told.findings if finding.is_error] == ["$.messages[0].role"]


@pytest.mark.parametrize(
    ("call", "dialect"),
    [
        ("client.messages.create(messages=[{'role': 'user', 'content': 'Hi'}])", "anthropic"),
        ("await anthropic.messages.create({ messages: [{ role: 'user', content: 'Hi' }] })", "anthropic"),
        ("client.responses.create(model=m, input=[{'role': 'user', 'content': 'Hi'}])", "openai-responses"),
        ("client.converse(messages=[{'role': 'user', 'content': [{'text': 'Hi'}]}])", "bedrock"),
        ("new ConverseCommand({ messages: [{ role: 'user', content: [{ text: 'Hi' }] }] })", "bedrock"),
        (
            "client.models.generate_content(contents=[types.Content(role='user', parts=[types.Part(text='Hi')])])",
            "gemini",
        ),
        ("ollama.chat(model='llama3', messages=[{'role': 'user', 'content': 'Hi'}])", "ollama"),
        (
            "requests.post('https://api.mistral.ai/v1/chat/completions', json={'messages': [{'role': 'user'}]})",
            "mistral",
        ),
        ("axios.post('https://api.cohere.com/v2/chat', { messages: [{ role: 'user' }] }, { headers })", "cohere"),
    ],
)
def test_whose_a_call_is(call: str, dialect: str) -> None:
    (told,) = why(call)

    assert told.whose.dialect == dialect


def test_an_object_that_was_printed_is_read() -> None:
    text = (
        "messages: [{'role': 'user', 'content': 'Hi'}, ChatCompletionMessage(content=None, role='assistant', "
        "tool_calls=[ChatCompletionMessageToolCall(id='c', function=Function(arguments='{}', name='f'), "
        "type='function')], finish=<Reason.STOP: 'stop'>)]"
    )
    found = the_one(text)

    assert found.sent[1]["tool_calls"] == [
        {"id": "c", "function": {"arguments": "{}", "name": "f"}, "type": "function"}
    ]
    assert found.sent[1]["finish"] == "stop"


def test_the_answer_beside_it_is_read() -> None:
    text = (
        f"```\n{json.dumps(BODY)}\n```\nopenai.BadRequestError: Error code: 400 - {{'error': {{'message': 'No.'}}}}\n"
    )

    assert the_one(text).said == "No."


def test_messages_that_are_made_elsewhere_are_asked_for() -> None:
    with pytest.raises(Unreadable, match=r"messages are made elsewhere \(self.build\(history\)\): paste these, too"):
        list(requests_in("client.chat.completions.create(model='gpt-4o', messages=self.build(history))"))


@pytest.mark.parametrize(
    "text",
    [
        "Hi, it doesn't work. It's saying \"400 Bad Request\". See [docs](https://platform.openai.com/docs)",
        "interface Body { messages: Message[]; model: string }",
        "f(" * 5_000,
        "{a:" * 5_000,
        "x = [" * 20_000,
        "'" * 50_001,
        "{" + "'" * 10_000,
        "`\n" * 5_000 + "{",
        "x = [a as" + " " * 50_000,
        "x = [a as " + "b " * 25_000,
        "x = [<" + "a" * 50_000,
    ],
)
def test_what_has_none_says_so(text: str) -> None:
    with pytest.raises(Unreadable, match=r"has no request|is no JSON|nested too deeply"):
        list(requests_in(text))


def test_keys_are_masked() -> None:
    key = "sk-proj-" + "a1" * 20
    text = f"requests.post('https://api.openai.com/v1/chat/completions', headers={{'x': '{key}'}}, json={BODY!r})"

    assert key not in repr(the_one(text).body) + the_one(text).said
