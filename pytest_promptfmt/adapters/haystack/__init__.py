"""Haystack's chat generators as an implementation: ``pytest --promptfmt-impl=haystack``.

- OpenAI's come with ``haystack-ai``, others in ``anthropic-haystack`` and so on: a target is there where its package is
- `native` makes Haystack's own messages and tools, `targets` has the generators
- the entry is `run`, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

try:
    from haystack.version import __version__

    from pytest_promptfmt.adapters.haystack.native import prepare
    from pytest_promptfmt.adapters.haystack.targets import TABLE, claims
except ImportError as error:
    raise ImportError(
        f"Haystack cannot be imported here ({error}); try pip install haystack-ai", name=error.name
    ) from error

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(generator: Any, dialect: str) -> TwoStep:
    """A chat generator of Haystack's, made as you like, as an entry of your own table FORMATTERS."""

    def format_(given: tuple[list[Any], list[Any]]) -> Any:
        made, tools = given
        return capture(lambda: generator.run(made, tools=tools or None)).payload

    return TwoStep(prepare(dialect), format_)


def _generators() -> Iterator[tuple[str, TwoStep]]:
    for dialect, (place, options, _) in TABLE.items():
        module, _, name = place.rpartition(".")
        try:
            made = getattr(import_module(module), name)
        except ImportError:
            continue  # this provider's package is not installed
        yield f"{dialect}.chat", entry(made(**options), dialect)


FORMATTERS = dict(_generators())
CAPABILITIES = {target: claims(target.removesuffix(".chat")) for target in FORMATTERS}
