"""What a module's source says and the module does not: a table that was not reached, a name for types only."""

from __future__ import annotations

import ast
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from pytest_promptfmt.implementation.imports import nodes


def not_reached(found: Any) -> str:
    """Where the source sets FORMATTERS, though it was not set when the module was imported."""
    file = getattr(found, "__file__", None)
    for node in _source(file) if isinstance(found, ModuleType) and isinstance(file, str) else ():
        match node:
            case ast.AnnAssign(target=ast.Name(id="FORMATTERS"), value=None, lineno=line):
                return (
                    f"line {line} declares it and gives it no value: write FORMATTERS = {{'openai.chat': my_function}}"
                )
            case (
                ast.Assign(targets=[ast.Name(id="FORMATTERS")], lineno=line)
                | ast.AnnAssign(target=ast.Name(id="FORMATTERS"), lineno=line)
            ):
                return f"line {line} sets it, and was not reached as it was imported: set it outside of if, try and def"
            case _:
                pass
    return ""


def for_types_only(error: NameError) -> bool:
    """Does the module in which the name is missing import it for type checkers?"""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    guards = [
        node
        for node in _source(frame.f_code.co_filename)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    inside = (inner for guard in guards for each in guard.body for inner in ast.walk(each))
    return any(isinstance(node, ast.alias) and (node.asname or node.name) == error.name for node in inside)


def _source(file: str) -> list[ast.AST]:
    try:
        return nodes(Path(file).read_bytes()) if file.endswith(".py") else []
    except OSError:
        return []
