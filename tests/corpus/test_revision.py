"""Revisions of the corpus: the released ids, cases that are too young to be scored, and the digest."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files

import pytest
import release_ids

from pytest_promptfmt.corpus import case_from_json, corpus, revision
from pytest_promptfmt.corpus.revision import (
    REVISION,
    UnknownRevision,
    check_revision,
    corpus_digest,
    load_released,
    young,
)
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.judgement import Judgement, not_scored
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

RELEASED = {
    "2026.9": {"cases": ["chat/a"], "rules": []},
    "2026.11": {"cases": ["chat/b"], "rules": []},
    "2026.11.1": {"cases": ["chat/c"], "rules": []},
}


def test_every_case_rule_and_limit_came_with_one_revision_and_none_has_left() -> None:
    released, here = load_released(), release_ids.here()
    new = sorted(set().union(*release_ids.missing(here, released).values()))
    assert new == [], "these are new; run python scripts/release_ids.py, which adds them to the newest revision"

    for kind, ids in here.items():
        listed = [id_ for came in released.values() for id_ in came.get(kind, ())]
        assert sorted({*listed} - {*ids}) == [], f"these {kind} were released and are gone; an id never leaves"
        assert sorted(listed) == sorted(ids), f"one of the {kind} is listed or defined twice"


def test_new_ids_join_the_newest_revision_or_open_one_and_none_is_taken_away() -> None:
    new = release_ids.missing({"cases": ["chat/a", "chat/d"], "rules": ["x.y"]}, RELEASED)

    assert new == {"cases": {"chat/d"}, "rules": {"x.y"}}
    assert release_ids.added(RELEASED, new, "2026.11.1") == RELEASED | {
        "2026.11.1": {"cases": ["chat/c", "chat/d"], "rules": ["x.y"]}
    }
    assert release_ids.added(RELEASED, new, "2026.12") == RELEASED | {
        "2026.12": {"cases": ["chat/d"], "rules": ["x.y"]}
    }
    assert release_ids.missing({"limits": ["x"]}, RELEASED) == {"limits": {"x"}}  # a kind that is younger
    with pytest.raises(SystemExit, match="no longer open"):
        release_ids.added(RELEASED, new, "2026.9")


def test_every_rule_that_is_judged_by_has_an_id_that_came() -> None:
    came = {id_ for ids in load_released().values() for id_ in ids["rules"]}

    assert {rule.id for dialect in DIALECTS.values() for rule in dialect.rules} <= came


def test_the_list_is_in_order_and_its_names_are_calendar_versions() -> None:
    for name, ids in load_released().items():
        assert re.fullmatch(r"20\d\d\.(0[1-9]|1[0-2])(\.\d+)?", name)
        assert ids["cases"] == sorted(ids["cases"])
        assert ids["rules"] == sorted(ids["rules"])
    assert list(load_released())[-1] == REVISION


def test_what_came_later_is_not_scored_and_what_nobody_lists_neither() -> None:
    reasons = young("2026.11", ["chat/a", "chat/b", "chat/c", "chat/d"], RELEASED)

    assert reasons == {
        "chat/c": "not scored: chat/c came with 2026.11.1, the run is pinned to 2026.11",
        "chat/d": "not scored: chat/d came with a later revision, the run is pinned to 2026.11",
    }
    assert [*young("2026.9", ["chat/a", "chat/b"], RELEASED)] == ["chat/b"]
    assert young(REVISION, [case.id for case in corpus()], load_released()) == {}


def test_an_unknown_revision_is_refused_with_the_known_ones() -> None:
    assert check_revision("2026.9", RELEASED) == "2026.9"
    with pytest.raises(UnknownRevision) as caught:
        check_revision("2026.12", RELEASED)

    assert "'2026.12' is no revision" in str(caught.value)
    assert str(caught.value).endswith("known are 2026.9, 2026.11, 2026.11.1")


def test_what_fails_unscored_is_expected_to_and_what_passes_passes() -> None:
    wrong = Finding("schema.type", Severity.ERROR, "$", "wrong")
    case = case_from_json("tools", {"name": "x", "hunts": "x", "conversation": [{"role": "user", "content": "Hi"}]})
    verdicts = (
        Verdict("schema", Outcome.FAIL, (wrong,)),
        Verdict("fidelity", Outcome.ERROR, (wrong,)),
        Verdict("purity", Outcome.PASS),
        Verdict("protocol", Outcome.XFAIL, (wrong,), "known"),
    )
    exchange = Exchange("openai.chat", case, case.conversation(), payload=[])

    marked = not_scored(Judgement(from_object({"openai.chat": print}), exchange, verdicts), "not scored: why")

    assert [(verdict.outcome, verdict.reason) for verdict in marked.verdicts] == [
        (Outcome.XFAIL, "not scored: why"),
        (Outcome.XFAIL, "not scored: why"),
        (Outcome.PASS, ""),
        (Outcome.XFAIL, "known"),
    ]
    assert marked.findings == (wrong,)


ENTRIES = {
    "chat/a": {"name": "a", "conversation": []},
    "vision/b": {"name": "b", "files": {"x.png": "media/red.png[:4]", "y": "png 2x2", "z": None}},
}


def test_the_digest_is_of_the_cases_as_canonical_json_and_of_their_files() -> None:
    canonical = (
        '{"cases":[["chat/a",{"conversation":[],"name":"a"}],'
        '["vision/b",{"files":{"x.png":"media/red.png[:4]","y":"png 2x2","z":null},"name":"b"}]],'
        f'"media":[["media/red.png","{hashlib.sha256(b"red").hexdigest()}"]]}}'
    )

    said = corpus_digest(dict(reversed(ENTRIES.items())), lambda name: b"red")

    assert said == "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def test_the_digest_does_not_say_which_cases_are_everyday_ones() -> None:
    tagged = {id_: entry | {"everyday": "a habit"} for id_, entry in ENTRIES.items()}

    assert corpus_digest(tagged, lambda name: b"red") == corpus_digest(ENTRIES, lambda name: b"red")


def test_the_digest_changes_with_a_case_and_with_a_byte_of_a_file() -> None:
    changed = ENTRIES | {"chat/a": {"name": "a", "conversation": [{"role": "user", "content": "Hi"}]}}
    said = {
        corpus_digest(ENTRIES, lambda name: b"red"),
        corpus_digest(changed, lambda name: b"red"),
        corpus_digest(ENTRIES, lambda name: b"Red"),
    }

    assert len(said) == 3


def test_the_digest_of_the_shipped_corpus_is_over_every_case_and_every_file_that_they_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = {}
    monkeypatch.setattr(revision, "corpus_digest", lambda entries, read: asked.update(entries) or read("media/red.png"))

    digested = revision.digest.__wrapped__()

    assert set(asked) == {case.id for case in corpus()}
    assert digested == files("promptfmt_fixtures").joinpath("media/red.png").read_bytes()
