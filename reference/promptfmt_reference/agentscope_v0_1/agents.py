"""`AgentBase`: a name, a model and a memory; what an agent replies is its subclass's business."""

from __future__ import annotations

from typing import Any

from promptfmt_reference.agentscope_v0_1.manager import ModelManager
from promptfmt_reference.agentscope_v0_1.message import Msg


class TemporaryMemory:
    """What an agent has heard and said, oldest first."""

    def __init__(self) -> None:
        self._msgs: list[Msg] = []

    def add(self, msgs: Msg | list[Msg] | None) -> None:
        """One message, several, or none."""
        if msgs is not None:
            self._msgs += msgs if isinstance(msgs, list) else [msgs]

    def get_memory(self, recent_n: int | None = None) -> list[Msg]:
        """All messages, or the newest."""
        return list(self._msgs) if recent_n is None else self._msgs[max(0, len(self._msgs) - recent_n) :]

    def clear(self) -> None:
        self._msgs = []


class AgentBase:
    """An agent: calling it is asking for its `reply`."""

    def __init__(
        self, name: str, sys_prompt: str | None = None, model_config_name: str | None = None, use_memory: bool = True
    ) -> None:
        self.name = name
        self.sys_prompt = sys_prompt
        self.memory = TemporaryMemory() if use_memory else None
        if model_config_name is not None:
            self.model = ModelManager.get_instance().get_model_by_config_name(model_config_name)

    def reply(self, x: Msg | list[Msg] | None = None) -> Msg:
        raise NotImplementedError(f"{type(self).__name__} has no reply().")

    def __call__(self, x: Any = None) -> Msg:
        return self.reply(x)
