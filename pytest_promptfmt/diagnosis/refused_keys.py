"""Keys that a provider's answer refuses by name, found wherever the request has them.

To name a parameter is not to refuse it: a sentence has to say that it is not supported, unknown, or more than is taken.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.payload.finding import Finding, Severity

_NAME = r"""['"`]?(?P<name>[A-Za-z_]\w*(?:\.\w+)*)['"`]?"""
_KIND = r"(?:parameter|argument|option|field|key|property|keyword)"
_REFUSED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NAME}(?: {_KIND})? (?:is|are) (?:currently )?"
        r"(?:unsupported|deprecated|not (?:yet )?(?:supported|permitted|allowed|available))",
        rf"(?:does not|doesn't|cannot) (?:support|accept|take)(?: the)?(?: {_KIND})? {_NAME}",
        rf"un(?:supported|known|recognized|expected)(?: request)? {_KIND}s?(?:\(s\))?(?: supplied)?:? {_NAME}",
        rf"(?:argument|parameter) not supported[^:]{{0,30}}: {_NAME}",
        rf"{_NAME} is not a valid {_KIND}",
        r"""extra_forbidden['"],\s*['"]loc['"]:\s*[\[(][^\])]*?['"](?P<name>\w+)['"][\])]""",
        rf"{_NAME}: (?:extra inputs are|additional propert\w+ (?:is|are)) not (?:permitted|allowed)",
    )
)
"""Sentences that refuse what they name."""
_COMMON = frozenset({"model", "messages", "input", "content", "role", "type", "name", "parameter", "value", "text"})
_LONGEST, _SHOWN, _FEW = 20_000, 300, 8


def refused_keys(answer: str, body: Any, dialect: str, seen: Sequence[Finding]) -> Iterator[Finding]:
    """The keys of the request that the answer refuses, but for those of which something was `seen`."""
    data = {"source": f'"{answer.strip()[:_SHOWN]}"', "provider": known_dialect(dialect).provider}
    known = {finding.path for finding in seen}
    for key in _refused(answer[:_LONGEST].replace('\\"', '"')):
        there = [path for path in _having(body, key) if path not in known]
        for path in there if len(there) <= _FEW else ():
            known.add(path)
            yield Finding("request.refused-key", Severity.ERROR, path, "the provider does not take it", data=data)


def _refused(answer: str) -> list[str]:
    """The last key of each name that is refused."""
    names = (found["name"].rpartition(".")[2] for pattern in _REFUSED for found in pattern.finditer(answer))
    return [name for name in dict.fromkeys(names) if name.lower() not in _COMMON]


def _having(body: Any, key: str) -> Iterator[str]:
    """The paths of a key, be it in another case; without recursion."""
    open_ = deque([("$", body)])
    while open_:
        path, value = open_.popleft()
        if isinstance(value, dict):
            yield from (f"{path}.{name}" for name in value if isinstance(name, str) and _plain(name) == _plain(key))
            open_ += [(f"{path}.{name}", item) for name, item in value.items()]
        elif isinstance(value, list):
            open_ += [(f"{path}[{n}]", item) for n, item in enumerate(value)]


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
