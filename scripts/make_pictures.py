"""Draws the pictures of README.md from a real run: a failure in a terminal, and the report's page in a browser.

``python scripts/make_pictures.py``, with the extra `pictures` and a Chromium of the system. What is judged is the first
formatter of docs/first-run.md (`make_first_run.py`); the pictures are written to docs/pictures/.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from make_first_run import BROKEN, ROOT, run
from options import parser
from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

PICTURES = ROOT / "docs" / "pictures"
COLUMNS = 96
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_THEME = TerminalTheme(
    (23, 22, 20),
    (236, 232, 224),
    [
        *((23, 22, 20), (255, 147, 133), (147, 207, 153), (230, 184, 96)),
        *((147, 191, 230), (200, 160, 220), (140, 200, 200), (236, 232, 224)),
    ],
)
_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
<rect fill="#171614" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
"""Of `Console.export_svg`, without the fonts that it would fetch and the frame of a window."""


def main() -> int:
    """Both pictures; the browser's in light and dark."""
    parser(__doc__).parse_args()
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        printed = run(
            next(iter(BROKEN)), Path(folder), "--promptfmt-report=html:report.html", columns=COLUMNS, colour=True
        )
        (PICTURES / "failure.svg").write_text(terminal(first_failure(printed)), "utf-8")
        photograph(Path(folder) / "report.html")
    return 0


def first_failure(printed: str) -> str:
    """The first cause: from its title to the next one, or to the summary."""
    lines = printed.splitlines()
    plain = [Text.from_ansi(line).plain for line in lines]
    start = next(n for n, line in enumerate(plain) if line.startswith("___"))
    end = next((n for n in range(start + 1, len(plain)) if plain[n].startswith(("___", "==="))), len(plain))
    return "\n".join(lines[start:end])


def terminal(coloured: str) -> str:
    """A piece of a terminal as SVG; nothing is fetched to show it."""
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    console.print(Text.from_ansi(coloured), overflow="fold")
    return console.export_svg(theme=_THEME, code_format=_SVG, unique_id="failure", font_aspect_ratio=0.61)


def photograph(page: Path) -> None:
    """The top of the page, and the first cause opened."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=_QUIET)
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": 1200, "height": 800}, color_scheme=scheme)
            tab = context.new_page()
            tab.goto(page.as_uri())
            tab.locator(".group summary").first.click()
            tab.locator("details[open] .detail").wait_for()
            tab.locator("#list details[open]").first.scroll_into_view_if_needed()
            tab.evaluate("scrollBy(0, document.querySelector('.group').getBoundingClientRect().top - 16)")
            path = PICTURES / f"report-{scheme}.png"
            tab.screenshot(path=path)
            with Image.open(path) as image:
                image.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(path, optimize=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
