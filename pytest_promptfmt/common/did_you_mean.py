"""Names chosen by patterns, as a shell has them; and the nearest known one, for an error that names the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import NoReturn


def matches_any(name: str, globs: Iterable[str]) -> bool:
    """Is one of the patterns the name's? Capitals count."""
    return any(fnmatchcase(name, glob) for glob in globs)


def did_you_mean(name: object, known: Iterable[str], otherwise: str | None = None) -> str:
    """``"; did you mean 'user'?"``; where nothing is near `otherwise`, or without that the whole list."""
    names = list(known)
    if near := nearest(name, names):
        return f"; did you mean {near!r}?"
    if otherwise is not None:
        return otherwise
    return f"; known are {', '.join(names)}" if names else ""


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name that is most like it, whatever its capitals; empty where none is."""
    spelled: dict[str, str] = {}
    for each in known:
        spelled.setdefault(each.lower(), each)
    near = get_close_matches(str(name).lower(), spelled, n=1)
    return spelled[near[0]] if near else ""


NAMES_ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("TextBlock", "TextPart", "TextContent", "InputText"), "Text"),
    **dict.fromkeys(("ToolUseBlock", "ToolCall", "FunctionCall", "ToolCallPart", "ToolUsePart"), "ToolUse"),
    **dict.fromkeys(("ToolResultBlock", "ToolMessage", "FunctionResponse", "ToolOutput", "ToolReturn"), "ToolResult"),
    **dict.fromkeys(("ImageBlock", "ImagePart", "ImageUrl", "ImageContent", "InputImage"), "Image"),
    **dict.fromkeys(("ThinkingBlock", "Reasoning", "ReasoningContent", "ThinkingPart"), "Thinking"),
    **dict.fromkeys(("DocumentBlock", "File", "FilePart", "InputFile"), "Document"),
    **dict.fromkeys(("AudioBlock", "InputAudio"), "Audio"),
    **dict.fromkeys(("Msg", "ChatMessage", "BaseMessage", "UserMessage", "HumanMessage", "AIMessage"), "Message"),
    **dict.fromkeys(("Chat", "Messages", "History", "Thread"), "Conversation"),
    **dict.fromkeys(("Function", "ToolDefinition", "FunctionTool"), "Tool"),
}
"""What other libraries call what is of ours."""


def missing_attribute(found: object, name: str, meant: Mapping[str, str]) -> AttributeError:
    """What to raise for an attribute that an object of ours has not; `meant` are names that others give to one."""
    if name in meant:
        near = f"; did you mean {meant[name]!r}?"
    else:
        known = [each for each in dir(type(found)) if each[:1] != "_"] if name[:1] != "_" else []
        near = did_you_mean(name, known, "")
    return AttributeError(f"{type(found).__name__!r} object has no attribute {name!r}{near}")


class NotAContainer:
    """For what people take for a list or a mapping: it says what to ask for in place of its items."""

    __slots__ = ()

    def __iter__(self) -> NoReturn:
        raise self._no_items("iterable")

    def __getitem__(self, key: object) -> NoReturn:
        raise self._no_items("subscriptable")

    def __contains__(self, item: object) -> NoReturn:
        raise self._no_items("a container")

    def __len__(self) -> NoReturn:
        raise self._no_items("countable")

    def _no_items(self, what: str) -> TypeError:
        names = [f".{name}" for name in dir(type(self)) if name[:1] != "_" and not callable(getattr(type(self), name))]
        return TypeError(f"{type(self).__name__!r} object is not {what}: ask for one of {', '.join(names)}")


def unmatched(globs: Iterable[str], known: Sequence[str], otherwise: str) -> Iterator[tuple[str, str]]:
    """The patterns that no known name has, each with what is wrong with it (see `matches_nothing`)."""
    for glob in globs:
        if problem := matches_nothing(glob, known, otherwise):
            yield glob, problem


def matches_nothing(glob: str, known: Sequence[str], otherwise: str) -> str:
    """``"matches nothing; did you mean 'openai.*'?"``, empty where it matches; `otherwise` where there are many."""
    if any(fnmatchcase(name, glob) for name in known):
        return ""
    if "," in glob:
        return "matches nothing: it is one glob, so give the option once for each"
    if glob[:1] in ("'", '"') and glob[-1:] == glob[:1]:
        return f"matches nothing: its quotes are part of it; write {glob[1:-1]}"
    groups = dict.fromkeys(re.sub(r"[^./]+$", "*", name) for name in known)
    glob = glob.rpartition("::")[2]  # of a node id
    many = len(known) > 12
    return f"matches nothing{did_you_mean(glob, [*known, *groups], otherwise) if many else did_you_mean(glob, known)}"
