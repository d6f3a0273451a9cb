"""Severity follows from evidence; every rule has evidence, all evidence has its use; the schemas are sound."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pytest_promptfmt.dialects import DIALECTS, openai
from pytest_promptfmt.dialects.data import schema_data
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.rules import Breach, Evidence, Rule, borrowed, evidence, needs_context, own, severity_of
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import Request

# What neither a payload nor its context can decide: on the rules page, without proofs.
DOCUMENTED_ONLY = {
    "zhipu.opaque-1214",  # says how faults come back, not what is one
}


def provider(id_: str) -> str:
    return id_.partition(".")[0]


def provider_of(dialect: Dialect) -> str:
    """The prefix of a dialect's own rules: dashscope for dashscope-multimodal, but openai-responses for itself."""
    known = {provider(id_) for id_ in evidence()}
    return dialect.id if dialect.id in known else dialect.id.partition("-")[0]


def by_policy(known: Evidence) -> Severity:
    """Decision 2, stated anew: an error is what the API surely refuses, for good, by the strongest evidence."""
    words = set(known.effect.replace("+", " ").replace("/", " ").split())
    surely = "400" in words and words <= {"400", "sdk"}
    return Severity.ERROR if surely and known.stability == "S" and known.strength == "A" else Severity.WARNING


def weigh(effect: str = "400", stability: str = "S", strength: str = "A") -> Severity:
    return severity_of(Evidence("", effect, stability, strength, ""))


@pytest.mark.parametrize("effect", ["400", "sdk + 400", "400 + sdk", "400 / sdk"])
def test_what_the_api_refuses_without_a_limiting_word_is_an_error(effect):
    assert weigh(effect) is Severity.ERROR


@pytest.mark.parametrize(
    "effect",
    [
        "400?",
        "sdk",
        "deg",
        "lint",
        "(permission)",
        "400 type / deg content",
        "400 junk / lint jpg",
        "deg (was 400)",
        "deg (maybe 400 now)",
        "deg (merged) on 1P; 400 on old Bedrock",
        "deg on 1P (merged) / 400 elsewhere",
        "400 (2025)",
        "400 on Bedrock; accepted on 1P since late 2024",
        "",
    ],
)
def test_every_other_effect_is_a_warning(effect):
    assert weigh(effect) is Severity.WARNING


@pytest.mark.parametrize("stability", ["C", "M", "L"])
def test_what_is_not_stable_is_a_warning(stability):
    assert weigh(stability=stability) is Severity.WARNING


@pytest.mark.parametrize("strength", ["B", "C"])
def test_what_is_not_strongly_evidenced_is_a_warning(strength):
    assert weigh(strength=strength) is Severity.WARNING


def test_one_function_weighs_all_evidence_by_the_policy():
    assert {id_ for id_, known in evidence().items() if severity_of(known) is not by_policy(known)} == set()


def test_evidence_uses_the_letters_that_it_explains():
    for id_, known in evidence().items():
        assert known.stability in "SCML", id_
        assert known.strength in "ABC", id_
        assert known.statement, id_
        assert known.source, id_


def some_rule(request: Request) -> Iterator[Breach]:
    """Something holds."""
    yield from ()


def test_own_rules_are_named_after_their_functions():
    (rule,) = own("openai", openai.messages_nonempty)

    assert rule.id == "openai.messages-nonempty"
    assert rule.statement == "There is at least one message."
    assert rule.evidence == evidence()["openai.messages-nonempty"]
    assert rule.severity is Severity.ERROR
    assert rule.context == ()


def test_a_rule_of_another_provider_takes_a_name_and_evidence_of_its_own():
    (rule,) = own("deepseek", tool_calls_answered=openai.tool_calls_answered)

    assert rule.id == "deepseek.tool-calls-answered"
    assert rule.evidence == evidence()["deepseek.tool-calls-answered"]


def test_a_rule_without_evidence_is_refused():
    with pytest.raises(KeyError, match=r"openai\.some-rule"):
        own("openai", some_rule)


def test_a_borrowed_rule_keeps_its_id_and_is_a_warning():
    (rule,) = borrowed(openai.RULES, "messages-nonempty")

    assert rule.id == "openai.messages-nonempty"
    assert rule.severity is Severity.WARNING


def test_a_rule_says_what_context_it_needs():
    check = needs_context("model", "thinking")(some_rule)

    assert Rule(
        "x.y", check, Evidence("", "", "", "", ""), Severity.WARNING, getattr(check, "context", ())
    ).context == (
        "model",
        "thinking",
    )


@pytest.fixture(params=DIALECTS.values(), ids=DIALECTS)
def dialect(request: pytest.FixtureRequest) -> Dialect:
    found: Dialect = request.param
    return found


def test_rule_ids_are_unique_within_a_dialect(dialect):
    ids = [rule.id for rule in dialect.rules]

    assert sorted(ids) == sorted(set(ids))


def test_every_rule_has_evidence_and_its_severity(dialect):
    for rule in dialect.rules:
        known = evidence()[rule.id]
        assert rule.evidence == known
        assert known.effect != "(permission)", rule.id
        if rule.asks:
            assert provider(rule.id) == provider_of(dialect), f"{rule.id} is borrowed, and asks"
        elif provider(rule.id) == provider_of(dialect):
            assert rule.severity is by_policy(known), rule.id
        else:
            assert rule.severity is Severity.WARNING, f"{rule.id} is borrowed"


def test_every_rule_states_itself_in_one_sentence(dialect):
    for rule in dialect.rules:
        assert rule.check.__doc__, rule.id
        assert rule.statement.endswith("."), rule.id
        assert len(rule.statement) <= 120, rule.id


def test_all_evidence_has_its_use():
    present = {provider_of(dialect) for dialect in DIALECTS.values()}
    rules = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules}
    permissions = {id_ for id_, known in evidence().items() if known.effect == "(permission)"}

    idle = {id_ for id_ in evidence() if provider(id_) in present} - rules - permissions

    assert idle == {id_ for id_ in DOCUMENTED_ONLY if provider(id_) in present}


SCHEMAS = sorted(
    resource.name
    for resource in files("pytest_promptfmt").joinpath("dialects/schemas").iterdir()
    if resource.name.endswith(".json")
)


@pytest.fixture(params=SCHEMAS)
def schema(request: pytest.FixtureRequest) -> Any:
    return schema_data(request.param.removesuffix(".json"))


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """All objects in a JSON value."""
    if isinstance(value, dict):
        yield value
        value = [*value.values()]
    if isinstance(value, list):
        for item in value:
            yield from nodes(item)


def test_a_schema_is_valid_and_says_of_which_draft(schema):
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


def test_a_schema_has_no_oneof(schema):
    """Its errors name no leaf; dispatch on role and type does."""
    assert [node for node in nodes(schema) if "oneOf" in node] == []


def test_every_reference_in_a_schema_leads_somewhere_and_every_definition_is_used(schema):
    references = {node["$ref"] for node in nodes(schema) if isinstance(node.get("$ref"), str)}

    assert references <= {f"#/$defs/{name}" for name in schema["$defs"]}
    parts = {"#/$defs/message", "#/$defs/system", "#/$defs/tools"}
    assert {f"#/$defs/{name}" for name in schema["$defs"]} - references <= parts
