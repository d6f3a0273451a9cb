"""What is for another API is named as that; what is for a chat, however odd, is not."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.capture.other_apis import other_api

SAID = [{"role": "user", "content": "Hello"}]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"model": "text-embedding-3-small", "input": "Hello"}, "embeddings"),
        ({"model": "gpt-image-1", "prompt": "A cat"}, "pictures"),
        ({"model": "gpt-4o-mini-tts", "input": "Hello", "voice": "alloy"}, "speaks"),
        ({"model": "omni-moderation-latest", "input": "Hello"}, "moderation"),
        ({"model": "rerank-v3.5", "query": "a", "documents": ["b"]}, "ranks documents"),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, "JSON-RPC"),
        ({"assistant_id": "asst_1"}, "Assistants"),
        ({"type": "session.update", "session": {}}, "Realtime"),
        ({"input_file_id": "file-1", "endpoint": "/v1/chat/completions"}, "batch"),
        ({"_type": "https://in-toto.io/Statement/v1"}, "promptfmt verify"),
        ({"name": "mine", "version": "1.0.0"}, "'name', 'version'"),
        ({}, "nothing in it"),
    ],
)
def test_it_is_named(body: dict[str, Any], words: str) -> None:
    assert words in other_api(body)


@pytest.mark.parametrize(
    "body",
    [
        {"messages": SAID},
        {"mesages": SAID, "model": "gpt-4o"},
        {"model": "gpt-4o", "input": "Hello"},
        {"model": "gpt-4o", "input": SAID, "instructions": "Be brief"},
        {"model": "llama3.2", "prompt": "Hello", "images": ["iVBORw0KGgo="]},
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]},
        {"model": "qwen-max", "input": {"messages": SAID}, "parameters": {"size": 1}},
        {"model": "command-a-03-2025", "messages": SAID, "documents": ["a"]},
        {"message": "Hello", "chat_history": [], "documents": []},
        {"thread_id": "thread_1", "messages": SAID},
        {"modelId": "anthropic.claude-3-haiku-20240307-v1:0"},
    ],
)
def test_a_chat_is_none_of_them(body: dict[str, Any]) -> None:
    assert other_api(body) == ""


def test_a_callback_among_the_arguments_hides_no_request() -> None:
    sent = "{ model: 'm', messages: [{ role: 'user', content: '' }] }"
    call = f"client.messages.create({sent}, {{ onRetry: (n) => {{ log(n, [1]) }} }})"

    (found,) = requests_in(call)

    assert found.body == {"model": "m", "messages": [{"role": "user", "content": ""}]}


@pytest.mark.parametrize(
    "printed",
    [
        "{ model: 'm', messages: [ [Object], { role: 'user', content: 'Hi' } ] }",
        "{'model': 'm', 'messages': [<app.Message object at 0x7f3c2a1b4d90>, {'role': 'user', 'content': 'Hi'}]}",
        "{'model': 'm', 'messages': [{...}, {'role': 'user', 'content': 'Hi'}]}",
        '{"model": "m", "messages": ["[Circular]", {"role": "user", "content": "Hi"}]}',
    ],
)
def test_what_a_printer_left_out_is_unsaid(printed: str) -> None:
    (found,) = requests_in(printed)

    assert found.unsaid == ("$.messages[0]",)
    assert found.body["messages"][1] == {"role": "user", "content": "Hi"}


def test_an_object_of_something_else_is_no_request() -> None:
    with pytest.raises(Unreadable, match="has no request: an object with 'a'"):
        list(requests_in('{"a": 1}'))
