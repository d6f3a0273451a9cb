"""Does time grow as one text does? The exponent for each kind of text, where it goes out right, altered or not at all.

``python benchmarks/long_texts.py [CHARACTERS]`` puts a text of so many characters (20,000), and one of twice as many,
at one place of a conversation after the other. The payload has it as it is, with another character in its middle, or
without it; `promptfmt why` gets the request as a curl command. What is printed is the CPU time for the longer text, and
how it grows from the shorter: 1.0 where it doubles, 2.0 where a step is quadratic. Less than 20 ms is left out.
"""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from math import log2
from pathlib import Path
from typing import Any

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_payload, parse
from pytest_promptfmt.cli import main as promptfmt

KINDS = ("a", "é", " ", "\n", "{", "[", "(", "\\", "'", '"', "<", "0", "a.b/", "a: ", "<a>", "\\u0041", "A1+/", "a b ")
PLACES = ("system", "user", "thinking", "assistant", "input", "result", "answer")
TARGETS = ("openai.chat", "anthropic.chat", "gemini.chat", "ollama.multiagent")
LEAST = 0.02


def conversation(place: str, text: str) -> dict[str, Any]:
    """One round of a tool; the text stands at the place, and at the others what is short and unlike it."""
    said = {each: f"This is the {each}, amber-{n}." for n, each in enumerate(PLACES)} | {place: text}
    asks = [
        {"type": "thinking", "thinking": said["thinking"], "signature": "c2lnbmF0dXJl"},
        {"type": "text", "text": said["assistant"]},
        {"type": "tool_use", "id": "call_1", "name": "look", "input": {"at": said["input"]}},
    ]
    result = {"type": "tool_result", "id": "call_1", "name": "look", "output": said["result"]}
    return {
        "messages": [
            {"role": "system", "content": said["system"]},
            {"role": "user", "content": said["user"]},
            {"role": "assistant", "content": asks},
            {"role": "tool", "content": [result]},
            {"role": "assistant", "content": said["answer"]},
            {"role": "user", "content": "Thank you, falcon-58."},
        ]
    }


def altered(value: Any, text: str, other: str) -> Any:
    """The payload with another text wherever this one stands."""
    spelled = json.dumps(value, ensure_ascii=False)
    return json.loads(spelled.replace(json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(other)[1:-1]))


WAYS: dict[str, Callable[[str], str]] = {
    "right": lambda text: text,
    "altered": lambda text: f"{text[: len(text) // 2]}!{text[len(text) // 2 :]}",
    "lost": lambda text: "",
}


def judged(target: str, place: str, way: str, text: str) -> float:
    """Seconds of the judge."""
    document = conversation(place, text)
    payload = altered(FORMATTERS[target](parse(document)), text, WAYS[way](text))
    started = time.process_time()
    check_payload(payload, target.partition(".")[0], document)
    return time.process_time() - started


def explained(directory: Path, text: str) -> float:
    """Seconds of `promptfmt why`."""
    body = json.dumps({"model": "gpt-4o", "messages": [{"role": "user", "content": text}, {"role": "tool"}]})
    file = directory / "ask.sh"
    file.write_text(f"curl https://api.openai.com/v1/chat/completions -d {shlex.quote(body)}", "utf-8")
    started = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        promptfmt(["why", str(file)])
    return time.process_time() - started


def tell(name: str, kind: str, seconds: Callable[[str], float], size: int) -> None:
    """A line, where it takes long enough to be measured."""
    once, twice = (seconds((kind * length)[:length]) for length in (size, 2 * size))
    if twice >= LEAST:
        print(f"{name:<44}{kind!r:<12}{twice * 1e3:>8.0f} ms {log2(twice / once):>6.1f}", flush=True)


def main(size: int) -> None:
    for kind in KINDS:
        for target, place, way in product(TARGETS, PLACES, WAYS):
            tell(f"{target} {place} {way}", kind, partial(judged, target, place, way), size)
        with tempfile.TemporaryDirectory() as directory:
            tell("why", kind, partial(explained, Path(directory)), size)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20_000)
