"""One thing that a provider refuses of a request beside its messages, and for which models and servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pytest_promptfmt.common.globs import matches_any

Said: TypeAlias = tuple[str, str]
"""A path in the request, and what is wrong there."""
Broken: TypeAlias = Callable[[Mapping[str, Any]], Iterator[Said]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """`broken` tells where a body breaks it; models are globs over names, and without `words` nothing is certain.

    `but` are the models of those that take it. A `note` is a warning, also with words: what the request shows may be
    right. What is `told_only` no request shows (a server's option, a model that has since learnt it): it is said
    where the provider's answer has the words. `before` is the first version of the API, by its date, that takes it.
    """

    slug: str
    dialects: tuple[str, ...]
    broken: Broken
    words: str = ""
    models: tuple[str, ...] = ("*",)
    but: tuple[str, ...] = ()
    note: bool = False
    told_only: bool = False
    before: str = ""

    def concerns(self, dialect: str, model: str, version: str, answered: frozenset[str]) -> bool:
        """Is it about such a request? `answered` are the quotations that the provider's answer has."""
        return (
            dialect in self.dialects
            and matches_any(model, self.models)
            and not matches_any(model, self.but)
            and not (self.before and not "" < version < self.before)
            and not (self.told_only and not any(words in self.words for words in answered))
        )
