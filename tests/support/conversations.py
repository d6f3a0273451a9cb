"""Conversations as documents: one with everything in it, good ones of all kinds, and where their nodes are."""

from __future__ import annotations

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Conversation,
    Document,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    Tool,
    ToolResult,
    ToolUse,
    UrlSource,
    Video,
)

EVERYTHING = Conversation(
    messages=(
        Message("system", "system", (Text("Be kind."),)),
        Message("Ann", "user", (Text("Look:"), Image(UrlSource("https://example.com/a.png")))),
        Message("Ann", "user", (Audio(Base64Source("audio/wav", "UklGRg==")), Video(UrlSource("clip.mp4")))),
        Message(
            "Bob",
            "assistant",
            (
                Thinking("hm", signature="c2ln"),
                RedactedThinking("b3BhcXVl"),
                ToolUse("call_1", "search", {"q": "天气", "n": 1, "deep": {"a": [None, True, 1.5]}}, signature="c2ln"),
                ToolUse("call_2", "now", {}),
            ),
        ),
        Message("tool", "tool", (ToolResult("call_1", "search", (Text("sunny"), Document(UrlSource("a.pdf")))),)),
        Message("system", "system", (ToolResult("call_2", None, None, is_error=True), ToolResult("x", "y", ""))),
        Message("Bob", "assistant", ()),
    ),
    tools=(Tool("search", "Searches.", {"type": "object", "properties": {"q": {"type": "string"}}}),),
    speaker="Bob",
)


def user(*blocks: object) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": list(blocks)}]}


def result(**changes: object) -> dict[str, object]:
    return user({"type": "tool_result", "id": "1", "output": "ok", **changes})


GOOD = {
    "no messages": {"messages": []},
    "the bare list": [{"role": "user", "content": "hello"}],
    "an empty list": [],
    "a name": {"messages": [{"role": "user", "name": "Ann", "content": "hello"}]},
    "no blocks": user(),
    "empty strings": {"messages": [{"role": "user", "name": "", "content": ""}]},
    "no speaker": {"messages": [], "speaker": None},
    "tools": {"messages": [], "tools": [{"name": "now"}, {"name": "f", "description": "", "parameters": {}}]},
    "thinking without signature": user({"type": "thinking", "thinking": "hm", "signature": None}),
    "a result without name": result(name=None),
    "a result without output": result(output=None),
    "a result of blocks": result(
        output=[{"type": "text", "text": "a"}, {"type": "image", "source": {"type": "url", "url": ""}}]
    ),
    "a failed result": result(is_error=True),
    "role tool": {"messages": [{"role": "tool", "content": [{"type": "tool_result", "id": "1", "output": ""}]}]},
    "role tool without blocks": {"messages": [{"role": "tool", "content": []}]},
    "everything": EVERYTHING.to_json(),
}


def places(value: object, place: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The paths of all nodes of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(below for key, item in inner for below in places(item, (*place, key)))]
