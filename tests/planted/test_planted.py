"""Faults that shipped, planted into the reference under their own conditions: two cases or more tell each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from liars.shipped.ledger import lines
from planted.collected import COLLECTED, collected
from planted.planted import Planted
from planted.running import run
from planted.survivors import SURVIVORS, survivor
from planted.table import (
    ALL,
    DRAWN,
    EIGHTH,
    ELEVENTH,
    FIFTEENTH,
    FOURTEENTH,
    FURTHER,
    NINTH,
    RELAYED,
    SAMPLED,
    SIXTEENTH,
    TENTH,
    THIRTEENTH,
    TWELFTH,
)

from promptfmt_reference import FORMATTERS

NOT_PLANTED = {
    "livekit-6308": "arguments that are no JSON are no conversation",
    "litellm-31633": "Databricks is no dialect; what it refuses is what OpenAI asks for",
    "langchain-google-genai-1442": "an image has no signature in a conversation",
    "mistri-33": "a conversation does not say who signed",
    "openclaw-110079": "a conversation does not say who signed",
    "any-llm-1320": "a text has no signature in a conversation",
    "sillybunny-647": "a text has no signature in a conversation",
    "hermes-agent-44676": "Fireworks is no dialect",
    "astrbot-9293": "the provider's words for it say that a list of texts is taken: the range of type is ['text']",
    "pi-7882": "of an argument without a name no words of the provider's are known",
    "oh-my-pi-1000": "Ollama's cloud is no dialect: the server takes what it refuses",
    "hermes-agent-55092": "Bedrock answered an empty text in a result, as it did an empty list, when somebody measured",
    "litellm-24670": "vLLM's server tells a developer's words as system text since, where a template knows no other",
    "openai-agents-1165": "where thoughts have no place, who does not leave them out may refuse them in clear words",
    "prism-1001": "it was an API of transcription that refused audio/x-wav; of Gemini no words are known",
    "litellm-42104": "who has one place for system text may put all of it there, and Gemini has one",
    "pi-4153": "who refused an empty reasoning is not told, and DeepSeek takes one",
    "tidebreak-1308": "Chat Completions have no place for the mark, and who tells it in words adds what nobody said",
    "sglang-32610": "Chat Completions have no place for the mark, and who tells it in words adds what nobody said",
    "vercel-ai-16982": "Gemini takes the placeholder in the place of a signature, and says so",
    "devo-186": "a call without its result is refused: who leaves it out does what a right formatter may",
    "stdapi-258": "Bedrock's turns have no place for names; who tells none loses no more than a warning says",
    "aihub-1742": "vLLM takes two system messages that lead; the template of one model refuses them",
    "anasfik-openai-132": "a chat's turns need no names, and where many speak the reference tells them in words",
    "anthropic-sdk-csharp-242": "a conversation has no tools that the provider runs",
    "powershai-39": "Groq's own client has a list of texts for system text: what refused it in 2025 takes it since",
    "swift-ai-sdk-9": "Google's own parser takes one in the place of a list; the words are of a gateway's",
    "ha-core-161502": "Google's own client sends an empty text beside a call since 2026-05 (gemini-cli#26691)",
    "opencode-46577": "an empty text beside calls was taken when somebody measured (litellm#42186)",
    "rig-1673": "behind results it was taken when somebody tested, whatever was thought before (rig#1833)",
    "hermes-lcm-280": "a history that the assistant begins was answered when somebody measured (neurolink#1765)",
    "ai-memory-474": "Moonshot's own API took it of two models when somebody measured (MiroqForge-Desktop#1165)",
    "litellm-29561": "a result that has to be moved behind its call may be refused in clear words",
    "cherry-studio-18481": "an image of a type that is none may be refused in clear words",
    "kimi-code-1610": "a newer version of Moonshot's validator takes it, and the reference sends it",
    "coder-26051": "a title is optional, and who sends none sends a right request, as the reference does",
    "langchain-40622": "who does not want later system text may move it, or refuse it in clear words",
}
"""Lines of the ledger, and of what was collected, that no reference can be given."""

TAKEN = [(fault, dialect) for fault in ALL for dialect in fault.taken]
EVERY = [(fault, dialect) for fault in ALL for dialect in fault.dialects]
LATER = {
    *FURTHER,
    *SAMPLED,
    *DRAWN,
    *RELAYED,
    *EIGHTH,
    *NINTH,
    *TENTH,
    *ELEVENTH,
    *TWELFTH,
    *THIRTEENTH,
    *FOURTEENTH,
    *FIFTEENTH,
    *SIXTEENTH,
}


def name(value: object) -> str:
    return value.id if isinstance(value, Planted) else str(value)


ASKED = [
    (fault, dialect)
    for n, (fault, dialect) in enumerate(EVERY)
    if fault not in LATER or dialect == fault.origin or survivor(fault, dialect) or n % 8 == 0
]
"""Of the later collections every eighth of the dialects in which none of them shipped; they were asked once."""

SHIPPED = [each for each in ALL if not survivor(each, each.origin)]


def wanting(fault: Planted, dialect: str, *, quick: bool = False) -> str:
    """What keeps it from being told by an intended finding in two cases; empty where nothing does."""
    outcome = run(fault, dialect, enough=2, scenario=f".{fault.scenarios[0]}" if quick else "")
    intended = outcome.by_intent(fault.finds)
    if len(intended) >= 2:
        return ""
    return (
        f"shows in {len(outcome.shows)} cases, told in {sorted(outcome.found)} by {sorted(outcome.findings)}, "
        f"as intended in {sorted(intended)}; warnings in {sorted(outcome.warned)[:5]}"
    )


@pytest.mark.sampled(40, 3)
@pytest.mark.parametrize("fault", SHIPPED, ids=name)
def test_where_it_shipped_two_cases_tell_it(fault: Planted) -> None:
    """In a plain chat where it can, and no longer than it takes."""
    assert wanting(fault, fault.origin, quick=True) == ""


@pytest.mark.sampled(0, 4)
@pytest.mark.parametrize(("fault", "dialect"), ASKED, ids=name)
def test_two_cases_tell_it_in_every_dialect(fault: Planted, dialect: str) -> None:
    found, known = wanting(fault, dialect), survivor(fault, dialect)
    if known is None:
        assert found == ""
    else:
        assert found, f"told after all: take it out of planted/survivors.py ({known.why})"


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "dialect"), TAKEN, ids=name)
def test_where_the_provider_takes_it_nobody_is_blamed(fault: Planted, dialect: str) -> None:
    """It shows, and no rule calls it an error; else it is a fault there as well, and its row in `taken` is stale."""
    outcome = run(fault, dialect)

    assert len(outcome.shows) >= 2
    assert outcome.by_intent(fault.finds) == frozenset()


def test_every_line_of_the_ledger_is_planted() -> None:
    assert {fault.source for fault in ALL} | set(NOT_PLANTED) == set(lines()) | set(collected())
    assert {fault.source for fault in ALL} & set(NOT_PLANTED) == set()


def test_what_was_collected_stands_in_no_other_ledger_and_only_once() -> None:
    links = [line.link for line in collected().values()]

    assert set(lines()) & set(collected()) == set()
    assert {line.link for line in lines().values()} & set(links) == set()
    assert len(set(links)) == len(links) == len(COLLECTED.read_text("utf-8").splitlines())


def test_every_fault_has_a_name_a_place_and_one_deed_at_least() -> None:
    assert len({fault.id for fault in ALL}) == len(ALL)
    for fault in ALL:
        assert all((fault.does, fault.finds)), fault.id
        assert any((fault.hears, fault.writes, fault.sends, fault.acts)), fault.id
        assert {target for dialect in fault.dialects for target in fault.targets(dialect)} <= set(FORMATTERS), fault.id
        assert len({*fault.dialects, *fault.taken}) == len(fault.dialects) + len(fault.taken), fault.id
        assert all(len(why) > 60 for why in fault.taken.values()), fault.id


def test_every_survivor_is_planted() -> None:
    assert [each for each in SURVIVORS if not any(each.covers(*pair) for pair in EVERY)] == []


def test_few_survive() -> None:
    """The bar is two of a hundred."""
    assert len(list(surviving())) <= len(EVERY) * 0.02


def surviving() -> Iterator[tuple[Planted, str]]:
    return ((fault, dialect) for fault, dialect in EVERY if survivor(fault, dialect))
