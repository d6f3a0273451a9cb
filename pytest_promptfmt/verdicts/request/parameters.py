"""What providers refuse of a request beside its messages: a tool that nobody offers, parameters that clash.

Tables of refusals, each with the provider's words, and what the official clients' types say (`typed`); formatters write
none of it, so that only `promptfmt why` and `promptfmt validate` ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.models import makers_name, model_of
from pytest_promptfmt.payload.finding import Finding, Severity, Statements
from pytest_promptfmt.payload.request import named_model
from pytest_promptfmt.verdicts.request.addresses import REFUSED_AT_ADDRESSES
from pytest_promptfmt.verdicts.request.client_types import Breach, breaches
from pytest_promptfmt.verdicts.request.keys import undocumented
from pytest_promptfmt.verdicts.request.message_types import said_breaches
from pytest_promptfmt.verdicts.request.providers.abilities import REFUSED_BY_MODELS
from pytest_promptfmt.verdicts.request.providers.alibaba.dashscope import REFUSED_BY_DASHSCOPE
from pytest_promptfmt.verdicts.request.providers.amazon.bedrock import REFUSED_BY_BEDROCK
from pytest_promptfmt.verdicts.request.providers.amazon.claude import as_claude, place_of
from pytest_promptfmt.verdicts.request.providers.anthropic.features import REFUSED_FEATURES
from pytest_promptfmt.verdicts.request.providers.anthropic.messages import REFUSED_BY_ANTHROPIC
from pytest_promptfmt.verdicts.request.providers.anthropic.platforms import REFUSED_ON_PLATFORMS
from pytest_promptfmt.verdicts.request.providers.azure import REFUSED_BY_AZURE
from pytest_promptfmt.verdicts.request.providers.compatible import REFUSED_BY_COMPATIBLE
from pytest_promptfmt.verdicts.request.providers.described import REFUSED_AS_DESCRIBED
from pytest_promptfmt.verdicts.request.providers.efforts import REFUSED_EFFORTS
from pytest_promptfmt.verdicts.request.providers.gateways.by_address import REFUSED_AT_GATEWAYS
from pytest_promptfmt.verdicts.request.providers.gateways.makers import REFUSED_BEHIND_GATEWAYS
from pytest_promptfmt.verdicts.request.providers.gateways.of_open_weights import REFUSED_BY_HOSTED
from pytest_promptfmt.verdicts.request.providers.gateways.plans import REFUSED_BY_PLANS
from pytest_promptfmt.verdicts.request.providers.gateways.translated import REFUSED_AS_HANDED_ON
from pytest_promptfmt.verdicts.request.providers.gateways.with_dialects import REFUSED_BY_HOSTS
from pytest_promptfmt.verdicts.request.providers.google.gemini import REFUSED_BY_GEMINI
from pytest_promptfmt.verdicts.request.providers.google.interactions import REFUSED_BY_INTERACTIONS
from pytest_promptfmt.verdicts.request.providers.google.models import REFUSED_BY_GEMINI_MODELS
from pytest_promptfmt.verdicts.request.providers.moonshot import REFUSED_BY_MOONSHOT
from pytest_promptfmt.verdicts.request.providers.open_weights import REFUSED_BY_SERVERS
from pytest_promptfmt.verdicts.request.providers.openai import REFUSED_BY_OPENAI
from pytest_promptfmt.verdicts.request.providers.openai_responses import REFUSED_BY_RESPONSES
from pytest_promptfmt.verdicts.request.providers.own.servers import REFUSED_BY_OWN_SERVERS, endless
from pytest_promptfmt.verdicts.request.providers.quoted import QUOTED
from pytest_promptfmt.verdicts.request.providers.shared import REFUSED_BY_NAME, REFUSED_BY_SEVERAL
from pytest_promptfmt.verdicts.request.providers.zhipu import REFUSED_BY_ZHIPU
from pytest_promptfmt.verdicts.request.refusals.classes import CLASSES, SLUGS, words_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Sent

FINDINGS: Statements = {
    "tool-choice": (Severity.ERROR, "the request refers to tools that it does not offer"),
    "tools-count": (Severity.ERROR, "the request has more tools or calls than the provider takes"),
    "json-mode": (Severity.ERROR, "the request asks for JSON, and no message has the word"),
    "missing-parameter": (Severity.ERROR, "a parameter that the provider requires is missing"),
    "model-parameter": (Severity.ERROR, "the request has a parameter that its model does not take"),
    "thinking-parameter": (Severity.ERROR, "the request has a parameter that does not go with its thinking"),
    "model-ability": (Severity.ERROR, "the request asks its model for something that it cannot do"),
    "parameter-value": (Severity.ERROR, "a parameter has a type or a value that its provider does not take"),
    "parameter-clash": (Severity.ERROR, "parameters of the request do not go together"),
    "answer-schema": (Severity.ERROR, "the schema of the answer is not what its provider asks of one"),
    "other-api": (Severity.ERROR, "the request has a key of its provider's other API"),
    "kept-item": (Severity.ERROR, "the request has an item that its provider does not keep, or cannot read"),
    "api-version": (Severity.ERROR, "the request has something that its version of the API does not know"),
    "message-form": (Severity.WARNING, "a message has a form that its provider has refused"),
    "refused-message": (Severity.ERROR, "a message has what its provider is known to refuse"),
    "refused-key": (Severity.ERROR, "the provider's answer says that it does not take this key"),
    "refused-value": (Severity.ERROR, "the provider's answer says that it does not take this value"),
    "wanted-key": (Severity.ERROR, "the provider's answer asks for a key that is not there"),
    "stated-value": (Severity.ERROR, "the provider's answer says what is taken here, and this is not"),
    "server-option": (Severity.ERROR, "the server was started without what the request asks of it"),
    "model-id": (Severity.ERROR, "the model cannot be asked under this name"),
    "address": (Severity.ERROR, "the request was sent where, or in a way in which, nothing answers it"),
}

REFUSALS: tuple[Refusal, ...] = (
    *REFUSED_BY_SEVERAL,
    *REFUSED_BY_OPENAI,
    *REFUSED_BY_RESPONSES,
    *REFUSED_BY_AZURE,
    *REFUSED_BY_COMPATIBLE,
    *REFUSED_BY_MOONSHOT,
    *REFUSED_BY_HOSTS,
    *REFUSED_BY_SERVERS,
    *REFUSED_BY_OWN_SERVERS,
    *REFUSED_BY_HOSTED,
    *REFUSED_BY_ANTHROPIC,
    *REFUSED_FEATURES,
    *REFUSED_ON_PLATFORMS,
    *REFUSED_BY_BEDROCK,
    *REFUSED_BY_GEMINI,
    *REFUSED_BY_GEMINI_MODELS,
    *REFUSED_BY_INTERACTIONS,
    *REFUSED_BY_DASHSCOPE,
    *REFUSED_BY_ZHIPU,
    *REFUSED_AT_ADDRESSES,
    *REFUSED_AT_GATEWAYS,
    *REFUSED_BEHIND_GATEWAYS,
    *REFUSED_AS_HANDED_ON,
    *REFUSED_BY_PLANS,
    *REFUSED_BY_MODELS,
    *REFUSED_EFFORTS,
    *REFUSED_AS_DESCRIBED,
    *QUOTED,
    *REFUSED_BY_NAME,
)  # fmt: skip
UNSENT = Sent()


def sentences() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The words of every refusal, with its finding's id and whose they are."""
    yield from ((f"request.{refusal.slug}", refusal.words, refusal.dialects) for refusal in REFUSALS)
    for dialect, said in CLASSES.items():
        yield from ((f"request.{SLUGS[kind]}", words, (dialect,)) for kind, words in said.items())


_OF_CLAUDE = (
    "request.parameter-value", "request.model-parameter", "request.thinking-parameter", "request.answer-schema",
)  # fmt: skip
"""What Claude refuses at Bedrock as it does elsewhere."""


def parameter_findings(dialect: Dialect, body: Any, model: str = "", sent: Sent = UNSENT) -> Iterator[Finding]:
    """What the provider refuses of a whole request beside its messages; `model` is the one that it is sent to."""
    if not isinstance(body, dict):
        return
    named = (named_model(body) or model).lower().rpartition("/")[2]
    here = "model" in body or "anthropic_version" in body or not model  # a platform's address has it, and its body none
    if dialect.id == "bedrock" and (sent.nameless or "anthropic." in named):  # of names of one's own most are Claude's
        for finding in _findings(dialect, "anthropic", as_claude(body), makers_name(named), sent):
            if finding.id in _OF_CLAUDE:
                yield replace(finding, path=place_of(finding.path))
    yield from _findings(dialect, dialect.id, body if here else {**body, "model": model}, named, sent)


def _findings(dialect: Dialect, refuses: str, body: dict[str, Any], model: str, sent: Sent) -> Iterator[Finding]:
    family = model_of(refuses, model).family if model else ""
    found: dict[tuple[str, str], Finding] = {}

    def add(told: Finding) -> None:
        known = found.setdefault((told.id, told.path), told)
        if (told.is_error, bool(told.data)) > (known.is_error, bool(known.data)):
            found[told.id, told.path] = told

    for refusal in REFUSALS:
        if refusal.concerns(refuses, model, family, sent):
            for path, problem in refusal.broken(body):
                certain = refusal.words and not refusal.note
                severity = FINDINGS[refusal.slug][0] if certain else Severity.WARNING
                data = {"source": refusal.words, "provider": dialect.provider} if refusal.words else {}
                add(Finding(f"request.{refusal.slug}", severity, path, problem, (), data))
    better: dict[str, bool] = {}  # what is known of this very parameter says more than its type
    for each in found.values():
        better[each.path] = each.is_error or better.get(each.path, False)
    for breach in () if sent.other_form else breaches(refuses, body):
        if breach.kind == "bound" and endless(sent.host, breach.path, body):
            continue
        for told in _differs(dialect, refuses, breach, sent):
            if better.get(told.path, -1) < told.is_error:
                add(told)
    yield from found.values()


def said_findings(dialect: Dialect, body: Any, seen: Sequence[Finding], sent: Sent = UNSENT) -> Iterator[Finding]:
    """Where messages and tools differ from the clients' types, and nothing was seen at that place, in it or over it."""
    paths = {finding.path for finding in seen}
    for breach in said_breaches(dialect.id, body):
        if sent.elsewhere and _is_built_in(breach.path, body):
            continue
        over = {breach.path[: found.start()] for found in re.finditer(r"[.\[]", breach.path)} - {"$"}
        around = breach.path.rpartition(".")[0] if breach.kind == "key" else breach.path  # its object is odd already
        within = (f"{around}.", f"{around}[")
        if breach.path not in paths and not over & paths and not any(path.startswith(within) for path in paths):
            yield from _differs(dialect, dialect.id, breach, sent)


def _is_built_in(path: str, body: Any) -> bool:
    """Is it within a tool that whoever copies an API runs himself? It is none of the client's, and has its own keys."""
    found = re.match(r"\$\.tools\[(\d+)\]", path)
    tool = body["tools"][int(found[1])] if found else None
    return isinstance(tool, dict) and isinstance(tool.get("type"), str) and tool["type"] not in ("function", "custom")


def _differs(dialect: Dialect, refuses: str, breach: Breach, sent: Sent) -> Iterator[Finding]:
    """An error where what differs is certain, and the provider has words for its kind; null is told only with words.

    Who copies an API may do without what it wants.
    """
    words = words_of(refuses, breach.kind)
    if breach.kind == "key":
        yield undocumented(dialect, breach.path, breach.actual, breach.near, sent.host)
    elif words or breach.kind != "null":
        slug = SLUGS[breach.kind]
        certain = words and breach.certain and not (breach.kind == "missing" and sent.elsewhere)
        severity = FINDINGS[slug][0] if certain else Severity.WARNING
        source = {"source": words, "provider": dialect.provider} if words else {}
        near = {"expected": breach.near, "actual": breach.actual} if breach.near else {}
        yield Finding(f"request.{slug}", severity, breach.path, breach.problem, (), {**source, **near})
