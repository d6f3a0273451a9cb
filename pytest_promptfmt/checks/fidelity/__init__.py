"""Is everything that the conversation says, and that the dialect can carry, in the payload?

Once, in order, by the right speaker, with ids, names, arguments and bytes equal. The dialect's reader has turned the
payload into a `Transcript`; here that is held against the conversation, with every right way to spell it accepted:
strings or parts, merged or separate turns, any framing of a history. `losses.FINDINGS` lists what can be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.checks.fidelity.comparison import Comparison, Found, found_in
from pytest_promptfmt.checks.fidelity.losses import FINDINGS, loss
from pytest_promptfmt.checks.fidelity.media.attribution import misattributed_in_a_chat, misattributed_media
from pytest_promptfmt.checks.fidelity.media.given import media_in
from pytest_promptfmt.checks.fidelity.media.outside_results import mixed_up
from pytest_promptfmt.checks.fidelity.misplaced import by_loss, lost_by
from pytest_promptfmt.checks.fidelity.order import misordered, moved_system
from pytest_promptfmt.checks.fidelity.order.located import located
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.checks.fidelity.silent_drops import media_told_in_words, silently_dropped
from pytest_promptfmt.checks.fidelity.speakers import misattributed_calls
from pytest_promptfmt.checks.fidelity.surplus import tools_in_words, words_beyond
from pytest_promptfmt.checks.fidelity.texts.before_calls import with_plans_told
from pytest_promptfmt.checks.fidelity.texts.thinking_as_text import marked
from pytest_promptfmt.checks.fidelity.tools.calls import OpenTurn, unsigned_calls
from pytest_promptfmt.checks.fidelity.tools.offers import called_otherwise, compare_offers
from pytest_promptfmt.checks.fidelity.twins import Unsought, least_blamed
from pytest_promptfmt.checks.fidelity.wanted import Wanted
from pytest_promptfmt.conversation import Conversation, Text, Thinking, blocks_of
from pytest_promptfmt.conversation.repairs import REPAIRS, Repair
from pytest_promptfmt.corpus import Expectation
from pytest_promptfmt.corpus.reasons import reason
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

__all__ = ["FINDINGS", "fidelity", "unrepaired"]


def fidelity(
    conversation: Conversation,
    transcript: Transcript,
    dialect: Dialect,
    scenario: str,
    wanted: Wanted,
    repair: Repair = REPAIRS["keep"],
) -> Iterator[Finding]:
    """Every loss, doubling, change, wrong order and wrong speaker; `conversation` is the repaired one already."""
    told = with_plans_told(transcript, conversation)
    this = Comparison(conversation, told, segments_of(told), media_in(conversation), dialect, scenario, wanted, repair)

    def compare(unsought: Unsought) -> list[Finding]:
        return list(_compare(this, found_in(this, unsought)))

    findings = least_blamed(compare, conversation, this.given_media, [part for _, part, _ in this.segments.media])
    blamed = {finding.path for finding in findings if finding.id != "fidelity.added-turn"}
    again = {finding.path for finding in findings if finding.id == "fidelity.doubled-result"}
    told_otherwise = {"fidelity.added-turn": blamed, "fidelity.added-words": again}
    told_in_words = by_loss(media_told_in_words(this))
    for finding in findings:
        if finding.path not in told_otherwise.get(finding.id, ()) and lost_by(finding, told_in_words) is None:
            yield finding


def unrepaired(expectation: Expectation, dialect: Dialect) -> Finding:
    """The conversation cannot be sent as it stands, and was neither refused nor repaired."""
    ways = "; ".join(REPAIRS[name].statement for name in expectation.repairs)
    return loss("unrepaired", "$", f"{reason(expectation.why, dialect.id)}: raise a clear error, or repair it ({ways})")


def _compare(this: Comparison, found: Found) -> Iterator[Finding]:
    turn = OpenTurn(this.conversation, this.scenario, this.dialect.signed == "none")
    yield from _of_texts(this, found)
    yield from found.media.findings
    yield from _whose_media(this, found)
    if this.has_tools:
        yield from found.tools.findings
        first = turn.first_calls() if this.wanted.model.refuses("call-unsigned") else frozenset()
        told = ((call, part) for call, _, part in found.tools.calls)
        yield from unsigned_calls(told, first, claimed=this.wanted.claimed)
        yield from misattributed_calls(this.conversation, this.transcript, found.tools, this.scenario)
        yield from tools_in_words(this, found)
    yield from found.thoughts.findings
    if "thinking" in this.dialect.carries:
        yield from found.thoughts.lost(turn, this.wanted)
    placed = located(this, found)
    signed_inline = this.dialect.signed != "none"
    yield from misordered(placed, inline_media=this.dialect.inline_media, inline_thoughts=signed_inline)
    if this.is_chat and this.dialect.system_later:
        yield from moved_system(placed)
    yield from words_beyond(this, found, placed)
    yield from silently_dropped(this)
    yield from compare_offers(this.conversation, this.transcript.tools, this.wanted, this.repair)
    if this.repair.free_tool_names:
        yield from called_otherwise(this.conversation, this.transcript.tools, found.tools.calls)


def _of_texts(this: Comparison, found: Found) -> Iterator[Finding]:
    """A text that stands there once more because it was thought, too, is doubled by nobody: see `thinking-as-text`."""
    blocks = blocks_of(this.conversation)
    thoughts = [block.thinking for block in blocks if isinstance(block, Thinking) and block.thinking]
    for finding in found.texts.findings:
        said = finding.data.get("actual") if finding.id == "fidelity.doubled-text" else None
        if said in thoughts and (thought := marked(said, this.segments.dialog)):
            texts = sum(block.text.count(said) for block in blocks if isinstance(block, Text))
            told = sum(segment.text.count(said) for segment in this.segments.dialog)
            if told <= texts + min(thought, thoughts.count(said)):
                continue
        yield finding


def _whose_media(this: Comparison, found: Found) -> Iterator[Finding]:
    """Media that another seems to have shown, or that stand outside of their result under another's id."""
    shown = found.media.found
    if this.is_chat:
        yield from misattributed_in_a_chat(this.conversation, this.transcript, found.texts, shown)
    elif this.scenario == "multiagent" and this.dialect.inline_media:
        yield from misattributed_media(this.conversation, this.transcript, found.texts, shown)
    if shown and not this.repair.free_ids:  # words may name the old ones, which may come again
        ids = found.tools.ids
        captions = {segment.path: stretch for segment, stretch in found.texts.dialog.unused()}
        places = ((ids.get(each.block.id, each.block.id), place) for each, place, _ in found.tools.results)
        yield from mixed_up(this.transcript, captions, shown, {id_: place for id_, place in places if id_}, ids)
