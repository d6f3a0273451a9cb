"""What an ini file of pytest's says of the kit where nobody reads it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pytest_promptfmt.common.did_you_mean import nearest

_KEY = re.compile(r"(?mi)^[ \t]*\"?(?P<key>(?:pytest[-_])?promptfmt[-_.]?\w[\w-]*)\"?[ \t]*[=:](?P<value>[^\n#;]*)")
_HEADS = ("[tool.pytest.ini_options]", "[tool.pytest]", "[tool:pytest]", "[pytest]")
_FILES = ("pytest.ini", "pytest.toml", "pyproject.toml", "tox.ini", "setup.cfg")
_OURS = ("promptfmt_impl", "promptfmt_corpus")
_NAMES: Mapping[str, str] = {
    **dict.fromkeys(("implementation", "implementations", "formatter", "formatters", "module"), _OURS[0]),
    **dict.fromkeys(("corpora", "cases", "own-cases", "cases-dir", "case-dir"), _OURS[1]),
}
"""What others call a key of ours."""


def keys_like_ours(path: Path) -> Iterator[tuple[str, str]]:
    """The keys among pytest's own that begin as ours do, with what is set beside them on their line."""
    for found in _KEY.finditer(_section(path)):
        yield found["key"], found["value"].strip(" \t\r\"'[],")


def meant_key(key: str, value: str, options: Mapping[str, str]) -> str:
    """What to write in place of a key that nothing reads, to go on behind it; `options` by what people call them."""
    name = re.sub(r"^(?:pytest[-_])?promptfmt[-_.]?", "", key.lower()).replace("_", "-")
    if name in ("ignore", "disable", "exclude", "skip", "silence", "allow", "per-file-ignores"):
        return "; what is known to fail is an [[xfail]] in promptfmt.toml, with its match and its reason"
    near = nearest(name, ("impl", "corpus"))
    ours = _NAMES.get(name) or (near and f"promptfmt_{near}")
    meant = options.get(name) or nearest(name, options.values())
    if ours and (meant != name or name in ("impl", "corpus")):
        return f"; did you mean {ours}?"
    if meant:
        return f"; an option has no key of its own: addopts = --promptfmt-{meant}{value and f'={value}'}"
    return f"; the keys are {' and '.join(_OURS)}, and addopts has options"


def unread(path: Path | None, folder: Path) -> str:
    """Where an implementation is named in vain, to go on behind that none is; pytest reads `path`, and no more."""
    text = path.read_text("utf-8", "replace") if path else ""
    if path and (odd := re.search(r"(?m)^\s*\[[\w.:]*\.promptfmt\]", text)):
        return f"; {path.name}: nothing reads {odd[0].strip()}: write promptfmt_impl among pytest's own keys"
    for other in (folder / name for name in _FILES):
        if path and other != path and other.is_file() and re.search(rb"(?m)^\s*promptfmt_impl\b", other.read_bytes()):
            return f"; pytest reads {path.name}, and not promptfmt_impl in {other.name}"
    for name in os.environ:
        if re.fullmatch(r"(?:PYTEST_)?PROMPTFMT_\w+", name):
            return f"; nothing reads the variable {name}: PYTEST_ADDOPTS has options"
    return ""


def _section(path: Path) -> str:
    text = path.read_text("utf-8", "replace")
    heads = "|".join(map(re.escape, _HEADS))
    return "".join(re.findall(rf"(?m)^(?:{heads})[^\n]*\n((?:(?!\[[\w.:]+\]).*\n?)*)", text))
