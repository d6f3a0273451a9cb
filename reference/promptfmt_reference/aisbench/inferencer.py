"""Who asks the model: `GenInferencer` once for each row, `MultiTurnGenInferencer` turn by turn. Neither calls it.

Both are generators of requests. Each request is answered with the model's reply (`send`), None where it failed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from promptfmt_reference.aisbench.dialogue import split_round
from promptfmt_reference.aisbench.errors import ParameterValueError, accident
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import Prompt, PromptList

Parse: TypeAlias = Callable[[Any], Any]
"""The model's side: makes of a prompt what the model is sent."""
MODES = ("every", "every_with_gt", "last")


class Request(NamedTuple):
    """What the model is sent, and how much it may answer; a tuple, since every row makes one."""

    history: Any
    max_out_len: int | None = None


Asking: TypeAlias = Generator[Request, str | None, None]


@dataclass(frozen=True)
class GenInferencer:
    max_out_len: int | None = None

    def ask(self, prompt: Prompt, parse: Parse) -> Asking:
        yield Request(parse(prompt), self.max_out_len)


@dataclass(frozen=True)
class MultiTurnGenInferencer:
    """`infer_mode`: ``every`` tells the model its own replies, ``every_with_gt`` the right answers, both turn by turn;
    ``last`` asks the last question only, after right answers. A list `max_out_len` has a length for each turn.

    Raises ICLI-PARAM-002 for any other mode.
    """

    infer_mode: str = "every"
    max_out_len: int | Sequence[int] | None = None
    profile: Profile = DOCUMENTED

    def __post_init__(self) -> None:
        if self.infer_mode not in MODES:
            said = f"infer_mode is one of {', '.join(MODES)}, not {self.infer_mode!r}"
            raise ParameterValueError(said, "ICLI-PARAM-002")

    def ask(self, prompt: Prompt, parse: Parse) -> Asking:
        if isinstance(prompt, str):
            raise accident(AttributeError, "turns are asked of a dialogue, not of a string", self.profile)
        left, said, right = split_round(prompt)
        turns = [i for i, item in enumerate(said) if isinstance(item, dict) and item.get("role") == "BOT"]
        if self.infer_mode == "last":
            if not turns:
                raise accident(IndexError, "the round has no turn of BOT", self.profile)
            if self.profile.refuses_lists:
                raise RecursionError("the turns before the last are a plain list, and cannot stand before a PromptList")
            turns = turns[-1:]
        for number, turn in enumerate(turns):
            history = PromptList([*left, *said[:turn], *right], prompt.profile)
            reply = yield Request(parse(history), self._length(number))
            if reply is None:
                return
            if self.infer_mode == "every":
                said[turn] = {**said[turn], "prompt": reply}

    def _length(self, number: int) -> int | None:
        lengths = self.max_out_len
        if lengths is None or isinstance(lengths, int):
            return lengths
        if self.infer_mode == "last":
            number = len(lengths) - 1
        return lengths[0 if self.profile.one_length and self.infer_mode != "last" else min(number, len(lengths) - 1)]
