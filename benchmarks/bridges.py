"""What it costs to judge a formatter behind ``cmd:``, beside the same one in this process.

``python benchmarks/bridges.py [N]`` (1,000) judges N exchanges with all checks, in the engine alone and without the
second process: of the reference, imported and behind lines of JSON in Python; and of one that says texts only, in
Python and, where there is node, behind bridges/js.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.implementation.command import Remote
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan

ROOT = Path(__file__).parents[1]
TARGET = "openai.chat"
TEXTS = """
def chat(conversation):
    if any(block.type != "text" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("texts only")
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": []}}
"""
NODE = """
import {{ serve, Refused }} from {index!r};
const chat = ({{ messages }}) =>
  messages.map(({{ role, content }}) => {{
    if (content.some((block) => block.type !== "text")) throw new Refused("texts only");
    return {{ role, content: content.map((block) => block.text).join("\\n") }};
  }});
serve({{ "openai.chat": {{ format: chat, blocks: [] }} }});
"""


def seconds(spec: str, n: int, *, texts: bool) -> tuple[float, float]:
    """Wall and CPU time of so many exchanges in all processes."""
    implementation = resolve(spec, ROOT)
    cases = [case for case in corpus() if not (texts and (case.needs or case.budget))]
    pairs = list(islice(cycle(plan(implementation, cases, [TARGET])), n))
    with Judge(implementation) as judge:
        judge.judge(*pairs[0])  # what is started or loaded once is there now
        started, before = time.perf_counter(), sum(os.times()[:4])
        for target, case in pairs:
            judge.judge(target, case)
        taken = time.perf_counter() - started
    for entry in implementation.formatters.values():
        if isinstance(entry, Remote):
            entry.command.end()
    return taken, sum(os.times()[:4]) - before


def main(n: int) -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    from support.bridges import reference

    with TemporaryDirectory() as folder:
        texts, node = Path(folder, "texts.py"), Path(folder, "texts.mjs")
        texts.write_text(TEXTS, "utf-8")
        node.write_text(NODE.format(index=(ROOT / "bridges" / "js" / "index.js").as_uri()), "utf-8")
        rows = {
            "the reference, imported": ("promptfmt_reference", False),
            "the reference, behind a command": (f"cmd:{reference(Path(folder), TARGET)}", False),
            "texts only, imported": (str(texts), True),
        }
        if shutil.which("node"):
            rows["texts only, in node"] = (f"cmd:node {shlex.quote(str(node))}", True)
        for name, (spec, only_texts) in rows.items():
            wall, cpu = seconds(spec, n, texts=only_texts)
            print(f"{name:34} {n / wall:7.0f} a second, {wall / n * 1e3:6.2f} ms each, of CPU {cpu / n * 1e3:6.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
