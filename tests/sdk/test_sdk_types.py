"""The types of the official clients that are installed and our schemas say the same, of themselves and of payloads.

The rows of `tests/derived/differences.toml` say where they do not, and why. What a newer client has and ours has not is
told here first.
"""

from __future__ import annotations

from typing import Any

import pytest
from sdk.derive import DERIVED
from support.accepting import corpus_payloads, ours_takes, requests, taker
from support.vendored import index, unexplained

from pytest_promptfmt.corpus.golden import load_golden
from pytest_promptfmt.dialects import SCENARIOS


@pytest.fixture(scope="module", params=DERIVED)
def derived(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """The name of a schema, and what the client that is installed makes of it."""
    package, derive = DERIVED[request.param]
    pytest.importorskip(package, reason=f"{package} is not installed")
    return request.param, derive()


def test_ours_has_the_properties_the_enums_and_the_types_of_theirs(derived: tuple[str, dict[str, Any]]) -> None:
    name, schema = derived

    assert unexplained(name, schema) == []


def test_both_take_every_golden_payload_and_what_the_reference_writes(derived: tuple[str, dict[str, Any]]) -> None:
    name, schema = derived
    dialect, takes = index()[name]["dialect"], taker(name, schema)
    known = [load_golden("agentscope-1.0", f"{dialect}.{scenario}").payloads.values() for scenario in SCENARIOS]
    found = requests(name, [*(payload for payloads in known for payload in payloads), *corpus_payloads(dialect)])

    assert [each.messages for each in found if not takes(each) or not ours_takes(each)] == []
    assert len(found) >= 20


def test_every_copy_but_those_of_documents_can_be_derived_anew() -> None:
    assert set(index()) - set(DERIVED) == {"openai.chat.openapi", "openai.responses.openapi"}
