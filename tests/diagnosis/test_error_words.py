"""An answer held against the words that the rules quote."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from support.places import TESTS

RANKED = """
from support.refused import REQUESTS
from pytest_promptfmt.diagnosis.error_words import speakers, told
for row in REQUESTS:
    print(row["id"], told(row["said"]), speakers(row["said"]))
"""


@pytest.mark.slow
def test_the_rules_and_dialects_that_an_answer_fits_do_not_depend_on_the_hash_seed() -> None:
    """Weights summed in a set's order differed in their last bit, and so did the order of two that fit alike."""
    ranked = [
        subprocess.run(
            [sys.executable, "-c", RANKED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("2", "3")
    ]  # fmt: skip

    assert ranked[0].strip()
    assert ranked[0] == ranked[1]
