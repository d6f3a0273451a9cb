"""The catalogue of mutants and rewrites, `promptfmt_fixtures/mutants.json`, and what became of one at a place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.corpus import by_id
from pytest_promptfmt.dialects import SCENARIOS
from pytest_promptfmt.selftest.mutants.subjects import shipped


@dataclass(frozen=True, slots=True)
class Mutant:
    """`operator` with `how`, `at` a kind of place; `intended` is the check, `severity` what its finding has at least.

    `equivalent` says why it changes nothing of meaning: such a mutant is listed and not applied. `like` are the
    upstream faults that inspired it; `amended` says why `intended` is not what it was before the first run.
    """

    id: str
    operator: str
    at: str
    dialects: tuple[str, ...]
    how: str = ""
    scenario: str = ""
    intended: str = ""
    severity: str = "error"
    equivalent: str = ""
    amended: str = ""
    like: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewrite:
    """`operator` is one of `REWRITES`; `why` it means the same.

    `over`: only in turns that are over, since of an open one the model wants it back.
    """

    id: str
    operator: str
    at: str
    dialects: tuple[str, ...]
    why: str
    how: str = ""
    scenario: str = ""
    over: bool = False


Entry: TypeAlias = Mutant | Rewrite


SAME = "it says the same: only what nobody said has changed, or equal things have changed places"
"""Why those live on of which places alone, and no check, show it."""


@dataclass(frozen=True, slots=True)
class Survivors:
    """Why mutants of a name (a glob) live on in cases of a name.

    `repaired`: in those only that may be repaired. `warned`: only where one of these warnings comes.
    """

    why: str
    mutants: tuple[str, ...] = ("*",)
    cases: tuple[str, ...] = ("*",)
    repaired: bool = False
    warned: tuple[str, ...] = ()

    def explain(self, found: Application) -> bool:
        return (
            matches_any(found.entry.id, self.mutants)
            and matches_any(found.case, self.cases)
            and not (self.repaired and _is_carried(found))
            and (not self.warned or bool({*self.warned} & {*found.ids}))
        )


def _is_carried(found: Application) -> bool:
    """A generated payload is mutated where it is."""
    case = by_id().get(found.case)
    return case is None or case.expects(found.target.rpartition(".")[0]).demand == "carry"


@dataclass(frozen=True, slots=True)
class Likeness:
    """A dialect is spoiled as another `dialect` is, `but` for some mutants, each with the reason."""

    dialect: str
    but: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """`places` are the patterns of each dialect; `alike` are those that are spoiled as another is.

    Whom a mutant is owed to was written for the other dialect there.
    """

    places: Mapping[str, Mapping[str, str]]
    mutants: tuple[Mutant, ...]
    rewrites: tuple[Rewrite, ...]
    survivors: tuple[Survivors, ...]
    alike: frozenset[str] = frozenset()

    def explanation(self, found: Application) -> str:
        """Why a mutant lives on, empty where nobody knows."""
        return SAME if found.same else next((each.why for each in self.survivors if each.explain(found)), "")

    @property
    def targets(self) -> list[str]:
        """Those that there are golden payloads of."""
        found = (f"{dialect}.{scenario}" for dialect in self.places for scenario in SCENARIOS)
        return [target for target in found if shipped(target)]


@cache
def catalogue() -> Catalogue:
    text = files("promptfmt_fixtures").joinpath("mutants.json").read_text("utf-8")
    loaded = json.loads(
        text, object_hook=lambda held: {k: tuple(v) if isinstance(v, list) else v for k, v in held.items()}
    )
    like = {dialect: Likeness(**each) for dialect, each in loaded["like"].items()}
    places = loaded["places"]
    return Catalogue(
        places | {dialect: places[dialect] | places[each.dialect] for dialect, each in like.items()},
        tuple(Mutant(**_with_alike(each, like)) for each in loaded["mutants"]),
        tuple(Rewrite(**_with_alike(each, like)) for each in loaded["rewrites"]),
        tuple(Survivors(**each) for each in loaded["survivors"]),
        frozenset(like),
    )


def _with_alike(entry: dict[str, Any], like: Mapping[str, Likeness]) -> dict[str, Any]:
    """An entry of the catalogue, with the dialects that are spoiled as one of its own is."""
    alike = (
        dialect for dialect, each in like.items() if each.dialect in entry["dialects"] and entry["id"] not in each.but
    )
    return entry | {"dialects": (*entry["dialects"], *alike)}


@dataclass(frozen=True, slots=True)
class Application:
    """A mutant or a rewrite at one place: `first` is the check that spoke first, `ids` are those of its findings.

    `wrong` tells that it was an error. Both are empty in silence; the path is too where a rewrite was made everywhere.
    `same` is seen of a mutant that lives on: it says what the payload said before.
    """

    entry: Entry
    target: str
    case: str
    path: str
    first: str = ""
    wrong: bool = False
    ids: tuple[str, ...] = ()
    same: bool = False

    @property
    def killed(self) -> bool:
        return self.wrong or (bool(self.first) and isinstance(self.entry, Mutant) and self.entry.severity == "warning")

    @property
    def attributed(self) -> bool:
        return self.killed and isinstance(self.entry, Mutant) and self.first == self.entry.intended
