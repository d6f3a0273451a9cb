"""What README.md shows of other libraries, and of a failure."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]


def found() -> str:
    """For README.md: what came of other libraries, by docs/peers.md."""
    page = (ROOT / "docs" / "peers.md").read_text("utf-8")
    names, judged, wrong = (
        re.findall(r"[^|]+", line)[1:]
        for start in (r"\| exchanges \| L", r"\| exchanges \| \d", r"\| with an error \|")
        for line in re.findall(rf"^{start}.*(?= \|$)", page, re.MULTILINE)
    )
    (first, *rest) = (f"{b.strip()} of {c.strip()}|{a.strip()}" for a, b, c in zip(names, wrong, judged, strict=True))
    told = [first.replace("|", " exchanges of "), *(each.replace("|", " of ") for each in rest)]
    return (
        f"**What it found**: errors in {', '.join(told[:-1])} and {told[-1]}, each group of them "
        "[checked against the provider's own words](docs/peers.md)."
    )


def failure() -> str:
    """For README.md: what its own example of a mistake fails with, as pytest prints it."""
    files = re.findall(r'```python title="(\w+\.py)"\n(.*?)```', (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert "hasty.py" in dict(files), "README.md has lost its example"
    options = "-p", "no:cacheprovider", "--promptfmt-impl=hasty", "--promptfmt-case=tools/single-call"
    with TemporaryDirectory() as folder:
        for name, code in files:
            Path(folder, name).write_text(code, "utf-8")
        env = os.environ | {"COLUMNS": "80", "PY_COLORS": "0", "PYTEST_ADDOPTS": ""}
        command = [sys.executable, "-m", "pytest", *options]
        printed = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout
    section = re.search(r"^_{3}.*^run it again[^\n]*", printed, re.DOTALL | re.MULTILINE)
    assert section is not None, printed
    return f"```text\n{section[0]}\n```"
