"""What a right formatter does with a conversation, derived: carry it, repair it, or refuse it in clear words.

A conversation is carried unless the dialect calls for a repair (`fidelity.legal`), or the provider refuses it as it
stands under one of the `circumstances`. Then a clear error is right as well, and so is every payload without protocol
error that says the conversation under legal repairs.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.checks.fidelity.legal_repairs import legal
from pytest_promptfmt.checks.fidelity.media.given import media_in
from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.conversation import Conversation, Media, UrlSource
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.conversation.sources import address, bytes_of
from pytest_promptfmt.corpus import ANY_LEGAL, Expectation
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.generation.circumstances import CIRCUMSTANCES


def expected(conversation: Conversation, dialect: Dialect) -> Expectation:
    """What a right formatter for this dialect does with it."""
    if any(map(_is_unreadable, _carried_media(conversation, dialect))):
        return Expectation("refuse", (), "what cannot be read cannot be shown", (dialect.id,))
    repairs = legal(conversation, dialect)
    reasons = [each.why for each in CIRCUMSTANCES if _concerns(each.dialects, dialect) and each.holds(conversation)]
    reasons += [f"one may have to {REPAIRS[name].statement}" for name in repairs if name not in _OPTIONAL]
    if not reasons:
        return Expectation("carry", dialects=(dialect.id,))
    return Expectation("either", (ANY_LEGAL, "keep", *repairs), "; ".join(reasons), (dialect.id,))


_OPTIONAL = ("rename-ids", "tell-documents")
"""Repairs of what a payload can carry as it stands; an id that cannot be carried is a circumstance."""


def _concerns(globs: str, dialect: Dialect) -> bool:
    return matches_any(dialect.id, globs.split())


def _carried_media(conversation: Conversation, dialect: Dialect) -> Iterator[Media]:
    """Those that it has a place for; DashScope's own client reads the files that a message names."""
    known = (given.media for given in media_in(conversation) if given.media.type in dialect.carries)
    own = dialect.provider == "Alibaba Cloud"
    return (media for media in known if not (own and isinstance(media.source, UrlSource)))


def _is_unreadable(media: Media) -> bool:
    """A file that is not there, or what is no base64."""
    return not address(media) and bytes_of(media.source) is None
