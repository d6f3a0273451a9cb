"""All that is made, after an addition of any kind: released ids, proofs, golden payloads, suspects, pages.

``python scripts/make_all.py``, about a minute. Read the diff: what is made from a mistake is one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from options import parser

STEPS = (
    ("release_ids.py",),
    ("write_proofs.py",),
    ("write_golden.py",),
    ("make_suspects.py",),
    ("make_docs.py",),
    ("make_first_run.py",),
    ("make_matrix.py", "--pages"),
)
"""In this order: the pages tell of what the others write."""


def main() -> int:
    """The first exit code that is not 0, else 0."""
    parser(__doc__).parse_args()
    for step, *options in STEPS:
        command = [sys.executable, Path(__file__).with_name(step), *options]
        code = subprocess.run(command, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
