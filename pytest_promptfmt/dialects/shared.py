"""Rules whose logic several providers share; each provider lists them under its own id with its own evidence."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt import jsonpath
from pytest_promptfmt.nearest import did_you_mean
from pytest_promptfmt.request import Request
from pytest_promptfmt.rules import Breach


def no_unknown_keys(request: Request) -> Iterator[Breach]:
    """No keys outside the documented shape."""
    from pytest_promptfmt.validation import unknown_keys

    for path, key, known in unknown_keys(request):
        place = jsonpath.join(path, [key])
        yield Breach(place, f"unknown key {key!r}{did_you_mean(key, known)}", {"expected": known, "actual": key})
