"""Chooses the conversations that cover the model, and writes them where `generation.covering` reads them.

Strength 2 over all questions, and 3 over the block that is looked at, its position and its neighbour: every two (three)
answers that matter together in one of many random conversations do so in one of these. A refusal says nothing about
what else is in a conversation: so first come choices without answers that a provider may refuse (`ODD`), then those
with one, then all others. One array is chosen for a dialect that has a place for everything; for others what they have
no place for is answered plainly, and what then adds nothing is left out.

What is chosen once stays what it is: the file is written anew for a new revision of the corpus, and not else. With
``--grow`` rows are added for answers that the model has won since, in which nearly every two answers of which one is
new stand together; each dialect then chooses its own among all rows.

A row that asks for calls, images and thoughts at once says nothing of a formatter that has no place for one of them. So
there are also rows that ask for less (`LESS`): of every two answers that ask for no more, most stand in one of these.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from random import Random

from options import parser

from pytest_promptfmt.conversation.needs import Capability
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.building import build
from pytest_promptfmt.generation.covering import DIGITS, fitted
from pytest_promptfmt.generation.features import FEATURES, Choice, asked, draw

PLACE = Path(__file__).parent.parent / "fixtures/promptfmt_fixtures/covering.json"
POOL, TRIED, LEAST = 6_000, 120, 3
TRIPLE = ("block", "position", "neighbour")
EVERYTHING = "gemini"
"""A dialect that has a place for every answer."""

ODD: Mapping[str, tuple[str, ...]] = {
    "system": ("later",),
    "opening": ("greeting", "nobody"),
    "ending": ("assistant", "nobody", "blank"),
    "defect": ("open call", "orphan", "early", "late", "surrogate", "control", "nan"),
    "ids": ("long", "dotted", "again", "equal", "barred"),
    "tools": ("dotted", "long", "alike"),
    "offered": ("none", "another"),
    "file": ("rare",),
    "source": ("address", "query", "bare address", "missing", "broken"),
    "block": ("blank", "video"),
}

_NUMBERS = {pair: n for n, pair in enumerate(((f.name, answer) for f in FEATURES for answer in f.answers), 1)}
_MANY = 1_000


def cover() -> list[Choice]:
    """Greedily, by how odd they are; each is bettered until it holds more."""
    questions, random = asked(DIALECTS[EVERYTHING]), Random("covering")
    known: dict[int, int] = {}
    pool: list[tuple[int, int, Choice]] = []
    for choice in _drawn(random):
        numbers = [known.setdefault(each, len(known)) for each in together(choice)]
        pool.append((_odd(choice), _mask(numbers), choice))
    chosen: list[Choice] = []
    missing = (1 << len(known)) - 1
    for most in (0, 1, len(FEATURES)):
        left = [(mask, choice) for odd, mask, choice in pool if odd <= most]
        while left := [(mask & missing, choice) for mask, choice in left if mask & missing]:
            mask, choice = max(left, key=lambda row: row[0].bit_count())
            for name in random.choices(_changeable(choice), k=TRIED):
                other = {**choice, name: random.choice(questions[name])}
                better = _mask(known[each] for each in together(other) if each in known) & missing
                if better.bit_count() > mask.bit_count() and _odd(other) <= most:
                    mask, choice = better, other
            chosen.append(choice)
            missing &= ~mask
    return chosen


def _drawn(random: Random) -> Iterator[Choice]:
    """Half of them as runs draw them and half evenly; one in three has several agents."""
    for n in range(POOL):
        questions = asked(DIALECTS[EVERYTHING], "chat" if n % 3 else "multiagent")
        yield draw(questions, random) if n % 2 else {name: random.choice(all_) for name, all_ in questions.items()}


def together(choice: Choice) -> Iterator[int]:
    """A number for every two answers that matter together, and for the three that are looked at."""
    read = build(choice).read
    answers = sorted(_NUMBERS[name, choice[name]] for name in read if name in choice)
    yield from (a * _MANY + b for a, b in combinations(answers, 2))
    if read.issuperset(TRIPLE):
        a, b, c = (_NUMBERS[name, choice[name]] for name in TRIPLE)
        yield (a * _MANY + b) * _MANY + c


def _odd(choice: Choice) -> int:
    return sum(choice.get(name) in answers for name, answers in ODD.items())


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def _changeable(choice: Choice) -> list[str]:
    """Those whose answer may be another; who speaks stays, since it says in which scenario the row counts."""
    return [f.name for f in FEATURES if choice["names"] != "roles" or f.name not in ("names", "speaker")]


def needed(dialect: str, chosen: list[Choice]) -> list[int]:
    """The numbers of those that add something for a dialect, of those with roles for names first.

    Who adds fewer than `LEAST` is left out.
    """
    fit = [fitted(choice, asked(DIALECTS[dialect])) for choice in chosen]
    known: dict[int, int] = {}
    masks = [_mask(known.setdefault(each, len(known)) for each in together(choice)) for choice in fit]
    numbers: list[int] = []
    missing = (1 << len(known)) - 1
    for names, most in product((False, True), (0, 1, len(FEATURES))):
        left = [n for n, choice in enumerate(fit) if (choice["names"] != "roles") == names and _odd(choice) <= most]
        while left := [n for n in left if masks[n] & missing]:
            best = max(left, key=lambda n: (masks[n] & missing).bit_count())
            if (masks[best] & missing).bit_count() < LEAST:
                break
            numbers.append(best)
            missing &= ~masks[best]
    return sorted(numbers)


def grown(chosen: list[Choice], new: list[tuple[str, str]]) -> list[Choice]:
    """Further rows with new answers, several in each: those that hold most of what goes together with one."""
    random, known = Random(f"grown {len(chosen)} {new}"), dict[int, int]()
    pool: list[tuple[int, Choice]] = []
    for name, answer in new:
        for n in range(GROWN):
            questions = asked(DIALECTS[EVERYTHING], "chat" if n % 3 else "multiagent")
            drawn = {each: random.choice(all_) for each, all_ in questions.items()}
            others = dict(random.sample(new, min(len(new), n % 6)))
            choice = {**drawn, **NEAR.get(name, {}), **others, name: answer}
            pool.append((_mask(known.setdefault(each, len(known)) for each in with_new(choice, new)), choice))
    added: list[Choice] = []
    missing = (1 << len(known)) - 1
    while missing:
        mask, choice = max(pool, key=lambda one: ((one[0] & missing).bit_count(), -_odd(one[1])))
        if (mask & missing).bit_count() < LEAST_NEW:
            break
        added.append(choice)
        missing &= ~mask
    return added


LEAST_NEW = 6
"""Of what goes together with new answers, how much a further row adds at least."""
GROWN = 250
NEAR: Mapping[str, Choice] = {
    "thought": {"block": "call"},
    "results": {"block": "call"},
    "request": {
        **{"block": "call", "neighbour": "text", "thought": "none", "next thought": "none", "defect": "none"},
        **{"opening": "user", "ids": "plain", "tools": "plain", "offered": "called", "names": "roles"},
        **{"source": "base64", "ending": "user", "system": "one", "failed": "none"},
    },
}
"""Answers without which a new one is seldom read, or hidden behind a refusal."""


def with_new(choice: Choice, new: list[tuple[str, str]]) -> Iterator[int]:
    """The numbers of the pairs of which one answer is new."""
    numbers = {_NUMBERS[pair] for pair in new}
    return (each for each in together(choice) if each < _MANY**2 and not numbers.isdisjoint(divmod(each, _MANY)))


LESS: tuple[frozenset[Capability], ...] = (
    frozenset(),
    frozenset({"image", "audio", "video", "document"}),
    frozenset({"tool"}),
    frozenset({"tool", "image", "audio", "video", "document"}),
    frozenset({"tool", "thinking"}),
)
"""What formatters claim that do not claim everything, the least first."""
SHARE = 0.85
"""Of the two answers that ask for no more, how many stand together at least, in a chat and of several agents."""
DRAWN = 2_000


def simpler(chosen: list[Choice]) -> list[Choice]:
    """Further rows that ask for less."""
    added: list[Choice] = []
    for only, scenario in product(LESS, ("chat", "multiagent")):
        random, questions = Random(f"less {sorted(only)} {scenario}"), asked(DIALECTS[EVERYTHING], scenario, only)
        pool = []
        for _ in range(DRAWN):
            choice = {f.name: random.choice(questions.get(f.name, f.answers[:1])) for f in FEATURES}
            pool.append((choice, {*pairs(choice)}))
        all_ = set[int]().union(*(held for _, held in pool))
        missing = all_ - held_by([*chosen, *added], questions)
        while len(missing) > (1 - SHARE) * len(all_):
            choice, held = max(pool, key=lambda one: len(one[1] & missing))
            added.append(choice)
            missing -= held
    return added


def held_by(choices: Iterable[Choice], questions: Mapping[str, tuple[str, ...]]) -> set[int]:
    """The two answers that stand together in those of the choices that ask for no more than the questions do."""
    return set[int]().union(*(pairs(choice) for choice in choices if no_more(choice, questions)))


def no_more(choice: Choice, questions: Mapping[str, tuple[str, ...]]) -> bool:
    """Do the answers that matter ask for no more than these questions do?"""
    plain = {feature.name: feature.answers[:1] for feature in FEATURES}
    return all(choice[name] in questions.get(name, plain[name]) for name in build(choice).read if name in choice)


def pairs(choice: Choice) -> Iterator[int]:
    return (each for each in together(choice) if each < _MANY**2)


def for_less(dialect: str, some: list[int], chosen: list[Choice]) -> list[int]:
    """The numbers of some, and of those that a dialect needs for its share of the answers that ask for no more."""
    whole, numbers = asked(DIALECTS[dialect]), {*some}
    fit = [fitted(choice, whole) for choice in chosen]
    for only, scenario in product(LESS, ("chat", "multiagent")):
        questions = asked(DIALECTS[dialect], scenario, only)
        simple = {n: {*pairs(choice)} for n, choice in enumerate(fit) if no_more(choice, questions)}
        missing = set[int]().union(*simple.values())
        most = (1 - SHARE) * len(missing)
        missing -= set[int]().union(*(simple[n] for n in numbers if n in simple))
        while len(missing) > most:
            best = max(simple, key=lambda n: len(simple[n] & missing))
            numbers.add(best)
            missing -= simple[best]
    return sorted(numbers)


def main() -> None:
    told = parser(__doc__)
    told.add_argument("--grow", action="store_true", help="only add what the model has won")
    options = told.parse_args()
    questions = {feature.name: list(feature.answers) for feature in FEATURES}
    spoken = [dialect.id for dialect in DIALECTS.values() if "chat" in dialect.scenarios]
    if options.grow:
        shipped = json.loads(PLACE.read_text("utf-8"))
        known = shipped["questions"]
        new = [(name, answer) for name, all_ in questions.items() for answer in all_ if answer not in known[name]]
        digits = [zip(known.items(), row, strict=True) for row in shipped["rows"]]
        chosen = [{name: all_[DIGITS.index(digit)] for (name, all_), digit in row} for row in digits]
        chosen += grown(chosen, new)
    else:
        chosen = cover()
    of = {id_: needed(id_, chosen) for id_ in spoken}
    chosen += simpler(chosen)
    of = {id_: for_less(id_, some, chosen) for id_, some in of.items()}
    rows = ["".join(DIGITS[answers.index(row[name])] for name, answers in questions.items()) for row in chosen]
    lines = [f'"questions": {json.dumps(questions)}', f'"rows": {json.dumps(rows, indent=1)}']
    lines += [
        f'"of": {{\n{",".join(f"{chr(10)} {json.dumps(id_)}: {json.dumps(some)}" for id_, some in of.items())}\n}}'
    ]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(len(chosen), {id_: len(some) for id_, some in of.items()})


if __name__ == "__main__":
    main()
