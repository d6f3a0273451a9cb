"""``promptfmt list``: the cases, the rules and findings, the targets, the checks, the limits, the models."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, TextIO, TypeAlias

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.commands.inputs import Commands, Unusable
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import matches_any, unmatched
from pytest_promptfmt.common.json.words import joined_by_or
from pytest_promptfmt.common.text import safe, sentence
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.conversation.needs import CAPABILITIES, Capability
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import broken, every_dialect
from pytest_promptfmt.dialects.models import models_of
from pytest_promptfmt.report.statements import of_dialect, statements

Entry: TypeAlias = dict[str, Any]
"""``id`` and ``says``, and what else there is to tell of one of a kind."""


def _cases() -> Iterator[Entry]:
    for case in corpus():
        yield {"id": case.id, "says": case.hunts, "needs": _ordered(case.needs), "scenarios": case.scenarios}


def _rules() -> Iterator[Entry]:
    more = (each for dialect in every_dialect().values() if is_added(dialect.id) for each in of_dialect(dialect))
    for statement in (*statements().values(), *more):
        dialects = list(statement.dialects or ())
        severity = str(statement.severity) if statement.severity else "documented"
        yield {
            "id": statement.id,
            "says": statement.text,
            "severity": severity,
            "dialects": dialects,
        }


def _targets() -> Iterator[Entry]:
    for dialect in every_dialect().values():
        for target in dialect.targets:
            yield {"id": target, "says": dialect.title, "blocks": _ordered(dialect.carries)}


def _checks() -> Iterator[Entry]:
    yield from ({"id": id_, "says": question} for id_, question in CHECKS.items())


def _models() -> Iterator[Entry]:
    """Families of models by dialect, with what is known of each; the default model names its family's entry."""
    for dialect in every_dialect():
        known = models_of(dialect)
        if known is None:
            continue
        home = known.family(known.default)
        for family, globs in known.families.items():
            facts = {question: asdict(fact) for question, fact in known.facts(family).items()}
            told = ", ".join(f"{question} {fact['answer']}" for question, fact in facts.items()) or "nothing known"
            default = f" (default: {known.default})" if family == home else ""
            says = f"{' '.join(globs)}{default}: {told}"
            yield {"id": f"{dialect}/{family}", "says": says, "names": globs, "default": bool(default), "facts": facts}


def _limits() -> Iterator[Entry]:
    met = Counter(limit for case in corpus() for limit in case.limits)
    for name, limit in LIMITS.items():
        yield {"id": name, "says": limit.says, "cases": met[name], "seen": limit.seen}


def _ordered(blocks: frozenset[Capability]) -> list[str]:
    return [block for block in CAPABILITIES if block in blocks]


KINDS: dict[str, Callable[[], Iterator[Entry]]] = {
    "cases": _cases,
    "rules": _rules,
    "targets": _targets,
    "checks": _checks,
    "limits": _limits,
    "models": _models,
}


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "list",
        help="list cases, rules, targets, checks, limits or models",
        description="Lists what the kit knows, one in each line.",
        epilog="Exit codes: 0 listed, 2 a glob matches nothing.",
    )
    command.set_defaults(run=run)
    command.add_argument("kind", choices=tuple(KINDS), nargs="?", help="what to list")
    command.add_argument("globs", metavar="GLOB", nargs="*", help="only ids such as 'tools/*' or 'anthropic.*'")
    command.add_argument("--json", action="store_true", help="as JSON, with all that is known")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints ids and what they say; `Unusable` where a glob matches nothing."""
    if options.kind is None:
        raise Unusable(f"say what to list: {joined_by_or([*KINDS])}, as in 'promptfmt list rules'")
    if options.kind in ("targets", "rules", "models"):
        for problem in broken():
            print(f"promptfmt: {safe(problem)}", file=sys.stderr)
    entries = list(KINDS[options.kind]())
    for glob, problem in unmatched(options.globs, [entry["id"] for entry in entries], ""):
        none = f"matches none of the {len(entries)} {options.kind}"
        within = "did you mean" not in problem and any(glob in entry["id"] for entry in entries)
        near = f"; did you mean '*{glob}*'?" if within else ""
        raise Unusable(f"{glob} {problem.replace('matches nothing', none)}{near}")
    chosen = [e for e in entries if not options.globs or matches_any(e["id"], options.globs)]
    if options.json:
        print(json.dumps(chosen, indent=2), file=out)
        return 0
    width = max(len(entry["id"]) for entry in chosen)
    for entry in chosen:
        severity = f"{entry['severity']:<10}  " if "severity" in entry else ""
        print(f"{entry['id']:<{width}}  {severity}{sentence(entry['says'])}", file=out)
    return 0
