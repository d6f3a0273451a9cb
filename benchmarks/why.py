"""How long ``promptfmt why`` takes: to the first finding of a body of 2 MB, and over a HAR file of 500 MB.

    python benchmarks/why.py [MEGABYTES]

Each is a process of its own; the file of the archive is written first, and not timed.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HEAD = '{"log": {"version": "1.2", "creator": {"name": "benchmark", "version": "1"}, "pages": [], "entries": [\n'
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def body(size: int) -> dict[str, Any]:
    """A chat of about so many bytes, whose last call nobody answers."""
    messages: list[dict[str, Any]] = []
    for n in range(size // 1100):
        messages.append({"role": "user", "content": f"{n} " + "word " * 100})
        messages.append({"role": "assistant", "content": "so " * 150})
    messages += [{"role": "assistant", "content": None, "tool_calls": [CALL]}, {"role": "user", "content": "So?"}]
    return {"model": "gpt-4o", "messages": messages}


def entries(size: int) -> Iterator[str]:
    """Entries of an archive of about so many bytes, one in a hundred of which was refused."""
    written, n = 0, 0
    while written < size:
        refused = n % 100 == 99
        request = json.dumps(body(20_000))
        said = {"error": {"message": "An assistant message with 'tool_calls' must be followed by tool messages"}}
        answer = json.dumps(said) if refused else "<html>" + "x " * 40_000
        entry = {
            "request": {
                "method": "POST" if n % 5 == 4 else "GET",
                "url": "https://api.openai.com/v1/chat/completions",
                "headers": [{"name": "Authorization", "value": "Bearer sk-benchmark-0123456789"}],
                "postData": {"mimeType": "application/json", "text": request},
            },
            "response": {"status": 400 if refused else 200, "content": {"text": answer}},
        }
        text = json.dumps(entry)
        yield ("" if n == 0 else ",\n") + text
        written, n = written + len(text), n + 1


def lines(size: int, words: str) -> Iterator[str]:
    """Lines of a log of about so many bytes, full of brackets and without a request."""
    written, n = 0, 0
    while written < size:
        text = (
            f"worker[{n}] handled {{id: {n}, tags: [a, b, {{k: v}}], args: (1, f(x)), {words}: {{'a': [1, 2, 3]}}}}\n"
        )
        yield text
        written, n = written + len(text), n + 1


def timed(arguments: list[str]) -> tuple[float, float, float, int]:
    """Seconds to the first finding and to the end, the largest memory in MB, and the lines."""
    start, first, count = time.perf_counter(), 0.0, 0
    command = [sys.executable, "-u", "-m", "pytest_promptfmt.cli", "why", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            count += 1
            if not first and line.startswith("error"):
                first = time.perf_counter() - start
    return first, time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, count


def main(megabytes: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        payload, archive = Path(folder, "body.json"), Path(folder, "archive.har")
        payload.write_text(json.dumps(body(2_000_000)))
        runs = [timed([str(payload)]) for _ in range(5)]
        first, whole, memory, _ = sorted(runs)[2]
        size = payload.stat().st_size / 1e6
        print(f"a body of {size:.1f} MB: {first:.2f} s to the first finding, {whole:.2f} s, {memory:.0f} MB")
        for words in ("state", "model", "messages"):  # what no request has, what one has, and what each has
            log = Path(folder, f"{words}.log")
            log.write_text("".join(lines(3_500_000, words)))
            _, whole, memory, _ = timed([str(log)])
            print(f"a log of 3.5 MB with the word {words}: {whole:.2f} s, {memory:.0f} MB")
        with archive.open("w") as file:
            file.write(HEAD)
            file.writelines(entries(megabytes * 1_000_000))
            file.write("]}}\n")
        size = archive.stat().st_size / 1e6
        first, whole, memory, count = timed([str(archive)])
        print(
            f"a HAR of {size:.0f} MB: {first:.2f} s to the first finding, {whole:.1f} s, {memory:.0f} MB, {count} lines"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
