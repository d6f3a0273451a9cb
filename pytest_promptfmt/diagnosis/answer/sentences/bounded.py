"""What an answer bounds, a number or a length; and how much it says that a model holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import ge, gt, le, lt
from typing import Any

from pytest_promptfmt.diagnosis.answer.answer import BREAK, Answer, table
from pytest_promptfmt.diagnosis.answer.places import PLACE, like
from pytest_promptfmt.payload.finding import Finding

_N = r"-?\d+(?:\.\d+)?)"
_LEAST, _MOST, _OVER, _UNDER = (rf"['\"`]?(?P<{name}>{_N}" for name in ("least", "most", "over", "under"))
_BOUNDS: Mapping[str, tuple[str, Any]] = {
    "least": ("at least", ge),
    "most": ("at most", le),
    "over": ("more than", gt),
    "under": ("less than", lt),
}
_MUST = rf"(?:(?:{BREAK}| )(?:input|value|number))?(?: parameter)?(?: for \S+)? (?:must|should|has to) be"
_SIZED = (
    rf"(?:{BREAK}| )(?:list|string|tuple|dictionary|value|data|array|number|it|length|set)?\s*"
    r"(?:should|must) (?:have|contain)"
)
_EXPECTED = r"[^.]{0,80}[.,:] ?expected an? \w+"
_FAILED = r" failed to satisfy constraint: member must have (?:value|length)"
_BOUNDED = table(
    rf"{PLACE}{_MUST} (?:less than or equal to|at most|<=|no more than) {_MOST}",
    rf"{PLACE}{_MUST} a positive integer and not greater than {_MOST}",
    rf"{PLACE}{_MUST} (?:greater than or equal to|at least|>=|no less than) {_LEAST}",
    rf"{PLACE}{_MUST} (?:greater than|>) {_OVER}",
    rf"{PLACE}{_MUST} (?:less than|<) {_UNDER}",
    rf"{PLACE}{_MUST} (?:in (?:the range )?|between )[\[(]?{_LEAST}(?:, ?| and )(?:{_UNDER}\)|{_MOST})",
    rf"{PLACE}{_SIZED} at least {_LEAST}",
    rf"{PLACE}{_SIZED} (?:at most|no more than) {_MOST}",
    rf"{PLACE}{BREAK}minimum (?:number of items|length|value) (?:is|must be) {_LEAST}",
    rf"{PLACE}{BREAK}maximum (?:number of items|length|value) (?:is|must be) {_MOST}",
    rf"range of {PLACE} (?:should be|is) \[{_LEAST}, ?{_MOST}\]",
    rf"['\"`]{PLACE}{_EXPECTED} (?:<=|with maximum length) {_MOST}",
    rf"['\"`]{PLACE}{_EXPECTED} (?:>=|with minimum length) {_LEAST}",
    rf"{PLACE} is too large: \d+\. this model supports at most {_MOST}",
    rf"{PLACE}: \d+ > {_MOST}",
    rf"{PLACE}: range: {_LEAST}\.\.{_MOST}",
    rf"{PLACE}{_FAILED} less than or equal to {_MOST}",
    rf"{PLACE}{_FAILED} greater than or equal to {_LEAST}",
    rf"has an? {PLACE} value of \S+ but the supported range is from {_LEAST} \(inclusive\) to {_UNDER} \(exc",
)
"""Sentences that bound what stands at a place."""
_HELD = table(
    r"(?<!with )(?:maximum|max)(?: model)?[ _](?:context|sequence|input|token)?[ _]?(?:length|window|len|limit)"
    r"[^\d\n]{0,40}(?P<most>\d[\d,]*)",
    r"context (?:length|window|size)[^\d\n]{0,40}(?P<most>\d[\d,]*)",
)
_WRITTEN = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_SAID = ("messages", "input", "prompt")


def bounded(answer: Answer, body: Any) -> Iterator[Finding]:
    """A number, or a length, beyond what the answer takes there."""
    for said in answer.said(_BOUNDED):
        for part in like(body, said["place"]):
            size = len(part.value) if isinstance(part.value, str | list | dict) else part.value
            if not isinstance(size, int | float) or isinstance(size, bool):
                continue
            for name, (words, within) in _BOUNDS.items():
                if name in said and not within(size, float(said[name])):
                    yield answer.finding(
                        "stated-value", part.path, f"{size}, and the provider takes {words} {said[name]}"
                    )


def more_than_held(answer: Answer, body: Any) -> Iterator[Finding]:
    """What is asked for, or else what is said, where the answer tells how much the model holds."""
    for said in [*answer.said(_HELD)][:1] if isinstance(body, dict) else ():
        most = int(said["most"].replace(",", ""))
        named = answer.text.replace(",", "")
        asked = [key for key in _WRITTEN if isinstance(n := body.get(key), int) and (str(n) in named or n > most)]
        for key in asked[:1] or [key for key in _SAID if body.get(key)][:1]:
            problem = f"with what stands beside it more than the {most} tokens that the model holds"
            yield answer.finding("stated-value", f"$.{key}", problem)
