"""Is a bridge that breaks the protocol told so, at the point that it breaks, and an honest one left alone?"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.bridges import COUNTING, HELLO, after_answer, before_answer, bridge

from pytest_promptfmt.implementation import conformance
from pytest_promptfmt.implementation.command import Command
from pytest_promptfmt.implementation.conformance import POINTS, Bench, check


def broken(command: str, folder: Path) -> dict[str, str]:
    """The points that are broken, each with what is said of it."""
    names = [point.__name__ for point in POINTS]
    asked = Command(command, str(folder))
    try:
        told = [problem for _, problem in check(Bench(asked, 10.0))]
    finally:
        asked.end()
    return {name: problem for name, problem in zip(names, told, strict=True) if problem}


@pytest.mark.parametrize("hello", [HELLO, COUNTING], ids=["plain", "counting"])
def test_an_honest_bridge_breaks_nothing(tmp_path: Path, hello: str) -> None:
    assert broken(bridge(tmp_path, hello=hello), tmp_path) == {}


LIARS = {
    "every_target": (before_answer("os._exit(3)"), "exit status 3"),
    "repeated": (before_answer('answer["payload"][0]["n"] = time.monotonic()'), "and then"),
    "encoding": (
        ("json.dumps(value)", 'json.dumps(value, ensure_ascii=False).encode("ascii", "replace").decode()'),
        "not in the payload",
    ),
    "half_a_character": (("json.dumps(value)", "json.dumps(value, ensure_ascii=False)"), "exit status 1"),
    "long_line": (("for line in sys.stdin:", "for line in iter(lambda: sys.stdin.readline(65536), ''):"), "ended"),
    "no_such_target": (('request["target"] != "openai.chat"', "False"), "made a payload"),
    "nothing_said": (("    try:\n", '    assert request["conversation"]["messages"]\n    try:\n'), "exit status 1"),
    "next_one": (("except Exception as error:", "except NotImplementedError as error:"), "ended"),
    "great_numbers": (('answer = {"id": request["id"]}', 'answer = {"id": request["id"] % 2**32}'), "was wanted"),
    "counted": (('say({"id": request["id"], "count": payload})', 'say({"count": payload})'), "was wanted"),
    "quiet": (after_answer("say(answer)"), "came"),
    "beside_another": (
        ("\nsay({", '\nimport fcntl\nheld = open("lock", "w")\nfcntl.flock(held, fcntl.LOCK_EX)\nsay({'),
        "said no hello",
    ),
    "ends": (("    say(answer)\n", "    say(answer)\ntime.sleep(100)\n"), "still there"),
}
"""For each point a bridge that breaks it, and words of what is said."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("point", LIARS)
def test_a_faulty_bridge_is_told_which_point_it_breaks(
    tmp_path: Path, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "_AT_END", 0.5)
    monkeypatch.setattr(conformance, "_FOR_HELLO", 2.0)
    change, words = LIARS[point]

    assert words in broken(bridge(tmp_path, change, hello=COUNTING if point == "counted" else HELLO), tmp_path)[point]


def test_every_point_has_a_bridge_that_breaks_it() -> None:
    assert [point.__name__ for point in POINTS] == list(LIARS)
