"""Stand-ins for libraries that adapters dress: packages of a few lines under the same names, forgotten afterwards.

Where the library itself has been imported it comes back then, and is not imported anew: its classes look for each other
in the modules that they were made in.
"""

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
    real = _forgotten(tops)
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
        _forgotten(tops)
        sys.modules.update(real)


def _forgotten(tops: set[str]) -> dict[str, ModuleType]:
    """The modules of the packages `tops`, which are no longer imported; nor are the adapters, which hold on to them."""
    for name in [name for name in sys.modules if name.startswith(f"{ADAPTERS}.") and "agentscope" not in name]:
        del sys.modules[name]
        vars(sys.modules[ADAPTERS]).pop(name.removeprefix(f"{ADAPTERS}."), None)
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] in tops}
