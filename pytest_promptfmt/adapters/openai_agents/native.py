"""A conversation as input items of OpenAI's Agents SDK, which are those of Responses.

- a message holds texts and what is shown; an assistant's holds texts, and its thoughts and calls are items of their own
- nobody has a name, and a failed result has no mark
- for chat completions a recording is OpenAI's chat part, without address, and nothing was thought; Responses takes none
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from agents import FunctionTool

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit
from pytest_promptfmt.conversation.needs import needs

Dict: TypeAlias = dict[str, Any]


def prepare(*, chat: bool) -> Callable[[kit.Conversation], tuple[list[Dict], list[Any]]]:
    """What makes the SDK's items and tools, as if OpenAI had answered: for `chat` completions, or for Responses."""
    return lambda conversation: (
        items(conversation, chat=chat),
        list(map(_tool, adapting.tools_of(conversation, "bare"))),
    )


def _tool(tool: Dict) -> Any:
    return FunctionTool(tool["name"], tool["description"], tool["parameters"], _called, strict_json_schema=False)


async def _called(*_: Any) -> str:
    return ""


def items(conversation: kit.Conversation, *, chat: bool) -> list[Dict]:
    """The conversation's items: a message each, and a thought, a call, a result each."""
    if not chat and "audio" in needs(conversation):
        raise NotImplementedError("Responses' items have no place for audio")
    made: list[Dict] = []
    for turn in adapting.turns(conversation, adapting.thinks_as("openai", thinks=not chat)):
        if answers := adapting.of_results(turn):
            made += map(_output, answers)
        elif turn.role == "assistant":
            made += _answer(turn.blocks)
        elif turn.role == "system":
            made.append({"role": "system", "content": [_text(block, "system messages") for block in turn.blocks]})
        else:
            made.append({"role": "user", "content": adapting.content_of(turn.blocks, _part)})
    return [{"id": f"msg_{place}", **item} if "status" in item else item for place, item in enumerate(made)]


def _output(result: kit.ToolResult) -> Dict:
    output = adapting.content_of(adapting.output_of(result), _part)
    return {"type": "function_call_output", "call_id": result.id, "output": output}


def _answer(blocks: Sequence[kit.Block]) -> Iterator[Dict]:
    if not blocks:
        yield {"role": "assistant", "content": ""}
    for kind, several in groupby(blocks, type):
        found: list[Any] = list(several)
        if kind is kit.Thinking:
            yield from map(adapting.reasoning_item, found)
        elif kind is kit.ToolUse:
            yield from map(_call, found)
        else:
            texts = [adapting.only_text(block, "the assistant's messages") for block in found]
            said = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
            yield {"type": "message", "status": "completed", "role": "assistant", "content": said}


def _call(call: kit.ToolUse) -> Dict:
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": adapting.arguments_of(call)}


def _text(block: kit.Block, place: str = "items") -> Dict:
    return {"type": "input_text", "text": adapting.only_text(block, place)}


def _part(block: kit.Block) -> Any:
    return adapting.spelled(block, _PARTS, "the items of OpenAI's Agents SDK have no place for {} here")


def _document(document: kit.Document) -> Dict:
    found = adapting.inline_or_url(document)
    if isinstance(found, str) and urlsplit(found).scheme.lower() != "data":
        return {"type": "input_file", "file_url": found}
    return {"type": "input_file", "file_data": adapting.uri_or_url(document), "filename": "document"}


_PARTS: dict[str, Callable[[Any], Dict]] = {
    "text": _text,
    "image": lambda image: {"type": "input_image", "image_url": adapting.uri_or_url(image), "detail": "auto"},
    "audio": adapting.openai_part,
    "document": _document,
}
