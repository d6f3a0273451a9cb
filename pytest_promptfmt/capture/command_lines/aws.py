"""A command of AWS's that asks Bedrock: its options are the request's keys, each with JSON or AWS's own shorthand."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from pytest_promptfmt.capture.captured import Captured, Unreadable, addressed
from pytest_promptfmt.capture.command_lines.curl import words_of
from pytest_promptfmt.capture.command_lines.shorthand import shorthand
from pytest_promptfmt.capture.values import value_in

AWS = re.compile(r"^[ \t>$#%]*(?:[A-Za-z_]+=\S+ )*aws[ \t\\](?:[^\n]*\\\r?\n)*[^\n]*?\bbedrock-runtime\b", re.MULTILINE)
_ASKED = {
    "converse": "converse",
    "converse-stream": "converse-stream",
    "invoke-model": "invoke",
    "invoke-model-with-response-stream": "invoke-with-response-stream",
}
_JOINED = re.compile(r"[\\^`][ \t]*\r?\n[ \t]*")
_LINE = re.compile(r"(?:[^'\"\n\\]++|\\.|'[^']*+'|\"(?:[^\"\\]++|\\.)*+\")*+", re.DOTALL)
"""A command with the lines that its quotes hold; what stands on the next line is no part of it."""
_REFUSED = re.compile(r"An error occurred \((?P<kind>\w+)\) when calling the (?:\w+ operation|\w+)[^\n]*")
_KEYS = (
    "messages", "system", "inferenceConfig", "toolConfig", "guardrailConfig", "additionalModelRequestFields",
    "additionalModelResponseFieldPaths", "promptVariables", "requestMetadata", "performanceConfig", "serviceTier",
    "outputConfig",
)  # fmt: skip
_LISTS = ("messages", "system", "additionalModelResponseFieldPaths")
_BY_OPTION = {re.sub(r"[A-Z]", lambda found: f"-{found[0].lower()}", key): key for key in _KEYS}


def aws_commands(text: str) -> Iterator[Captured]:
    """Each command of a text, with the answer that stands behind it."""
    starts = [found.start() for found in AWS.finditer(text)]
    for n, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
        plain = _JOINED.sub(" ", text[start:end])
        line = _LINE.match(plain)
        found = _command(words_of(line[0] if line else plain))
        if refused := _REFUSED.search(plain):
            found = replace(found, said=refused[0], status=400 if refused["kind"] == "ValidationException" else None)
        yield replace(found, place=f"command {n + 1}" if len(starts) > 1 else "")


def _command(words: list[str]) -> Captured:
    given = dict(_options(words))
    first = {name: values[0] for name, values in given.items()}
    asked = next((_ASKED[word] for word in words if word in _ASKED), "converse")
    try:
        body = _whole(first.get("cli-input-json", "{}"))
        model = str(body.pop("modelId", "")) or first.get("model-id", "")
        if asked.startswith("invoke"):
            body = _posted(str(body.pop("body", "")) or first.get("body", ""))
        else:
            named = ((_BY_OPTION[name], values) for name, values in given.items() if name in _BY_OPTION)
            body |= {key: _given(key, values) for key, values in named}
    except Unreadable as error:
        return Captured(None, "AWS command", problem=str(error))
    host = f"bedrock-runtime.{first.get('region', 'us-east-1')}.amazonaws.com"
    return addressed(Captured(body, "AWS command"), f"https://{host}/model/{quote(model, safe=':.-')}/{asked}")


def _options(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each option with its values."""
    name, values = "", list[str]()
    for word in (*words, "--"):
        if not word.startswith("--"):
            values.append(word)
            continue
        if name:
            yield name, values or [""]
        name, equals, value = word[2:].partition("=")
        values = [value] if equals else []


def _whole(text: str) -> dict[str, Any]:
    value = _valued(text)
    if not isinstance(value, dict):
        raise Unreadable("its --cli-input-json is no object")
    return value


def _given(key: str, values: list[str]) -> Any:
    """A list's items need no brackets; what stands behind another option's value is no part of it."""
    if key not in _LISTS:
        return _valued(values[0])
    items = [_valued(value) for value in values]
    return items[0] if isinstance(items[0], list) else items


def _valued(text: str) -> Any:
    if found := re.match(r"fileb?://(.+)", text):
        raise Unreadable(f"its data are in the file {found[1]}: name that file instead")
    if re.match(r"\s*[\[{\"]", text) and not re.match(r"[\[{]+\w+=", text):
        return value_in(text)
    return shorthand(text)


def _posted(text: str) -> Any:
    """The body of InvokeModel, which version 2 of the command takes in base64 unless it is told not to."""
    if re.fullmatch(r"[A-Za-z0-9+/=\s]+", text):
        try:
            text = base64.b64decode(text, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise Unreadable("its --body is neither JSON nor base64") from None
    return _valued(text)
