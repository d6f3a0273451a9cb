"""Where the implementation lies and what its name is: it is not found, or cannot be imported, or is another module."""

from __future__ import annotations

import base64
import io
import zipfile

from mistakes.mistake import GREEN, MINE, NOTHING, USAGE, Mistake, run


def named(name: str, impl: str, *says: str, **more: object) -> Mistake:
    """The implementation under another name."""
    return Mistake(name, says, run(impl=impl), **more)  # type: ignore[arg-type]


def broken(name: str, text: str, *says: str, **more: object) -> Mistake:
    """A module that cannot be imported."""
    return Mistake(name, says, mine=text, **more)  # type: ignore[arg-type]


def _zipped() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("zipped.py", MINE)
    return held.getvalue()


SRC = {"src/inside/__init__.py": MINE}
PACKAGE = {
    "pack/__init__.py": "",
    "pack/fmt.py": "from .words import chat\n" + MINE.partition("FORMATTERS")[1] + MINE.partition("FORMATTERS")[2],
    "pack/words.py": MINE.partition("FORMATTERS")[0],
}

NAMES = (
    named("near-module", "mien", "mean 'mine'"),
    named("module-of-other-case", "Mine", "mean 'mine'"),
    named("path-without-ending", "./mine", "mean './mine.py'|mine.py"),
    named("path-misspelt", "./mien.py", "mean './?mine.py'"),
    named(
        "path-of-a-directory-without-init", "./folder", "folder", "__init__.py|fmt.py", files={"folder/fmt.py": MINE}
    ),
    named("path-in-another-directory", "fmt.py", "there is no file", "folder/fmt.py", files={"folder/fmt.py": MINE}),
    named("home-of-a-shell", "~/fmt.py", "2 passed", status=GREEN, files={"fmt.py": MINE}, env={"HOME": "."}),
    named("nothing", "", "--promptfmt-impl|names nothing|empty", "module"),
    named("blank", " ", "--promptfmt-impl|names nothing|empty", "module"),
    named("two-by-comma", "mine,other", "mine,other", "again|twice|once for each|repeat", files={"other.py": MINE}),
    named("quoted-twice", "'mine'", "mean 'mine'|quotes"),
    named("equals-twice", "=mine", "mean 'mine'"),
    named("dialect-for-a-name", "openai", "FORMATTERS|module", "module:attribute|no module|has no table"),
    named("target-for-a-name", "openai.chat", "no module|module", "path/to/file.py"),
    named("with-a-dash", "my-fmt", "my-fmt.py", files={"my-fmt.py": MINE}),
    named("with-a-dash-by-its-path", "my-fmt.py", "2 passed", status=GREEN, files={"my-fmt.py": MINE}),
    named("with-a-dash-for-an-underscore", "my-fmt", "mean 'my_fmt'", files={"my_fmt.py": MINE}),
    named("distribution-name", "pytest-promptfmt", "no module", "path/to/file.py"),
    named("notebook", "fmt.ipynb", "notebook|Python file|no module", r"\.py", files={"fmt.ipynb": '{"cells": []}'}),
    named(
        "notebook-by-path",
        "./fmt.ipynb",
        "no Python file",
        "notebook|export|save",
        files={"fmt.ipynb": '{"cells": []}'},
    ),
    named("zip", "./zipped.zip", "no Python file", files={"zipped.zip": _zipped()}),
    named(
        "zip-on-the-path",
        "zipped",
        "2 passed",
        status=GREEN,
        files={"zipped.zip": _zipped()},
        env={"PYTHONPATH": "zipped.zip"},
    ),
    named("readme", "README.md", "README.md", r"\.py", files={"README.md": "# Mine\n"}),
    named("json-file", "./table.json", "no Python file", files={"table.json": "{}"}),
    named("src-layout", "inside", "src", "pip install -e|pythonpath", files=SRC),
    named("src-layout-by-path", "src/inside", "2 passed", status=GREEN, files=SRC),
    named("src-layout-by-dots", "src.inside", "2 passed", status=GREEN, files=SRC),
    named(
        "src-layout-by-ini",
        "inside",
        "2 passed",
        status=GREEN,
        files={**SRC, "pytest.ini": "[pytest]\npythonpath = src\n"},
    ),
    named("namespace-package", "space", "'space'", "space.fmt", files={"space/fmt.py": MINE}),
    named("namespace-module", "space.fmt", "2 passed", status=GREEN, files={"space/fmt.py": MINE}),
    named("submodule-misspelt", "pack.ftm", "mean 'pack.fmt'", files=PACKAGE),
    named("table-in-a-submodule", "pack", "has no table FORMATTERS", "pack.fmt", files=PACKAGE),
    named("package-by-path", "pack/fmt.py", "pack.fmt", "relative import", files=PACKAGE),
    named(
        "package-file-in-the-package",
        "./fmt.py",
        "relative import",
        "module",
        files={"fmt.py": "from .words import chat\n", "words.py": ""},
    ),
    named(
        "beyond-the-top",
        "pack.up",
        "beyond top-level",
        files={"pack/__init__.py": "", "pack/up.py": "from ..x import y\n"},
    ),
    named("named-like-stdlib", "code", r"\./code\.py", "code.py", files={"code.py": MINE}),
    named("named-like-stdlib-early", "types", r"\./types\.py|2 passed", files={"types.py": MINE}, status=USAGE),
    named("named-like-stdlib-by-path", "./code.py", "2 passed", status=GREEN, files={"code.py": MINE}),
    named("named-like-the-kit", "promptfmt", "2 passed", status=GREEN, files={"promptfmt.py": MINE}),
    named("named-like-the-plugin", "pytest_promptfmt", r"has no table FORMATTERS|installed"),
    named("named-like-an-adapter", "langchain", "2 passed", status=GREEN, files={"langchain.py": MINE}),
    named("named-like-an-installed-one", "pytest", "has no table FORMATTERS"),
    named(
        "hides-what-it-needs",
        "jsonschema",
        "jsonschema",
        files={"jsonschema.py": "import jsonschema.validators\n" + MINE},
    ),
    named("pyc-alone", "./compiled.pyc", "compiled.pyc", r"\.py\b", files={"compiled.pyc": b"\0\0\0\0"}),
    named("with-a-space", "my fmt.py", "2 passed", status=GREEN, files={"my fmt.py": MINE}),
    named("with-umlauts", "größe.py", "2 passed", status=GREEN, files={"größe.py": MINE}),
    named("missing-adapter-framework", "adapter:haystack", "haystack", "install"),
    named("adapter-with-a-dash", "llama-index", "mean 'llama_index'"),
    named("adapter-of-other-case", "LangChain", "mean 'langchain'"),
    named("adapter-of-an-unknown-framework", "adapter:llamaindex", "mean 'llama_index'"),
    named("url", "https://example.org/fmt.py", "no file|URL|address|module", "path|download"),
    named("command-without-cmd", "node bridge.mjs", "cmd:node bridge.mjs"),
    named("command-script", "./bridge.mjs", "cmd:", files={"bridge.mjs": "console.log('x')\n"}),
    named(
        "command-missing",
        "cmd:no-such-program-here x",
        "no-such-program-here",
        "not found|no such|PATH|cannot be started",
    ),
    named("command-that-chats", "cmd:echo hello", "hello", "protocol|line|promptfmt"),
    named("command-empty", "cmd:", "cmd:", "command"),
    named("command-open-quote", "cmd:node 'x", "quot"),
)

BROKEN = (
    broken(
        "missing-dependency", "import nowhere_to_be_had\n" + MINE, "nowhere_to_be_had", r"mine\.py:1|line 1", "install"
    ),
    broken("missing-name", "from json import dmups\n" + MINE, "dmups", r"mine\.py:1|line 1"),
    broken("syntax-error", MINE + "def x(:\n", "SyntaxError|invalid syntax", r"mine\.py", r"line 10|:10"),
    broken("tabs-and-spaces", "def x():\n\tpass\n        pass\n", "TabError|tabs|indent", r"mine\.py", "line 3|:3"),
    broken("python-2", "print 'hello'\n", "print", r"mine\.py", "line 1|:1"),
    broken("newer-python", "type Table[K] = dict[K, K]\nmatch 1:\n  case _ x: pass\n", "SyntaxError", r"mine\.py"),
    broken(
        "circular",
        "import other\n" + MINE,
        "circular|partially initialized",
        r"other\.py",
        files={"other.py": "from mine import chat\n"},
    ),
    broken(
        "raises-while-imported",
        "import other\n" + MINE,
        "KeyError",
        "MODEL_OF_NOBODY",
        r"other\.py:2|line 2",
        files={"other.py": "import os\nos.environ['MODEL_OF_NOBODY']\n"},
    ),
    broken(
        "main-runs",
        MINE + "import sys\nsys.exit('usage: mine FILE')\n",
        "SystemExit|exit",
        "usage: mine FILE",
        "__main__|import",
    ),
    broken(
        "parses-arguments",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('file')\np.parse_args()\n" + MINE,
        "SystemExit|exit",
        r"mine\.py:4|line 4|__main__",
    ),
    broken("latin-1", b"# gr\xfc\xdfe\n".decode("latin-1") + MINE, "2 passed", status=GREEN),
    Mistake(
        "latin-1-bytes", ("SyntaxError|UTF-8", "mine|latin"), run(impl="latin"), files={"latin.py": b"# gr\xfc\xdfe\n"}
    ),
    Mistake(
        "null-bytes", ("null bytes|SyntaxError", "utf16"), run(impl="utf16"), files={"utf16.py": MINE.encode("utf-16")}
    ),
    broken("empty-module", "", "has no table FORMATTERS", "mine.py"),
    broken("only-a-comment", base64.b64decode("IyBsYXRlcgo=").decode(), "has no table FORMATTERS"),
    broken("slow-import", "import time\ntime.sleep(1)\n" + MINE, "2 passed", status=GREEN),
    broken("prints-while-imported", "print('loaded')\n" + MINE, "2 passed", status=GREEN),
    broken("asks-while-imported", "name = input('your name? ')\n" + MINE, "input|stdin|EOF", r"mine\.py:1|line 1"),
    broken(
        "pytest-in-it",
        MINE + "import pytest\npytest.importorskip('nowhere_to_be_had')\n",
        "nowhere_to_be_had",
        r"mine\.py",
    ),
    broken(
        "warns-while-imported",
        "import warnings\nwarnings.warn('old thing')\n" + MINE,
        "2 passed",
        "old thing",
        status=GREEN,
    ),
    broken(
        "django-settings",
        "from django.conf import settings\nsettings.DEBUG\n" + MINE,
        "DJANGO_SETTINGS_MODULE",
        wants=("django",),
    ),
)

OPTION = (
    Mistake("no-option", ("no tests|collected 0",), ("pytest",), NOTHING),
    Mistake("option-without-value", ("expected one argument",), ("pytest", "--promptfmt-impl")),
    Mistake(
        "option-misspelt",
        ("unrecognized arguments: --promptfmt-implementation=mine",),
        ("pytest", "--promptfmt-implementation=mine"),
    ),
    Mistake("option-abbreviated", ("--promptfmt-impl|unrecognized",), ("pytest", "--promptfmt-im=mine")),
    Mistake("module-as-an-argument", ("--promptfmt-impl", "mine"), ("pytest", "mine", "--promptfmt-case=chat/*")),
    Mistake("file-as-an-argument", ("no tests|collected 0",), ("pytest", "mine.py"), NOTHING),
    Mistake("same-twice", ("2 passed|4 passed|twice",), run("--promptfmt-impl=mine"), GREEN),
    Mistake("plugin-not-loaded", ("unrecognized arguments",), run("-p", "no:promptfmt")),
    Mistake("module-and-its-path", ("4 passed",), run("--promptfmt-impl=mine.py"), GREEN),
)

TABLE = (*NAMES, *BROKEN, *OPTION)
