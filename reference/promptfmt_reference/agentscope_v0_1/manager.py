"""`init` takes model configurations; `ModelManager` makes the models that they describe."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from promptfmt_reference.agentscope_v0_1.models import WRAPPERS, ModelWrapperBase

Config: TypeAlias = Mapping[str, Any]


class ModelManager:
    """The models of one program: there is one manager, which `init` fills."""

    _instance: ModelManager | None = None

    def __init__(self) -> None:
        self.model_configs: dict[str, Config] = {}

    @classmethod
    def get_instance(cls) -> ModelManager:
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    def load_model_configs(self, configs: Config | Iterable[Config] | str | Path, clear_existing: bool = True) -> None:
        """Configurations: one, several, or a JSON file of either. Each has `config_name` and `model_type`."""
        read: Any = json.loads(Path(configs).read_text("utf-8")) if isinstance(configs, str | Path) else configs
        known = {} if clear_existing else dict(self.model_configs)
        for config in [read] if isinstance(read, Mapping) else read:
            if not isinstance(config, Mapping):
                raise ValueError(f"a model configuration is a dictionary, not {type(config)}")
            for key in ("config_name", "model_type"):
                if key not in config:  # values may be secrets, so that only keys are told
                    raise ValueError(f"a model configuration has no {key!r}; it has {', '.join(config) or 'nothing'}")
            if config["config_name"] in known:
                raise ValueError(f"there are two model configurations of the name {config['config_name']!r}")
            known[config["config_name"]] = dict(config)
        self.model_configs = known

    def get_model_by_config_name(self, config_name: str) -> ModelWrapperBase:
        """The model of a configuration; its other keys go to the wrapper, `call` (prompt to answer) among them."""
        if config_name not in self.model_configs:
            raise ValueError(
                f"there is no model configuration {config_name!r}; init(model_configs=…) gave "
                f"{', '.join(map(repr, self.model_configs)) or 'none'}"
            )
        config = {key: value for key, value in self.model_configs[config_name].items() if key != "model_type"}
        model_type = self.model_configs[config_name]["model_type"]
        if model_type not in WRAPPERS:
            raise ValueError(f"model_type {model_type!r} of {config_name!r} is none of {', '.join(WRAPPERS)}")
        return WRAPPERS[model_type](**config)


def init(model_configs: Config | Iterable[Config] | str | Path | None = None, **ignored: Any) -> None:
    """Takes the model configurations of a program; whatever else the real `init` takes changes no prompt."""
    if model_configs is not None:
        ModelManager.get_instance().load_model_configs(model_configs)
