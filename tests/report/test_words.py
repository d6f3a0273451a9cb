"""What is said of a finding: the best informed speaks, everything has a remedy, and words are about this dialect."""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import replace
from typing import Any

import pytest
from support.html_samples import document, finding, result
from support.rows import for_each

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.causes import causes
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.corpus.reasons import reason
from pytest_promptfmt.dialects import DIALECTS, shared_rules
from pytest_promptfmt.dialects.openai import strict_schemas
from pytest_promptfmt.dialects.rules import Rule, evidence
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.report.cause_text import finding_of as known
from pytest_promptfmt.report.cause_text import first_line
from pytest_promptfmt.report.html.data import view
from pytest_promptfmt.report.markdown import markdown
from pytest_promptfmt.report.statements import FINDINGS, Statement, statements
from pytest_promptfmt.report.words import explains, fix_of, known_as, provider_says, spoken
from pytest_promptfmt.report.words.remedies import REMEDIES

FOUND = {id_: statement for id_, statement in statements().items() if statement.severity is not None}
NAMES = {name for dialect in DIALECTS.values() for name in (dialect.id, dialect.provider)}


def named(text: str) -> set[str]:
    return {name for name in NAMES if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)}


@for_each(FOUND)
def test_whatever_is_found_has_a_line_of_remedy(id_: str) -> None:
    statement: Statement = FOUND[id_]
    fix = statement.fix

    assert 10 <= len(fix) <= 110, "one line"
    assert fix.isprintable()
    assert fix[0].islower(), "it begins with what to do"
    assert fix[-1] not in ".:;, ", "and ends without a full stop"
    assert fix.split()[0] not in ("a", "an", "the", "no", "every", "each", "there", "is", "not"), "a statement is none"
    assert fix.casefold() != statement.text.rstrip(".").casefold()
    assert named(fix) == set(), "it is also another provider's, where the rule is borrowed"


def test_nothing_else_has_one() -> None:
    assert {*REMEDIES} == {f"{check}.{slug}" for check, found in FINDINGS.items() for slug in found}
    assert {id_ for id_, known in evidence().items() if known.fix} == {id_ for id_ in evidence() if id_ in FOUND}


def told(dialect: str, payload: Any) -> list[Finding]:
    """The errors of the schema, in the words of the best informed."""
    request = DIALECTS[dialect].open(payload)
    rules = list(protocol(DIALECTS[dialect], request))
    return [spoken(finding, rules) for finding in schema(request)]


def calling(**call: Any) -> list[Any]:
    return [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function"} | call]},
        {"role": "tool", "tool_call_id": "c1", "content": "18"},
    ]


@pytest.mark.parametrize("dialect", ["openai", "deepseek", "zhipu", "dashscope"])
def test_a_rule_speaks_for_the_schema_where_it_says_what_the_value_should_be(dialect: str) -> None:
    (error,) = told(dialect, calling(function={"name": "find", "arguments": {"number": 31}}))

    assert (error.id, error.severity) == ("schema.type", Severity.ERROR)
    assert error.path == "$[1].tool_calls[0].function.arguments"
    assert error.message == "expected a JSON object in a string, got an object"
    assert fix_of(error) == "write the arguments with json.dumps: a JSON object in a string"
    assert known_as(error) == "openai.arguments-is-json-string"
    assert ("OpenAI" in provider_says(error)) is (dialect == "openai"), "nobody is quoted for another provider"


def test_an_error_speaks_before_a_warning() -> None:
    shape = Finding("schema.type", Severity.ERROR, "$[0]", "expected a string")
    hint = Finding("openai.name-pattern", Severity.WARNING, "$[0]", "hm")
    rule = Finding("openai.image-url", Severity.ERROR, "$[0]", "no URL")

    assert spoken(shape, [hint, rule]).message == "no URL"
    assert spoken(shape, [shape]) is shape
    assert spoken(rule, [hint]) is rule


def test_a_rule_speaks_of_a_missing_key_and_of_an_object_by_its_type() -> None:
    (missing,) = told("anthropic", [{"role": "user", "content": [{"type": "text"}]}])
    assert fix_of(missing) == "write the key text", "no rule speaks of it"

    (missing,) = told("openai", [{"role": "user"}])
    assert missing.message == "the key 'content' is missing"
    assert known_as(missing) == "openai.content-null-only-with-calls"

    shape = Finding("schema.enum", Severity.ERROR, "$[0].content[0].type", 'expected "text", got "image_url"')
    image = Finding("openai.image-user-only", Severity.WARNING, "$[0].content[0]", "an image in a tool message")
    assert spoken(shape, [image]).message == "an image in a tool message"


def test_an_object_in_a_string_is_to_be_an_object() -> None:
    call = {"functionCall": {"name": "find", "args": '{"number": 31}'}}
    (error,) = told("gemini", [{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [call]}])

    assert error.message == 'expected an object or null, got a string "{\\"number\\": 31}"'
    assert fix_of(error) == "write args as an object, not as a string: json.loads"


def test_a_rule_of_how_values_stand_to_each_other_says_nothing_of_one_of_another_type() -> None:
    payload = calling(function={"name": "find", "arguments": "{}"})
    payload[2]["tool_call_id"] = 7
    (error,) = told("openai", payload)

    assert any(finding.path == error.path for finding in protocol(DIALECTS["openai"], DIALECTS["openai"].open(payload)))
    assert error.message == "expected a string, got a number 7"
    assert fix_of(error) == "write tool_call_id as a string"


@pytest.mark.parametrize(
    ("id_", "value"),
    [
        ("openai.arguments-is-json-string", True),
        ("openai.role-enum", True),
        ("openai.content-null-only-with-calls", True),
        ("ollama.content-string", True),
        ("anthropic.tool-input-object", True),
        ("bedrock.image-format", True),
        ("mistral.tool-call-id", True),
        ("openai.tool-result-has-call", False),
        ("openai-responses.call-has-output", False),
        ("anthropic.tool-result-has-tool-use", False),
        ("bedrock.tool-result-has-use", False),
        ("mistral.id-unique", False),
        ("bedrock.tool-config", False),
        ("fidelity.lost-text", False),
    ],
)
def test_whether_a_rule_speaks_of_a_value_alone(id_: str, *, value: bool) -> None:
    assert explains(Finding(id_, Severity.ERROR, "$", "")) is value


@pytest.mark.parametrize(
    ("payload", "sentence", "fix"),
    [
        ({"role": "user", "content": {"a": 1}}, 'expected a string or a list, got an object {"a":1}', "as a string or"),
        ({"role": "user", "content": True}, "expected a string or a list, got true", "write content as a string"),
        ({"role": "user"}, "the key 'content' is missing", "write the key content"),
        ({"content": "Hi"}, "the key 'role' is missing", "write the key role"),
        (7, "expected an object, got a number 7", "write an object"),
    ],
)
def test_where_no_rule_speaks_the_schema_says_it_in_plain_words(payload: Any, sentence: str, fix: str) -> None:
    request = DIALECTS["openai"].open([payload])
    (error,) = [spoken(finding, ()) for finding in schema(request)]

    assert error.message == sentence
    assert fix in fix_of(error)


RULES = {rule.id: rule for dialect in DIALECTS.values() for rule in dialect.rules}
QUOTING = {id_: rule for id_, rule in RULES.items() if rule.evidence.words}


@pytest.mark.parametrize("rule", QUOTING.values(), ids=QUOTING)
def test_the_words_that_a_rule_quotes_are_its_sources_and_about_its_own_sentences(rule: Rule) -> None:
    *phrases, rest = rule.evidence.words
    module = inspect.getsource(sys.modules[inspect.unwrap(rule.check).__module__])
    for name, other in {"shared_rules.": shared_rules, "strict_schemas(": strict_schemas}.items():
        if name in inspect.getsource(inspect.unwrap(rule.check)):
            module += inspect.getsource(other)  # which says it

    assert rest == "", "any other sentence has words as well"
    for phrase, words in rule.evidence.words.items():
        assert words in rule.evidence.source
        data = {"source": rule.evidence.source}
        said = provider_says(Finding(rule.id, Severity.ERROR, "$", phrase or "?", data=data))
        assert words.replace('\\"', '"')[:60] in said
    for phrase in phrases:
        lacking = [word for word in re.findall(r"[a-z]{2,}", phrase) if word not in module]
        assert lacking == [], f"no sentence of the rule's says {phrase!r}"


@for_each(RULES)
def test_no_quotation_is_cut_short_by_quotes_in_it(id_: str) -> None:
    source = RULES[id_].evidence.source
    said = provider_says(Finding(id_, Severity.ERROR, "$", "?", data={"source": source}))

    assert not re.search(r"'[a-z]+:\"|:\" \(", said), said
    assert not said.endswith("(s)"), "a plural is no source"


CASES = [case for case in corpus() if any(expected.why for expected in case.expectations)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_reason_speaks_of_this_dialect_only(dialect: str) -> None:
    here = DIALECTS[dialect]
    own = {here.id, here.id.partition("-")[0], here.provider.casefold()}
    for case in CASES:
        expected = case.expects(dialect)
        said = reason(expected.why, dialect)
        assert bool(said) is bool(expected.why), f"{case.id}: nothing is left of {expected.why!r}"
        for id_ in re.findall(r"\b[a-z-]+\.[a-z-]+\b", said):
            assert id_ not in evidence() or id_.startswith(dialect) or here.rule(id_), f"{case.id}: {said}"
        plain = re.sub(r"\b[a-z-]+\.[a-z0-9-]+\b", "", said)
        assert {name for name in named(plain) if name.casefold() not in own} == set(), f"{case.id}: {said}"


def test_of_a_reason_the_rules_of_others_go_and_the_sentence_stays() -> None:
    why = "openai.tool-calls-answered, gemini.response-count: every call has its result; bedrock takes none"

    assert reason(why, "openai") == "openai.tool-calls-answered: every call has its result"
    assert reason(why, "mistral") == "every call has its result"
    assert reason(why, "vllm") == "openai.tool-calls-answered: every call has its result", "a borrowed rule is its own"
    assert reason(why, "bedrock") == "every call has its result; bedrock takes none"
    assert reason("RFC 8259: no NaN", "openai") == "RFC 8259: no NaN"
    assert reason("no NaN (openai.arguments-is-json-string)", "gemini") == "no NaN"
    assert reason("", "gemini") == ""


def test_terminal_markdown_and_page_name_a_cause_alike() -> None:
    path = "$[1].tool_calls[0].function.arguments"
    shape = replace(finding("schema.type"), path=path, message="expected a string, got an object {}")
    rule = replace(finding("openai.arguments-is-json-string"), path=path, severity=Severity.WARNING, message="no JSON")
    report = document([result("chat/one", shape, rule)])
    (cause,) = causes(report.implementations[0].results)

    (group,) = view(report).index["groups"]
    (line,) = [line for line in markdown(report).splitlines() if line.startswith("- **")]
    assert first_line(cause, known(cause)).startswith("no JSON (")
    assert (group["title"], group["says"]) == ("schema.type", "no JSON")
    assert line == "- **<code>schema.type</code>** no JSON"
    assert group["fix"] == fix_of(known(cause))
    assert f"  <br>fix: {group['fix']}" in markdown(report).splitlines()


def test_a_mutation_is_told_with_before_and_after_wherever_it_is_told() -> None:
    """Cut and safe, since both are foreign."""

    def spoils(conversation: Any) -> Any:
        payload = [{"role": message.role, "content": message.text} for message in conversation.messages]
        object.__setattr__(conversation.messages[0].blocks[0], "text", "\u202e" + "x" * 5_000)
        return payload

    report = check_formatter({"openai.chat": spoils}, cases=["chat/one-user"])
    terminal = str(report)
    summary = markdown(report.document)
    [detail] = view(report.document).details["results"]
    [mutation] = [each for each in detail["findings"] if each["id"] == "purity.changed-input"]

    assert re.search(r'^before +"What does the word amber-17 mean\?"$', terminal, re.MULTILINE)
    assert re.search(r'^after +"\\u202ex{49}"…$', terminal, re.MULTILINE)
    assert re.search(r"before: <code>.*What does the word amber-17 mean\?.*</code>, after: <code>.*u202ex{49}", summary)
    assert mutation["before"] == "What does the word amber-17 mean?"
    assert mutation["after"].endswith("… (5,001 characters)")
