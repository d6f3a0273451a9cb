"""Calls are the assistant's and results are not; a name beside a call is that of the agent who made it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.speakers import speakers
from pytest_promptfmt.checks.fidelity.tools import ToolComparison
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript


def misattributed_calls(
    conversation: Conversation, transcript: Transcript, tools: ToolComparison, scenario: str
) -> Iterator[Finding]:
    """Calls in another's turn or under another's name, and results in the turn of the one who asked for them."""
    everybody = speakers(conversation, scenario)
    callers = dict.fromkeys(conversation.messages[call.index].name for call, _, _ in tools.calls)
    everybody = replace(everybody, names=(*dict.fromkeys((*everybody.names, *callers)),))
    for call, place, part in tools.calls:
        turn, caller = transcript.turns[place.turn], conversation.messages[call.index]
        what, about = f"the call {call.use.name} ({call.use.id})", (call.index,)
        if turn.role not in ("assistant", None):
            message = f"{what} is told as one of the {turn.role}'s"
            yield loss("wrong-speaker", part.path, message, about, expected="assistant", actual=turn.role)
            continue
        attribution, speaker = everybody.by_name_field(caller, turn.name) if turn.role else ("right", "")
        if attribution == "wrong":
            message = f"{caller.name} made {what}, the payload says that {speaker} did"
            yield loss("wrong-speaker", part.path, message, about, expected=caller.name, actual=speaker)
        elif attribution == "nobody":
            message = f"{caller.name} made {what}, and nobody is called {speaker}"
            yield loss("no-speaker", part.path, message, about, expected=caller.name)
    for result, place, answer in tools.results:
        if (role := transcript.turns[place.turn].role) in ("assistant", "system"):
            message = f"the result of {result.name or result.block.id} is told as one of the {role}'s words"
            yield loss("wrong-speaker", answer.path, message, (result.index,), expected="tool", actual=role)
