"""AgentScope 0.0's model wrappers: each formats messages as its provider was thought to take them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from promptfmt_reference.agentscope_v0_0.arguments import flat, nested
from promptfmt_reference.agentscope_v0_0.history import dialogue, split, under
from promptfmt_reference.agentscope_v0_0.message import Msg, text
from promptfmt_reference.agentscope_v0_0.model import ModelResponse, ModelWrapperBase
from promptfmt_reference.agentscope_v0_0.urls import address, kind, with_scheme
from promptfmt_reference.wire.openai import image_part, text_part

__all__ = ["ModelResponse", "ModelWrapperBase"]
logger = logging.getLogger("agentscope")
Payload = list[dict[str, Any]]

_VISION = ("gpt-4-turbo", "vision", "gpt-4o")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


class OpenAIWrapperBase(ModelWrapperBase):
    """Anything of OpenAI's; a prompt engine makes lists for it."""


class OpenAIChatWrapper(OpenAIWrapperBase):
    """One message each, with role and name; models that see get the pictures behind the text."""

    model_type = "openai_chat"

    def format(self, *args: Any) -> Payload:
        sees = any(part in self.model_name for part in _VISION)
        return [_message(msg, pictures(msg.url, self.model_name, sees)) for msg in nested(args, Msg)]


class PostAPIModelWrapperBase(ModelWrapperBase):
    """Any API that takes a POST."""

    model_type = "post_api"

    def format(self, *args: Any) -> Any:
        raise NotImplementedError(f"Model Wrapper [{type(self).__name__}] doesn't say how its input is formatted.")


class PostAPIChatWrapper(PostAPIModelWrapperBase):
    """An API of OpenAI's shape, for texts."""

    model_type = "post_api_chat"

    def format(self, *args: Any) -> Payload:
        return [_message(msg, []) for msg in nested(args, Msg)]


class DashScopeChatWrapper(ModelWrapperBase):
    """The system's message, and all else as one user's turn."""

    model_type = "dashscope_chat"

    def format(self, *args: Any) -> Payload:
        system, msgs = split(flat(args, Msg))
        return [
            *([] if system is None else [{"role": "system", "content": text(system.content)}]),
            {"role": "user", "content": dialogue(msgs)},
        ]


class ZhipuAIChatWrapper(DashScopeChatWrapper):
    """As DashScope's."""

    model_type = "zhipuai_chat"


class DashScopeMultiModalWrapper(ModelWrapperBase):
    """The system's message, and all else as one user's turn; pictures and sounds stand before the text."""

    model_type = "dashscope_multimodal"

    def format(self, *args: Any) -> Payload:
        system, msgs = split(flat(args, Msg))
        media = [part for msg in msgs for part in shown(msg.url)]
        return [
            *(
                []
                if system is None
                else [{"role": "system", "content": [*shown(system.url), {"text": text(system.content)}]}]
            ),
            {"role": "user", "content": [*media, {"text": dialogue(msgs)}]},
        ]


class OllamaChatWrapper(ModelWrapperBase):
    """One system message, with the history in it, and every address among its images."""

    model_type = "ollama_chat"

    def format(self, *args: Any) -> Payload:
        msgs = flat(args, Msg)
        images = [url for msg in msgs for url in addresses(msg.url)]
        return [{"role": "system", "content": _under(msgs)} | ({"images": images} if images else {})]


class LiteLLMChatWrapper(ModelWrapperBase):
    """One user's message, with the history in it."""

    model_type = "litellm_chat"

    def format(self, *args: Any) -> Payload:
        return [{"role": "user", "content": _under(flat(args, Msg))}]


class OllamaGenerationWrapper(ModelWrapperBase):
    """One text."""

    model_type = "ollama_generate"

    def format(self, *args: Any) -> str:
        return _apart(flat(args, Msg))


class GeminiChatWrapper(ModelWrapperBase):
    """One user's turn with one text."""

    model_type = "gemini_chat"

    def format(self, *args: Any) -> Payload:
        return [{"role": "user", "parts": [_apart(flat(args, Msg))]}]


class _Direct(ModelWrapperBase):
    """A model that takes no messages."""

    def format(self, *args: Any) -> Any:
        raise RuntimeError(
            f"Model Wrapper [{type(self).__name__}] doesn't need to format the input. "
            "Please try to use the model wrapper directly."
        )


class OpenAIDALLEWrapper(OpenAIWrapperBase, _Direct):
    model_type = "openai_dall_e"


class OpenAIEmbeddingWrapper(OpenAIWrapperBase, _Direct):
    model_type = "openai_embedding"


class DashScopeImageSynthesisWrapper(_Direct):
    model_type = "dashscope_image_synthesis"


class DashScopeTextEmbeddingWrapper(_Direct):
    model_type = "dashscope_text_embedding"


class OllamaEmbeddingWrapper(_Direct):
    model_type = "ollama_embedding"


class GeminiEmbeddingWrapper(_Direct):
    model_type = "gemini_embedding"


class ZhipuAIEmbeddingWrapper(_Direct):
    model_type = "zhipuai_embedding"


def _message(msg: Msg, images: list[str]) -> dict[str, Any]:
    said = text(msg.content)
    content = [text_part(said), *map(image_part, images)] if images else said
    return {"role": msg.role, "name": msg.name, "content": content}


def pictures(url: Any, model: str, sees: bool) -> list[str]:
    """The addresses that OpenAI takes; the log names those that are left out, and why."""
    if url is not None and not sees:
        logger.warning("The model %s does not see, so %r is left out.", model, url)
        return []
    found = []
    for each in addresses(url):
        if (taken := address(each, _IMAGES)) is not None:
            found.append(taken)
        else:
            logger.warning("%r is neither a picture's address nor a picture that is there, so it is left out.", each)
    return found


class NoAddress(TypeError):
    """What is given as an address is none: meant, where a bare `TypeError` is mostly an accident."""


def shown(url: Any) -> Iterator[dict[str, str]]:
    """DashScope's parts for the addresses of pictures and sounds; the log names others, which are left out."""
    for each in addresses(url):
        if not isinstance(each, str):
            raise NoAddress(f"Unsupported url type {type(each)}, str or list expected.")
        if (of := kind(each)) in ("image", "audio"):
            yield {of: with_scheme(each)}
        else:
            logger.warning("%r is neither a picture nor a sound, so it is left out.", each)


def addresses(url: Any) -> list[Any]:
    """One address, those of a list of any depth, or none."""
    if isinstance(url, list):
        return [each for inner in url for each in addresses(inner)]
    return [] if url is None else [url]


def _under(msgs: list[Msg]) -> str:
    system, others = split(msgs)
    return under(None if system is None else text(system.content), [dialogue(others)] if others else [])


def _apart(msgs: list[Msg]) -> str:
    """The system's words, always an empty line, and the history."""
    system, others = split(msgs)
    return dialogue(others) if system is None else f"{text(system.content)}\n\n{dialogue(others)}"
