"""The cases of the family `templates` are well formed, and what they call right keeps the laws of templates."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from support.places import RECORDINGS
from support.rows import for_each

from pytest_promptfmt.conversation.template import TemplateCase, template_case
from pytest_promptfmt.corpus import Case, load_family
from pytest_promptfmt.dialects.aisbench import DIALECT

CASES = load_family("templates")
SENTINEL = re.compile(r"[a-z]+-\d+")

each_case = for_each(CASES, lambda case: case.id)


def sentinels(texts: Iterable[str]) -> set[str]:
    return {one for text in texts for one in SENTINEL.findall(text)}


def texts_in(value: Any) -> Iterator[str]:
    """All texts in a JSON value; keys, which may be labels, are none."""
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from texts_in(item)


@each_case
def test_a_template_comes_back_from_json(case: Case) -> None:
    given = case.given()
    assert isinstance(given, TemplateCase)

    assert template_case(json.loads(json.dumps(given.to_json()))) == given


@each_case
def test_a_case_has_one_scenario_and_is_called_after_it(case: Case) -> None:
    [scenario] = case.scenarios

    assert case.id.startswith(f"templates/{scenario}")


def test_cases_come_by_scenario() -> None:
    assert tuple(dict.fromkeys(case.scenarios[0] for case in CASES)) == DIALECT.scenarios


@each_case
def test_what_is_right_is_listed_unless_the_case_is_to_be_refused(case: Case) -> None:
    assert bool(case.requests) == (case.expects("aisbench").demand != "refuse")


@each_case
def test_every_text_of_the_data_has_a_sentinel_of_its_own_and_the_template_has_none(case: Case) -> None:
    given = case.given().to_json()
    columns = {column for row in given["test"] for column in row}
    texts = {text for text in texts_in([given["train"], given["test"], given["replies"]]) if len(text) > 1} - columns
    template = " ".join(texts_in(given["infer_cfg"]))

    assert [text for text in texts if not SENTINEL.search(text)] == []
    assert [one for one in sentinels(texts) if sum(one in text for text in texts) > 1 or one in template] == []


@each_case
def test_no_right_request_tells_the_answer_that_it_asks_for(case: Case) -> None:
    """In a conversation, those before the last are told where the mode says so."""
    given = case.given().to_json()
    answers = [row.get(given["reader_cfg"]["output_column"], "") for row in given["test"]]
    if given["mode"] in ("every_with_gt", "last"):
        answers = [answer[-1:] for answer in answers]
    told = json.dumps(case.requests, ensure_ascii=False)

    assert [one for one in sentinels(texts_in(answers)) if one in told] == []


def ids_of(case: Case) -> list[int]:
    return list(case.document["infer_cfg"].get("retriever", {}).get("fix_id_list", ()))


@pytest.mark.parametrize("case", [case for case in CASES if case.requests and ids_of(case)], ids=lambda case: case.id)
def test_a_right_request_has_as_many_examples_as_the_retriever_has_ids(case: Case) -> None:
    config = case.document["infer_cfg"]
    template = config.get("prompt_template", config["ice_template"])
    places = json.dumps(template["template"]).count(template["ice_token"])
    for request in case.requests:
        told = json.dumps(request, ensure_ascii=False)
        for i, times in Counter(ids_of(case)).items():
            [sentinel] = sentinels([case.document["train"][i]["question"]])

            assert told.count(sentinel) == times * places


def test_the_omitted_form_is_the_complete_one() -> None:
    omitted, complete = (next(case for case in CASES if case.id == f"templates/string-{form}") for form in FORMS)
    both = {**complete.document["infer_cfg"]}
    template = both.pop("prompt_template")

    assert omitted.document == complete.document | {"infer_cfg": both | {"ice_template": template}}
    assert omitted.requests == complete.requests


FORMS = ("omitted-form", "complete-form")


@cache
def recordings() -> set[str]:
    lines = gzip.decompress((RECORDINGS / "aisbench.jsonl.gz").read_bytes())
    return {f"golden {json.loads(line)['id']}" for line in lines.splitlines()}


@each_case
def test_a_recording_that_is_named_is_there(case: Case) -> None:
    assert {source for source in case.source if source.startswith("golden ")} <= recordings()
