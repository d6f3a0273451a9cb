"""An honest bridge of a few lines, which does not know the kit; faulty ones are the same but for a line."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

HONEST = """
import json
import os
import sys
import time

sys.stdin.reconfigure(encoding="utf-8", newline="\\n")


def say(value):
    sys.stdout.write(json.dumps(value) + "\\n")
    sys.stdout.flush()


def chat(request):
    payload = []
    for message in request["conversation"]["messages"]:
        content = []
        for block in message["content"]:
            if block["type"] not in ("text", "tool_use"):
                raise NotImplementedError(f"{block['type']} cannot be said")
            content.append(block["text"] if block["type"] == "text" else json.dumps(block["input"]))
        payload.append({"role": message["role"], "content": "".join(content)})
    while "budget" in request:
        say({"id": request["id"], "count": payload})
        if json.loads(sys.stdin.readline())["count"] <= request["budget"] or not payload:
            break
        payload = payload[1:]
    return payload


say({**HELLO})
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    marked = "amber-17" in line
    try:
        if request["target"] != "openai.chat":
            raise NotImplementedError("no such target")
        answer["payload"] = chat(request)
    except Exception as error:
        kind = "refused" if isinstance(error, NotImplementedError) else "raised"
        answer["error"] = {"kind": kind, "type": type(error).__name__, "message": str(error)}
    say(answer)
"""

HELLO = '{"promptfmt": 1, "name": "small", "version": "1.0", "formatters": {"openai.chat": {"blocks": []}}}'
_SAY = "    say(answer)\n"


def bridge(folder: Path, *changes: tuple[str, str], hello: str = HELLO, name: str = "bridge.py") -> str:
    """The command of the honest one with these texts replaced, written to `folder`."""
    text = HONEST.replace("HELLO", hello)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / name
    path.write_text(text, "utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def before_answer(line: str) -> tuple[str, str]:
    """A change: this is done first where the conversation holds ``amber-17``."""
    return _SAY, f"    if marked:\n        {line}\n{_SAY}"


def after_answer(line: str) -> tuple[str, str]:
    """A change: this is done afterwards, as above."""
    return _SAY, f"{_SAY}    if marked:\n        {line}\n"


COUNTING = HELLO.replace('{"blocks": []}', '{"blocks": [], "truncation": "drop"}')

_REFERENCE = """
import json
import sys

from promptfmt_reference import CAPABILITIES, FORMATTERS
from pytest_promptfmt.conversation.parsing import parse

TARGET, REFUSES, EXACT = sys.argv[1], sys.argv[2].split(), 2**53


def whole(digits):
    number = int(digits)
    return number if abs(number) <= EXACT or "--rounds" not in sys.argv else int(float(number))


def say(value):
    sys.stdout.write(json.dumps(value, allow_nan=False) + "\\n")
    sys.stdout.flush()


sys.stdin.reconfigure(encoding="utf-8", newline="\\n")
claims = {"blocks": sorted(CAPABILITIES[TARGET]["blocks"]), "refuses": REFUSES}
say({"promptfmt": 1, "name": "the reference", "version": "1", "formatters": {TARGET: claims}})
for line in sys.stdin:
    request = json.loads(line, parse_int=whole)
    answer = {"id": request["id"]}
    try:
        answer["payload"] = FORMATTERS[request["target"]](parse(request["conversation"]))
    except Exception as error:
        answer["error"] = {"kind": "refused", "type": type(error).__name__, "message": str(error)}
    say(answer)
"""


def reference(folder: Path, target: str, *, refuses: str = "", rounds: bool = False) -> str:
    """The command of the reference for one target, behind lines of JSON; it may round as 64-bit floats do."""
    path = folder / "reference_bridge.py"
    path.write_text(_REFERENCE, "utf-8")
    words = [sys.executable, str(path), target, refuses, *(["--rounds"] if rounds else [])]
    return shlex.join(words)
