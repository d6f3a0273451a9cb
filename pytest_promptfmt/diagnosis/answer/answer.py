"""A provider's answer as it is read, and how its sentences are looked for: tables of patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.payload.finding import Finding, Severity

LONGEST = 20_000
"""So many characters of an answer are read."""
_SHOWN = 300
_WRITTEN = tuple(
    (re.compile(written), meant)
    for written, meant in (
        (r'\\+"', '"'),
        (r"\\+n", "\n"),
        ("[“”]", '"'),
        ("[‘’]", "'"),
        ("&quot;", '"'),
        ("&#x?(?:27|39);", "'"),
        (r"(?<=\w) (?!(?<=\d )> \d)(?:->|→|>) (?=\w)", "."),
    )
)
"""Quotation marks and ends of lines that stood in JSON, be it in JSON within JSON, those of other languages, and steps
that an arrow leads down (``body -> depth``)."""

_ENDED = r"['\"]?(?:\s*+[,:]|[^\S\n]*+\n)\s*+"
BREAK = rf"{_ENDED}(?:['\"]?(?:msg|message){_ENDED})?['\"]?"
"""What lies between a place and what a validator says of it."""
POINTED = r"['\"]*,\s*['\"]param['\"]: ?['\"]/(?P<place>\w+/[\w/-]{1,160})"
"""The place as a pointer beside the sentence, ``"param": "/messages/0/content"``."""
KEY = r"(?:parameter|param|argument|option|field|key|property|attribute|keyword)"
"""What answers call a key of the request."""

Table = tuple[re.Pattern[str], ...]
"""Sentences that say the same, each in somebody's words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the provider of a dialect answered; `text` is what is read of it."""

    whole: str
    text: str
    dialect: str

    def said(self, table: Table) -> Iterator[dict[str, str]]:
        """What the sentences of a table name, by the names that its patterns have for it."""
        for pattern in table:
            for found in pattern.finditer(self.text):
                yield {name: value for name, value in found.groupdict().items() if value is not None}

    def has(self, table: Table) -> bool:
        return any(pattern.search(self.text) for pattern in table)

    @property
    def source(self) -> dict[str, str]:
        """The data of a finding that the answer itself is the evidence of."""
        return {"source": f'"{self.whole.strip()[:_SHOWN]}"', "provider": known_dialect(self.dialect).provider}

    def finding(self, slug: str, path: str, problem: str) -> Finding:
        return Finding(f"request.{slug}", Severity.ERROR, path, problem, data=self.source)


def read(answer: str, dialect: str) -> Answer:
    text = answer[:LONGEST]
    for written, meant in _WRITTEN:
        text = written.sub(meant, text)
    return Answer(answer, dotted(_POINTER.sub(_as_dotted, text)), dialect)


_POINTER = re.compile(r"(?<![\w/:])(?:#|body|data|instance|request)((?:/[\w-]{1,60}){1,12})(?![\w/])")
"""A JSON pointer, ``#/messages/0/role``, and ajv's paths."""


def _as_dotted(pointer: re.Match[str]) -> str:
    return pointer[1].strip("/").replace("/", ".")


_SAYING_NOTHING = """a an the is was are not no body please check docs documentation and or status statuscode code http
    error errors message type bad request requests badrequest badrequesterror invalid invalidrequesterror invalidrequest
    argument invalidargument arguments contains one more specified in parameter parameters param params incorrect valid
    provider returned unknown unprocessable entity api apierror null none false true client server upstream exception
    failed failure your to of for url raw detail details metadata data validation validationexception"""
_EMPTY_WORDS = frozenset(_SAYING_NOTHING.split())
_WORDS = re.compile(r"[^\W\d_]+", re.ASCII)


def says_nothing(answer: str) -> bool:
    """Does an answer tell that it refuses and no more, as ``Request contains an invalid argument`` does?"""
    return (
        len(answer) < _SHOWN
        and all(word.lower() in _EMPTY_WORDS for word in _WORDS.findall(answer.replace("_", "")))
        and answer.isascii()
    )


_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n|[{}]")


def sentences(text: str) -> list[str]:
    """The sentences of a text, and what lies between its braces."""
    return _SENTENCES.split(text)


def table(*patterns: str) -> Table:
    """Patterns of sentences, whatever their case."""
    return tuple(re.compile(pattern, re.IGNORECASE | re.ASCII) for pattern in patterns)


def places(answer: str) -> tuple[str, ...]:
    """The places in the request that an answer names, as paths of findings: ``messages.1.content.0`` and the like."""
    said = _AT_INDEX.sub(r"messages[\1]", dotted(answer[:LONGEST]))
    counted = (f"$.{root}[{found['n']}]" for found in _COUNTED.finditer(_PLACE.sub(" ", said)) for root in _COUNTING)
    return tuple(dict.fromkeys((*(_as_path(found[0]) for found in _PLACE.finditer(said)), *counted)))


_AT_INDEX = re.compile(r"\bmessages? (?:at )?(?:index|position|#) ?(\d+)")
_COUNTED = re.compile(
    r"\b(?:message|item|turn)s?(?: (?:at|with|no\.?))?(?: (?:position|index|number|#))? ?\[?(?P<n>\d+)\b", re.IGNORECASE
)
"""A message by its number: ``the message at position 72``, ``message[855].role``."""
_COUNTING = ("messages", "input", "contents")
_PLACE = re.compile(
    r"\b(?:input\.|request\.)?(?:messages|contents|input|tools|toolConfig|system)\.?(?:\[\d+\]|\.\d+)[\w.\[\]]*"
)


def _as_path(place: str) -> str:
    dotted = re.sub(r"\.(\d+)(?=\.|\[|$)", r"[\1]", place.removeprefix("request.").replace(".[", "["))
    return "$." + dotted.rstrip(".:")


def dotted(answer: str) -> str:
    """The answer with the places that are lists of steps as dotted ones."""
    return _LOC.sub(_dotted, answer)


_LOC = re.compile(r"""["'](?:loc|path)["']:\s*[\[(]\s*(?:["']body["'],)?([^\]()]{0,400})[\])]""")
"""As pydantic tells them, ``"loc": ["body", "messages", 0, "user", "name"]``, and zod, ``"path": ["messages", 0]``."""


def _dotted(loc: re.Match[str]) -> str:
    return " " + ".".join(part.strip(" \"'") for part in loc[1].split(",")) + " "
