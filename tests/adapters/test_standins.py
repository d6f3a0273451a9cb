"""What the tests of adapters leave behind: the libraries as they were."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import pytest
from support.standins import CLIENT, standing_in


def test_a_library_that_was_imported_comes_back_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "httpx"}

    with pytest.raises(ImportError), standing_in(tmp_path, monkeypatch, "litellm", {"httpx.py": CLIENT}, ("litellm",)):
        pass

    assert {name: sys.modules.get(name) for name in before} == before
    assert before["httpx"] is httpx
