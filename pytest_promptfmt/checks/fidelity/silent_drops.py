"""Blocks that the dialect has no place for: a word about them is enough, silence is a warning.

Of a model that takes none of what its dialect carries a word is enough as well; silence is a loss. Of what a repair
leaves out, which a provider takes of others or in other forms, it is a warning too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytest_promptfmt.checks.fidelity.comparison import Comparison
from pytest_promptfmt.checks.fidelity.losses import a, loss
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia, media_in
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.checks.fidelity.tools.answers import results_of, texts_of
from pytest_promptfmt.checks.fidelity.tools.calls import calls_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript


def silently_dropped(this: Comparison) -> Iterator[Finding]:
    """Each of them that no text of the payload tells."""
    elsewhere = {media.kind for _, media, _ in this.segments.media}.union(this.dialect.carries)
    without_place = [given for given in this.given_media if given.media.type not in elsewhere]
    if not without_place and this.has_tools:
        return
    said = this.segments.words
    named = _named(without_place, said)
    for given in without_place:
        if given.media.type not in named:
            yield _left_out(a(given.media.type), given.index)
    if this.has_tools:
        return
    for call in calls_of(this.conversation):
        if call.use.name not in said:
            yield _left_out(f"the call {call.use.name}", call.index)
    for result in results_of(this.conversation):
        is_named = result.name is not None and result.name in said
        if not is_named and any(text not in said for text in texts_of(result.block)):
            yield _left_out(f"a result of {result.name or result.block.id}", result.index)


def media_told_in_words(this: Comparison) -> list[GivenMedia]:
    """The media that the model at hand is known to refuse, and of which a text tells."""
    not_taken = [given for given in this.given_media if given.media.type not in this.carries]
    named = _named(not_taken, this.segments.words) if not_taken else ()
    return [given for given in not_taken if given.media.type in named]


def dropped_by_a_repair(given: Conversation, repaired: Conversation, transcript: Transcript) -> Iterator[Finding]:
    """Media that a repair has left out, and that no text of the payload tells."""
    kept = {each.media for each in media_in(repaired)}
    gone = [each for each in media_in(given) if each.media not in kept]
    named = _named(gone, segments_of(transcript).words) if gone else ()
    for each in gone:
        if each.media.type not in named:
            yield _left_out(a(each.media.type), each.index)


def _named(media: Iterable[GivenMedia], words: str) -> set[str]:
    """The kinds of media among them that the words name, in whatever case."""
    lowered = words.lower()
    return {kind for kind in {given.media.type for given in media} if kind in lowered}


def _left_out(what: str, index: int) -> Finding:
    return loss("silent-drop", "$", f"{what} is left out without a word", (index,))
