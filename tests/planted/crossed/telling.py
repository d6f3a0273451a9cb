"""One mechanism at one place of one conversation: does the kit tell it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from planted.crossed import of_calls, of_results, of_texts, of_tools
from planted.crossed.mechanisms import Mechanism
from planted.crossed.places import Place
from planted.planted import SPELLINGS

from promptfmt_reference import CAPABILITIES, FORMATTERS
from promptfmt_reference.rewrite.drop_empty import drop_empty
from promptfmt_reference.rewrite.pair import pair
from promptfmt_reference.rewrite.promote import promote
from promptfmt_reference.rewrite.refuse import refuse
from pytest_promptfmt.checks.fidelity.repaired import Reading, faithful
from pytest_promptfmt.checks.fidelity.wanted import wanted_in
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import told_of_thoughts
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.verdicts.recorded import judge_payload

MECHANISMS: tuple[Mechanism, ...] = (*of_texts.TABLE, *of_calls.TABLE, *of_results.TABLE, *of_tools.TABLE)
BY_KIND = {kind: [m for m in MECHANISMS if kind in m.kinds] for mechanism in MECHANISMS for kind in mechanism.kinds}


@dataclass(frozen=True, slots=True)
class Planting:
    """A mechanism at a place; its `payload` is not the reference's."""

    mechanism: Mechanism
    place: Place
    payload: Any


def honest(dialect: str, case: Case) -> Any:
    """What the reference sends, `...` where it refuses."""
    try:
        return FORMATTERS[f"{dialect}.chat"](case.said())
    except Exception:
        return ...


def planted(dialect: str, mechanism: Mechanism, place: Place, right: Any) -> Any:
    """What the reference sends with the mechanism at the place; `...` where that is the same, or cannot be."""
    spelling = SPELLINGS[dialect][0]
    heard: Conversation | None = place.conversation
    if mechanism.hears:
        heard = mechanism.hears(place)
    if heard is None:
        return ...
    try:
        said = refuse(heard, spelling.title, spelling.carries, spelling.tool_names)
        said = pair(drop_empty(said, spelling.left_out, followed=spelling.thoughts_followed))
        if dialect == "ollama-generate":
            return ...
        said = promote(said, spelling.media_roles, spelling.media_in_results)
        written = mechanism.writes(said, place) if mechanism.writes else said
        if written is None or not written.messages:
            return ...
        payload = mechanism.sends(right, place) if mechanism.sends else spelling.write(written)
    except Exception:
        return ...
    return ... if payload is None or equal(payload, right) else payload


def errors(dialect: str, case: Case, payload: Any) -> frozenset[str]:
    """The ids of the errors of a payload in the place of the reference's."""
    return frozenset(finding for finding, is_error in findings(dialect, case, payload) if is_error)


def findings(dialect: str, case: Case, payload: Any) -> Iterator[tuple[str, bool]]:
    target, known = f"{dialect}.chat", DIALECTS[dialect]
    value, problems = to_plain(payload)
    conversation = case.said()

    def compare(request: Request, refused: bool) -> Any:
        wanted = wanted_in(request, frozenset(CAPABILITIES[target]["blocks"]))
        reading = Reading(known, known.read(request), value, "chat", wanted, request.state)
        return faithful(reading, case.expects(dialect), conversation, refused=refused or bool(problems))

    context = {"layer": "wire", **case.request_for(dialect), **told_of_thoughts(conversation)}
    for _, found in judge_payload(value, known, context, compare):
        yield from ((finding.id, finding.is_error) for finding in found)


def intended(mechanism: Mechanism, ids: frozenset[str]) -> bool:
    return any(fnmatchcase(id_, glob) for id_ in ids for glob in mechanism.finds)


def relevant(mechanism: Mechanism, conditions: dict[str, str]) -> frozenset[str]:
    """The conditions that a mechanism is crossed with."""
    heeds = mechanism.heeds.split()
    return frozenset(name for name, subject in conditions.items() if subject in heeds or name == "anywhere")
