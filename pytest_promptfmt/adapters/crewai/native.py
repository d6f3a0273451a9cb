"""A conversation as the messages of CrewAI's models: OpenAI's, with one text each, and files beside it.

- several texts are joined, and files have names instead of a place among them
- a result names its tool and has texts; nobody else has a name, and what a model thought has no place
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from crewai_files import AudioFile, BaseFile, File, ImageFile, VideoFile

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import ChatForm, chat_messages, data_of, inline_or_url, local_path, tools_of, turns

FORM = ChatForm(
    called="CrewAI's messages",
    has=lambda thought: False,
    names=False,
    joined="\n",
    result_names="always",
    result_media=False,
)
FILES: dict[str, type[BaseFile]] = {"image": ImageFile, "audio": AudioFile, "video": VideoFile, "document": File}


def prepare(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
    """The messages and the tools on offer. Raises `NotImplementedError` for what they have no place for."""
    said = list(turns(conversation, FORM.has, results="each"))
    made = chat_messages(replace(conversation, messages=tuple(map(_texts, said))), FORM)
    for turn, message in zip(said, made, strict=True):
        if media := [block for block in turn.blocks if isinstance(block, kit.Media)]:
            message["files"] = _files(media)
    return made, tools_of(conversation)


def _texts(turn: kit.Message) -> kit.Message:
    return replace(turn, blocks=tuple(block for block in turn.blocks if not isinstance(block, kit.Media)))


def _files(media: Sequence[kit.Media]) -> dict[str, BaseFile]:
    return {f"file_{number}": FILES[one.type](source=_source(one)) for number, one in enumerate(media)}


def _source(media: kit.Media) -> Any:
    if isinstance(media.source, kit.UrlSource) and (path := local_path(media.source.url)):
        return path
    found = inline_or_url(media)
    return found if isinstance(found, str) and found[:5].lower() != "data:" else data_of(media).data
