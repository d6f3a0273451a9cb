"""Under whose name does a text stand? By what is written before it."""

from __future__ import annotations

import pytest

from pytest_promptfmt.checks.fidelity.speakers import nearest

NAMES = ("Ann", "Ann Lee", "Bob", "system")


@pytest.mark.parametrize(
    ("gap", "name"),
    [
        ("", None),
        ("Ann: ", "Ann"),
        ("Ann Lee: ", "Ann Lee"),
        ("Bob told Ann: ", "Ann"),
        ("Anna: ", None),
        ("<Ann>", "Ann"),
        ("</Bob>\n<Ann>", "Ann"),
        ("<Bob>Yes.</Bob>\n", None),
        ("<turn><who>Ann</who>", "Ann"),
        ('<turn by="Ann"><at>12:00</at>', "Ann"),
        ("<system-info>It rains.</system-info>\n<history>\n", None),
        ("Ann: </system>", "Ann"),
        ("<system><system>It rains.</system>", "system"),
        ("2 < 3, Bob </3 Ann: ", "Ann"),
        ("<a>" * 20_000 + "</a>" * 20_000 + "Bob: ", "Bob"),
    ],
)
def test_the_last_name_before_a_text_that_no_closed_element_has_is_its_speaker(gap: str, name: str | None) -> None:
    assert nearest(NAMES, gap) == name
