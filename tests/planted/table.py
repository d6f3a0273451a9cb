"""Every planted fault, by theme."""

from __future__ import annotations

from planted.drawn import (
    again,
    asked_for,
    balked,
    carried,
    handed_on,
    left_out,
    listed,
    offered,
    pictured,
    relayed,
    returned,
    sealed,
    spoken,
    told_otherwise,
    translated,
)
from planted.faults import (
    budgets,
    calls,
    documents,
    exchanges,
    joins,
    media,
    offers,
    replays,
    sanitised,
    signatures,
    speakers,
    texts,
    thoughts,
    turns,
    windows,
)
from planted.freshly import behind as behind_freshly
from planted.freshly import exchanged as exchanged_freshly
from planted.freshly import offered as offered_freshly
from planted.freshly import pictured as pictured_freshly
from planted.freshly import worded as worded_freshly
from planted.further import (
    arguments,
    declared,
    pictures,
    results,
    rounds,
    schemas,
    shapes,
    summaries,
    withheld,
    words,
)
from planted.lately import (
    afterwards,
    answered,
    attached,
    behind,
    conveyed,
    cut,
    labelled,
    paired,
    replayed,
    shortened,
    shown,
)
from planted.lately import declared as declared_oddly
from planted.lately import offered as declared_lately
from planted.newly import behind as behind_newly
from planted.newly import exchanged as exchanged_newly
from planted.newly import last as last_newly
from planted.newly import offered as offered_newly
from planted.newly import returned as returned_newly
from planted.newly import worded as worded_newly
from planted.oddly import exchanged as exchanged_oddly
from planted.oddly import offered as offered_oddly
from planted.oddly import worded as worded_oddly
from planted.plainly import behind as behind_plainly
from planted.plainly import exchanged, worded
from planted.plainly import offered as offered_plainly
from planted.planted import Planted
from planted.since import behind as drawn_behind
from planted.since import marked, summed_up, told
from planted.since import offered as offered_since

_FIRST = (
    *(turns, thoughts, texts, media, calls, budgets, replays, offers, joins),
    *(signatures, sanitised, exchanges, documents, speakers, windows),
)
FURTHER: tuple[Planted, ...] = tuple(
    fault for theme in (arguments, results, words, schemas, pictures) for fault in theme.TABLE
)
"""The third collection."""

SAMPLED: tuple[Planted, ...] = tuple(
    fault for theme in (rounds, shapes, withheld, declared, summaries) for fault in theme.TABLE
)
"""The fourth: as searches brought them, be their mechanism on file or not."""

DRAWN: tuple[Planted, ...] = tuple(
    fault for theme in (returned, pictured, offered, sealed, spoken, again) for fault in theme.TABLE
)
"""The fifth, drawn as the fourth was."""

PYTHONS: tuple[Planted, ...] = tuple(fault for theme in (left_out, told_otherwise, balked) for fault in theme.TABLE)
"""The sixth, of Python frameworks."""

RELAYED: tuple[Planted, ...] = tuple(fault for theme in (relayed, carried, listed, translated) for fault in theme.TABLE)
"""The seventh, of gateways and of providers in other languages than Python."""

EIGHTH: tuple[Planted, ...] = tuple(fault for theme in (asked_for, handed_on) for fault in theme.TABLE)
"""Half of it tools on offer, after their table was made."""

NINTH: tuple[Planted, ...] = tuple(
    fault for theme in (answered, replayed, declared_lately, shown) for fault in theme.TABLE
)
"""Drawn as searches brought them, half of it asked before a sweep and half behind it."""

TENTH: tuple[Planted, ...] = tuple(
    fault for theme in (paired, attached, declared_oddly, cut, behind) for fault in theme.TABLE
)
"""Drawn for its conditions: what shows only where two things meet."""

ELEVENTH: tuple[Planted, ...] = tuple(
    fault for theme in (conveyed, labelled, shortened, afterwards) for fault in theme.TABLE
)
"""As searches brought them, where few had been: names, types of media, caches, windows, later dialects."""

TWELFTH: tuple[Planted, ...] = tuple(
    fault for theme in (told, marked, offered_since, summed_up, drawn_behind) for fault in theme.TABLE
)
"""By twenty plain phrases, written down first; what is on file in the same dialect and condition was passed over."""

THIRTEENTH: tuple[Planted, ...] = tuple(
    fault for theme in (exchanged, worded, offered_plainly, behind_plainly) for fault in theme.TABLE
)
"""By plain phrases again, the first thread of each that tells a payload, be its mechanism on file or not."""

FOURTEENTH: tuple[Planted, ...] = tuple(
    fault for theme in (exchanged_oddly, worded_oddly, offered_oddly) for fault in theme.TABLE
)
"""For its conditions again, of projects that none was taken from before where there were any."""

FIFTEENTH: tuple[Planted, ...] = tuple(
    fault
    for theme in (exchanged_newly, returned_newly, worded_newly, offered_newly, behind_newly, last_newly)
    for fault in theme.TABLE
)
"""As searches brought them, of languages and projects that few were taken from before, in the order found."""

SIXTEENTH: tuple[Planted, ...] = tuple(
    fault
    for theme in (exchanged_freshly, worded_freshly, pictured_freshly, offered_freshly, behind_freshly)
    for fault in theme.TABLE
)
"""As searches for what converters mend brought them, in every language."""

ALL: tuple[Planted, ...] = (
    *(fault for theme in _FIRST for fault in theme.TABLE),
    *FURTHER,
    *SAMPLED,
    *DRAWN,
    *PYTHONS,
    *RELAYED,
    *EIGHTH,
    *NINTH,
    *TENTH,
    *ELEVENTH,
    *TWELFTH,
    *THIRTEENTH,
    *FOURTEENTH,
    *FIFTEENTH,
    *SIXTEENTH,
)
