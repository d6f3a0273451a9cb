"""A conversation as input items of OpenAI's Agents SDK, which are those of Responses.

- a message holds texts and what is shown; an assistant's holds texts, and its thoughts and calls are items of their own
- nobody has a name, and a failed result has no mark
- for chat completions a recording is OpenAI's chat part, without address, and nothing was thought; Responses takes none
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from agents import FunctionTool

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import (
    inline_or_url,
    of_results,
    only_text,
    openai_part,
    thinks_as,
    tools_of,
    turns,
    uri_or_url,
)
from pytest_promptfmt.conversation.needs import needs

Dict: TypeAlias = dict[str, Any]


def prepare(*, chat: bool) -> Callable[[kit.Conversation], tuple[list[Dict], list[Any]]]:
    """What makes the SDK's items and tools, as if OpenAI had answered: for `chat` completions, or for Responses."""
    return lambda conversation: (items(conversation, chat=chat), list(map(_tool, tools_of(conversation, "bare"))))


def _tool(tool: Dict) -> Any:
    return FunctionTool(tool["name"], tool["description"], tool["parameters"], _called, strict_json_schema=False)


async def _called(*_: Any) -> str:
    return ""


def items(conversation: kit.Conversation, *, chat: bool) -> list[Dict]:
    """The conversation's items: a message each, and a thought, a call, a result each."""
    if not chat and "audio" in needs(conversation):
        raise NotImplementedError("Responses' items have no place for audio")
    made: list[Dict] = []
    for turn in turns(conversation, thinks_as("openai", thinks=not chat)):
        if answers := of_results(turn):
            made += [{"type": "function_call_output", "call_id": one.id, "output": _output(one)} for one in answers]
        elif turn.role == "assistant":
            made += _answer(turn.blocks)
        elif turn.role == "system":
            made.append({"role": "system", "content": [_text(block, "system messages") for block in turn.blocks]})
        else:
            made.append({"role": "user", "content": _content(turn.blocks)})
    return [{"id": f"msg_{place}", **item} if "status" in item else item for place, item in enumerate(made)]


def _content(blocks: Sequence[kit.Block]) -> Any:
    match blocks:
        case []:
            return ""
        case [kit.Text(text=text)]:
            return text
        case _:
            return [_part(block) for block in blocks]


def _output(result: kit.ToolResult) -> Any:
    return _content(result.output) if isinstance(result.output, tuple) else result.output or ""


def _answer(blocks: Sequence[kit.Block]) -> Iterator[Dict]:
    if not blocks:
        yield {"role": "assistant", "content": ""}
    for kind, several in groupby(blocks, type):
        found: list[Any] = list(several)
        if kind is kit.Thinking:
            yield from map(_reasoning, found)
        elif kind is kit.ToolUse:
            yield from map(_call, found)
        else:
            texts = [only_text(block, "the assistant's messages") for block in found]
            said = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
            yield {"type": "message", "status": "completed", "role": "assistant", "content": said}


def _reasoning(thought: kit.Thinking) -> Dict:
    signature = thought.signature or ""
    summary = [{"type": "summary_text", "text": thought.thinking}]
    return {
        "type": "reasoning",
        "id": f"rs_{signature.encode().hex()}",
        "summary": summary,
        "encrypted_content": signature,
    }


def _call(call: kit.ToolUse) -> Dict:
    arguments = json.dumps(dict(call.input), ensure_ascii=False)
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}


def _text(block: kit.Block, place: str) -> Dict:
    return {"type": "input_text", "text": only_text(block, place)}


def _part(block: kit.Block) -> Dict:
    match block:
        case kit.Text():
            return _text(block, "items")
        case kit.Image():
            return {"type": "input_image", "image_url": uri_or_url(block), "detail": "auto"}
        case kit.Audio():
            return openai_part(block)
        case kit.Document():
            found = inline_or_url(block)
            if isinstance(found, str) and urlsplit(found).scheme.lower() != "data":
                return {"type": "input_file", "file_url": found}
            return {"type": "input_file", "file_data": uri_or_url(block), "filename": "document"}
        case _:
            raise NotImplementedError(f"the items of OpenAI's Agents SDK have no place for {block.type} here")
