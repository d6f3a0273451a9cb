"""Tools on offer: each once, under its name, with its description and its `parameters`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.checks.fidelity.tools.calls import Call
from pytest_promptfmt.checks.fidelity.tools.normal_schema import normal_schema
from pytest_promptfmt.checks.fidelity.tools.parameters import compare_parameters, description_loss, says
from pytest_promptfmt.checks.fidelity.wanted import Wanted
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation, Tool
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import CallPart, ToolPart


def compare_offers(
    conversation: Conversation, offered: tuple[ToolPart, ...] | None, wanted: Wanted, repair: Repair
) -> Iterator[Finding]:
    """Who never lists tools leaves them to the caller, and is not asked; who does so elsewhere has lost them here."""
    if offered is None and wanted.tools_written_in:
        for tool in conversation.tools:
            message = f"the tool {tool.name} is on offer, and the payload lists no tools, as it does for "
            yield loss("lost-tool", "$", message + wanted.tools_written_in)
    if offered is None or not (offered or wanted.tools):
        return
    given = {tool.name: tool for tool in conversation.tools}
    times = Counter(tool.name for tool in conversation.tools)
    found = {part.name: part for part in reversed(offered)}
    for name, number in Counter(part.name for part in offered).items():
        if number > max(times[name], 1):
            yield loss("doubled-tool", "$", f"the tool {name} is on offer {number} times")
    unknown = [part for name, part in reversed(found.items()) if name not in given]
    for name, tool in given.items():
        part = found.get(name) or next((part for part in unknown if repair.free_tool_names or _alike(tool, part)), None)
        if part is None:
            yield loss("lost-tool", "$", f"the tool {name} is on offer, the payload's tools lack it")
            continue
        if part.name != name:
            unknown.remove(part)
            if not repair.free_tool_names:
                message = f"the tool {name} is on offer as {part.name}"
                yield loss("renamed-tool", part.path, message, expected=name, actual=part.name)
        yield from _compare_tool(tool, part)
        yield from _borrowed(tool, part, conversation.tools)
    for part in unknown:
        yield loss("invented-tool", part.path, f"the tool {part.name} is on offer, and not the conversation's")


def called_otherwise(
    conversation: Conversation, offered: tuple[ToolPart, ...] | None, calls: Iterable[tuple[Call, Position, CallPart]]
) -> Iterator[Finding]:
    """Where tools were renamed: calls of a tool that is on offer, under a name that no tool on offer has."""
    given, names = {tool.name for tool in conversation.tools}, {part.name for part in offered or ()}
    for call, _, part in calls:
        if names and call.use.name in given and part.name not in names:
            told = f"is told as one of {part.name}" if part.name != call.use.name else "keeps its name"
            message = f"the call of {call.use.name} {told}, and no tool on offer has that name"
            yield loss("call-name", part.path, message, (call.index,), expected=sorted(names), actual=part.name)


def _alike(tool: Tool, part: ToolPart) -> bool:
    """Is it that tool, to all appearance, but for its name?"""
    given, found = (normal_schema(schema, schema).properties for schema in (tool.parameters, part.parameters))
    alike = says(part.description, tool.description, part.longest) and {*given} == {*found}
    return alike and bool(tool.description or given)


def _compare_tool(tool: Tool, part: ToolPart) -> Iterator[Finding]:
    if part.description == tool.description and equal(part.parameters, tool.parameters):
        return
    if not says(part.description, tool.description, part.longest):
        yield description_loss(f"the tool {tool.name}", tool.description, part.description, f"{part.path}.description")
    yield from compare_parameters(tool, part)


def _borrowed(tool: Tool, part: ToolPart, tools: Iterable[Tool]) -> Iterator[Finding]:
    """What nobody described may be told in any words but another tool's own."""
    said = " ".join((part.description or "").split())
    if tool.description.strip() or not said:
        return
    for other in tools:
        if " ".join(other.description.split()) == said:
            message = f"the tool {tool.name} has no description, and here it has that of {other.name}"
            yield loss("tool-description", f"{part.path}.description", message, expected="", actual=part.description)
