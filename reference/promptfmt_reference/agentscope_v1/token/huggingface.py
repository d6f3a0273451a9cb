"""Counts with a model's own tokenizer and chat template, read by `transformers` or `tokenizers`."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

DIRECTORY = "PROMPTFMT_TOKENIZERS"
"""The environment variable that names the directory where tokenizers are."""
FILES = ("tokenizer_config.json", "tokenizer.json")


class Tokenizer(Protocol):
    def render(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None, **options: Any) -> str: ...

    def tokens(self, text: str) -> int: ...


class HuggingFaceTokenCounter:
    """Counts the prompt as the chat template of `pretrained_model_name_or_path` writes it.

    That is a directory, or a name that is looked for in `directory` (or `PROMPTFMT_TOKENIZERS`), as ``org/model`` or
    ``model``. Nothing is downloaded, so that `use_mirror` means nothing; it stays for those who give it. What else is
    given goes to `transformers`, where it is installed.
    """

    def __init__(
        self,
        pretrained_model_name_or_path: str,
        use_mirror: bool = False,
        use_fast: bool = False,
        trust_remote_code: bool = False,
        *,
        directory: str | os.PathLike[str] | None = None,
        **kwargs: Any,
    ) -> None:
        path = find(pretrained_model_name_or_path, directory)
        if _installed("transformers"):
            has_slow = any(path.glob("vocab.*")) or any(path.glob("*.model"))
            kwargs |= {"use_fast": use_fast or not has_slow, "trust_remote_code": trust_remote_code}
            self._tokenizer: Tokenizer = _Transformers(path, kwargs)
        elif _installed("tokenizers") and _installed("jinja2"):
            self._tokenizer = _Tokenizers(path)
        else:
            raise ImportError(
                "HuggingFaceTokenCounter wants transformers, or tokenizers with jinja2: pip install transformers"
            )

    async def count(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None, **kwargs: Any
    ) -> int:
        """No message and no tool cost nothing, whatever a template makes of them."""
        if not messages and not tools:
            return 0
        return self._tokenizer.tokens(self._tokenizer.render(messages, tools, **kwargs))


def find(name: str, directory: str | os.PathLike[str] | None = None) -> Path:
    """The directory with the tokenizer's files; `ValueError` says where it was looked for."""
    below = directory or os.environ.get(DIRECTORY)
    places = [Path(name)]
    if below:
        places = [Path(below, name), Path(below, name.rpartition("/")[2]), Path(below), *places]
    for place in places:
        if any((place / file).is_file() for file in FILES):
            return place
    looked = ", ".join(str(place) for place in places)
    raise ValueError(
        f"no tokenizer {name!r} on this machine (looked in {looked}), and nothing is downloaded here. Get its "
        f"{' and '.join(FILES)} where there is a network, put them into a directory <models>/{name}, and give "
        f"directory=<models> or set {DIRECTORY}=<models>."
    )


class _Transformers:
    def __init__(self, path: Path, options: dict[str, Any]) -> None:
        transformers = importlib.import_module("transformers")
        self._tokenizer = _offline(
            lambda: transformers.AutoTokenizer.from_pretrained(str(path), local_files_only=True, **options)
        )
        _has_template(self._tokenizer.chat_template, path)

    def render(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None, **options: Any) -> str:
        options = {"add_generation_prompt": False, **options, "tokenize": False}
        return str(self._tokenizer.apply_chat_template(messages, tools=tools, **options))

    def tokens(self, text: str) -> int:
        return len(self._tokenizer(text, add_special_tokens=False)["input_ids"])


class _Tokenizers:
    """The same with less: ``tokenizer.json``, and the template rendered as `transformers` does."""

    def __init__(self, path: Path) -> None:
        self._tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(str(path / "tokenizer.json"))
        config_file, template_file = path / "tokenizer_config.json", path / "chat_template.jinja"
        config = json.loads(config_file.read_text("utf-8")) if config_file.is_file() else {}
        template = template_file.read_text("utf-8") if template_file.is_file() else config.get("chat_template")
        if isinstance(template, list):
            template = {named["name"]: named["template"] for named in template}.get("default")
        jinja2_sandbox = importlib.import_module("jinja2.sandbox")
        environment = jinja2_sandbox.ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
        )
        environment.filters["tojson"] = lambda value, indent=None: json.dumps(value, ensure_ascii=False, indent=indent)
        environment.globals["raise_exception"] = _refuse
        self._template = environment.from_string(_has_template(template, path))
        self._marks = {key: _mark(config.get(key)) for key in ("bos_token", "eos_token", "unk_token", "pad_token")}

    def render(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None, **options: Any) -> str:
        options = {"add_generation_prompt": False, **self._marks, **options}
        return str(self._template.render(messages=messages, tools=tools, **options))

    def tokens(self, text: str) -> int:
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)


def _has_template(template: Any, path: Path) -> str:
    if not template:
        raise ValueError(f"the tokenizer in {path} has no chat template, so that messages cannot be counted")
    return str(template)


def _mark(token: Any) -> str:
    return str(token.get("content", "")) if isinstance(token, dict) else str(token or "")


def _refuse(message: str) -> None:
    raise ValueError(message)


def _offline(load: Callable[[], Any]) -> Any:
    """What `load` returns, with the hub switched off meanwhile."""
    before = os.environ.get("HF_HUB_OFFLINE")
    os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        return load()
    finally:
        if before is None:
            del os.environ["HF_HUB_OFFLINE"]
        else:
            os.environ["HF_HUB_OFFLINE"] = before


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
