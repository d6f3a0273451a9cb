"""OpenRouter: OpenAI's format, in front of everybody's models.

- every part may stand in every message; there is ``video_url``, and a file may be given by its address
- thoughts come back as ``reasoning_details``: text with its signature, a summary, or what is encrypted, in their order
  and unchanged; what is encrypted under a call's id is that call's own signature (Gemini's)
- a thought that is plain text may come back as ``reasoning`` instead
- what else holds is up to the provider that a model is routed to, as who speaks last is
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader
from pytest_promptfmt.dialects.rules import Breach, asks, may_ask, needs_context
from pytest_promptfmt.dialects.shared_rules import more_than
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import CallPart, Part, ThinkingPart, Transcript, Turn
from pytest_promptfmt.payload.walking import objects


@asks("thinking-missing")
@may_ask("thinking-missing-anywhere")
@needs_context("thinking")
def reasoning_passback(request: Request) -> Iterator[Breach]:
    """In thinking mode an assistant message with calls carries its reasoning_details, or its reasoning."""
    yield from compatible.calls_without(request, "reasoning_details", "reasoning", "reasoning_content")


@asks("assistant-last")
def last_user(request: Request) -> Iterator[Breach]:
    """The last message is not the assistant's, which other models continue; nothing is known of one with calls."""
    for path, message in list(request.each())[-1:]:
        if message.get("role") == "assistant" and not message.get("tool_calls"):
            yield Breach(f"{path}.role", "the last message is the assistant's")


@asks("cache-marks")
def cache_control_max4(request: Request) -> Iterator[Breach]:
    """At most four tools, parts and results carry ``cache_control``, where Claude reads them."""
    places = [*objects(request.tools, request.tools_path)]
    for path, message in request.each():
        places += [*objects(message.get("content"), f"{path}.content")]
        places += [(path, message)] if message.get("role") == "tool" else []
    marks = [f"{path}.cache_control" for path, held in places if held.get("cache_control") is not None]
    yield from more_than(4, marks, f"{len(marks)} places carry cache_control")


def read(request: Request) -> Transcript:
    """What the messages say, with the signatures of calls on their calls."""
    transcript = reader.read(request)
    messages = dict(request.each())
    return replace(transcript, turns=tuple(_signed(turn, messages[turn.path]) for turn in transcript.turns))


def _signed(turn: Turn, message: dict[str, object]) -> Turn:
    calls = Counter(part.id for part in turn.parts if isinstance(part, CallPart))
    encrypted: dict[str, list[str]] = {}
    places = set()
    for path, detail in objects(message.get("reasoning_details"), f"{turn.path}.reasoning_details"):
        match detail:
            case {"id": str(id_), "data": str(data)} if id_ in calls:
                encrypted.setdefault(id_, []).append(data)
                places.add(f"{path}.data")
            case _:
                pass
    # Calls of one id are signed in their order; where not each of them is, nobody can tell which.
    whose = {
        id_: iter(encrypted.get(id_, ()))
        for id_, number in calls.items()
        if id_ and (id_ not in encrypted or len(encrypted[id_]) >= number)
    }
    return replace(turn, parts=tuple(_part(part, whose) for part in turn.parts if part.path not in places))


def _part(part: Part, encrypted: Mapping[str, Iterator[str]]) -> Part:
    match part:
        case CallPart(id=str(id_)) if id_ in encrypted:
            return replace(part, signature=next(encrypted[id_], ""))  # empty where its place is
        case ThinkingPart(signature=None, redacted=None) if part.path.endswith(".text"):
            return replace(part, signature="")  # where its place is
        case _:
            return part


DIALECT = Dialect(
    id="openrouter",
    title="OpenRouter chat",
    provider="OpenRouter",
    carries=carrying("tool", "thinking", "image", "audio", "video", "document"),
    read=read,
    rules=compatible.rules("openrouter", reasoning_passback, last_user, cache_control_max4),
    fetches={"image": WEB, "document": WEB},
    redacted="data",
)
