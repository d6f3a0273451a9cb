"""What people read: why an exchange failed, and what came of an implementation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.report.excerpt import contrast, conversation_lines, fragment
from pytest_promptfmt.report.matrix import COLUMNS, column, table, warning_lines
from pytest_promptfmt.report.safe import compact, cut, safe, sentence
from pytest_promptfmt.verdict import Finding, Outcome

if TYPE_CHECKING:
    from pytest_promptfmt.api import Report
    from pytest_promptfmt.engine import Judgement

_WIDTH = 14
_SHOWN = 5


def explain(judgement: Judgement, rerun: str = "") -> str:
    """The failure text: what is wrong, where, by whose word, what was to be said, and how to run just this again."""
    exchange = judgement.exchange
    groups = errors(judgement)
    first = groups[0].finding if groups else None
    lines = [headline(judgement), ""]
    made = " ".join(filter(None, (safe(judgement.implementation.spec), safe(judgement.implementation.version or ""))))
    lines += _row("formatter", f"{judgement.target} of {made}")
    lines += _row("case", f"{judgement.case.id}, which hunts {sentence(judgement.case.hunts).rstrip('.')}")
    expectation = judgement.case.expects(exchange.dialect)
    if expectation.demand != "carry":
        asked = "a clear error" if expectation.demand == "refuse" else "a clear error, or one of the listed ways out"
        lines += _row("", f"a right formatter answers with {asked}: {cut(sentence(expectation.why), 200)}")
    for n, group in enumerate(groups[:_SHOWN]):
        told = n > 0 or len(groups) > 1
        lines += ["", *finding_lines(group.finding, exchange.payload, told=told, failed=exchange.failure is not None)]
        lines += _also(group)
    if len(groups) > _SHOWN:
        lines += ["", f"… and {len(groups) - _SHOWN} more: {', '.join(g.finding.id for g in groups[_SHOWN:])}"]
    excused = [v.reason for v in judgement.verdicts if v.outcome is Outcome.XFAIL]
    if excused:
        lines += ["", *_row("expected", f"beside this, what is known: {safe('; '.join(dict.fromkeys(excused)))}")]
    about = sorted({i for group in groups for i in group.finding.about})
    around = "" if first is None or exchange.failure else _element(exchange.payload, first.path)
    told_lines = conversation_lines(exchange.conversation, about, around)
    lines.append("")
    for n, line in enumerate(told_lines):
        lines.append(f"{'' if n else 'conversation':<{_WIDTH - 2}}{line}")
    if exchange.conversation.speaker is not None:
        lines += _row("", f"formatted for the agent {safe(exchange.conversation.speaker)}")
    if rerun:
        lines += ["", *_row("run it again", safe(rerun))]
    return "\n".join(lines)


def headline(judgement: Judgement) -> str:
    """One line: the first thing that is wrong, and how many more there are."""
    groups = errors(judgement)
    if not groups:
        return f"{judgement.target} on {judgement.case.id}: {judgement.outcome}"
    others = sum(1 + len(group.others) for group in groups) - 1
    more = f" (and {others} more finding{'s' if others > 1 else ''})" if others else ""
    return cut(sentence(groups[0].finding.message), 300) + more


@dataclass(frozen=True, slots=True)
class Group:
    """Error findings of one id: the first, and the others."""

    finding: Finding
    others: tuple[Finding, ...] = ()


def errors(judgement: Judgement) -> list[Group]:
    """The error findings that count, by id. What the schema says of a place is left out where a rule says it better."""
    found: list[Finding] = []
    for verdict in judgement.verdicts:
        if verdict.outcome in (Outcome.FAIL, Outcome.ERROR):
            found += (finding for finding in verdict.findings if finding.is_error and finding not in found)
    ruled = {finding.path for finding in found if finding.id.partition(".")[0] in DIALECTS}
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        if not (finding.id.startswith("schema.") and finding.path in ruled):
            groups.setdefault(finding.id, []).append(finding)
    return [Group(first, tuple(others)) for first, *others in groups.values()]


def finding_lines(finding: Finding, payload: Any, *, told: bool = True, failed: bool = False) -> list[str]:
    """One finding: id and place, sentence (if `told`), the two values, the provider's words, the piece of payload."""
    lines = _row(str(finding.severity), f"{finding.id} at {safe(finding.path)}")
    if told:
        lines += _row("", cut(sentence(finding.message), 400))
    place, piece = ("", "") if failed else fragment(payload, finding.path)
    for label, text in _values(finding):
        if text != piece:
            lines += _row(label, text)
    if words := provider_says(finding):
        lines += _row("provider", words)
    if place:
        lines += _row("payload", f"{safe(place)} = {piece}")
    return lines


def _values(finding: Finding) -> Iterator[tuple[str, str]]:
    data = finding.data
    if "expected" in data and "actual" in data:
        yield from contrast(data["expected"], data["actual"])
    else:
        yield from ((key, compact(data[key], 110)) for key in ("expected", "actual") if key in data)


def _also(group: Group) -> list[str]:
    lines = []
    for finding in group.others[:3]:
        lines += _row("also", f"at {safe(finding.path)}: {cut(sentence(finding.message), 160)}")
    if len(group.others) > 3:
        lines += _row("", f"and at {len(group.others) - 3} more places")
    return lines


_QUOTED = re.compile(r'"((?:[^"\\]|\\.){12,})"|\'([^\']{12,})\'')
_CITED = re.compile(r"\(([^()]*)\)")


def provider_says(finding: Finding) -> str:
    """``Anthropic: "messages: text content blocks must be non-empty" (experiential#804)``, or ``""``."""
    source = finding.data.get("source")
    if not isinstance(source, str) or not source:
        return ""
    home = DIALECTS.get(finding.id.partition(".")[0])
    provider = home.provider if home else str(finding.data.get("provider", ""))
    quoted = _QUOTED.search(source)
    if quoted is None:
        return f"{provider}: {cut(sentence(source), 200)}"
    words = (quoted[1] or quoted[2]).replace('\\"', '"')
    cited = _CITED.search(source, quoted.end())
    return f'{provider}: "{cut(sentence(words), 240)}"' + (f" ({cut(sentence(cited[1]), 80)})" if cited else "")


def _element(payload: Any, path: str) -> str:
    """The message of the payload in which `path` lies, as compact JSON."""
    start = re.match(r"\$[^\[]*\[\d+\]", path)
    return fragment(payload, start[0], 20_000)[1] if start else ""


def _row(label: str, text: str) -> list[str]:
    return [f"{label:<{_WIDTH}}{text}"]


def summary(report: Report) -> str:
    """The report as text: the table of outcomes, the warnings, and the first ten failures."""
    counts: Counter[tuple[str, str]] = Counter()
    warnings: list[tuple[str, str, str]] = []
    for judgement in report.judgements:
        counts[judgement.target, column(judgement.outcome)] += 1
        place = f"{judgement.target} {judgement.case.id}"
        warnings += ((f.id, f"{place} at {f.path}", f.message) for f in judgement.findings if not f.is_error)
    lines = [safe(" ".join(filter(None, (report.implementation.spec, report.implementation.version or ""))))]
    lines += table(counts)
    lines += warning_lines(warnings)
    if not report.judgements:
        lines.append("nothing was judged")
    failures = report.failures
    for judgement in failures[:10]:
        title = f" {judgement.target} / {judgement.case.id} "
        lines += ["", f"{title:-^79}", explain(judgement, _call(report, judgement))]
    if len(failures) > 10:
        lines += ["", f"… and {len(failures) - 10} more failures"]
    return "\n".join(lines)


def _call(report: Report, judgement: Judgement) -> str:
    named = report.implementation.source
    return f"check_formatter({named!r if named else '…'}, targets=[{judgement.target!r}], cases=[{judgement.case.id!r}])"


def rerun_command(options: Iterable[str], node_id: str) -> str:
    """The shell command that runs one item again."""
    import shlex

    return shlex.join(["pytest", *options, node_id])


__all__ = ["COLUMNS", "explain", "finding_lines", "headline", "provider_says", "rerun_command", "summary"]
