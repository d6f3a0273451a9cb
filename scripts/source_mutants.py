"""Small changes to Python source, one at a time: a key dropped, a condition turned round, a step left out."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
_WITHOUT = {"strip", "rstrip", "lstrip", "lower", "copy", "replace", "removeprefix", "encode", "decode"}
"""Methods whose value is much like that of which they are called."""


@dataclass(frozen=True, slots=True)
class SourceMutant:
    """`change` is what was done to `old`, an expression or statement that begins at `line`; `code` is the module's."""

    change: str
    line: int
    old: str
    code: CodeType


def source_mutants(source: str, path: str, wanted: Callable[[ast.AST], bool]) -> Iterator[SourceMutant]:
    """Each change at each `wanted` place that still compiles; annotations, docstrings and errors' texts stay."""
    tree = ast.parse(source)
    left = {id(node) for node in _left_alone(tree)}
    for parent, field, index, node in list(_sites(tree)):
        if id(node) in left or not wanted(node):
            continue
        for change, new in _variants(node):
            _put(parent, field, index, ast.copy_location(new, node))
            try:
                code = compile(ast.fix_missing_locations(tree), path, "exec")
            except (SyntaxError, ValueError, TypeError):
                continue
            finally:
                _put(parent, field, index, node)
            yield SourceMutant(change, getattr(node, "lineno", getattr(parent, "lineno", 0)), ast.unparse(node), code)


def _sites(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, ast.AST):
                yield parent, field, None, value
            elif isinstance(value, list):
                yield from ((parent, field, i, each) for i, each in enumerate(value) if isinstance(each, ast.AST))


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _left_alone(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
                yield from ast.walk(annotation)
            case ast.FunctionDef(returns=ast.AST() as returns) | ast.AsyncFunctionDef(returns=ast.AST() as returns):
                yield from ast.walk(returns)
            case ast.Raise():
                yield from (each for each in ast.walk(node) if each is not node)
            case ast.Expr(value=ast.Constant() as text):
                yield from (node, text)
            case ast.JoinedStr(values=values):
                yield from values


def _variants(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """What may stand in the node's place, and what was done."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _TURNED:
            yield "comparison turned", _with(node, ops=[_TURNED[type(op)]()])
        case ast.BoolOp(values=values):
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield f"without operand {i}", copy.deepcopy(rest[0]) if len(rest) == 1 else _with(node, values=rest)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "without not", copy.deepcopy(operand)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (("always the first", copy.deepcopy(body)), ("always the second", copy.deepcopy(orelse)))
        case ast.Dict(keys=keys, values=values):
            for i in range(len(keys)):
                yield (
                    f"without key {i}",
                    _with(node, keys=keys[:i] + keys[i + 1 :], values=values[:i] + values[i + 1 :]),
                )
        case ast.List(elts=elements, ctx=ast.Load()) | ast.Tuple(elts=elements, ctx=ast.Load()):
            for i in range(len(elements)):
                yield f"without element {i}", _with(node, elts=elements[:i] + elements[i + 1 :])
        case ast.Call():
            yield from _of_call(node)
        case ast.BinOp(op=ast.Add() | ast.BitOr(), left=left, right=right):
            yield from (("the left alone", copy.deepcopy(left)), ("the right alone", copy.deepcopy(right)))
            yield "sides swapped", _with(node, left=right, right=left)
        case ast.Subscript(slice=ast.Constant(value=0), ctx=ast.Load()):
            yield "the last for the first", _with(node, slice=ast.UnaryOp(ast.USub(), ast.Constant(1)))
        case ast.Constant(value=bool() as value):
            yield "the other truth value", ast.Constant(not value)
        case ast.Constant(value=str() as value):
            yield "another text", ast.Constant("" if value else "x")
        case ast.JoinedStr(values=values) if len(values) > 1:
            for i in range(len(values)):
                yield f"without piece {i}", _with(node, values=values[:i] + values[i + 1 :])
        case ast.comprehension(ifs=[_, *_]):
            yield "without its filter", _with(node, ifs=[])
        case ast.If():
            yield from (
                ("always", _with(node, test=ast.Constant(True))),
                ("never", _with(node, test=ast.Constant(False))),
            )
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise():
            yield "left out", ast.Pass()
        case ast.Continue():
            yield from (("break", ast.Break()), ("pass", ast.Pass()))


def _of_call(node: ast.Call) -> Iterator[tuple[str, Any]]:
    for i, keyword in enumerate(node.keywords):
        yield f"without {keyword.arg}=", _with(node, keywords=node.keywords[:i] + node.keywords[i + 1 :])
    match node.func:
        case ast.Attribute(attr="append", value=value):
            first = ast.Attribute(copy.deepcopy(value), "insert", ast.Load())
            yield "put first", _with(node, func=first, args=[ast.Constant(0), *node.args])
        case ast.Attribute(attr=name, value=value) if name in _WITHOUT:
            yield f"without {name}", copy.deepcopy(value)
        case ast.Name(id="isinstance"):
            yield from (("is one", ast.Constant(True)), ("is none", ast.Constant(False)))
        case ast.Name(id="any" | "all" as name):
            yield "any for all", _with(node, func=ast.Name("all" if name == "any" else "any", ast.Load()))
        case ast.Name(id="reversed" | "sorted" as name) if len(node.args) == 1:
            yield f"without {name}", copy.deepcopy(node.args[0])


def _with(node: ast.AST, **fields: Any) -> Any:
    changed = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, copy.deepcopy(value))
    return changed
