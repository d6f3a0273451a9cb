"""Does one finding in a payload follow from another: by its place, by what it speaks of, or by the call or turn?"""

from __future__ import annotations

import re
from typing import Any

from pytest_promptfmt.causes.ill_formed import is_empty, may_hide
from pytest_promptfmt.causes.topics import (
    NOT_JSON,
    WRONG_SPEAKER,
    is_absence,
    is_form,
    is_law,
    is_loss,
    is_pairing,
    is_rule,
    of,
    topics,
)
from pytest_promptfmt.payload.finding import Finding

_NEAR = 2
"""Turns between a call that is out of turn, or what stands between it and its results, and the last of these."""
_DOUBLED = "fidelity.doubled-"


def follows(later: Finding, earlier: Finding, payload: Any, *, alike: bool) -> bool:
    """`alike` where both show in the same results, so that either may be the cause."""
    common = of(later) & of(earlier)
    in_turn = is_rule(later.id) and "turns" in topics(later.id)
    spoiled = is_pairing(later.id)
    if is_form(later.id) and not is_form(earlier.id):
        if ("turns" in topics(earlier.id) or is_law(earlier.id)) and (spoiled or in_turn):
            return True
        return in_turn or bool(common) or (is_rule(later.id) and is_absence(later.id))
    if spoiled and is_form(earlier.id) and _of_one_call(later, earlier):
        return True
    if spoiled and _in_turn(earlier) and abs(_turn(later.path) - _turn(earlier.path)) <= _NEAR:
        return True
    if earlier.path != "$" and _within(later.path, earlier.path):
        return True
    if later.path != "$" and (alike or (common and "[" in later.path)) and _within(earlier.path, later.path):
        return True
    beside = "]." in later.path and later.path.rpartition(".")[0] == earlier.path.rpartition(".")[0]
    if common and beside and not is_form(later.id):
        return True
    if set(later.about) & set(earlier.about) or (_offer(later.path) == _offer(earlier.path) != ""):
        return True
    if earlier.id == NOT_JSON:
        return "[" not in later.path or _within(earlier.path, later.path)
    if not is_form(earlier.id):
        return _alike(later.id, earlier.id)
    if is_absence(earlier.id) and (common or in_turn):
        return True
    if earlier.path.endswith(".type") and _within(later.path, earlier.path.removesuffix(".type")):
        return True
    if is_loss(later.id) and is_rule(earlier.id) and "thinking" in common:
        return True
    if "turns" in of(earlier) and (in_turn or "turns" in topics(later.id)):
        return True
    missed = is_loss(later.id) or later.id == WRONG_SPEAKER  # who said it cannot be read, and another quotes it
    return is_empty(payload, earlier.path) or (missed and may_hide(later, earlier, payload))


def _in_turn(finding: Finding) -> bool:
    """Does it speak of who has this turn?"""
    return "turns" in of(finding) or finding.path.endswith(".role")


def _turn(path: str) -> int:
    """The number of the message, far from all others where it is of none."""
    found = re.match(r"\$[^\[]*\[(\d+)\]", path)
    return int(found[1]) if found else -9


def _of_one_call(later: Finding, earlier: Finding) -> bool:
    """Do both speak of a call by the same id, or is the one wrong in its name and the other in who answers to it?"""
    return bool(_called(later) & _called(earlier)) or later.path.rpartition(".")[2] == earlier.path.rpartition(".")[2]


def _called(finding: Finding) -> set[str]:
    return set(re.findall(r"'([^']+)'", finding.message))


def _alike(later: str, earlier: str) -> bool:
    """Are both of what became of a call with its result, of a thought, of one law of truncation, or of a repetition?"""
    common = topics(later) & topics(earlier)
    doubled = later.startswith(_DOUBLED) and earlier.startswith(_DOUBLED)
    return doubled or not {"rounds", "thinking"}.isdisjoint(common) or (is_law(later) and bool(common))


def _offer(path: str) -> str:
    """The tool on offer that a path leads into."""
    found = re.match(r"\$[\w.]*\.tools\[\d+\]", path)
    return found[0] if found else ""


def _within(path: str, place: str) -> bool:
    return path.startswith(place) and path[len(place) : len(place) + 1] in ("", ".", "[")
