"""No key and no token comes out, wherever somebody has put it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.capture import requests_in
from pytest_promptfmt.capture.secrets import masked, masked_text
from pytest_promptfmt.cli import main

KEYS = {
    "OpenAI": "sk-proj-Abc123_DEF456-ghi789JKL",
    "Anthropic": "sk-ant-api03-Zz9-yY8_xX7wW6vV5",
    "Google": "AIzaSyD-1234567890abcdefghijklmnopqrstu",
    "Google OAuth": "ya29.a0AfH6SMBx1234567890",
    "AWS": "AKIAIOSFODNN7EXAMPLE",
    "GitHub": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "Hugging Face": "hf_abcdefghijklmnopqrst",
    "Groq": "gsk_abcdefghijklmnopqrst",
    "Zhipu": "0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp",
    "JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    "Cerebras": "csk-8fjk3m2n9p4x5t6w8y2h4k6m9n3p5r7t9v2x4y6h8j3k5m7n",
    "Cerebras, of a few weeks": "csk_8fjk3m2n9p4x5t6w8y2h4k6m9n3p5r7t9v2x4y6h8j3k5m7n",
    "Fireworks": "fw_3ZbCdEfGhIjKlMnOpQrStU",
    "Bedrock": "ABSKQmVkcm9ja0FQSUtleS1hYmNkLWF0LTEyMzQ1Njc4OTAxMjpmb28=",
    "Bedrock, for hours": "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29tLz9BY3Rpb249Q2FsbA==",
    "Vercel": "vck_4ZbCdEfGhIjKlMnOpQrStUvWx",
    "Together": "tgp_v1_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
    "LangSmith": "lsv2_pt_0123456789abcdef0123456789abcdef_0123456789",
    "Pinecone": "pcsk_4AbCd_AbCdEfGhIjKlMnOpQrStUvWxYz",
    "Databricks": "dapi0123456789abcdef0123456789abcdef",
    "a slack token": "xoxb-123456789012-abcdefghijkl",
}
OPAQUE = "Zm9vYmFyLXNlY3JldC10b2tlbg"
"""A token of no known shape, which only its place tells."""


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
@pytest.mark.parametrize(
    "frame", ["{}", "my key is {}.", "https://x.example/?a=1&key={}&b=2", '"{}"', "Bearer {}", "x={};"]
)
def test_a_key_of_a_known_shape_is_as_many_asterisks(key: str, frame: str) -> None:
    text = masked_text(frame.format(key))

    assert key not in text
    assert key[-8:] not in text
    assert len(text) == len(frame.format(key))


@pytest.mark.parametrize(
    "text",
    [
        "the risk-averse task-force asks-for sk-ip",
        "a skeleton key",
        "fw_get_current_version_of_a_firewall",
        "npm_install_all_of_the_packages",
        "ABSKETCHES of bedrock-api-keys",
        "token: none",
        "Basic idea",
        "max_tokens=1024",
        '{"password": {"type": "string"}}',
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA",
    ],
)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert masked_text(text) == text


def test_a_value_under_a_telling_key_is_masked_at_any_depth() -> None:
    given = {
        "tools": [{"headers": {"Authorization": OPAQUE, "X-Api-Key": OPAQUE}}],
        "required": ["password"],
        "api_key": OPAQUE,
    }

    assert OPAQUE not in json.dumps(masked(given))
    assert masked(given)["required"] == ["password"]


def test_an_ordinary_word_of_a_header_or_an_address_is_no_secret() -> None:
    """Else it would be masked in the body, and the body would be another."""
    body = {"model": "gpt-4o-2024-08-06", "messages": [{"role": "assistant", "content": "keep-alive, in development"}]}
    headers = "X-Role: assistant\nX-Model: gpt-4o-2024-08-06\nCookie: mode=development; x=keep-alive\n"
    address = "/v1/x?model=gpt-4o-2024-08-06&mode=development"
    (found,) = requests_in(f"POST {address} HTTP/1.1\n{headers}\n{json.dumps(body)}")

    assert found.body == body


def test_a_known_secret_is_masked_also_where_it_was_cut() -> None:
    assert masked_text(f"Incorrect API key provided: {OPAQUE[:14]}…", (OPAQUE,)).endswith(": " + "*" * 14 + "…")


def every_place(secret: str) -> dict[str, str]:
    """Texts that hold a secret: in headers, addresses, cookies, bodies, answers, in each form that is read."""
    body: dict[str, Any] = {
        "model": "gpt-4o",
        "messages": [
            {"role": "user", "content": f"Use Bearer {secret}", "name": "a b"},
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"api_key": secret}}}]},
            {"role": "tool", "tool_call_id": "c", "content": json.dumps({"api_key": secret})},
        ],
        "extra_headers": {"Authorization": f"Bearer {secret}"},
        "mesages": [{"x-api-key": secret}],
    }  # fmt: skip
    text, url = (
        json.dumps(body),
        f"https://user:{secret}@api.openai.com/v1/chat/completions?key={secret}&access_token={secret}",
    )
    headers = {"Authorization": f"Bearer {secret}", "X-Strange": secret, "Cookie": f"a=1; session={secret}"}
    said = {
        "error": {
            "message": f"Incorrect API key provided: {secret}. Missing required parameter: 'messages[1].content'."
        }
    }
    entry = {
        "request": {
            "method": "POST", "url": url, "headers": [{"name": k, "value": v} for k, v in headers.items()],
            "cookies": [{"name": "s", "value": secret}], "postData": {"text": text},
        },
        "response": {"status": 400, "content": {"text": json.dumps(said)}},
    }  # fmt: skip
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    flags = " ".join(f"-H '{name}: {value}'" for name, value in headers.items())
    quoted = text.replace("'", "'\\''")
    return {
        "payload": text,
        "HTTP": f"POST {url} HTTP/1.1\r\n{lines}\r\n{text}",
        "curl": f"curl '{url}' {flags} -u 'me:{secret}' -d '{quoted}'",
        "HAR": json.dumps({"log": {"entries": [entry]}}),
        "record": json.dumps({"url": url, "headers": headers, "body": body, "response": said, "status": 400}),
        "log": f"DEBUG Request options: { ({'url': url, 'headers': headers, 'json_data': body})!r}",
        "broken body": f'curl \'{url}\' {flags} -d \'{{"api_key": "{secret}" "messages": []}}\'',
    }


@pytest.mark.parametrize("secret", [OPAQUE, KEYS["OpenAI"], KEYS["Google"]])
@pytest.mark.parametrize("form", every_place(""))
@pytest.mark.parametrize(
    "options", [[], ["--json"], ["--all", "--dialect", "anthropic"]], ids=["text", "json", "as another's"]
)
def test_no_secret_is_printed(
    form: str, secret: str, options: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(every_place(secret)[form]))
    code = main(["why", "-", "--error", f"Incorrect API key provided: {KEYS['Anthropic']}", *options])
    printed = "".join(capsys.readouterr())

    assert code == (2 if form == "broken body" else 1)
    for piece in (secret[:10], secret[-10:], KEYS["Anthropic"][-10:]):
        assert piece not in printed


def test_what_is_written_is_what_was_sent(tmp_path: Path) -> None:
    """A mended payload that is to be sent again holds what it held."""
    sent = {"model": "deepseek-chat", "messages": [{"role": "user", "content": KEYS["OpenAI"]}], "tools": []}
    tmp_path.joinpath("sent.json").write_text(json.dumps(sent))

    assert main(["why", str(tmp_path / "sent.json"), "--dialect=deepseek", "--fix", str(tmp_path / "mended.json")]) == 1
    assert json.loads(tmp_path.joinpath("mended.json").read_text()) == {k: v for k, v in sent.items() if k != "tools"}


def test_masking_keeps_what_is_judged_by_its_length() -> None:
    (found,) = requests_in(json.dumps({"messages": [{"role": "user", "content": KEYS["AWS"]}]}))

    assert len(found.body["messages"][0]["content"]) == len(KEYS["AWS"])
