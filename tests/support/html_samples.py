"""Reports made by hand, for the tests of the pages: an ordinary one, and one whose every text is hostile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pytest_promptfmt.corpus.revision import digest
from pytest_promptfmt.implementation.claims import Claims
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.report.document import CaseFacts, Judged, ReportDocument
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

HOSTILE = (
    '</script><img src=x onerror="document.title=1"><!-- <script>document.title=2</script> ]]> '
    "\u202egnp.exe\u202c \u2066\u200b\ufeff\u0000\u001b[31m \ud800 \u2028\u2029 &lt;b&gt; </noscript></title> '\"`"
)
TALK = [
    {"name": "system", "role": "system", "content": [{"type": "text", "text": "Be brief."}]},
    {"name": "user", "role": "user", "content": [{"type": "text", "text": "Paris today?\nAnd tomorrow?"}]},
    {
        "name": "Ann",
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "I should look."},
            {"type": "tool_use", "id": "call_1", "name": "weather", "input": {"city": "Paris"}},
        ],
    },
    {
        "name": "system",
        "role": "system",
        "content": [{"type": "tool_result", "id": "call_1", "name": "weather", "output": "18 degrees"}],
    },
    {"name": "Ann", "role": "assistant", "content": [{"type": "text", "text": "It is 18."}]},
]


def finding(id_: str = "openai.tool-call-id", path: str = "$[1].content", **more: Any) -> Finding:
    data = {key: more[key] for key in ("expected", "actual", "source", "provider") if key in more}
    severity = Severity.WARNING if more.get("warning") else Severity.ERROR
    return Finding(id_, severity, path, more.get("message", "the text differs"), more.get("about", ()), data)


def result(
    case: str, *findings: Finding, target: str = "openai.chat", outcome: Outcome | None = None, **more: Any
) -> Result:
    bad = any(each.is_error for each in findings)
    given = outcome or (Outcome.FAIL if bad else Outcome.PASS)
    verdicts = (
        Verdict("schema", Outcome.PASS if outcome is None else given, (), more.get("reason", "")),
        Verdict("fidelity", given, findings, more.get("reason", "")),
    )
    payload = more.get("payload", [{"role": "user", "content": "Paris"}, {"role": "user", "content": "today"}])
    kept = payload if findings else None
    return Result(target, case, verdicts, kept, more.get("digest", ""), more.get("failure", ""))


def document(results: Iterable[Result], inputs: Mapping[str, Any] | None = None, **more: Any) -> ReportDocument:
    """A report on one implementation that claims the targets of its results; `inputs` are by case."""
    given = tuple(results)
    known = inputs or {}
    targets = dict.fromkeys(each.target for each in given)
    judged = Judged(
        spec=more.get("spec", "mypkg"),
        slug=more.get("slug", "mypkg"),
        version=more.get("version", "1.2"),
        claims={target: Claims() for target in targets},
        promised={target: {"text": {"schema": 1}, "overall": {"schema": 1}} for target in targets},
        results=given,
    )
    cases = {each.case: CaseFacts(more.get("hunts", "a text that is lost"), frozenset(), False) for each in given}
    cases |= {id_: CaseFacts(more.get("hunts", "a text that is lost"), frozenset(), False, known[id_]) for id_ in known}
    return ReportDocument("0.1.0", "2026.11", digest(), ("schema", "fidelity"), cases, (judged,))


def ordinary() -> ReportDocument:
    """Two faults, an expected failure, a warning, one that is skipped, and passes; two targets and three families."""
    lost = finding("fidelity.lost-text", "$[1].content", expected="today, please", actual="today", about=(1,))
    return document(
        [
            result("chat/one", lost),
            result("chat/two", lost, finding("openai.call-id", "$[9].nowhere", warning=True)),
            result("tools/call", finding("openai.call-id", "$[0]['odd key']"), target="anthropic.chat"),
            result("tools/known", finding("openai.call-id"), outcome=Outcome.XFAIL, reason="we know of it"),
            result("tools/warned", finding("openai.name", warning=True), target="anthropic.chat"),
            result("vision/skipped", outcome=Outcome.UNSUPPORTED, reason="no images"),
            *(result(f"chat/pass-{n:03}") for n in range(120)),
        ],
        {"chat/one": {"messages": TALK}, "tools/call": {"messages": TALK[:2]}},
    )


def hostile() -> ReportDocument:
    """Every text that can be foreign is `HOSTILE`, and every address that might be a link is one that runs."""
    source = {"type": "url", "url": "javascript:document.title=3"}
    remote = {"type": "url", "url": "https://example.invalid/a.png"}
    picture = {"type": "base64", "media_type": HOSTILE, "data": "iVBORw0KGgo" + HOSTILE}
    drawing = {"type": "base64", "media_type": "image/svg+xml", "data": "PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"}
    blocks = [
        {"type": "text", "text": HOSTILE},
        {"type": "thinking", "thinking": HOSTILE, "signature": HOSTILE},
        {"type": "tool_use", "id": HOSTILE, "name": HOSTILE, "input": {HOSTILE: HOSTILE, "__proto__": {"a": 1}}},
        *({"type": "image", "source": each} for each in (source, remote, picture, drawing)),
        {"type": "audio", "source": source},
        {"type": "audio", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgoAAAA"}},
        {"type": "constructor", "source": None},
    ]
    given = {"messages": [{"name": HOSTILE, "role": HOSTILE, "content": blocks}], "tools": [{"name": HOSTILE}]}
    bad = finding(
        HOSTILE,
        "$['__proto__']" + HOSTILE,
        message=HOSTILE,
        expected=HOSTILE,
        actual={HOSTILE: HOSTILE},
        source=HOSTILE,
        provider=HOSTILE,
        about=(0, 99),
    )
    return document(
        [
            result("chat/one", bad, payload={HOSTILE: [HOSTILE, {"__proto__": HOSTILE}]}, failure=HOSTILE),
            result("chat/two", outcome=Outcome.XFAIL, reason=HOSTILE),
        ],
        {"chat/one": given},
        spec=HOSTILE,
        version=HOSTILE,
        hunts=HOSTILE,
    )
