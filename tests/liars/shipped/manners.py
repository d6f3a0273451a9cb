"""Families L and N: who changes what the caller gave, and who formats otherwise where it is awaited."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from liars.liar import liars_of
from liars.shipped.ledger import RED, fault
from liars.shipped.spelling import assistant, text, user

HELLO = [user("hi"), assistant("hello (v1 content)")]


def changes_the_list(given: list[Any]) -> Any:
    """Puts its own copy of a message into the caller's list."""
    given[1] = {"role": "assistant", "content": "hello (v1 content)", "converted": True}
    return HELLO


def as_list(conversation: Any) -> list[Any]:
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


MUTATED = fault(
    "langchain-ollama-36567",
    "ollama.chat",
    "purity.changed-input",
    wrong=SimpleNamespace(prepare=as_list, format=changes_the_list),
    right=SimpleNamespace(prepare=as_list, format=lambda given: [dict(each) for each in given]),
)


async def awaited(conversation: Any) -> Any:
    """Leaves out the image, which the formatter that is not awaited does not."""
    return [user([text("see")])]


ASYNC = fault(
    "litellm-11587",
    "mistral.chat",
    "fidelity.lost-media",
    wrong=awaited,
    right=[user([text("see"), {"type": "image_url", "image_url": f"data:image/png;base64,{RED}"}])],
)

LIARS = liars_of(globals())
