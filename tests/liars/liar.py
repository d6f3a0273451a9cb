"""`Liar`: a formatter that is wrong in one way, and what has to catch it.

A liar is an implementation as any other: it has FORMATTERS, and so has its honest `twin`, which is the same formatter
without the lie. `@liar` makes one of a function that spoils a payload, `@misdeed` one of a function that spoils a
formatter (it prints, it raises, …). The function's name is the liar's, its docstring says what the liar does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, TypeAlias

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.corpus import Case, case_from_json, corpus
from pytest_promptfmt.report.statements import FINDINGS

Formatter: TypeAlias = Callable[[Any], Any]
Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Twin:
    """The honest one: an implementation of a single target."""

    FORMATTERS: Mapping[str, Formatter]
    CAPABILITIES: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Liar:
    """`spoil` makes the lying formatter (or an object with prepare and format) of the honest one.

    `caught_by` is the finding that has to come, `severity` its own; `also` are the further errors that the lie cannot
    avoid. `context` is what is known of the request, `like` who shipped such a fault. `spec` names the liar for a
    second process, where the fault shows only there. `truncates` is what the two claim of truncation.
    """

    name: str
    target: str
    case: Case
    caught_by: str
    severity: Severity
    spoil: Callable[[Formatter], Any]
    honest: Formatter
    also: tuple[str, ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    like: str = ""
    timeout: float = 10.0
    spec: str = ""
    truncates: str = "none"

    def __str__(self) -> str:
        return f"{self.target}/{self.name}"

    @property
    def FORMATTERS(self) -> dict[str, Any]:
        return {self.target: self.spoil(self.honest)}

    @property
    def twin(self) -> Twin:
        return Twin({self.target: self.honest}, self.CAPABILITIES)

    @property
    def CAPABILITIES(self) -> dict[str, dict[str, str]]:
        return {self.target: {"truncation": self.truncates}}

    @property
    def check(self) -> str:
        """The check that is meant to catch it."""
        family = self.caught_by.partition(".")[0]
        return family if family in FINDINGS else "protocol"

    def at(self, target: str, severity: Severity | None = None, **changes: Any) -> Liar:
        """The same lie told by the formatter of another target."""
        return replace(
            self, target=target, severity=severity or self.severity, **{"honest": FORMATTERS[target]} | changes
        )


def liar(
    target: str,
    case: Case | str,
    caught_by: str,
    severity: Severity,
    honest: Formatter | None = None,
    **more: Any,
) -> Callable[[Callable[[Any], Any]], Liar]:
    """Makes a liar of a function from an honest payload, a copy that is its own to change, to a lying one."""

    def make(lie: Callable[[Any], Any]) -> Liar:
        def spoil(formatter: Formatter) -> Formatter:
            return lambda conversation: lie(deepcopy(formatter(conversation)))

        return _liar(lie, spoil, target, case, caught_by, severity, honest, more)

    return make


def misdeed(
    target: str,
    case: Case | str,
    caught_by: str,
    severity: Severity,
    honest: Formatter | None = None,
    **more: Any,
) -> Callable[[Callable[[Formatter], Any]], Liar]:
    """Makes a liar of a function from an honest formatter to a lying one."""

    def make(spoil: Callable[[Formatter], Any]) -> Liar:
        return _liar(spoil, spoil, target, case, caught_by, severity, honest, more)

    return make


def _liar(
    named: Callable[..., Any],
    spoil: Callable[[Formatter], Any],
    target: str,
    case: Case | str,
    caught_by: str,
    severity: Severity,
    honest: Formatter | None,
    more: dict[str, Any],
) -> Liar:
    name = named.__name__.replace("_", "-")
    found = shipped(case) if isinstance(case, str) else case
    return Liar(name, target, found, caught_by, severity, spoil, honest or FORMATTERS[target], **more)


@cache
def _cases() -> dict[str, Case]:
    return {case.id: case for case in corpus()}


def shipped(id_: str) -> Case:
    """A case of the corpus."""
    return _cases()[id_]


def case(name: str, *messages: Mapping[str, Any], expect: Mapping[str, Any] | None = None, **document: Any) -> Case:
    """A case that the corpus has not; `expect` is for every dialect."""
    entry = {
        "name": name,
        "hunts": "what its liar does",
        "conversation": {"messages": list(messages), **document},
        "scenarios": ["chat", "multiagent"],
        "expect": [expect] if expect else [],
    }
    return case_from_json("liars", entry)


EITHER = {"demand": "either", "repairs": ["keep"], "why": "the provider may refuse it; a formatter may say so first"}


def says(role: str, *blocks: str | Mapping[str, Any], name: str = "") -> dict[str, Any]:
    """A message of a case; a string is a text block."""
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"role": role, **({"name": name} if name else {}), "content": content}


def calls(name: str, id_: str, **arguments: Any) -> dict[str, Any]:
    """A tool_use block of a case."""
    return {"type": "tool_use", "id": id_, "name": name, "input": arguments}


def answers(name: str, id_: str, output: Any, **more: Any) -> dict[str, Any]:
    """A tool_result block of a case."""
    return {"type": "tool_result", "id": id_, "name": name, "output": output, **more}


def refuses(conversation: Any) -> Any:
    """The honest twin of who sends what the provider does not take."""
    raise ValueError(f"the provider does not take these {len(conversation.messages)} messages")


def told_by(*targets: str, **changes: Any) -> Callable[[Liar], tuple[Liar, ...]]:
    """The same lie by the formatters of other targets."""

    def tell(lie: Liar) -> tuple[Liar, ...]:
        return (lie, *(lie.at(target, **changes) for target in targets if target != lie.target))

    return tell


def liars_of(module: Mapping[str, Any]) -> tuple[Liar, ...]:
    """The liars among a module's names, in their order, also those in tuples."""
    values: Iterable[Any] = module.values()
    nested = (value if isinstance(value, tuple) else (value,) for value in values)
    return tuple(each for group in nested for each in group if isinstance(each, Liar))
