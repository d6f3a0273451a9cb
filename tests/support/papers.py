"""A formatter like OpenAI's that lets the user tell what a tool's files of text say, behind the results."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from pytest_promptfmt.conversation import Conversation, Document, Text, ToolResult, ToolUse
from pytest_promptfmt.conversation.sources import bytes_of


def papers_behind_results(conversation: Conversation) -> Any:
    """The user tells what a tool's files of text say, under its call's id, and the result where they are told."""
    made: list[dict[str, Any]] = []
    told: list[str] = []
    for message in conversation.messages:
        results = [block for block in message.blocks if isinstance(block, ToolResult)]
        if told and not results:
            made.append({"role": "user", "content": "\n\n".join(told)})
            told = []
        for result in results:
            items = [] if result.output is None or isinstance(result.output, str) else result.output
            papers = [item for item in items if isinstance(item, Document)]
            said = [item.text for item in items if isinstance(item, Text)] or ["See the file below."]
            told += [
                f'<file of="{result.id}">\n{(bytes_of(paper.source) or b"").decode()}\n</file>' for paper in papers
            ]
            made.append({"role": "tool", "tool_call_id": result.id, "content": "\n".join(said)})
        called = [block for block in message.blocks if isinstance(block, ToolUse)]
        words = "\n".join(block.text for block in message.blocks if isinstance(block, Text))
        if called:
            functions = [{"name": use.name, "arguments": json.dumps(use.input)} for use in called]
            calls = [
                {"id": use.id, "type": "function", "function": function}
                for use, function in zip(called, functions, strict=True)
            ]
            made.append({"role": message.role, "content": words or None, "tool_calls": calls})
        elif not results:
            made.append({"role": message.role, "content": words})
    return {"messages": made, "tools": [{"type": "function", "function": asdict(tool)} for tool in conversation.tools]}
