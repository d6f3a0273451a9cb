"""Sentences with which providers refuse a request, and the smallest request that has the fault of each.

Written down from an exact search of public code and threads, before the kit was asked; `at` is where the fault is.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from pytest_promptfmt.verdicts.request.refusals.refusal import Sent
from support.places import TESTS

SENTENCES: list[dict[str, Any]] = [
    json.loads(line) for line in (TESTS / "recordings" / "refused-sentences.jsonl").read_text("utf-8").splitlines()
]


def sent_to(row: dict[str, Any]) -> Sent:
    """How the request of a row was sent: whole, and to the address that it names."""
    url = urlsplit(row["url"])
    return Sent(whole=True, addressed=True, address=f"{url.netloc}{url.path}", host=url.netloc)
