"""A model's wrapper: its configuration, and the callable that answers its prompts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """What a model answered; `raw` is what its API returned."""

    text: str | None = None
    raw: Any = None


class NoModel(RuntimeError):
    """The model was asked, and its configuration has nothing that could answer."""


class ModelWrapperBase:
    """A model that speaks to no provider: `call` is a function from a prompt to its answer, a text or `ModelResponse`.

    Whatever else stands in a configuration (keys, addresses, parameters) is kept in `config`.
    """

    model_type: ClassVar[str]

    def __init__(
        self,
        config_name: str,
        model_name: str | None = None,
        *,
        call: Callable[..., str | ModelResponse] | None = None,
        **config: Any,
    ) -> None:
        self.config_name = config_name
        self.model_name = config_name if model_name is None else model_name
        self.call = call
        self.config = config

    def __call__(self, prompt: Any, **options: Any) -> ModelResponse:
        """The answer to a prompt; `NoModel` where nothing was given that answers."""
        if self.call is None:
            raise NoModel(
                f"the model {self.config_name!r} ({self.model_type}) speaks to no provider; give its configuration "
                "call=…, a function from the prompt to a text or a ModelResponse"
            )
        answer = self.call(prompt, **options)
        return ModelResponse(answer) if isinstance(answer, str) else answer
