"""``promptfmt explain RULE``: what a rule or a finding asks, what mends it, why, and what breaks and keeps it."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Container, Iterator, Mapping
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, dialect_named
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.folding import for_terminal
from pytest_promptfmt.common.text import compact, cut
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import by_id
from pytest_promptfmt.dialects import DIALECTS, TARGETS, known_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.models import QUESTIONS, models_of
from pytest_promptfmt.dialects.proofs import Side, proof_of
from pytest_promptfmt.dialects.rules import Evidence, severity_for
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.report.failure_text import prose, row
from pytest_promptfmt.report.statements import Statement, of_dialect, statements


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "explain",
        help="explain a rule or a finding",
        description="Says what a rule or a finding asks, on what evidence, and which payload breaks it or keeps it.",
        epilog="Exit codes: 0 it is known, 2 there is none of that id.",
    )
    command.set_defaults(run=run)
    command.add_argument("id", metavar="RULE", help="an id as reports print it, such as anthropic.user-nonempty")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints all that is known of one id."""
    known = statements()
    if is_added(options.id):
        known = {statement.id: statement for statement in of_dialect(dialect_named(options.id.partition(".")[0]))}
    if options.id not in known:
        if options.id in by_id():
            raise Unusable(f"{options.id!r} is a case, and no finding: 'promptfmt show {options.id}' tells of it")
        if of_check := [id_ for id_ in known if id_.startswith(f"{options.id}.")]:
            print("\n".join(of_check), file=out)
            return 0
        for kind, (names, of) in _OTHERS.items():
            if options.id in names:
                says = f" ({_MEANT[options.id]})" if options.id in _MEANT else ""
                tells = f": {of} tells of it" if of else ""
                raise Unusable(f"{options.id!r} is {kind}{says}, and no finding{tells}")
        if re.search(r"\s.*\s", options.id):
            said = "is what a provider says: 'promptfmt why REQUEST --error TEXT' names the rule with these words"
            raise Unusable(f"{cut(options.id, 60)!r} {said}")
        if (case := options.id.rpartition("::")[2]) in by_id():
            raise Unusable(f"{options.id!r} is an item of pytest: 'promptfmt show {case}' tells of its case")
        if os.path.isfile(options.id):
            raise Unusable(f"{options.id!r} is a file, and no id: 'promptfmt why {options.id}' reads a request")
        near = did_you_mean(options.id, known, "")
        raise Unusable(f"{options.id!r} is no rule and no finding{near}; see 'promptfmt list rules' (or list models)")
    home = _home(options.id)
    print("\n".join(for_terminal(lines(known[options.id]), home.provider if home else "source")), file=out)
    return 0


_WORDS: Mapping[str, str] = {
    "passed": "no check of the exchange found an error",
    "failed": "a check of the exchange found an error",
    "skipped": "the exchange came to unsupported or inconclusive, and gives no level",
    "xfailed": "the failure is expected, by an [[xfail]] in promptfmt.toml, and blocks the level",
    "stale": "an [[xfail]] is out of date, since nothing fails as it says: delete it",
    "inconclusive": "nobody can tell, as of a formatter that tried to connect; that blocks the level",
    "unsupported": "the case needs what the formatter does not claim, and refused aloud",
    "not claimed": "the dialect carries it, and CAPABILITIES['TARGET']['blocks'] does not name it",
    "not scored": "the case is nobody's profile here",
    "n/a": "the dialect cannot carry what the profile asks",
    "profile": "the cases that exercise one capability: text, tools, vision, audio, thinking, truncation",
    "graded": "checks that came to an answer, of those that a level needs: it is given where all are",
    "level": "how far a formatter has come, from L0 (runs) to L3 (robust), for each target and profile",
    "exchange": "one case, formatted for one target",
    "cause": "one fault, behind all the failures that it explains",
}
_LEVELS: Mapping[str, str] = {
    "L0": "runs: it returns, is pure, and changes nothing",
    "L1": "wire-valid: no schema or protocol errors",
    "L2": "faithful: no fidelity errors",
    "L3": "robust: bad input and token budgets are handled as well",
}
_MEANT: Mapping[str, str] = {**_WORDS, **_LEVELS}
_OTHERS: Mapping[str, tuple[Container[str], str]] = {
    "a limit": (LIMITS, "'promptfmt list limits'"),
    "a level": (_LEVELS, ""),
    "a dialect": (DIALECTS, "'promptfmt list targets'"),
    "a target": (TARGETS, "'promptfmt list targets'"),
    "a repair": (REPAIRS, "'promptfmt show CASE'"),
    "a word of reports": (_WORDS, ""),
    "a kind of case": (("everyday", "edge"), "'promptfmt show CASE'"),
}
"""What has an id and is no finding, and what tells of it where its meaning is not told at once."""


def lines(statement: Statement) -> Iterator[str]:
    yield statement.id
    yield ""
    yield statement.text
    yield ""
    if statement.fix:
        yield from prose("fix", statement.fix)
    yield from prose("severity", severity_words(statement))
    if statement.dialects:
        odd = (
            f"{name} ({found})" if found is not statement.severity else name
            for name, found in statement.dialects.items()
        )
        yield from prose("dialects", ", ".join(odd))
    if statement.context:
        yield from prose("needs", f"{', '.join(statement.context)} of the request; without it nobody asks")
    for question in (statement.asks, *statement.may_ask):
        yield from _by_model(statement, question)
    if statement.evidence is not None:
        home = _home(statement.id)
        yield from prose(home.provider if home else "source", statement.evidence.source)
    proof = proof_of(statement.id)
    if proof is not None:
        yield ""
        yield from row("breaks", _side(proof.breaks))
        yield from row("", f"at {proof.path}, as {proof.dialect}")
        yield from row("keeps", _side(proof.keeps))


def _home(id_: str) -> Dialect | None:
    """The dialect whose provider speaks; a finding of a check has none."""
    dialect = id_.partition(".")[0]
    return known_dialect(dialect) if is_added(dialect) else DIALECTS.get(dialect)


def _by_model(statement: Statement, question: str) -> Iterator[str]:
    """For each answer about the models: what it makes of a breach, and in whose words."""
    known = models_of(statement.id.partition(".")[0])
    answers = known.answers.get(question, ()) if known is not None else ()
    if answers and question != statement.asks:
        yield from prose("may ask", f"{question!r}: {QUESTIONS.get(question, question)}")
    for answer in answers:
        severity = severity_for(answer.fact, known=True) or "nothing"
        names = "all others" if answer.families == ("*",) else ", ".join(answer.families)
        found = f"more than {answer.fact.answer}" if isinstance(answer.fact.answer, int) else answer.fact.answer
        yield from row(str(severity), f"for {names}: {found} ({answer.fact.date})")
        yield from prose("", answer.fact.source)


def _side(side: Side) -> str:
    context = f"  with {compact(side.context)}" if side.context else ""
    return compact(side.payload, 2_000) + context


_STABILITY = {"C": "changing", "M": "depends on model or endpoint", "L": "legacy"}
_STRENGTH = {"B": "official prose, or one report", "C": "inference"}


def severity_words(statement: Statement) -> str:
    """With the reason, which is the evidence and nothing else."""
    if statement.asks:
        return f"by the model, of which it asks {statement.asks!r}; the default one gets: {statement.severity}"
    if statement.severity is None:
        allowed = statement.evidence is not None and statement.evidence.effect == "(permission)"
        return "none: it is allowed" if allowed else "none: no payload shows whether it is kept"
    if statement.evidence is None:
        return str(statement.severity) + ("" if statement.severity is Severity.ERROR else ": shown, never counted")
    if statement.severity is Severity.ERROR:
        return "error: the API refuses it, and that is stable and strongly evidenced"
    return f"warning: shown, never counted, since {_doubt(statement.evidence)}"


def _doubt(evidence: Evidence) -> str:
    """Why a rule is no error."""
    if evidence.stability in _STABILITY:
        return f"it is {_STABILITY[evidence.stability]} (stability {evidence.stability})"
    if evidence.strength in _STRENGTH:
        return f"the evidence is {_STRENGTH[evidence.strength]} (strength {evidence.strength})"
    return next((words for effect, words in _EFFECTS.items() if evidence.effect.startswith(effect)), _NOT_PLAINLY)


_EFFECTS = {
    "deg": "the API takes it, and the model does worse",
    "lint": "the API takes it, and it is a matter of style",
    "400?": "the API is likely to refuse it, and nobody has quoted that",
}
_NOT_PLAINLY = "the API does not refuse it everywhere"
