"""What a Python file names: the modules that it may import, at its top or inside functions, and files of data.

It is read from the source, not from `sys.modules`: what a process has loaded depends on its tests, on their order and
on how many workers share them; the source does not.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

DATA = (".toml", ".json", ".txt", ".yaml", ".yml", ".jinja", ".jinja2", ".j2")
"""How the names of data end that counts."""


def nodes(source: bytes) -> list[ast.AST]:
    """All that a Python file consists of; nothing where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def imports(found: list[ast.AST]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Of every import how many dots it begins with, and its words; ``from a.b import c`` may be of a module ``a.b.c``.

    A call counts where the name is spelled out: ``import_module("mine.tools")``.
    """
    for node in found:
        match node:
            case ast.Import(names=names):
                yield from ((0, _words(alias.name)) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                yield from ((level, _words(f"{module or ''}.{alias.name}")) for alias in names)
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield len(name) - len(name.lstrip(".")), _words(name)
            case _:
                pass


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for word in name.split(".") if word.isidentifier())


def data(found: list[ast.AST]) -> Iterator[str]:
    """What may be the path of a file of data."""
    for node in found:
        match node:
            case ast.Constant(value=str(text)) if len(text) < 250 and text.endswith(DATA):
                yield text
            case _:
                pass
