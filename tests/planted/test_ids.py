"""Ids of calls: whichever part of one a formatter takes, two ids of one turn are one then, in two cases."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from planted.conversations import of

from pytest_promptfmt.conversation import Conversation, ToolUse
from pytest_promptfmt.corpus import corpus

PARTS: dict[str, Callable[[str], str]] = {
    "before a bar": lambda id_: id_.partition("|")[0],
    "behind a bar": lambda id_: id_.rpartition("|")[2],
    "before a colon": lambda id_: id_.partition(":")[0],
    "behind a colon": lambda id_: id_.rpartition(":")[2],
    "before a dot": lambda id_: id_.partition(".")[0],
    "behind a dash": lambda id_: id_.rpartition("-")[2],
    "behind its prefix": lambda id_: re.sub("^(call|toolu|tool|fc)_", "", id_),
    "its first 9": lambda id_: id_[:9],
    "its first 24": lambda id_: id_[:24],
    "its first 40": lambda id_: id_[:40],
    "its last 9": lambda id_: id_[-9:],
    "its last 24": lambda id_: id_[-24:],
    "in small letters": str.lower,
    "trimmed": str.strip,
    "its digits": lambda id_: re.sub(r"\D", "", id_),
}


def becomes_one(part: Callable[[str], str], conversation: Conversation) -> bool:
    """Is it so of two calls of one message?"""
    batches = ({call.id for call in of(ToolUse, message)} for message in conversation.messages)
    return any(len({part(id_) for id_ in ids}) < len(ids) for ids in batches)


@pytest.mark.parametrize("part", PARTS)
def test_two_ids_of_a_turn_are_one_by_each_part_in_two_cases(part: str) -> None:
    cases = (case for case in corpus() if case.family != "templates")

    assert len([case.id for case in cases if becomes_one(PARTS[part], case.conversation())]) >= 2
