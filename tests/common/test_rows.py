"""What of a table runs every day: see `support.rows`."""

from __future__ import annotations

import pytest
from support.rows import for_each

TABLE = """
import pytest

@pytest.mark.sampled(3)
@pytest.mark.parametrize("row", [1, pytest.param(2, marks=pytest.mark.slow), 3, 4, 5, 6, 7])
def test_a(row): ...

@pytest.mark.parametrize("row", [1, 2])
def test_b(row): ...
"""


def ran(pytester: pytest.Pytester, *chosen: str) -> list[str]:
    pytester.makeconftest(
        "import pytest; from support import rows\n\n"
        "@pytest.hookimpl(tryfirst=True)\ndef pytest_collection_modifyitems(items):\n    rows.sample(items)\n"
    )
    pytester.makepyfile(test_table=TABLE)
    chosen = chosen or ("test_table.py",)
    result = pytester.runpytest_inprocess("-p", "no:syrupy", "-v", "-m", "not slow", *chosen)
    return [line.split("::")[1].split()[0] for line in result.outlines if " PASSED" in line]


def test_each_third_row_runs_every_day_from_the_first_on(pytester: pytest.Pytester) -> None:
    assert ran(pytester) == ["test_a[1]", "test_a[5]", "test_b[1]", "test_b[2]"]


def test_who_asks_for_one_row_gets_it(pytester: pytest.Pytester) -> None:
    assert ran(pytester, "test_table.py::test_a[4]") == ["test_a[4]"]


def test_whoever_is_wrong_in_a_table_stands_by_name() -> None:
    @for_each(["one", "two", "three"])
    def holds(row: str) -> None:
        assert "o" in row

    with pytest.raises(ExceptionGroup, match="1 of 3 rows") as raised:
        holds()
    assert raised.value.exceptions[0].__notes__ == ["row: three"]
