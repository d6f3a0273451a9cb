"""Formatters, put together: ``chat = write ∘ promote ∘ pair ∘ tidy``, and ``multiagent`` folds in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from promptfmt_reference.rewrite.drop_empty import drop_empty
from promptfmt_reference.rewrite.fold import Framing, fold
from promptfmt_reference.rewrite.pair import pair
from promptfmt_reference.rewrite.promote import promote
from promptfmt_reference.rewrite.refuse import refuse
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Conversation

Formatter: TypeAlias = Callable[[Conversation], Any]


def formatter(spelling: Spelling, framing: Framing | None = None) -> Formatter:
    """The provider's formatter; with `framing` the one that tells many agents apart."""

    def format_(conversation: Conversation) -> Any:
        said = refuse(conversation, spelling.title, spelling.carries, spelling.tool_names)
        said = pair(drop_empty(said, spelling.left_out, followed=spelling.thoughts_followed))
        if framing is not None:
            said = fold(said, framing)
        said = promote(said, spelling.media_roles, spelling.media_in_results)
        spelling.check(said)
        return spelling.write(said)

    return format_


def both(spelling: Spelling, framing: Framing) -> dict[str, Formatter]:
    """The provider's two targets."""
    return {f"{spelling.id}.chat": formatter(spelling), f"{spelling.id}.multiagent": formatter(spelling, framing)}
