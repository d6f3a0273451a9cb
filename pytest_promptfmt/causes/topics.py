"""What an error is of: its family, and what it speaks of, which is read from the words of its id."""

from __future__ import annotations

import re
from functools import cache

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding

_TOPICS = {
    "rounds": "id call calls result results response output use",
    "media": "media image images audio document file address url uri s3 mime base64 format",
    "thinking": "thinking reasoning thought think signature signed unsigned",
    "offers": "tools parameter parameters schema description renamed",
    "turns": "role roles order turn speaker user first last final mid prefill alternate reordered leads followed"
    " alone present",
    "texts": "text words content system",
}
_WORDS = {word: topic for topic, words in _TOPICS.items() for word in words.split()}
_LOST = re.compile(r"fidelity\.(lost|omitted|unsigned)-.*")


def is_rule(id_: str) -> bool:
    """Does a provider say so?"""
    return id_.partition(".")[0] in DIALECTS or is_added(id_)


def is_form(id_: str) -> bool:
    """Is it of how a payload is built, whatever it says?"""
    return is_rule(id_) or is_schema(id_) or id_ == NOT_JSON


def is_schema(id_: str) -> bool:
    """Does the dialect's schema say so?"""
    return id_.startswith("schema.")


def is_loss(id_: str) -> bool:
    """Is something not there that was said?"""
    return _LOST.fullmatch(id_) is not None


def is_absence(id_: str) -> bool:
    """Is it of a part that has to be there and is not, or has to hold something and is empty?"""
    return is_rule(id_) and not _ABSENT.isdisjoint(id_.partition(".")[2].split("-"))


_ABSENT = frozenset(("nonempty", "required", "null", "nonblank", "given", "or"))


def is_found(id_: str) -> bool:
    """Is it of something that was found, in another place or told as something else?"""
    return id_ in ("fidelity.result-as-text", "fidelity.leaked-answer", CODED, WRONG_SPEAKER)


def is_content(id_: str) -> bool:
    """Is it of what a payload says?"""
    return id_.startswith(("fidelity.", "truncation."))


def is_refused(id_: str) -> bool:
    """Of what a payload says: may a provider refuse it, since something is missing, or there twice, or out of turn?"""
    return is_loss(id_) or _REFUSED.fullmatch(id_) is not None


_REFUSED = re.compile(
    r"truncation\..*|fidelity\.(doubled-.*|invented-.*|added-.*|reordered|wrong-speaker|result-as-text|leaked-.*)"
)


def is_altered(id_: str) -> bool:
    """Is something there, and is another thing than was said?"""
    return id_.startswith(("fidelity.altered-", "fidelity.media-type"))


def is_sequence(id_: str) -> bool:
    """Is it a rule on whose turn it is, which is broken by who is said to speak?"""
    return is_rule(id_) and not _SEQUENCE.isdisjoint(id_.partition(".")[2].split("-"))


_SEQUENCE = frozenset(["first", "last", "alternate", "order", "prefill"])
WRONG_SPEAKER = "fidelity.wrong-speaker"
CODED = "fidelity.coded-text"


def is_pairing(id_: str) -> bool:
    """Is it a rule on how calls and their results go together, which no single one of them keeps or breaks?"""
    words = id_.partition(".")[2].split("-")
    return is_rule(id_) and "rounds" in topics(id_) and not _PAIRS.isdisjoint(words)


_PAIRS = frozenset(["has", "follows", "answered", "count", "once", "unique", "position", "results", "one", "name"])

NOT_JSON = "purity.not-json"


def is_law(id_: str) -> bool:
    """Is it a breach of a law of truncation?"""
    return id_.startswith("truncation.")


_LAWS = {
    "cut-call": "cuts",
    "not-a-suffix": "cuts",
    "altered": "cuts",
    "kept-too-little": "room",
    "shrinks-with-budget": "room",
    "empty": "nothing left",
    "no-error": "nothing left",
}
"""Where a history is cut, how much of what fits is kept, what is done where nothing fits; each other law is alone."""


@cache
def topics(id_: str) -> frozenset[str]:
    """What it speaks of, nothing where no word of the id tells."""
    if is_law(id_):
        law = id_.partition(".")[2]
        return frozenset((_LAWS.get(law, law),))
    words = id_.partition(".")[2].split("-")
    found = frozenset(_WORDS[word] for word in words if word in _WORDS)
    if "tool" not in words or "rounds" in found:
        return found
    return found | {"rounds" if _OF_ROUNDS.intersection(words) else "offers"}


_OF_ROUNDS = frozenset(("input", "block", "message", "content", "loop", "ids"))
"""What of a tool is of its calls and results; all else is of a tool on offer."""


def of(finding: Finding) -> frozenset[str]:
    """What a finding speaks of: its id tells, and where the schema speaks the place."""
    return held(finding) if is_schema(finding.id) else topics(finding.id)


def held(finding: Finding) -> frozenset[str]:
    """What stands at its place: the last key tells, or where that only tells the sort of a part, the one before.

    Where content has another form or its parts are of another sort, media may be among what nobody can read.
    """
    *_, key = ("", *(key for key in re.findall(r"\.([A-Za-z_]+)", finding.path) if key != "type"))
    key = missing(finding) or key
    if key == "content" and (is_schema(finding.id) or is_absence(finding.id) or finding.path.endswith(".type")):
        return frozenset(("texts", "media"))
    return topics("." + key.replace("_", "-"))


def missing(finding: Finding) -> str:
    """The key that the schema misses."""
    found = re.search(r"'([^']+)'", finding.message) if finding.id == "schema.required" else None
    return found[1] if found else ""
