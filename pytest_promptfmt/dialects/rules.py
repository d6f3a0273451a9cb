"""Protocol rules: what a provider's API refuses or degrades, with the provider's own words.

A rule is a short generator over a `Request`; it yields `Breach`es. Its function's name is its identity
(``def text_nonempty`` in `dialects/anthropic/` is ``anthropic.text-nonempty``) and the first line of its docstring
the statement. Where it comes from, and how sure that is, stands in `evidence.json` under its id. Severity follows
from the evidence, by `severity_of`; where it depends on the model, from that model's facts (`models.json`), by
`severity_for`; and from nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, TypeAlias

from pytest_promptfmt.common.added import NotAdded, is_added
from pytest_promptfmt.dialects.data import data
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import Fact

if TYPE_CHECKING:
    from pytest_promptfmt.payload.request import Request


@dataclass(frozen=True, slots=True)
class Breach:
    """One place where a rule is broken: JSON path, one sentence, and what was expected or found there.

    A `note` is a warning at most, whatever the rule's severity: the place may be right, and is worth a word. `asks` is
    the question about the model that decides here, where it is another than the rule's.
    """

    path: str
    message: str
    data: Mapping[str, Any] = field(default_factory=dict)
    note: bool = False
    asks: str = ""


Check: TypeAlias = "Callable[[Request], Iterator[Breach]]"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a rule is one.

    `effect`: ``400`` the API refuses, ``sdk`` the official client does, ``deg`` it degrades, ``lint`` style.
    `stability`: S stable, C changing, M depends on model or endpoint, L legacy. `strength`: A official type, code or
    exact API text twice; B official prose or one report; C inference. `source`: the provider's words, and where they
    stand. `fix` is what to change in a formatter. `words` are the part of the source that a failure quotes, by a
    phrase of the breach's sentence that they are about (``""``: any other); without them it is the first quotation.
    """

    statement: str
    effect: str
    stability: str
    strength: str
    source: str
    fix: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """`context` names the request keys (``thinking``, …) without which the rule is skipped.

    `asks` is the question about the model (of `models.QUESTIONS`) whose answer is the severity; `severity` is then that
    of the dialect's default model. `may_ask` are those that single breaches ask instead.
    """

    id: str
    check: Check
    evidence: Evidence
    severity: Severity
    context: tuple[str, ...] = ()
    asks: str = ""
    may_ask: tuple[str, ...] = ()

    @property
    def statement(self) -> str:
        """What the rule asks, in one sentence: the first line of its docstring."""
        return (self.check.__doc__ or self.evidence.statement).strip().splitlines()[0]


_REFUSED = re.compile(r"(400|sdk)( [+/] (400|sdk))*")


def severity_of(evidence: Evidence) -> Severity:
    """Error iff the API refuses it without qualification, in a stable rule with the strongest evidence."""
    refused = "400" in evidence.effect and _REFUSED.fullmatch(evidence.effect) is not None
    if refused and evidence.stability == "S" and evidence.strength == "A":
        return Severity.ERROR
    return Severity.WARNING


def severity_for(fact: Fact | None, *, known: bool) -> Severity | None:
    """Where it depends on the model: an error iff it is known to refuse, None where it takes it or nobody knows.

    `known` is the model itself: of one that nobody knows, nothing is certain.
    """
    if fact is None or fact.answer == "taken":
        return None
    return Severity.ERROR if fact.refuses and known else Severity.WARNING


@cache
def evidence() -> dict[str, Evidence]:
    """Everything in the kit's `evidence.json`, by rule id: also permissions and what no payload can decide."""
    return {id_: Evidence(**entry) for id_, entry in data("evidence.json")["rules"].items()}


def evidence_of(id_: str) -> Evidence | None:
    """What is known of one rule, be it the kit's or that of a distribution which is installed here."""
    try:
        return _evidence_beside(id_).get(id_)
    except NotAdded:
        return None


def _evidence_beside(id_: str) -> dict[str, Evidence]:
    """That of the kit, or of the distribution that has the rule; raises `NotAdded`."""
    return _added_evidence(id_.partition(".")[0]) if is_added(id_) else evidence()


@cache
def _added_evidence(dialect: str) -> dict[str, Evidence]:
    known = data("evidence.json", dialect) or {"rules": {}}
    return {id_: Evidence(**entry) for id_, entry in known["rules"].items()}


def own(provider: str, *checks: Check, **shared: Check) -> tuple[Rule, ...]:
    """The provider's own rules, one per function, named after it; `shared` names another provider's logic anew."""
    named = {check.__name__: check for check in checks} | shared
    rules = []
    for name, check in named.items():
        id_ = f"{provider}.{name.replace('_', '-')}"
        known, asked = _evidence_beside(id_).get(id_), getattr(check, "asks", "")
        if known is None:
            raise KeyError(f"evidence.json says nothing of the rule {id_}")
        usual = severity_for(model_of(provider).facts.get(asked), known=True) if asked else severity_of(known)
        context, may_ask = getattr(check, "context", ()), getattr(check, "may_ask", ())
        rules.append(Rule(id_, check, known, usual or Severity.WARNING, context, asked, may_ask))
    return tuple(rules)


def borrowed(rules: tuple[Rule, ...], *slugs: str) -> tuple[Rule, ...]:
    """Another provider's rules, kept under their ids, as warnings: this provider has not said so itself."""
    known = {rule.id.partition(".")[2]: rule for rule in rules}
    return tuple(replace(known[slug], check=_unasked(known[slug].check), **_BORROWED) for slug in slugs)


_BORROWED: Mapping[str, Any] = {"severity": Severity.WARNING, "asks": "", "may_ask": ()}


def _unasked(check: Check) -> Check:
    """The same logic, where no breach asks about a model: the questions are another provider's."""

    @wraps(check)
    def unasked(request: Request) -> Iterator[Breach]:
        return (replace(breach, asks="") for breach in check(request))

    return unasked


def asks(question: str) -> Callable[[Check], Check]:
    """The rule's severity is the model's answer to this question; who takes it has no finding."""

    def mark(check: Check) -> Check:
        check.asks = question  # type: ignore[attr-defined]
        return check

    return mark


def may_ask(*questions: str) -> Callable[[Check], Check]:
    """Single breaches of the rule ask these, each in its `Breach`; what asks nothing has the evidence's severity."""

    def mark(check: Check) -> Check:
        check.may_ask = questions  # type: ignore[attr-defined]
        return check

    return mark


def needs_context(*keys: str) -> Callable[[Check], Check]:
    """The rule asks for request keys beside the messages, and is skipped where one of them is not known."""

    def mark(check: Check) -> Check:
        check.context = keys  # type: ignore[attr-defined]
        return check

    return mark
