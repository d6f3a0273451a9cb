"""A command of AWS's that asks Bedrock is read with its options, be they JSON, a list's items or AWS's shorthand."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.capture.command_lines.shorthand import shorthand
from pytest_promptfmt.diagnosis import why

HI = [{"role": "user", "content": [{"text": "Hi"}]}]
ASKED = "aws bedrock-runtime converse --model-id amazon.nova-lite-v1:0 "
NOVA = "/model/amazon.nova-lite-v1:0/converse"
MESSAGES = '--messages \'[{"role":"user","content":[{"text":"Hi"}]}]\''


@pytest.mark.parametrize(
    ("command", "path", "body"),
    [
        (ASKED + MESSAGES, NOVA, {"messages": HI}),
        (ASKED + '--messages \'{"role":"user","content":[{"text":"Hi"}]}\'', NOVA, {"messages": HI}),
        (ASKED + "--messages role=user,content=[{text=Hi}]", NOVA, {"messages": HI}),
        (
            f"$ {ASKED}\\\n  {MESSAGES} \\\n  --system text='Be brief' text=\"Be kind\" \\\n"
            "  --inference-config maxTokens=512,temperature=0.5,stopSequences=[a,b] --tool-config '{\"tools\":[]}'",
            NOVA,
            {
                "messages": HI,
                "system": [{"text": "Be brief"}, {"text": "Be kind"}],
                "inferenceConfig": {"maxTokens": 512, "temperature": 0.5, "stopSequences": ["a", "b"]},
                "toolConfig": {"tools": []},
            },
        ),
        (
            'aws bedrock-runtime converse-stream --cli-input-json \'{"modelId":"m","messages":[]}\'',
            "/model/m/converse-stream",
            {"messages": []},
        ),
        (
            "aws --profile p bedrock-runtime invoke-model --model-id m --body '{\"max_tokens\":9}' "
            "--cli-binary-format raw-in-base64-out out.json",
            "/model/m/invoke",
            {"max_tokens": 9},
        ),
        ("aws bedrock-runtime invoke-model --model-id m --body eyJhIjoxfQ== out", "/model/m/invoke", {"a": 1}),
    ],
)
def test_a_command_is_read_with_all_its_options(command: str, path: str, body: Any) -> None:
    (found,) = requests_in(command)

    assert (found.form, found.host, found.path) == ("AWS command", "bedrock-runtime.us-east-1.amazonaws.com", path)
    assert found.body == body


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--cli-input-json file://a.json", "its data are in the file a.json"),
        ("--messages '[{'", "is no JSON"),
        ("--cli-input-json '[]'", "is no object"),
        ("--messages role=user,content", "a shorthand that ends"),
    ],
)
def test_what_is_no_request_says_why(options: str, problem: str) -> None:
    (found,) = requests_in(ASKED + options)

    assert found.body is None
    assert problem in found.problem


def test_each_command_is_read_and_its_answer_belongs_to_it() -> None:
    refused = "An error occurred (ValidationException) when calling the Converse operation: it's too hot"
    hot = f"{ASKED}--region eu-west-1 {MESSAGES} --inference-config temperature=3"

    one, two = why(f"{hot}\n\n{refused}\n{ASKED}{MESSAGES}\n")

    assert one.captured.host == "bedrock-runtime.eu-west-1.amazonaws.com"
    assert (one.captured.said, one.captured.status) == (refused, 400)
    assert "$.inferenceConfig.temperature" in [each.path for each in one.findings]
    assert (two.captured.place, two.captured.said, two.findings) == ("command 2", "", ())


def test_a_program_beside_a_command_without_a_request_is_read() -> None:
    program = 'client.converse(modelId="m", messages=[{"role": "user", "content": [{"text": "Hi"}]}])'

    (found,) = requests_in(f"aws bedrock-runtime help\n\n{program}\n")

    assert found.body["messages"] == HI


@settings(max_examples=200)
@given(st.text(alphabet="[]{}=,ab1 \"'\\", max_size=30))
def test_any_shorthand_is_a_value_or_says_where_it_ends(text: str) -> None:
    with suppress(Unreadable):
        shorthand(text)
