"""What every shipped adapter keeps to."""

from __future__ import annotations

import pytest
from judged_libraries import ADAPTERS

from pytest_promptfmt.implementation.resolve import adapters


@pytest.mark.parametrize("name", adapters())
def test_an_adapters_own_module_is_a_table_and_an_entry_in_under_sixty_lines(name: str) -> None:
    """What makes a framework's own messages stands in modules beside it."""
    module = path if (path := ADAPTERS / name / "__init__.py").exists() else ADAPTERS / f"{name}.py"

    assert len(module.read_text("utf-8").splitlines()) < 60
