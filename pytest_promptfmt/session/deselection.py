"""What pytest and its plugins say that they leave out of a run, in this process or in xdist's workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pytest_promptfmt.session.items import KitItem


class Deselection:
    """A plugin object: the `nodes` that were deselected. A worker passes them on to the controller as it ends."""

    def __init__(self, config: pytest.Config) -> None:
        self._output: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self.nodes: set[str] = set()

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        nodes = [item.nodeid for item in items if isinstance(item, KitItem)]
        self.nodes.update(nodes)
        if self._output is not None:
            self._output.setdefault("promptfmt_deselected", []).extend(nodes)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker that crashed has no output."""
        self.nodes.update(getattr(node, "workeroutput", {}).get("promptfmt_deselected", ()))
