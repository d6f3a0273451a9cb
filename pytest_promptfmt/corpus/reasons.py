"""Why something else than the whole conversation is right: the part of a case's reason that is about one dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_promptfmt.dialects import DIALECTS, known_dialect
from pytest_promptfmt.dialects.rules import evidence

_ID = re.compile(r"\b[a-z][a-z0-9-]*\.[a-z][a-z0-9-]+\b")
_RULES = re.compile(r"(?P<rules>[^:;()]*\.[^:;()]*): (?P<says>.+)", re.DOTALL)
_ASIDE = re.compile(r" \(([^()]*)\)")


def reason(why: str, dialect: str) -> str:
    """``rule, rule: a sentence; another`` without the rules, and the sentences, that are other dialects' alone.

    Where nothing is left it stays as it is.
    """
    found = _RULES.fullmatch(why)
    rules, says = (found["rules"], found["says"]) if found and _known(found["rules"]) else ("", why)
    own = [id_ for id_ in _known(rules) if _holds(id_, dialect)]
    says = _ASIDE.sub(lambda aside: aside[0] if _all_hold(aside[1], dialect) else "", says)
    kept = "; ".join(part for part in says.split("; ") if not any(_others(part, dialect)))
    return f"{', '.join(own)}: {kept}" if own and kept else kept or ", ".join(own) or why


def _known(text: str) -> list[str]:
    return [id_ for id_ in _ID.findall(text) if id_ in evidence()]


def _holds(id_: str, dialect: str) -> bool:
    return id_.partition(".")[0] == dialect or known_dialect(dialect).rule(id_) is not None


def _all_hold(text: str, dialect: str) -> bool:
    return all(_holds(id_, dialect) for id_ in _known(text))


def _others(text: str, dialect: str) -> Iterator[str]:
    """The names of other providers, and of their models, in a sentence."""
    here, text = known_dialect(dialect), _ID.sub(lambda id_: "" if _holds(id_[0], dialect) else id_[0], text)
    for other in DIALECTS.values():
        for name in (other.id, other.provider):
            own = (here.id, here.id.partition("-")[0], here.provider.casefold())
            ours = name.casefold() in own
            if not ours and re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
                yield name
