"""Values that an answer quotes whole, as JSON or as Python prints them: told where the request has one like it.

``could not understand the instance `{'required': ['criteria']}` ``: an object or a list says where it stands by itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer
from pytest_promptfmt.payload.finding import Finding

_QUOTED = re.compile(
    r"`(?P<literal>[{\[][^`\n]{2,400}[}\]])`|instance:? (?P<bare>[{\[][^`\n]{2,400}?[}\]])(?=[\s.,]|$)"
)
_WORDS = {"null": None, "true": True, "false": False}
_MOST = 3


def quoted_whole(answer: Answer, body: Any) -> Iterator[Finding]:
    """The objects and lists of the request that the answer quotes, where it has few of them."""
    for found in _QUOTED.finditer(answer.text):
        value = _value(found["literal"] or found["bare"])
        there = [path for path, node in nodes(body) if path != "$" and node == value] if value else []
        for path in there if len(there) <= _MOST else ():
            yield answer.finding("refused-value", path, "the provider quotes it, and does not take it")


def _value(literal: str) -> Any:
    try:
        tree = ast.parse(literal, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    try:
        return ast.literal_eval(_Pythons().visit(tree))
    except (ValueError, TypeError, MemoryError, RecursionError):
        return None


class _Pythons(ast.NodeTransformer):
    """JSON's words as Python's."""

    def visit_Name(self, node: ast.Name) -> ast.expr:  # ast calls it so
        return ast.Constant(_WORDS[node.id]) if node.id in _WORDS else node
