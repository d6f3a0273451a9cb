"""One thing that a provider refuses of a request beside its messages, and for which models and servers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.dialects.models import makers_name

_CLAUDES = "anthropic"
Said: TypeAlias = tuple[str, str]
"""A path in the request, and what is wrong there."""
Broken: TypeAlias = Callable[[Mapping[str, Any]], Iterator[Said]]


@dataclass(frozen=True, slots=True)
class Sent:
    """How a request was sent, as far as anybody knows.

    `whole` it is as it was sent; to a formatter's payload the caller adds the rest. `addressed` it was to its
    provider's own address; `version` is that of the API which the address names, `host` whom it names. `answered` are
    the quotations that the answer has. `address` is host and path, `other_form` that it takes another form than the
    dialect's; `betas` are the features that its headers ask for, `headers` the names of them all, where they are known.
    `unexplained` it was refused, and nothing is known to be wrong with it; `nameless` its model has a name that
    somebody gave it; at `any_port` a server of one's own listens of which the port does not tell what it is.
    """

    whole: bool = False
    addressed: bool = False
    version: str = ""
    answered: frozenset[str] = frozenset()
    address: str = ""
    other_form: bool = False
    betas: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    host: str = ""
    unexplained: bool = False
    nameless: bool = False
    any_port: bool = False

    @property
    def elsewhere(self) -> bool:
        """Was it sent to a server that is not the provider's, and speaks its protocol?"""
        return bool(self.host) and not self.addressed


@dataclass(frozen=True, slots=True)
class Refusal:
    """`broken` tells where a body breaks it; models are globs over names, and without `words` nothing is certain.

    `but` are the models of those that take it; where `families` are named, which `models.json` has, it holds for
    those of them only. A `note` is a warning, also with words: what the request shows may be right. What is
    `told_only` no request shows (a server's option, a model that has since learnt it): it is said where the
    provider's answer has the words, and of what is `unexplained`. What is so `at_home` is said of requests to the
    provider's own address, of which nothing was left away; what is so `elsewhere`, of those to other servers that
    speak its protocol; what is so at one `port`, of servers that listen there (or whose names end so); what is so
    at none of `but_ports`, of all others. `before` is the first version of the API, by its date, that takes it;
    `beta` is a pattern of the feature that a header has to ask for, `with_beta` of one of which this is refused,
    `header` the one without which it is refused, `where` a pattern of the addresses that refuse it, `but_where`
    one of those that take it.
    """

    slug: str
    dialects: tuple[str, ...]
    broken: Broken
    words: str = ""
    models: tuple[str, ...] = ("*",)
    but: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    note: bool = False
    told_only: bool = False
    at_home: bool = False
    elsewhere: bool = False
    port: str | tuple[str, ...] = ""
    but_ports: tuple[str, ...] = ()
    before: str = ""
    beta: str = ""
    with_beta: str = ""
    header: str = ""
    where: str = ""
    but_where: str = ""

    def concerns(self, dialect: str, model: str, family: str, sent: Sent) -> bool:
        """Is it about such a request?"""
        return (
            dialect in self.dialects
            and (
                sent.nameless
                or self._is_about((model, makers_name(model)) if dialect == _CLAUDES else (model,), family)
            )
            and not (self.before and not "" < sent.version < self.before)
            and not (
                self.told_only and not sent.unexplained and not any(words in self.words for words in sent.answered)
            )
            and not (self.at_home and not (sent.whole and sent.addressed))
            and not (self.beta and any(re.match(self.beta, beta) for beta in sent.betas))
            and not (self.with_beta and not any(re.match(self.with_beta, beta) for beta in sent.betas))
            and not (self.header and (self.header in sent.headers or not (sent.headers or self.told_only)))
            and not (sent.other_form and not self.where)
            and not (self.where and not re.search(self.where, sent.address))
            and not (self.but_where and re.search(self.but_where, sent.address))
            and not (self.elsewhere and not sent.elsewhere)
            and (sent.host.endswith(self.port) or sent.any_port)
            and not sent.host.endswith(self.but_ports)
        )

    def _is_about(self, names: tuple[str, ...], family: str) -> bool:
        named = any(matches_any(name, self.models) for name in names)
        named = named and not any(matches_any(name, self.but) for name in names)
        return named and (not self.families or family in self.families)
