"""Where a place stands: in which message, beside what, and which of several it is."""

from __future__ import annotations

from collections.abc import Iterator

from planted.crossed.places import Place, kind_of

from pytest_promptfmt.conversation import Block, Message, Text, Thinking, ToolResult, ToolUse


def in_row(what: str, number: int, at: int) -> Iterator[str]:
    """Where something stands in a row of several."""
    if number == 1:
        yield f"{what} the only one"
        return
    yield f"{what} the {'first' if at == 0 else 'second' if at == 1 else 'third or later'} of several"
    if at == number - 1:
        yield f"{what} the last of several"


def word(block: Block | None, message: Message) -> str:
    if block is None:
        return "nothing"
    if isinstance(block, Text):
        return "a text" if block.text.strip() else "an empty text"
    return f"a {kind_of(block, message)}" if kind_of(block, message) != "medium" else f"a medium ({block.type})"


def of_message(place: Place) -> Iterator[str]:
    """Who speaks before and behind, and where in the conversation."""
    messages = place.conversation.messages
    yield f"in role {place.within.role}"
    if place.within.name != place.within.role:
        yield "its speaker has a name"
    spoken = [i for i, message in enumerate(messages) if message.role != "system"]
    if place.message in spoken:
        yield from in_row("its message is", len(spoken), spoken.index(place.message))
    alike = [i for i, message in enumerate(messages) if message.role == place.within.role]
    yield from in_row("its role's turn is", len(alike), alike.index(place.message))
    for step, word in ((-1, "behind"), (1, "before")):
        other = place.turn(step)
        yield f"{word} {who(other)}"
        if other is not None and other.role == place.within.role and other.name != place.within.name:
            yield f"{word} another speaker in its role"
        if other is not None and not any(kind_of(block, other) for block in other.blocks):
            yield f"{word} a message that says nothing"


def who(message: Message | None) -> str:
    if message is None:
        return "nobody"
    if any(isinstance(block, ToolResult) for block in message.blocks):
        return "results"
    if any(isinstance(block, ToolUse) for block in message.blocks):
        return "a message with calls"
    if message.blocks and all(isinstance(block, Thinking) for block in message.blocks):
        return "a message of nothing but thoughts"
    if message.blocks and all(kind_of(block, message) == "medium" for block in message.blocks):
        return f"the {message.role}'s media alone"
    return f"the {message.role}"


def within_message(place: Place) -> Iterator[str]:
    blocks = place.within.blocks
    yield from in_row("in its message it is", len(blocks), place.block)
    yield f"next to {word(place.beside(-1), place.within)} before it"
    yield f"next to {word(place.beside(1), place.within)} behind it"
    for kind in {word(block, place.within) for n, block in enumerate(blocks) if n < place.block}:
        yield f"with {kind} somewhere before it"
    for kind in {word(block, place.within) for n, block in enumerate(blocks) if n > place.block}:
        yield f"with {kind} somewhere behind it"


def among_its_kind(place: Place) -> Iterator[str]:
    """Of its kind, in the message and in the conversation."""
    kind = kind_of(place.at, place.within)
    here = [n for n, block in enumerate(place.within.blocks) if kind_of(block, place.within) == kind]
    if place.block not in here:
        return
    yield from in_row(f"in its message as a {kind} it is", len(here), here.index(place.block))
    everywhere = [
        (m, n)
        for m, message in enumerate(place.conversation.messages)
        for n, block in enumerate(message.blocks)
        if kind_of(block, message) == kind
    ]
    yield from in_row(f"as a {kind} it is", len(everywhere), everywhere.index((place.message, place.block)))
