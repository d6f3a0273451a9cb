"""``promptfmt why`` as a page that needs no server but one of files: Python in the browser, and the kit's own wheel.

    python scripts/make_why_page.py [FOLDER]

writes it to FOLDER (``build/why``), some 16 MB, which is not committed; the build of the site takes it along where it
was made. Pyodide comes from npm and jsonschema's wheels from PyPI, by their ordinary clients, in the versions that
stand here.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from options import parser

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.report.html.markup import asset, data_block, escaped

ROOT = Path(__file__).parents[1]
OURS = Path(__file__).parent / "why_page"
USUAL = ROOT / "build" / "why"
PYODIDE = "pyodide@314.0.7"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEELS = (
    "attrs==26.1.0",
    "jsonschema==4.26.0",
    "jsonschema-specifications==2025.9.1",
    "pyrsistent==0.20.0",
    "pyrsistent-as-rpds-py==2.1.0",  # what rpds-py does for jsonschema, in Python
    "referencing==0.37.0",
)
"""All of them pure Python. Pillow and PyYAML are none: an image's size in pixels is not asked, and YAML is not read."""
SCRIPTS = ("text.js", "value.js", "detail.js")
"""The report's own, of `report/html/page/`."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src blob:",
        "connect-src 'self'",
        "style-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def make(folder: Path) -> None:
    """The page with all that it needs; what was in the folder is no more."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        made = work / "why"
        made.mkdir()
        _pyodide(work, made / "pyodide")
        names = _wheels(made)
        (made / "wheels.json").write_text(json.dumps(names), encoding="utf-8")
        for name, content in pages().items():
            (made / name).write_text(content, encoding="utf-8")
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(made, folder)


def pages() -> dict[str, str]:
    """What of it is ours and text, by name."""
    script = "".join(map(asset, SCRIPTS)) + (OURS / "why.js").read_text("utf-8")
    return {
        "index.html": "\n".join(_page()) + "\n",
        "why.js": f'"use strict";\n(() => {{\n{script}}})();\n',
        "why.css": asset("page.css") + (OURS / "why.css").read_text("utf-8"),
        "engine.js": (OURS / "engine.js").read_text("utf-8"),
    }


def _pyodide(work: Path, folder: Path) -> None:
    done = subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=work, check=True, stdout=subprocess.PIPE, text=True)
    folder.mkdir()
    with tarfile.open(work / done.stdout.split()[-1]) as archive:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            (folder / name).write_bytes(member.read())


def _wheels(folder: Path) -> list[str]:
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--python-version=3.14"]
    pip += ["--implementation=py", "--abi=none", "--platform=any", f"--dest={folder}"]
    subprocess.run([*pip, *WHEELS], check=True, stderr=subprocess.PIPE)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", f"--outdir={folder}", str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.PIPE)
    return sorted(path.name for path in folder.glob("*.whl"))


def _page() -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">'
    yield '<title>promptfmt why</title>\n<link rel="icon" href="data:,">\n<link rel="stylesheet" href="why.css">'
    yield '<script src="why.js" defer></script>\n</head>\n<body>'
    yield '<header><p class="kicker">promptfmt why</p><h1>Why was this request refused?</h1>'
    yield "<p>Paste what you sent, or drop a file: a payload, a curl command, raw HTTP, a HAR, a log of JSON Lines."
    yield "It is judged in this page, by rules in the providers' own words, and stays in your browser.</p></header>"
    yield '<form id="form"><label>The request<textarea id="text" spellcheck="false" autocomplete="off"'
    yield """ placeholder='{"model": "gpt-4o", "messages": [{"role": "user", "content": "…"}]}'></textarea></label>"""
    yield '<label>The provider\'s answer, if you have it<textarea id="answer" spellcheck="false" autocomplete="off">'
    yield '</textarea></label><div class="row"><label>Provider<select id="dialect"><option value="">detect it</option>'
    yield from (f'<option value="{escaped(name)}">{escaped(title)}</option>' for name, title in titles().items())
    yield '</select></label><label>Model, if the request does not say it<input id="model" autocomplete="off"'
    yield ' spellcheck="false"></label><label>A file<input id="file" type="file"></label>'
    yield '<label class="tick"><input id="thinking" type="checkbox"> thinking is on</label></div>'
    yield '<div class="row"><button id="judge">judge</button>'
    yield '<button type="button" id="link">copy a link, without the request</button></div></form>'
    yield '<p id="status" role="status">The judge is being loaded …</p>'
    yield '<main id="requests"></main>'
    yield "<noscript><p>This page runs Python in your browser, and needs JavaScript for it.</p></noscript>"
    yield f'<footer><p class="aside">{_FOOTER}</p></footer>'
    yield f"{data_block('titles', titles())}\n</body>\n</html>"


_FOOTER = "<code>promptfmt why</code> on your machine also judges the size of images in pixels, and reads YAML."


def titles() -> dict[str, str]:
    """Every dialect that a request can have, by its name."""
    return {name: dialect.title for name, dialect in DIALECTS.items() if dialect.rules}


if __name__ == "__main__":
    told = parser(__doc__)
    told.add_argument("folder", nargs="?", type=Path, default=USUAL, metavar="FOLDER")
    target = told.parse_args().folder
    make(target)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"{target}: {size / 1e6:.1f} MB; python -m http.server --directory {target} --bind 127.0.0.1")
