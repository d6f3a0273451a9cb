"""Every rule is broken by one payload and kept by another, and what ships of these is up to date."""

from __future__ import annotations

import pytest
import write_proofs
from support.judging import errors, findings, judged
from support.payloads import PAIRS
from support.payloads.pair import Pair
from support.rows import for_each

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.dialects import DIALECTS, deepseek
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.proofs import proofs

each_pair = for_each(PAIRS)


@each_pair
def test_a_rule_is_broken_where_the_pair_says_and_no_other_is(pair: Pair) -> None:
    found = judged(pair.dialect, pair.broken, pair.context)
    rule = pair.dialect.rule(pair.rule)
    assert rule is not None

    own = [finding for finding in found if finding.id == pair.rule]
    assert [finding.path for finding in own][:1] == [pair.path]
    if not (rule.asks or rule.may_ask):  # what depends on the model is held in test_models.py
        assert {finding.severity for finding in own} == {rule.severity}
    assert errors(found) - {pair.rule} == set(pair.also)


@each_pair
def test_a_rule_is_kept_where_the_pair_says_and_every_other_is(pair: Pair) -> None:
    found = list(findings(pair.dialect, pair.kept, pair.context_of_kept))

    assert [finding for finding in found if finding.id == pair.rule] == []
    assert errors(found) == set()


TERSE = [pair for pair in PAIRS if not pair.dialect.id.startswith(("anthropic", "bedrock", "gemini", "dashscope"))]
"""The other providers' have warnings beside, here and there."""


@for_each(TERSE)
def test_no_other_rule_has_a_word_to_say(pair: Pair) -> None:
    assert {finding.id for finding in judged(pair.dialect, pair.broken, pair.context)} == {pair.rule, *pair.also}
    assert list(findings(pair.dialect, pair.kept, pair.context_of_kept)) == []


ENTRIES = tuple(write_proofs.entries())
UNPAIRED = {"anthropic.max-messages"}
"""What would take a hundred thousand messages; it is asked directly."""


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_every_rule_of_a_dialects_own_has_a_pair_or_a_liar_that_makes_one(dialect: Dialect) -> None:
    own = {rule.id for rule in dialect.rules if dialect.id.startswith(rule.id.partition(".")[0])}

    assert own - UNPAIRED == {id_ for id_, entry in ENTRIES if entry["dialect"] == dialect.id}


def test_where_a_rule_has_no_pair_its_liar_and_the_honest_twin_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    unpaired = "deepseek.alternate"
    monkeypatch.setattr("support.payloads.PAIRS", tuple(pair for pair in PAIRS if pair.rule != unpaired))

    [entry] = [entry for id_, entry in write_proofs.entries() if id_ == unpaired]

    rule = deepseek.DIALECT.rule(unpaired)
    assert rule is not None
    breaks, keeps = (protocol(deepseek.DIALECT, deepseek.DIALECT.open(**entry[side])) for side in ("breaks", "keeps"))
    assert next(finding for finding in breaks if finding.id == unpaired).path == entry["path"]
    assert all(finding.id != unpaired for finding in keeps)
    assert entry["breaks"]["context"] == {"model": "deepseek-reasoner"}


@for_each(proofs())
def test_what_is_said_to_break_a_rule_does_and_what_is_said_to_keep_it_does(id_: str) -> None:
    proof = proofs()[id_]
    dialect = DIALECTS[proof.dialect]
    rule = dialect.rule(id_)
    assert rule is not None

    broken = protocol(dialect, dialect.open(proof.breaks.payload, proof.breaks.context))
    kept = protocol(dialect, dialect.open(proof.keeps.payload, proof.keeps.context))

    assert [finding.path for finding in broken if finding.id == id_][:1] == [proof.path]
    assert [finding for finding in kept if finding.id == id_] == []


def test_the_proofs_that_ship_are_the_shortest_pairs() -> None:
    """Run ``python scripts/write_proofs.py`` where they are not."""
    assert write_proofs.TARGET.read_text("utf-8") == write_proofs.written()


NOT_SHOWN = {  # their payloads are too long, or need a request that thinks
    "anthropic.document-pages",
    "anthropic.image-media-type",
    "anthropic.max-messages",
    "bedrock.image-bytes-match-format",
    "bedrock.reasoning-first-in-tool-loop",
    "cohere.image-limits",
    "dashscope.no-repeated-call",
    "mistral.image-limits",
}


def test_every_rule_has_such_payloads_but_for_a_few() -> None:
    assert {rule.id for dialect in DIALECTS.values() for rule in dialect.rules} - set(proofs()) <= NOT_SHOWN
