"""Stand-ins for libraries that adapters dress: packages of a few lines under the same names, forgotten afterwards."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

ADAPTERS = "pytest_promptfmt.adapters"

CLIENT = """
import json

class HTTPTransport:
    def handle_request(self, request):
        raise AssertionError("the network")

class AsyncHTTPTransport:
    async def handle_async_request(self, request):
        raise AssertionError("the network")

class Request:
    method = "POST"
    url = "https://example.com/v1/chat"

    def __init__(self, body):
        self.body = body

    def read(self):
        return json.dumps(self.body)
"""
"""httpx, as far as a request is concerned."""


@contextmanager
def standing_in(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    adapter: str,
    modules: Mapping[str, str],
    absent: tuple[str, ...] = (),
) -> Iterator[ModuleType]:
    """The adapter, imported over `modules` (source by path); `absent` packages cannot be found."""
    tops = {path.partition("/")[0].removesuffix(".py") for path in modules}
    _forget(tops)
    for path, source in modules.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in absent:
        monkeypatch.setitem(sys.modules, name, None)
    try:
        yield importlib.import_module(f"{ADAPTERS}.{adapter}")
    finally:
        _forget(tops)


def _forget(tops: set[str]) -> None:
    for name in list(sys.modules):
        ours = name.startswith(f"{ADAPTERS}.") and "agentscope" not in name
        if ours or name.partition(".")[0] in tops:
            del sys.modules[name]
            vars(sys.modules.get(ADAPTERS, sys)).pop(name.removeprefix(f"{ADAPTERS}."), None)
