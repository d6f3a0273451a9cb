"""The kinds of loss that fidelity knows: this table is their index, their severity and their statement."""

from __future__ import annotations

from dataclasses import replace

from pytest_promptfmt.corpus.case_files import without_root
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker

_E, _W = Severity.ERROR, Severity.WARNING

FINDINGS: Statements = {
    "lost-text": (_E, "a text of the conversation is nowhere in the payload"),
    "altered-text": (_E, "a text of the conversation is in the payload with other characters"),
    "trimmed-text": (_W, "white space at the ends of a text or a result is gone"),
    "glued-text": (_W, "a text begins where another message's ends, with nothing between the two"),
    "padded-text": (_W, "a text has white space around it that nobody wrote"),
    "blank-paragraph": (_E, "an empty line that nobody wrote begins or ends what a role says, and separates nothing"),
    "quoted-text": (_W, "a text or a result has quotes around it that nobody wrote"),
    "coded-text": (_E, "a text or a result is told as the source code of its block, JSON's or Python's"),
    "doubled-text": (_E, "a text of the conversation is in the payload more often than it was said"),
    "reordered": (_E, "what was said first comes later in the payload"),
    "wrong-speaker": (_E, "a text is told as somebody else's"),
    "no-speaker": (_W, "a text is told without its speaker's name"),
    "system-as-turn": (
        _W,
        "system text is in a user's or assistant's turn, though the provider has a place for it",
    ),
    "moved-system": (
        _W,
        "system text comes before what was said earlier, though the provider takes it in its place",
    ),
    "history-in-system": (_W, "what a speaker said is in the system text"),
    "added-words": (_W, "words that nobody said are beside a text, in a result or in the system text"),
    "server-state": (
        _W,
        "the request goes on from what the server holds, which nobody sees and nothing was compared with",
    ),
    "doubled-state": (
        _E,
        "what the server holds already is sent again (a warning where nothing tells how much it holds)",
    ),
    "added-turn": (_W, "a turn says what nobody said, or nothing, where nobody spoke"),
    "lost-call": (_E, "a tool call is not in the payload"),
    "doubled-call": (_E, "a tool call is in the payload more often than it was made"),
    "invented-call": (_E, "the payload has a tool call that nobody made"),
    "call-id": (_E, "a tool call has another id"),
    "renamed-call": (_W, "calls and their results have other ids in step, though the provider takes any"),
    "call-name": (_E, "a tool call names another tool"),
    "call-arguments": (_E, "a tool call has other arguments"),
    "unsigned-call": (
        _E,
        "a tool call has lost the signature that it came with, though the provider has a place for it (a warning where "
        "the model is not known to refuse it so)",
    ),
    "lost-result": (_E, "a tool result is not in the payload"),
    "altered-result": (_E, "a tool result says something else"),
    "grown-result": (_E, "a tool result says what somebody else said, beside what the tool did"),
    "printed-nothing": (_W, "a result that says nothing is told as what a program prints of that: None"),
    "doubled-result": (_E, "a tool result is in the payload more often than it was given"),
    "invented-result": (_E, "the payload has a tool result that nobody gave"),
    "wrong-call": (_E, "a tool result is told as the answer to another call"),
    "result-name": (_W, "a tool result has its call's id, by which the provider goes, and another tool's name"),
    "result-as-text": (_E, "a tool result is told as plain text, apart from its call"),
    "error-flag": (_W, "the provider has a mark for a failed call, and the payload does not set it"),
    "lost-mark": (
        _E,
        "a call failed and its result says nothing but data, the provider has a mark for that, and the payload does "
        "not set it",
    ),
    "false-mark": (_E, "a failed call's result is marked as a success, or a successful one's as a failure"),
    "lost-media": (_E, "an image, audio, video or document is not in the payload"),
    "altered-media": (_E, "media have other bytes or another address"),
    "base64-as-given": (
        _W,
        "base64 without its padding, or in the alphabet for addresses, is passed on as it came, which few decode",
    ),
    "media-type": (_E, "media are declared as another type than their bytes show"),
    "guessed-type": (_W, "media by address are declared as another type than the address ends in"),
    "document-name": (_E, "a document goes out under the name of another one's file"),
    "renamed-document": (_W, "a document goes out under another name than its file's, where the model reads it"),
    "turned-media": (_W, "an image has lost the mark that says which side is up"),
    "redrawn-media": (_W, "an image is saved anew in a format that loses detail"),
    "doubled-media": (_E, "media are in the payload more often than they were shown"),
    "moved-media": (_W, "media are apart from the text that they were shown with"),
    "altered-thinking": (_E, "thinking is in the payload, but not as it was thought or signed"),
    "added-thinking": (_E, "a block of thinking is empty, and stands for no thought of the conversation"),
    "doubled-thinking": (_E, "a thought is in the payload more often than it was thought"),
    "lost-thinking": (_E, "a thought before a call of the open tool loop is lost, and the model wants it back"),
    "omitted-thinking": (_W, "a thought is left out, though the dialect has a place for it"),
    "unsigned-thinking": (_W, "a thought has lost the signature that it came with"),
    "thinking-as-text": (_W, "thinking is told as if it had been said"),
    "silent-drop": (_W, "a block that the dialect has no place for is silently left out"),
    "unrepaired": (_E, "what no payload can say as it stands is said as it stands"),
    "lost-tool": (_E, "a tool on offer is missing among the payload's tools"),
    "doubled-tool": (_E, "a tool is on offer more often than the conversation has it"),
    "invented-tool": (_W, "a tool is on offer that the conversation does not offer"),
    "renamed-tool": (_E, "a tool is on offer under another name"),
    "tool-description": (_E, "a tool on offer, or one of its parameters, has lost its description or has another"),
    "lost-parameter": (_E, "a parameter of a tool on offer is missing"),
    "altered-parameter": (_E, "a parameter of a tool on offer has another type, other values or another constraint"),
    "loosened-parameter": (_W, "a parameter of a tool on offer takes more than it did: a constraint is gone"),
    "added-parameter": (_W, "a tool on offer asks for more than it did: a parameter or a constraint is new"),
    "leaked-answer": (_E, "a template's request tells the answer that it asks for"),
    "left-token": (_E, "a token that marks where examples go is left in a template's request"),
    "turn-kept": (_E, "the turn that the model is to write is in a template's request"),
    "request-count": (_E, "a template makes more or fewer requests than the model is called"),
    "other-form": (_E, "a template's request is a string where role items are right, or the reverse"),
}

loss = maker("fidelity", FINDINGS)


def mild(finding: Finding) -> Finding:
    """The same where nobody is known to refuse it: a warning."""
    return replace(finding, severity=Severity.WARNING)


def cut(text: str, width: int = 60) -> str:
    """`text` short enough for a sentence, its middle left out."""
    text = without_root(text)
    if len(text) <= width:
        return repr(text)
    half = width // 2
    return f"{text[:half]!r} … {text[-half:]!r} ({len(text)} characters)"


def a(noun: str) -> str:
    """The noun with its article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
