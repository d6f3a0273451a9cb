"""What is held against what, and what of a conversation was found in a payload."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pytest_promptfmt.checks.fidelity.media import MediaComparison, compare_media
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.checks.fidelity.segments import Segments
from pytest_promptfmt.checks.fidelity.texts import TextFinder
from pytest_promptfmt.checks.fidelity.thinking import ThoughtFinder
from pytest_promptfmt.checks.fidelity.tools import ToolComparison, compare_tools
from pytest_promptfmt.checks.fidelity.tools.repeats import spellings, told_calls
from pytest_promptfmt.checks.fidelity.twins import Unsought
from pytest_promptfmt.checks.fidelity.wanted import Wanted
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import Capability
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Comparison:
    """A conversation, repaired by `repair`, what a payload tells of it, and what this request wants of the payload.

    `segments` are the transcript's parts and `given_media` the conversation's media: both are made once.
    """

    conversation: Conversation
    transcript: Transcript
    segments: Segments
    given_media: Sequence[GivenMedia]
    dialect: Dialect
    scenario: str
    wanted: Wanted
    repair: Repair

    @property
    def is_chat(self) -> bool:
        return self.scenario == "chat"

    @property
    def has_tools(self) -> bool:
        """Does the dialect have a place for calls and results?"""
        return "tool" in self.dialect.carries

    @property
    def carries(self) -> frozenset[Capability]:
        """What has a place: of the dialect's blocks those that the model is not known to refuse."""
        return self.dialect.carries - ({"image"} if self.wanted.model.refuses("image-sent") else frozenset())

    @property
    def is_kept(self) -> bool:
        """Is the conversation as it was given?"""
        return self.repair.name == "keep"


@dataclass(frozen=True, slots=True)
class Found:
    """What of a conversation was found, and what is wrong with it, by kind."""

    texts: TextFinder
    tools: ToolComparison
    media: MediaComparison
    thoughts: ThoughtFinder


def found_in(this: Comparison, unsought: Unsought) -> Found:
    """Everything of the conversation that the payload has, but for what is left `unsought`."""
    told = told_calls(this.conversation, this.segments, this.scenario, carried=this.has_tools)
    texts = TextFinder(
        this.conversation,
        this.segments,
        places=(this.dialect.system_place, this.dialect.system_later and this.is_chat and this.is_kept),
        scenario=this.scenario,
        told=[form for call in told if call.use.input for form in spellings(call.use.input)],
        unsought=unsought.texts,
    )
    tools = compare_tools(
        this.conversation,
        this.segments,
        this.repair,
        this.dialect,
        this.wanted.model,
        told if this.has_tools else (),
        [(text.index, text.place) for text in texts.found if not text.is_system],
    )
    media = compare_media(
        [replace(item, result=tools.ids.get(item.result or "", item.result)) for item in this.given_media],
        this.segments,
        this.dialect.carries,
        redrawn=this.repair.redrawn_images,
        unsought=unsought.media,
        copies=unsought.copies,
        neutral=this.dialect.neutral_names,
    )
    return Found(texts, tools, media, ThoughtFinder(this.conversation, this.segments, this.dialect))
