"""`MetaTemplate`: how a model wants roles spelled; `Parser`: what makes of a prompt what it is sent.

It is written ``{"round": [role | str, …], "reserved_roles"?: [role, …], "begin"?, "end"?}``, a role
``{"role", "begin"?, "end"?, "prompt"?, "generate"?, "api_role"?}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from promptfmt_reference.aisbench.errors import AISBenchError, AISBenchTypeError, AISBenchValueError, accident
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import PromptList

Role: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class MetaTemplate:
    """`chat`: for a model that takes turns, not text. `round` has roles and strings, `reserved` other roles by name."""

    round: Sequence[Role | str]
    reserved: Mapping[str, Role]
    begin: Any
    end: Any
    chat: bool
    profile: Profile

    @cached_property
    def places(self) -> dict[Any, int]:
        """The round's roles by name, each with its place."""
        return {role["role"]: i for i, role in enumerate(self.round) if not isinstance(role, str)}

    @cached_property
    def roles(self) -> dict[Any, Role]:
        """All roles by name, the round's first."""
        return {role["role"]: role for role in self.round if not isinstance(role, str)} | dict(self.reserved)


def read(meta: Any, profile: Profile, *, chat: bool) -> MetaTemplate | None:
    """None for an empty one. Raises MODEL-PARAM-004 without a round, MODEL-TYPE-004 where something else is wrong,
    and MODEL-PARAM-005 for a name that two roles have."""
    if not meta:
        return None

    def refusal(text: str, code: str, part: str) -> Exception:
        return asserted(AISBenchTypeError(text, code, part=f"meta_template.{part}"), profile, chat=chat)

    if not isinstance(meta, dict):
        raise refusal("a meta template is a dictionary", "MODEL-TYPE-004", "round")
    if "round" not in meta:
        raise refusal("a meta template has a round", "MODEL-PARAM-004", "round")
    names: set[Any] = set()
    for part in ("round", "reserved_roles"):
        if not isinstance(meta.get(part, []), list):
            raise refusal("it is a list of roles", "MODEL-TYPE-004", part)
        for i, role in enumerate(meta.get(part, [])):
            if isinstance(role, str):
                continue
            if not isinstance(role, dict) or "role" not in role:
                raise refusal("a role is a dictionary with a name", "MODEL-TYPE-004", f"{part}[{i}]")
            if role["role"] in names:
                raise refusal(f"there is a role {role['role']!r} already", "MODEL-PARAM-005", f"{part}[{i}]")
            names.add(role["role"])
            _check_affixes(role, f"meta_template.{part}[{i}]", profile, chat=chat)
    reserved = {role["role"]: role for role in meta.get("reserved_roles", []) if isinstance(role, dict)}
    return MetaTemplate(meta["round"], reserved, meta.get("begin"), meta.get("end"), chat, profile)


def _check_affixes(role: Role, part: str, profile: Profile, *, chat: bool) -> None:
    for affix in ("begin", "end"):
        if isinstance(role.get(affix), list) and not (chat and profile.bare_errors):
            text = "token lists are not supported, only text"
            raise accident(NotImplementedError, text, profile, part=f"{part}.{affix}")


def asserted(error: AISBenchError, profile: Profile, *, chat: bool) -> Exception:
    """The error, or the bare assertion that base models' parser makes instead."""
    return AssertionError(error.args[0]) if profile.bare_errors and not chat else error


@dataclass(frozen=True)
class Parser:
    """A model's side. `chat`: for a model that takes turns."""

    meta_template: Any = None
    profile: Profile = DOCUMENTED
    chat: ClassVar[bool]

    def __post_init__(self) -> None:
        _ = self.meta

    @cached_property
    def meta(self) -> MetaTemplate | None:
        return read(self.meta_template, self.profile, chat=self.chat)

    def parse_template(self, prompt: Any, mode: str = "gen") -> Any:
        """`mode`: ``gen`` ends where the model goes on, ``ppl`` says the answer.

        A string goes as it is; of a plain list every element is parsed for itself.
        """
        if mode not in ("gen", "ppl"):
            odd = AISBenchValueError(f"a mode is 'gen' or 'ppl', not {mode!r}", "MODEL-TYPE-003")
            raise asserted(odd, self.profile, chat=self.chat)
        if isinstance(prompt, str):
            return prompt
        if not isinstance(prompt, PromptList):
            return [self.parse_template(each, mode) for each in prompt]
        return self._parse(prompt, mode)

    def _parse(self, prompt: PromptList, mode: str) -> Any:
        raise NotImplementedError
