"""Names chosen by patterns, as a shell has them; and the nearest known one, for an error that names the remedy."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import wraps
from importlib.util import find_spec
from inspect import signature
from typing import NoReturn, ParamSpec, TypeVar


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


def no_name(module: str, name: str, meant: str) -> Exception:
    """What to raise for a name that a package has not, with what may have been meant.

    Of an `AttributeError` an import shows nothing; so, where it is ``from … import``, it is the `ImportError` itself.
    """
    imports = sys._getframe(2).f_code.co_name == "_handle_fromlist" and find_spec(f"{module}.{name}") is None
    if imports and name[:1] != "_":
        return ImportError(f"cannot import name {name!r} from {module!r}{meant}", name=module)
    return AttributeError(f"module {module!r} has no attribute {name!r}{meant}")


Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Kind = TypeVar("Kind")


def tells_names(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """The same, but an argument by a name that it has not is told with the one that may have been meant."""
    known = [name for name, each in signature(function).parameters.items() if each.kind is not each.VAR_POSITIONAL]

    @wraps(function)
    def asked(*given: Asked.args, **named: Asked.kwargs) -> Answer:
        if odd := next((name for name in named if name not in known), ""):
            meant = (
                f"; it goes into the context: context={{{odd!r}: …}}" if odd in _FACTS and "context" in known else ""
            )
            other = next((each for each in _ARGUMENTS.get(odd, ()) if each in known), "")
            meant = f"; did you mean {other!r}?" if other else meant or did_you_mean(odd, known)
            raise TypeError(f"{function.__qualname__}() got an unexpected keyword argument {odd!r}{meant}")
        return function(*given, **named)

    return asked


def tells_fields(kind: type[Kind]) -> type[Kind]:
    """The same class, whose fields are told so."""
    setattr(kind, "__init__", tells_names(kind.__init__))  # noqa: B010  # no type checker lets it be assigned
    return kind


_FACTS = ("model", "thinking", "tools")
_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "model": ("models",),
    **dict.fromkeys(("provider", "api", "format", "wire", "kind"), ("dialect", "targets")),
    **dict.fromkeys(("target", "dialect", "dialects"), ("targets", "target", "dialect")),
    **dict.fromkeys(("impl", "formatter", "module", "formatters"), ("implementation", "format")),
    **dict.fromkeys(("body", "request", "messages", "data"), ("payload", "source", "document")),
    **dict.fromkeys(("rule", "rules"), ("checks",)),
    **dict.fromkeys(("ids", "name", "glob", "globs"), ("cases",)),
    **dict.fromkeys(("n", "generated", "max_examples"), ("examples",)),
    **dict.fromkeys(("error", "response", "message"), ("answer",)),
    **dict.fromkeys(("mode", "action", "raises", "on_error", "policy"), ("refused",)),
    **dict.fromkeys(("description", "title", "why", "reason"), ("hunts",)),
    **dict.fromkeys(("conversation", "input", "value"), ("document",)),
    **dict.fromkeys(("write", "send", "convert"), ("format",)),
    **dict.fromkeys(("build", "before", "dress", "to_native"), ("prepare",)),
    **dict.fromkeys(("directory", "path", "own_cases"), ("corpus",)),
    **dict.fromkeys(("timeout", "budget", "ms", "seconds"), ("milliseconds", "timeout")),
}
"""What others call an argument of ours."""


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
