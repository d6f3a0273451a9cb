"""Writes docs/first-run.md: what pytest prints about each of the broken formatters in docs/broken/.

``python scripts/make_first_run.py``; ``--check`` only says whether the page is out of date (exit 1).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from options import parser

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first-run.md"
BROKEN: Mapping[str, str] = {
    "openai_agent.py": """
- arguments are an object where OpenAI wants a string of JSON
- a result does not say which call it is of
- white space at the ends of texts is cut
- the text beside a call is lost
- base64 goes out bare where a data URI belongs, and a `file:` address is cut off its scheme only, not decoded
""",
    "anthropic_agent.py": """
- system text stands among the messages
- a tool's schema stands under `parameters`, where Anthropic looks for `input_schema`
- arguments are spelled as Python prints them
- a result has its call's id under `id`, not `tool_use_id`
- base64 goes out as a data URI where bare base64 belongs
""",
    "gemini_agent.py": """
- a result is a bare string where Gemini wants an object
- it goes under the call's id in the place of the tool's name
- each block is a turn of its own, so that calls made together are torn apart
- the model's role is spelled `assistant`
- every picture is declared to be a PNG
""",
}
"""Each by its file, with the mistakes that were made on purpose."""

_INTRO = """# A first run, three times

Made by `scripts/make_first_run.py`; do not edit.

Three formatters as somebody might write them in an afternoon, each with five plausible mistakes, and all that pytest
prints about them at 80 columns: the first cause in full, then a line for each. Left out: platform, directory, plugins
and seconds. `-v` explains every cause.
"""


def page() -> str:
    """The whole page."""
    lines = [_INTRO]
    for name, mistakes in BROKEN.items():
        with TemporaryDirectory() as folder:
            printed = run(name, Path(folder))
        lines += [
            f"## {name}",
            "",
            f"[The formatter](broken/{name}), in which",
            mistakes,
            "```text",
            shown(printed),
            "```",
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


def run(name: str, folder: Path, *options: str, columns: int = 80, colour: bool = False) -> str:
    """What pytest prints about one of them, in this folder."""
    shutil.copy(ROOT / "docs" / "broken" / name, folder / name)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--promptfmt-impl={name}", *options]
    env = os.environ | {"COLUMNS": str(columns), "PY_COLORS": str(int(colour)), "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout


def shown(printed: str) -> str:
    """Without what is of one machine, or of one run."""
    lines = [
        line.rstrip() for line in printed.splitlines() if not line.startswith(("platform ", "rootdir: ", "plugins: "))
    ]
    return re.sub(
        r"=+ ([^=]*) in [\d.]+s(?: \([\d:]+\))? =+$", lambda found: f" {found[1]} ".center(80, "="), "\n".join(lines)
    )


def main() -> int:
    told = parser(__doc__)
    told.add_argument("--check", action="store_true", help="only say what is out of date (exit 1)")
    only_check: bool = told.parse_args().check
    made = page()
    old = not PAGE.is_file() or PAGE.read_text("utf-8") != made
    if old:
        print(f"{'out of date' if only_check else 'written'}: {PAGE.relative_to(ROOT)}")
    if only_check:
        return 1 if old else 0
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
