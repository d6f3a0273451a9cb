"""``promptfmt show CASE``: what a case hunts, its conversation, and what a right formatter does with it."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable
from pytest_promptfmt.common.added import GENERATED, is_outside_levels
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.folding import for_terminal
from pytest_promptfmt.common.text import compact, safe, sentence
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.corpus import Case, Expectation, by_id
from pytest_promptfmt.corpus.golden import UnknownGeneration, check_generation, load_golden
from pytest_promptfmt.dialects import TARGETS, which_target
from pytest_promptfmt.report.excerpt import message_line, template_rows
from pytest_promptfmt.report.failure_text import prose, row
from pytest_promptfmt.report.statements import statements


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "show",
        help="show a case, and the fault it looks for",
        description="Shows a case of the corpus: the fault that it hunts, its input, and what is expected of whom.",
        epilog="Exit codes: 0 shown, 2 there is no such case, or no such payload.",
    )
    command.set_defaults(run=run)
    command.add_argument("case", metavar="CASE", help="its id, such as tools/parallel-one-message")
    command.add_argument("--json", action="store_true", help="as JSON, the conversation as --conversation takes it")
    command.add_argument("--reference", metavar="NAME", help="also the golden payload of NAME, such as agentscope-1.0")
    command.add_argument("--target", metavar="TARGET", help="whose golden payload, such as openai.chat")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints one case."""
    case = _case(options.case)
    payloads = _golden(case, options.reference, options.target)
    text = _document(case, payloads) if options.json else "\n".join(for_terminal(_lines(case, payloads)))
    print(text, file=out)
    return 0


def _case(id_: str) -> Case:
    cases = by_id()
    if id_ not in cases:
        if id_ in statements():
            raise Unusable(f"{id_!r} is a finding, and no case: 'promptfmt explain {id_}' tells of it")
        if id_.startswith(f"{GENERATED}/"):
            raise Unusable(f"{id_!r} is generated: 'promptfmt new-case --from-example {id_} DIR' writes it as a case")
        if is_outside_levels(id_.partition("/")[0]):
            raise Unusable(
                f"{id_!r} is a case of your own: look into its file in the directory that --promptfmt-corpus names"
            )
        if os.path.isfile(id_):
            raise Unusable(f"{id_!r} is a file, and no id; cases of your own are judged with --promptfmt-corpus=DIR")
        near = did_you_mean(id_.rpartition("::")[2], cases, "")
        raise Unusable(f"{id_!r} is no case{near}; see 'promptfmt list cases'")
    return cases[id_]


def _golden(case: Case, reference: str | None, target: str | None) -> dict[str, Any]:
    """By target, those that were asked for; `Unusable` where there is none."""
    if reference is None and target is None:
        return {}
    if target is not None and target not in TARGETS:
        raise Unusable(f"{target!r} is no target{which_target(target)}")
    if reference is None:
        raise Unusable("--target is for the golden payload: say of whom with --reference, such as agentscope-1.0")
    try:
        name = check_generation(reference)
    except UnknownGeneration as error:
        raise Unusable(str(error)) from None
    payloads = {each: load_golden(name, each).payloads for each in ([target] if target else TARGETS)}
    found = {each: of[case.id] for each, of in payloads.items() if case.id in of}
    if not found:
        refused = any(case.id in load_golden(name, each).refused for each in ([target] if target else TARGETS))
        what = "refuses it" if refused else "has no payload for it"
        raise Unusable(f"{case.id}: {name} {what}" + (f" as {target}" if target else ""))
    return found


def _lines(case: Case, payloads: Mapping[str, Any]) -> Iterator[str]:
    yield case.id
    yield ""
    yield from prose("hunts", sentence(case.hunts))
    if case.everyday:
        yield from prose("everyday", sentence(case.habit))
    if case.source:
        yield from prose("source", sentence(", ".join(case.source)))
    if case.needs:
        yield from prose("needs", ", ".join(block for block in CAPABILITIES if block in case.needs))
    yield from prose("scenarios", ", ".join(case.scenarios))
    if case.budget is not None:
        yield from prose("budget", str(case.budget))
    if case.twin:
        yield from prose("twin", f"{case.twin}, from which it differs in its fault alone")
    for name, recipe in case.files.items():
        yield from row("file", f"{safe(name)}: {recipe or 'a folder'}")
    for expectation in case.expectations:
        yield from prose(_who(expectation), _expected(expectation))
    if not any(expectation.dialects == ("*",) for expectation in case.expectations):
        yield from prose("other dialects" if case.expectations else "all dialects", "carry: all of it is to be said")
    yield ""
    yield from _input_lines(case)
    for target, payload in payloads.items():
        yield ""
        yield from row("golden", target)
        yield safe_json(payload)


def _who(expectation: Expectation) -> str:
    return "all dialects" if expectation.dialects == ("*",) else "some dialects"


def _expected(expectation: Expectation) -> str:
    where = "" if expectation.dialects == ("*",) else f"{', '.join(expectation.dialects)}: "
    repairs = f", {' or '.join(expectation.repairs)}" if expectation.repairs else ""
    why = f": {sentence(expectation.why)}" if expectation.why else ""
    return f"{where}{expectation.demand}{repairs}{why}"


def _input_lines(case: Case) -> Iterator[str]:
    """Every message, or the template with the requests that are right; a case's own files as ``{FILES}``."""
    given = case.given()
    if not isinstance(given, Conversation):
        for label, value in template_rows(given):
            yield from row(label, value)
        for n, request in enumerate(case.requests):
            yield from row("" if n else "right is", compact(request, 1_000))
        return
    for tool in given.tools:
        yield from row("tool", f"{safe(tool.name)} {compact(tool.parameters, 200)}")
    for i, message in enumerate(given.messages):
        yield from row("" if i else "conversation", f"[{i}] {case.portable(message_line(message))}")
    if given.speaker is not None:
        yield from row("", f"formatted for the agent {safe(given.speaker)}")


def _document(case: Case, payloads: Mapping[str, Any]) -> str:
    document: dict[str, Any] = {"id": case.id, "hunts": case.hunts, "source": case.source, "needs": sorted(case.needs)}
    document |= {"everyday": case.everyday, "scenarios": case.scenarios}
    document["expect"] = [
        {
            "demand": expectation.demand,
            "repairs": expectation.repairs,
            "why": expectation.why,
            "dialects": expectation.dialects,
        }
        for expectation in case.expectations
    ]
    document |= {"files": dict(case.files)} if case.files else {}
    document |= {"budget": str(case.budget)} if case.budget else {}
    document |= {"twin": case.twin} if case.twin else {}
    document["template" if case.is_template else "conversation"] = case.portable(case.given().to_json())
    document |= {"requests": case.requests} if case.requests else {}
    return safe_json(document | ({"golden": payloads} if payloads else {}))


def safe_json(value: Any) -> str:
    """Strict JSON that any terminal can show: what is not ASCII is escaped, and NaN is a string."""
    return json.dumps(json.loads(json.dumps(value), parse_constant=str), indent=2)
