"""`Dialect`: one provider's wire format, as the four things that the kit asks of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.conversation.needs import Capability
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.dialects.rules import Rule
from pytest_promptfmt.dialects.schema import load_schemas
from pytest_promptfmt.payload.request import Envelope, Request, named_model, open_payload
from pytest_promptfmt.payload.state import Holds, state_in
from pytest_promptfmt.payload.transcript import Transcript

Redacted: TypeAlias = Literal["none", "data", "blob"]
Signed: TypeAlias = Literal["none", "text", "state"]
ENVELOPE = Envelope()
WEB = re.compile("https?://", re.IGNORECASE)
SECURE = re.compile("https://", re.IGNORECASE)
PLAIN_TYPES = frozenset({"image/png", "image/jpeg", "audio/wav", "audio/mpeg", "video/mp4", "application/pdf"})
"""Media types that nobody refuses who takes media of the kind; as `canonical` names them."""
WEBP = frozenset({"image/webp"})


@dataclass(frozen=True, slots=True)
class Dialect:
    """`id` as in targets, `title` as people write it, `provider` whose words the rules quote.

    `carries` are the blocks that its wire has a place for. `envelope` names the keys of the object form, `read` says
    what a payload says, `rules` is the table of protocol rules. `opener` replaces the usual opening where a payload is
    no list of messages at all. `scenarios` are the endings of its targets. `system_place`: True where a leading system
    text has a place of its own, be it a role or a key. `system_later`: True where system text is surely taken where it
    was said, behind others. `inline_media`: True where media stand among the texts, not
    apart. `error_flag`: True where a result can be marked as a failure. `pairs_by_name`: True where a tool's
    name says which call a result answers, beside an id or without one. `call_ids`: the only ids that the provider takes
    or is glad of, where calls may be given others for that reason. `neutral_names`: True where it asks for names of
    documents that tell the model nothing. What it surely takes, so that nobody need
    leave it out: `fetches` the addresses, by kind of media, `media_types` beside `PLAIN_TYPES`, and `media_of` the
    kinds that others than users show, by their role. `redacted`: how redacted thinking is written, as its
    ``data`` or (``blob``) as bytes that may be those of its ``data``; most have no place. `signed`: what a thought's
    signature stands for: the ``text``, which is not taken without it, or a ``state`` of which the text is a summary.
    Where it has no place, thoughts stand apart from what they led to, and in no order with it. `think_tags`: True where
    a model's template reads ``<think>`` in the content as thinking. `states`: the keys by which a request goes on from
    what the server holds, and what that can be. `as_read`: a whole request as the server reads it, which takes shorter
    forms than its clients.
    """

    id: str
    title: str
    provider: str
    carries: frozenset[Capability]
    read: Callable[[Request], Transcript]
    rules: tuple[Rule, ...]
    envelope: Envelope = ENVELOPE
    opener: Callable[[Any, Mapping[str, Any]], Request] | None = None
    system_place: bool = True
    system_later: bool = False
    scenarios: tuple[str, ...] = ("chat", "multiagent")
    inline_media: bool = True
    error_flag: bool = False
    pairs_by_name: bool = False
    call_ids: re.Pattern[str] | None = None
    neutral_names: bool = False
    fetches: Mapping[Capability, re.Pattern[str]] = field(default_factory=dict)
    media_types: frozenset[str] = WEBP
    media_of: Mapping[str, frozenset[Capability]] = field(default_factory=dict)
    redacted: Redacted = "none"
    signed: Signed = "none"
    think_tags: bool = False
    states: Mapping[str, Holds] = field(default_factory=dict)
    as_read: Callable[[Any], Any] | None = None

    def open(self, payload: Any, context: Mapping[str, Any] | None = None) -> Request:
        """The payload as a `Request` of this dialect, for the model that it names; raises `NotAPayload`.

        What it does not say itself, `context` does.
        """
        known = context or {}
        request = self.opener(payload, known) if self.opener else open_payload(payload, self.envelope, known)
        model = model_of(self.id, named_model(request.context))
        state = request.state or state_in(request.context, self.states)
        return replace(request, dialect=self.id, model=model, state=state)

    @property
    def targets(self) -> tuple[str, ...]:
        """One for each scenario, such as ``openai.chat``."""
        return tuple(f"{self.id}.{scenario}" for scenario in self.scenarios)

    @property
    def schemas(self) -> Mapping[str, Any]:
        """JSON Schemas by part of the request: ``messages``, and ``system`` where the provider has such a key."""
        return load_schemas(self.id)

    def rule(self, id_: str) -> Rule | None:
        """The rule of this id, None where it is no rule of this dialect."""
        return next((rule for rule in self.rules if rule.id == id_), None)


def carrying(*capabilities: Capability) -> frozenset[Capability]:
    """The value of `carries`, in which mypy knows a misspelt capability."""
    return frozenset(capabilities)
