"""What a program that could not start is quoted with."""

from __future__ import annotations

import pytest

from pytest_promptfmt.implementation.protocol import last_words

FRAMES = "".join(f"    at Module._compile (node:internal/modules/cjs/loader:{n}:20)\n" for n in range(40))


@pytest.mark.parametrize(
    ("error", "how"),
    [
        ("SyntaxError: Cannot use import statement outside a module", ".mjs"),
        ('TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /app/bridge.ts', "npx tsx"),
        ("Error: Cannot find module '/app/dist/bridge.js'", "npm install"),
        ("ReferenceError: require is not defined in ES module scope", ".cjs"),
    ],
)
def test_the_error_is_kept_and_not_the_end_of_its_stack(error: str, how: str) -> None:
    said = last_words(f"/app/bridge.js:1\n{error}\n{FRAMES}\nNode.js v20.20.2\n")

    assert error in said
    assert how in said
    assert "    at " not in said


def test_of_a_long_text_the_error_is_kept() -> None:
    said = last_words(f"ValueError: no table\n{'more about it. ' * 60}")

    assert said.startswith("ValueError: no table")
    assert len(said) == 500


def test_what_is_nothing_but_frames_is_kept() -> None:
    assert "loader:39" in last_words(FRAMES)
