"""What people read: why an exchange failed, and what came of an implementation."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.common.text import compact, count, cut, safe, sentence
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.conversation.template import TemplateCase
from pytest_promptfmt.corpus.reasons import reason
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.excerpt import conversation_lines, element, fragment, template_rows, values
from pytest_promptfmt.report.ids import with_version
from pytest_promptfmt.report.outcome_table import column, table, warning_lines
from pytest_promptfmt.report.right_payload import is_offer, right_beside
from pytest_promptfmt.report.words import explains, fix_of, known_as, provider_says, spoken
from pytest_promptfmt.verdicts.verdict import Outcome, all_findings

if TYPE_CHECKING:
    from pytest_promptfmt.corpus import Case, Expectation, Given
    from pytest_promptfmt.exchange import Exchange
    from pytest_promptfmt.implementation import Implementation
    from pytest_promptfmt.verdicts.judgement import Judgement

_WIDTH = 15
_SHOWN = 5
_ALSO = 3
"""Further places of one id that are told."""


def explain(judgement: Judgement, rerun: str = "") -> str:
    """The failure text: what is wrong, where, by whose word, what the input was, and how to run just this again."""
    exchange = judgement.exchange
    groups = errors(judgement)
    first = groups[0].finding if groups else None
    lines = [headline(judgement), ""]
    made = safe(with_version(judgement.implementation.spec, judgement.implementation.version))
    lines += row("formatter", f"{judgement.target} of {made}")
    lines += prose("case", f"{judgement.case.id}, which looks for {sentence(judgement.case.hunts).rstrip('.')}")
    lines += budget_lines(exchange)
    lines += right_ways(judgement.case.expects(exchange.dialect), exchange.dialect)
    shown: set[str] = {groups[0].finding.message} if len(groups) == 1 else set()
    around = "" if first is None or exchange.failure else element(exchange.payload, first.path)
    for group in groups[:_SHOWN]:
        lines += ["", *finding_lines(group.finding, None if exchange.failure else exchange.payload, shown)]
        if group.finding is first:
            lines += right_lines(judgement.case, judgement.target, exchange.given, first, around)
        lines += _also(group)
    if len(groups) > _SHOWN:
        lines += ["", f"… and {len(groups) - _SHOWN} more: {', '.join(g.finding.id for g in groups[_SHOWN:])}"]
    excused = [v.reason for v in judgement.verdicts if v.outcome is Outcome.XFAIL]
    if excused:
        lines += ["", *prose("known", f"an expected failure: {safe('; '.join(dict.fromkeys(excused)))}")]
    about = sorted({i for group in groups for i in group.finding.about})
    offers = any(about_offers(group.finding) for group in groups)
    lines += ["", *given_lines(exchange.given, about, around, offers=offers)]
    lines += ["", *more_about(*(group.finding for group in groups[:_SHOWN]))] if groups else []
    said = said_lines(exchange)
    lines += ["", *said] if said else []
    if rerun:
        lines += row("run it again", safe(rerun))
    return "\n".join(lines)


def budget_lines(exchange: Exchange) -> list[str]:
    """The budget of a formatter that truncates; nothing where there is none."""
    trial = exchange.trial
    if trial is None:
        return []
    return row("budget", f"{count(trial.budget, 'token')} ({exchange.case.budget}; the whole has {trial.full})")


def said_lines(exchange: Exchange) -> list[str]:
    """The last that a command has written to standard error."""
    last = exchange.effects.said.strip().splitlines()[-_SHOWN:]
    return [line for n, said in enumerate(last) for line in row("" if n else "standard error", cut(safe(said), 100))]


def about_offers(finding: Finding) -> bool:
    """May the tools on offer be what is wrong? Where a formatter gave nothing, nobody knows."""
    return is_offer(finding.path) or finding.id.startswith("exchange.") or finding.id.endswith(_OF_OFFERS)


_OF_OFFERS = ("-tool", "-parameter", ".tool-description")
"""How the ids end of what fidelity finds of tools on offer."""


def given_lines(given: Given, about: list[int], around: str, *, offers: bool = False) -> Iterator[str]:
    """The input: the part of a conversation that matters, with the tools it `offers`, or a template with its data."""
    if isinstance(given, TemplateCase):
        for label, value in template_rows(given):
            yield from row(label, value)
        return
    for tool in given.tools[:_ALSO] if offers else ():
        yield from row("tool", cut(f"{safe(tool.name)} {compact(tool.parameters, 200)}", 200))
    for n, line in enumerate(conversation_lines(given, about, around)):
        yield f"{'' if n else 'conversation':<{_WIDTH - 2}}{line}"
    if given.speaker is not None:
        yield from row("", f"formatted for the agent {safe(given.speaker)}")


def right_ways(expectation: Expectation, dialect: str) -> list[str]:
    """What a right formatter for a dialect does where the conversation cannot be sent as it stands."""
    if expectation.demand == "carry":
        return []
    ways = [f"to {REPAIRS[name].statement}" for name in expectation.repairs if name in REPAIRS]
    accepted = ", or ".join(
        ["a clear error", *ways] if expectation.demand == "either" else ["a clear error and no payload"]
    )
    why = reason(expectation.why, dialect)
    return prose("right is", accepted + (f" ({cut(sentence(why), 200)})" if why else ""))


def right_lines(case: Case, target: str, given: Given, finding: Finding, around: str, width: int = 200) -> list[str]:
    """The same part of the case in a right payload, or in one that keeps the rule."""
    beside = right_beside(case, target, given, finding, around, width)
    return [line for label, text in beside for line in row(label, text)]


def headline(judgement: Judgement) -> str:
    """One line: the first thing that is wrong, and how many more there are."""
    groups = errors(judgement)
    if not groups:
        return f"{judgement.target} on {judgement.case.id}: {judgement.outcome}"
    others = sum(1 + len(group.others) for group in groups) - 1
    more = f" (and {count(others, 'more finding')})" if others else ""
    return cut(sentence(groups[0].finding.message), 300) + more


_NOT_JSON = "purity.not-json"


@dataclass(frozen=True, slots=True)
class SameId:
    """Error findings of one id: the first, and the others."""

    finding: Finding
    others: tuple[Finding, ...] = ()


def errors(judgement: Judgement) -> list[SameId]:
    """The error findings that count, by id: those that fail it, else those that are expected to."""
    counting = (Outcome.XFAIL,) if judgement.outcome is Outcome.XFAIL else (Outcome.FAIL, Outcome.ERROR)
    found = [
        finding
        for finding in all_findings(verdict for verdict in judgement.verdicts if verdict.outcome in counting)
        if finding.is_error
    ]
    groups: dict[str, list[Finding]] = {}
    for finding in fold(found):
        groups.setdefault(finding.id, []).append(finding)
    told = {id_: [spoken(each, judgement.findings) for each in same[: 1 + _ALSO]] for id_, same in groups.items()}
    return [SameId(told[id_][0], (*told[id_][1:], *same[1 + _ALSO :])) for id_, same in groups.items()]


def fold(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without those of the schema at a place where another error explains it better.

    What is no JSON comes first: that there is null in its place, and that the text in it is lost, is no news then.
    """
    found = sorted(findings, key=lambda finding: finding.id != _NOT_JSON)
    better = {f.path for f in found if f.is_error and (explains(f) or f.id == _NOT_JSON)}
    return [finding for finding in found if not (finding.id.startswith("schema.") and finding.path in better)]


def finding_lines(finding: Finding, payload: Any, already_shown: set[str], width: int = 0) -> list[str]:
    """One finding: id and place, sentence, the two values, the provider's words, the payload (None: none), the remedy.

    `already_shown` holds what stands above and need not be shown again, and grows. `width` is that of `fragment`.
    """
    place = f" at {cut(safe(finding.path), 160)}" if finding.path != "$" or payload is not None else ""
    lines = row(str(finding.severity), finding.id + place)
    if finding.message not in already_shown:
        lines += prose("", cut(sentence(finding.message), 400))
    pieces = [] if payload is None else fragment(payload, finding.path, width)
    for label, text in values(finding.data):
        if not any(text == piece or (label == "actual" and text in piece) for _, piece in pieces):
            lines += row(label, text)
    if model := finding.data.get("model"):
        lines += prose("model", f"{safe(cut(str(model), 80))}; for others see promptfmt explain {finding.id}")
    if words := provider_says(finding):
        lines += prose("provider", words)
    shown = [f"{cut(safe(place), 160)} = {piece}" if place else piece for place, piece in pieces]
    if not already_shown.issuperset(shown):
        lines += (line for n, text in enumerate(shown) for line in row("" if n else "payload", text))
    already_shown.update(shown)
    return lines + (prose("fix", fix) if (fix := fix_of(finding)) else [])


def more_about(*findings: Finding) -> list[str]:
    """The command that tells all that is known of them."""
    return row("more", "; ".join(f"promptfmt explain {id_}" for id_ in dict.fromkeys(map(known_as, findings))))


def _also(group: SameId) -> list[str]:
    lines = []
    for finding in group.others[:_ALSO]:
        lines += prose("also", f"at {safe(finding.path)}: {cut(sentence(finding.message), 160)}")
    if len(group.others) > _ALSO:
        lines += row("", f"and at {len(group.others) - _ALSO} more places")
    return lines


def row(label: str, text: str) -> list[str]:
    return [f"{label:<{_WIDTH}}{text}"]


def prose(label: str, text: str) -> list[str]:
    """Sentences, folded; foreign text in them has been made safe."""
    first, *others = wrap(text, 120 - _WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    return [*row(label, first), *(line for other in others for line in row("", other))]


def summary(implementation: Implementation, judgements: Sequence[Judgement]) -> str:
    """What came of an implementation: the table of outcomes, the warnings, and the first ten failures."""
    counts: Counter[tuple[str, str]] = Counter()
    warnings: list[tuple[str, str, str]] = []
    for judgement in judgements:
        counts[judgement.target, column(judgement.outcome)] += 1
        place = f"{judgement.target} {judgement.case.id}"
        warnings += ((f.id, f"{place} at {f.path}", f.message) for f in judgement.findings if not f.is_error)
    lines = [safe(with_version(implementation.spec, implementation.version))]
    lines += table(counts)
    lines += warning_lines(warnings)
    if not judgements:
        lines.append("nothing was judged")
    failures = [each for each in judgements if column(each.outcome) == "failed"]
    for judgement in failures[:10]:
        title = f" {judgement.target} / {judgement.case.id} "
        lines += ["", f"{title:-^79}", explain(judgement, _call(judgement))]
    if len(failures) > 10:
        lines += ["", f"… and {len(failures) - 10} more failures"]
    return "\n".join(lines)


def _call(judgement: Judgement) -> str:
    named = repr(judgement.implementation.source) if judgement.implementation.source else "…"
    return f"check_formatter({named}, targets=[{judgement.target!r}], cases=[{judgement.case.id!r}])"


def rerun_command(options: Iterable[str], *node_ids: str) -> str:
    """The shell command that runs again, with these options, all items or those that are named."""
    return shlex.join(["pytest", *options, *node_ids])
