"""Asks a library the conversations that cover the model, and counts what the enumerated corpus had not found of it.

``python scripts/judge_generated.py langchain build/matrix/reports/langchain.json``, where the library is installed: the
report is that of ``make_matrix.py``. Of each dialect's conversations those are asked that hold most answers together,
`MOST` with roles for names and `NAMED` with several agents. An entry of docs/matrix/generated.json is written, of which
``make_docs.py`` makes the table in docs/generated.md. ``--laws`` asks each fourth of them by the laws as well, and
prints alone.
"""

from __future__ import annotations

import json
import logging
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import make_covering
from judged_libraries import ROOT, libraries
from options import parser

from pytest_promptfmt.corpus import case_files
from pytest_promptfmt.exchange.guard import load_implementation
from pytest_promptfmt.generation.cases import examples
from pytest_promptfmt.generation.covering import rows
from pytest_promptfmt.verdicts.judge import Judge

PLACE = ROOT / "docs" / "matrix" / "generated.json"
MOST, NAMED = 220, 100
ASKED = ("schema", "protocol", "fidelity", "purity", "errors")


@cache
def asked(dialect: str) -> list[str]:
    """The ids of those that are asked, those first that hold most."""
    left = dict(rows(dialect))
    held = {n: set(make_covering.pairs(choice)) for n, choice in left.items()}
    seen, chosen = set[int](), list[int]()
    for roles, most in ((True, MOST), (False, NAMED)):
        for _ in range(most):
            some = [n for n, choice in left.items() if (choice["names"] == "roles") == roles]
            if not some:
                break
            best = max(some, key=lambda n: len(held[n] - seen))
            seen |= held[best]
            del left[best]
            chosen.append(best)
    return [f"generated/{dialect}-pairs-{n}" for n in chosen]


def found(library: str, *, laws: bool) -> dict[str, Any]:
    """By target the exchanges of each rule that one of them breaks, and the first of those; and how many there were."""
    spec = libraries()[library].spec
    implementation = load_implementation(f"adapter:{spec}", Path.cwd(), spec)
    outcomes: Counter[str] = Counter()
    broken: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    with Judge(implementation, checks=(*ASKED, "laws") if laws else ASKED) as judge:
        for target in implementation.formatters:
            ids = asked(target.rpartition(".")[0])
            for case in examples(target, 0, names=ids[:MOST:4] if laws else ids):
                judgement = judge.judge(target, case)
                wrong = {finding.id for finding in judgement.findings if finding.is_error}
                outcomes.update(["exchanges", "with an error"] if wrong else ["exchanges"])
                for rule in wrong:
                    broken[target][rule].append(case.id)
                case_files.remove_root()
    rules = {target: {rule: [len(ids), ids[0]] for rule, ids in sorted(of.items())} for target, of in broken.items()}
    return {"version": implementation.version, **outcomes, "rules": rules}


def known(report: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Target and rule of every error of the corpus."""
    [judged] = report["implementations"]
    return {
        (result["target"], finding["id"])
        for result in judged["results"]
        if not result.get("apart")
        for verdict in result["verdicts"]
        for finding in verdict.get("findings", ())
        if finding["severity"] == "error"
    }


def entry(judged: Mapping[str, Any], corpus: set[tuple[str, str]]) -> dict[str, Any]:
    """What is kept: of the rules those alone that the corpus had not found at this target."""
    beyond = {
        target: {rule: count for rule, count in of.items() if (target, rule) not in corpus}
        for target, of in judged["rules"].items()
    }
    pairs = sum(map(len, judged["rules"].values()))
    return {**judged, "pairs": pairs, "rules": {target: of for target, of in beyond.items() if of}}


def table() -> str:
    """For docs/generated.md."""
    kept = json.loads(PLACE.read_text("utf-8"))
    titles = ("library", "conversations", "with an error", "rules, by target", "of these not of the corpus")
    lines: list[tuple[str, ...]] = [titles, ("---", "--:", "--:", "--:", "--:")]
    for library in libraries().values():
        if (of := kept.get(library.id)) is not None:
            new = sum(map(len, of["rules"].values()))
            counts = (of["exchanges"], of.get("with an error", 0), of["pairs"], new)
            lines.append((f"{library.name} {of['version']}", *(f"{count:,}" if count else "–" for count in counts)))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> int:
    """Judges, and writes the library's entry."""
    told = parser(__doc__)
    told.add_argument("library")
    told.add_argument("report", nargs="?", type=Path, help="that of make_matrix.py; without --laws")
    told.add_argument("--laws", action="store_true", help="by the laws as well; writes nothing")
    options = told.parse_args()
    if options.report is None and not options.laws:
        told.error("the report of make_matrix.py is missing")
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    judged = found(options.library, laws=options.laws)
    if options.laws:
        print(json.dumps(judged, indent=1))
        return 0
    report = json.loads(options.report.read_text("utf-8"))
    kept = json.loads(PLACE.read_text("utf-8")) if PLACE.exists() else {}
    kept[options.library] = entry(judged, known(report))
    PLACE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
