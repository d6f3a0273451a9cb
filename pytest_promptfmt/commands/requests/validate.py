"""``promptfmt validate``: judges a payload on file."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from pytest_promptfmt.capture import Captured
from pytest_promptfmt.capture.records import is_record
from pytest_promptfmt.checks.fidelity.repaired import compared_with
from pytest_promptfmt.commands.inputs import Commands, Unusable, dialect_named, read_conversation, read_json
from pytest_promptfmt.common.folding import for_terminal
from pytest_promptfmt.common.text import count, safe
from pytest_promptfmt.diagnosis.which_dialect import whose
from pytest_promptfmt.dialects import DIALECTS, SCENARIOS
from pytest_promptfmt.dialects.models import models_of
from pytest_promptfmt.report.failure_text import finding_lines, fold, prose
from pytest_promptfmt.verdicts.recorded import judge_recorded
from pytest_promptfmt.verdicts.request import request_findings, unjudged
from pytest_promptfmt.verdicts.request.parameters import said_findings


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "validate",
        help="judge a recorded payload",
        description="Judges a payload against a provider's wire format, and against the conversation it is to say.",
        epilog="Exit codes: 0 nothing is wrong (warnings allowed), 1 something is, 2 files or options are unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument("file", metavar="FILE", help="the payload as JSON; - is standard input")
    command.add_argument("--dialect", required=True, help=f"the wire format: {', '.join(DIALECTS)}")
    command.add_argument("--conversation", metavar="FILE", help="what the payload is to say, as JSON; judges fidelity")
    command.add_argument("--scenario", choices=SCENARIOS, default="chat", help="how speakers are told apart")
    command.add_argument("--layer", choices=("wire", "sdk"), default="wire", help="strict JSON, or what the SDK takes")
    command.add_argument("--model", help="the model that the payload is sent to, for rules that depend on it")
    command.add_argument("--thinking", action="store_true", help="the request has thinking switched on")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints the findings, and says by its exit code whether one of them is an error."""
    dialect = dialect_named(options.dialect)
    if options.file == options.conversation == "-":
        raise Unusable("standard input cannot be both the payload and the conversation")
    payload = read_json(options.file)
    context = {"model": options.model} if options.model else {}
    if options.thinking:
        context["thinking"] = True
    if options.conversation and options.scenario not in dialect.scenarios:
        raise Unusable(f"{options.dialect} says no conversations: a template makes its payloads")
    conversation = read_conversation(options.conversation) if options.conversation else None
    judged = judge_recorded(
        payload, options.dialect, conversation, scenario=options.scenario, layer=options.layer, context=context
    )
    every = [*request_findings(dialect, payload, options.model or ""), *judged.findings]
    every = fold((*every, *said_findings(dialect, payload, every)))
    findings = sorted(every, key=lambda found: not found.is_error)
    already_shown: set[str] = set()
    shown = [finding_lines(finding, payload, already_shown) for finding in findings]
    if judged.repairs:
        shown.append(prose("compared", compared_with(judged.repairs).removeprefix("compared ")))
    if unlooked := unjudged(dialect, payload, findings):
        shown.append(prose("not judged", f"{', '.join(unlooked)}: no rule looks at them"))
    if options.model and (known := models_of(options.dialect)) and not known.family(options.model):
        shown.append(prose("model", f"{safe(options.model)}, which nobody here knows"))
    errors = sum(finding.is_error for finding in findings)
    if errors and (meant := _meant(payload, options)):
        shown.append(prose("perhaps", meant))
    for each in shown:
        print("\n".join(for_terminal(each)), end="\n\n", file=out)
    counts = f"{count(errors, 'error')}, {count(len(findings) - errors, 'warning')}"
    print(f"{safe(options.file)} as {options.dialect}: {counts}", file=out)
    return 1 if errors else 0


def _meant(payload: Any, options: argparse.Namespace) -> str:
    """What a payload may be where it is none of the dialect's: a record of a request, or another dialect's."""
    if is_record(payload) or (isinstance(payload, dict) and isinstance(payload.get("log"), dict)):
        return f"it is a record of a request, and no payload: 'promptfmt why {safe(options.file)}' reads those"
    found = whose(Captured(payload))
    sure = found.sureness != "a guess" and not isinstance(payload, str)
    if not sure or options.dialect in (found.dialect, *found.others):
        return ""
    return f"it looks like a payload of another dialect, by {', '.join(found.grounds)}: --dialect {found.dialect}"
