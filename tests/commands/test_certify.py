"""``promptfmt certify``: what it refuses before it judges."""

from __future__ import annotations

import pytest
from support.shell import refused


def test_a_glob_of_models_that_matches_nothing_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(capsys, "certify", "promptfmt_reference", "-o", "cert.json", "--model", "opnai.*=gpt-5.4")

    assert "--model=opnai.* matches nothing; did you mean 'openai.*'?" in told
