"""Every planted fault, by theme."""

from __future__ import annotations

from planted.faults import (
    calls,
    exchanges,
    joins,
    manners,
    media,
    offers,
    papers,
    replays,
    sanitised,
    seals,
    speakers,
    texts,
    thoughts,
    turns,
    windows,
)
from planted.further import arguments, pictures, results, schemas, words
from planted.planted import Planted

ALL: tuple[Planted, ...] = tuple(
    fault
    for theme in (
        *(turns, thoughts, texts, media, calls, manners, replays, offers, joins),
        *(seals, sanitised, exchanges, papers, speakers, windows),
        *(arguments, results, words, schemas, pictures),
    )
    for fault in theme.TABLE
)
