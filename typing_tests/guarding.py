"""The guard at run time, as an application uses it."""

from __future__ import annotations

from typing import assert_type

from pytest_promptfmt import Finding
from pytest_promptfmt.guarding import Guard, Judged, Refused, judged

found = judged({"messages": []}, "openai", milliseconds=20, context={"model": "gpt-4o"})
assert_type(found, Judged)
assert_type(found.errors, tuple[Finding, ...])
assert_type(found.unjudged, tuple[str, ...])

guard = Guard("raise", dialects={"https://gateway.example/": "openai"})
try:
    guard(object())
except Refused as refused:
    assert_type(refused.judged, Judged)
    assert_type(refused.address, str)
