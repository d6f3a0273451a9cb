"""``promptfmt check-bridge COMMAND``: its lines and its exit codes."""

from __future__ import annotations

import io
from argparse import Namespace
from pathlib import Path

import pytest
from support.bridges import before_answer, bridge

from pytest_promptfmt.commands.check_bridge import run
from pytest_promptfmt.commands.inputs import Unusable
from pytest_promptfmt.implementation.conformance import POINTS


def check(command: str) -> tuple[int, list[str]]:
    out = io.StringIO()
    return run(Namespace(command=command, timeout=10.0), out), out.getvalue().splitlines()


@pytest.mark.parametrize("prefix", ["", "cmd:"])
def test_an_honest_bridge_has_a_line_for_each_point(tmp_path: Path, prefix: str) -> None:
    code, lines = check(prefix + bridge(tmp_path))

    assert (code, lines[-1]) == (0, "it speaks protocol 1")
    assert [line[:8] for line in lines[1:-1]] == ["ok      "] * len(POINTS)


def test_what_is_broken_stands_below_its_point(tmp_path: Path) -> None:
    code, lines = check(bridge(tmp_path, before_answer('answer["payload"][0]["n"] = time.monotonic()')))

    assert code == 1
    assert lines[2] == "broken  The same request twice has the same answer, under the id of each."
    assert ", and then " in lines[3]


def test_what_says_no_hello_cannot_be_asked() -> None:
    with pytest.raises(Unusable, match="it said no hello"):
        check("true")
