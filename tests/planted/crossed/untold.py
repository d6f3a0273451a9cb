"""Pairs that no enumerated case tells, each with its reason; the table is to shrink."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from planted.crossed.counting import Pair


@dataclass(frozen=True, slots=True)
class Untold:
    """Globs over kind, mechanism and condition; what none of them fits has to be told by a case."""

    kinds: str
    does: str
    conditions: str
    why: str

    def covers(self, pair: Pair) -> bool:
        kind, does, condition = pair
        return (
            fnmatchcase(kind, self.kinds) and fnmatchcase(does, self.does) and fnmatchcase(condition, self.conditions)
        )


def untold(pair: Pair) -> Untold | None:
    return next((row for row in UNTOLD if row.covers(pair)), None)


_TAKEN_LATE = "providers with results in the user's turn take it there: told at the others"

UNTOLD = (
    Untold(
        "*",
        "changes places with the next",
        "*",
        "a second condition: two of a kind have to stand side by side where the first one holds",
    ),
    Untold("*", "goes to the next*", "*", "a second condition: there has to be a further turn, or a further result"),
    Untold("call", "has another's arguments", "*", "a second condition: the round has to have two calls"),
    Untold("result", "changes its output with the next", "*", "a second condition: the round has to have two calls"),
    Untold("medium", "is another of its kind", "*", "a second condition: there have to be two of a kind"),
    Untold(
        "*",
        "is read as JSON*",
        "*",
        "a second condition: what is said has to be JSON that is written otherwise than programs write it",
    ),
    Untold("* text", "*", "the assistant is last", "Gemini and Claude take no such request: the reference refuses it"),
    Untold(
        "argument", "is lost where it is*", "*", "a second condition: the value has to be null, empty, zero or false"
    ),
    Untold("*'s text", "loses what stands in braces", "*", "a second condition: the text has to have braces"),
    Untold(
        "medium", "has its data cut", "next to a medium*", "papers of one shape are few: half of one is one as good"
    ),
    Untold("call", "has arguments of strings", "*", "a second condition: some value has to be no string"),
    Untold("argument", "becomes *", "*", "a second condition: the value has to be no string, or a fraction"),
    Untold("argument", "is rounded", "*", "a second condition: the value has to be a number beyond 2^53"),
    Untold(
        "argument", "has strings for what is in it", "*", "a second condition: the value has to hold lists or objects"
    ),
    Untold("*'s text", "becomes ASCII", "*", "a second condition: the text has to have other letters"),
    Untold("*'s text", "is escaped as markup", "*", "a second condition: the text has to have markup"),
    Untold("*'s text", "loses its *", "*", "a second condition: the text has to have tags, lines or backslashes"),
    Untold("result", "s* its * only", "*", "a second condition: the result has to have texts and media"),
    Untold("medium", "has its address spelled anew", "*", "a second condition: the medium has to have an address"),
    Untold("medium", "loses its query", "*", "a second condition: the address has to have a query"),
    Untold("thought", "is one with the next", "*", "a second condition: there have to be two thoughts side by side"),
    Untold("call", "has another signature", "*", "a second condition: the call has to be signed, as at Gemini alone"),
    Untold(
        "call", "loses its signature", "*", "of parallel calls Google checks the first, of older turns none: a warning"
    ),
    Untold("thought", "becomes a text*", "*", "what is unsigned, or of an older turn, may be told in words: a warning"),
    Untold(
        "*thought", "*", "behind *", "who thinks first of all, or behind pictures, is refused by Gemini, or is rare"
    ),
    Untold("*thought", "*", "*before *", "a thought opens its turn: cases with anything beside it are few"),
    Untold("*thought", "*", "* first*", "Gemini takes no conversation that begins with the assistant"),
    Untold(
        "user's text", "is told as the other's", "behind a message of*", "a thought alone before a user is seldom kept"
    ),
    Untold("*", "*", "*medium (video)*", "videos are large, and cases with one beside other media few"),
    Untold(
        "tool", "*", "its name has a dot", "names with a dot are refused by most: one case offers two tools with one"
    ),
    Untold("*", "*", "the assistant is first", "Bedrock and Gemini take no such request: the reference refuses it"),
    Untold("assistant's text", "*", "*redacted thought*", "a redacted thought behind words of its own turn is refused"),
    Untold(
        "*'s text",
        "has its white space collapsed",
        "*",
        "a second condition: the text has to have white space in a row",
    ),
    Untold(
        "*'s text", "is normalised", "*", "a second condition: the text has to be spelled otherwise than normalised"
    ),
    Untold("redacted thought", "*", "in its message*", "a redacted thought that nothing follows leads to nothing"),
    Untold(
        "redacted thought", "*", "next to nothing behind it", "a redacted thought that nothing follows leads to nothing"
    ),
    Untold("thought", "has another's signature", "*", "a second condition: there has to be another signature"),
    Untold("part of a result", "*", "another call has its id", "Bedrock refuses an id twice: the reference refuses it"),
    Untold("result", "comes late", "*a text*", _TAKEN_LATE),
    Untold("result", "comes late", "*a medium*", _TAKEN_LATE),
    Untold(
        "result", "is given twice", "output is a text with white*", "trimmed, it is what stands there: told by most"
    ),
)
