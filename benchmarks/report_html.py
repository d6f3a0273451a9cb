"""How long the HTML report of many results takes to make, to open and to filter, beside pytest-html's.

``python benchmarks/report_html.py [RESULTS] [ROUNDS]`` makes a report of so many results (one in ten fails, of 20
causes; every third has a warning, so that its payload is kept), opens it in headless Chromium and filters it. A page
that simply has everything in it, and that of pytest-html for as many tests with as many failures, take turns with it.
Medians of the rounds. Wants playwright, pytest-html and a Chromium.
"""

from __future__ import annotations

import hashlib
import html
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from pytest_promptfmt.corpus.revision import digest
from pytest_promptfmt.implementation.claims import Claims
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.report.document import CaseFacts, Judged, ReportDocument
from pytest_promptfmt.report.html import page
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
CHECKS = ("schema", "protocol", "fidelity", "purity", "errors")
TARGETS = ("openai.chat", "openai.multiagent", "anthropic.chat", "anthropic.multiagent", "gemini.chat")
SAID = "Rain tonight, and {n} degrees; take the late ferry to the island and wait at the second pier. " * 3

PYTEST_HTML = """
import pytest

@pytest.mark.parametrize("n", range({n}))
def test_case(n):
    assert n % 10, "the text differs " * 20
"""


def many(n: int) -> ReportDocument:
    """A report of so many results: conversations of six messages, payloads of as many."""
    cases = max(n // len(TARGETS), 1)
    given = {f"chat/case-{i:05}": _conversation(i) for i in range(cases)}
    results = tuple(_result(target, case, i) for target in TARGETS for i, case in enumerate(given))
    claims, promised = {target: Claims() for target in TARGETS}, {target: {} for target in TARGETS}
    judged = Judged("mypkg", "mypkg", "1.0", claims, promised, results)
    facts = {
        case: CaseFacts("a text that is lost", frozenset(), False, conversation) for case, conversation in given.items()
    }
    return ReportDocument("0.1.0", "2026.11", digest(), CHECKS, facts, (judged,))


def _conversation(i: int) -> dict[str, Any]:
    roles = ("system", "user", "assistant", "user", "assistant", "user")
    blocks = [{"type": "text", "text": SAID.format(n=i)}]
    return {"messages": [{"name": role, "role": role, "content": blocks} for role in roles]}


def _result(target: str, case: str, i: int) -> Result:
    found = []
    if i % 10 == 0:
        message, data = "the text differs", {"expected": SAID.format(n=i), "actual": SAID.format(n=i + 1)}
        found.append(Finding(f"fidelity.fault-{i % 200 // 10}", Severity.ERROR, "$[1].content", message, (1,), data))
    if i % 3 == 0:
        found.append(Finding("openai.some-rule", Severity.WARNING, "$[0].role", "the first message is no user's"))
    verdicts = [Verdict(check, Outcome.PASS) for check in CHECKS if check != "fidelity"]
    verdicts.append(Verdict("fidelity", Outcome.FAIL if i % 10 == 0 else Outcome.PASS, tuple(found)))
    payload = [{"role": "user", "content": SAID.format(n=i)} for _ in range(6)] if found else None
    return Result(target, case, tuple(verdicts), payload, hashlib.sha256(f"{target} {case}".encode()).hexdigest())


def everything(document: ReportDocument) -> str:
    """The naive page: every result with its conversation and its payload, and a filter that hides elements."""
    parts = ["<!doctype html><meta charset=utf-8><input id=q><main>"]
    for judged in document.implementations:
        for result in judged.results:
            messages = document.cases[result.case].input["messages"]
            turns = "".join(f"<p><b>{m['role']}</b> {html.escape(m['content'][0]['text'])}</p>" for m in messages)
            found = "".join(f"<li>{html.escape(str(finding))}</li>" for finding in result.findings)
            title = f"<summary>{result.target} {result.case} {result.outcome}</summary>"
            parts.append(
                f"<details>{title}<ul>{found}</ul>{turns}<pre>{html.escape(repr(result.payload))}</pre></details>"
            )
    parts.append("</main><script>const all=[...document.querySelectorAll('details')];")
    parts.append("q.oninput=()=>all.forEach((e)=>{e.hidden=!e.firstChild.textContent.includes(q.value)})</script>")
    return "".join(parts)


def pytest_html(folder: Path, n: int) -> tuple[float, Path]:
    """The CPU seconds that pytest-html adds to a run, and its page."""
    Path(folder, "test_many.py").write_text(PYTEST_HTML.format(n=n))
    seconds = []
    for options in ([], ["--html=report.html", "--self-contained-html"]):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:promptfmt", "-p", "no:syrupy"]
        subprocess.run([*command, *options], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return seconds[1] - seconds[0], folder / "report.html"


def opened(tab: Page, path: Path) -> float:
    """Milliseconds from navigation to the second frame after everything has loaded."""
    tab.goto(path.as_uri(), wait_until="load")
    painted: float = tab.evaluate(PAINTED)
    return painted


def took(tab: Page, action: str) -> float:
    """Milliseconds from an action to the second frame after it."""
    milliseconds: float = tab.evaluate(
        f"async () => {{ const t = performance.now(); {action}; return (await {PAINTED}) - t; }}"
    )
    return milliseconds


TYPED = "const q = document.getElementById('q'); q.value = 'case-00042'; q.dispatchEvent(new Event('input'))"
ACTIONS = {
    "ours": {
        "search": TYPED,
        "clear": TYPED.replace("case-00042", ""),
        "outcome": "document.querySelector('#outcome [value=passed]').click()",
        "open one": "document.querySelector('#list summary').click()",
    },
    "everything": {
        "search": TYPED,
        "clear": TYPED.replace("case-00042", ""),
        "open one": "document.querySelector('summary').click()",
    },
    "pytest-html": {"outcome": "document.querySelector('input[data-test-result=passed]').click()"},
}


def main(n: int, rounds: int) -> None:
    document = many(n)
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        paths = {name: Path(folder, f"{name}.html") for name in ("ours", "everything")}
        page(document)  # the caches of the corpus
        started = time.process_time()
        made = page(document)
        print(f"{n:,} results: {time.process_time() - started:.2f} s of CPU time to make our page")
        paths["ours"].write_text(made, encoding="utf-8")
        paths["everything"].write_text(everything(document), encoding="utf-8")
        added, paths["pytest-html"] = pytest_html(Path(folder), n)
        print(f"pytest-html {version('pytest-html')} adds {added:.2f} s of CPU time to a run of as many tests")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        print(f"Chromium {browser.version}, medians of {rounds} rounds, ms")
        times: dict[tuple[str, str], list[float]] = {}
        for _ in range(rounds):
            for name, path in paths.items():
                tab = browser.new_page()
                times.setdefault((name, "open"), []).append(opened(tab, path))
                for what, action in ACTIONS[name].items():
                    times.setdefault((name, what), []).append(took(tab, action))
                tab.close()
        for name, path in paths.items():
            timings = ", ".join(f"{what} {median(each):.0f}" for (whose, what), each in times.items() if whose == name)
            print(f"  {name:12} {path.stat().st_size / 1e6:5.1f} MB: {timings}")
        browser.close()


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(*(*numbers, *(10_000, 5)[len(numbers) :]))
