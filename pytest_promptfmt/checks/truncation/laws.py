"""The laws of truncation: this table is their index, their severity and their statement."""

from __future__ import annotations

from pytest_promptfmt.payload.finding import Severity, Statements, maker

_E, _W = Severity.ERROR, Severity.WARNING

FINDINGS: Statements = {
    "over-budget": (_E, "the payload has more tokens than the budget"),
    "empty": (_E, "the payload says nothing at all"),
    "no-error": (_E, "nothing fits, and there is no error that says so"),
    "system-alone": (_W, "nothing but the system text would fit, and it is sent alone instead of an error"),
    "lost-system": (_E, "the system text is cut"),
    "lost-further-system": (_W, "a further system text, in a message behind the first, is cut"),
    "cut-call": (_E, "a tool result is kept without its call, or a call without its result"),
    "not-a-suffix": (_E, "something is cut that came after something that is kept"),
    "summary-place": (_E, "a summary of what is cut stands behind what came after it"),
    "kept-too-little": (_E, "more of the newest messages would have fitted"),
    "shrinks-with-budget": (_E, "a larger budget keeps less"),
    "altered": (_E, "what is kept is not said as it was said"),
}

breach = maker("truncation", FINDINGS)
