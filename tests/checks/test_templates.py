"""Templates as an input, and their dialect: targets, the schema of requests and the reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from support.template_cases import case, given, human, image, text

from pytest_promptfmt.checks.fidelity.templates import template_fidelity
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.conversation.template import TemplateCase, template_case
from pytest_promptfmt.dialects.aisbench import DIALECT
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import MediaPart, TextPart, Turn

# the input


def test_a_template_is_read_from_json_with_what_it_leaves_out() -> None:
    template = template_case(given(train=[{"question": "x"}]))

    assert template.train == ({"question": "x"},)
    assert (template.meta_template, template.mode, template.replies) == (None, "gen", ())


def test_a_template_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        template_case(given()).mode = "last"  # type: ignore[misc]


def test_a_template_goes_to_json_and_back() -> None:
    template = template_case(given(replies=["a"], mode="every", meta_template={"round": []}))
    document = template.to_json()

    assert document == json.loads(json.dumps(document))
    assert template_case(document) == template


def test_a_template_with_a_key_of_another_name_is_refused() -> None:
    with pytest.raises(TypeError, match="dataset"):
        template_case(given(dataset=[]))


def test_each_call_of_a_formatter_has_a_template_of_its_own() -> None:
    one, other = case().given(), case().given()

    assert one == other
    assert isinstance(one, TemplateCase)
    assert isinstance(other, TemplateCase)
    assert one.test[0] is not other.test[0]


def test_a_case_needs_the_media_that_its_requests_show() -> None:
    assert case([human([text("a"), image("b")])]).needs == {"image"}
    assert case("a").needs == frozenset()


# the dialect


def test_the_targets_are_the_scenarios_of_the_contract() -> None:
    assert DIALECT.targets == ("aisbench.string", "aisbench.dialogue", "aisbench.multiturn", "aisbench.multimodal")


def test_each_request_is_a_message_of_the_payload() -> None:
    request = DIALECT.open(["a", [human("b")]])

    assert request.messages == ["a", [human("b")]]
    assert request.paths == ("$[0]", "$[1]")


@pytest.mark.parametrize(("payload", "kind"), [("a", "str"), ({"requests": []}, "dict"), (None, "null"), (3, "int")])
def test_what_is_no_list_is_no_payload(payload: Any, kind: str) -> None:
    with pytest.raises(NotAPayload, match=f"expected a list, with one request for each call of the model, got {kind}"):
        DIALECT.open(payload)


def test_the_reader_says_who_says_what_and_where() -> None:
    said = DIALECT.read(DIALECT.open(["a", [human("b"), {"role": "BOT", "prompt_mm": [text("c"), image("d")]}]]))

    assert said.turns == (
        Turn(None, (TextPart("a", "$[0]"),), "$[0]"),
        Turn(None, (TextPart("b", "$[1][0].prompt"),), "$[1][0]", "HUMAN"),
        Turn(
            None,
            (
                TextPart("c", "$[1][1].prompt_mm[0].text"),
                MediaPart("image", "$[1][1].prompt_mm[1].image_url", url="d"),
            ),
            "$[1][1]",
            "BOT",
        ),
    )


@pytest.mark.parametrize(
    ("kind", "address"), [("image", "a"), ("audio", {"url": "a"}), ("video", {"url": "a", "detail": "low"})]
)
def test_an_address_is_a_text_or_stands_under_url(kind: str, address: Any) -> None:
    payload = [[human([{"type": f"{kind}_url", f"{kind}_url": address}])]]
    [turn] = DIALECT.read(DIALECT.open(payload)).turns

    assert [(part.kind, part.url) for part in turn.parts if isinstance(part, MediaPart)] == [(kind, "a")]
    assert list(schema(DIALECT.open(payload))) == []


@pytest.mark.parametrize(
    ("payload", "wrong"),
    [
        ([3], ("type", "$[0]")),
        ([[""]], ("minLength", "$[0][0]")),
        ([[3]], ("type", "$[0][0]")),
        ([[{"prompt": "a"}]], ("required", "$[0][0]")),
        ([[{"role": "HUMAN"}]], ("required", "$[0][0]")),
        ([[{"role": "", "prompt": "a"}]], ("minLength", "$[0][0].role")),
        ([[{"role": None, "prompt": "a"}]], ("type", "$[0][0].role")),
        ([[human(3)]], ("type", "$[0][0].prompt")),
        ([[human(["a"])]], ("type", "$[0][0].prompt[0]")),
        ([[human([{"type": "image", "image": "a"}])]], ("enum", "$[0][0].prompt[0].type")),
        ([[human([{"type": "text"}])]], ("required", "$[0][0].prompt[0]")),
        ([[human([{"type": "text", "text": 3}])]], ("type", "$[0][0].prompt[0].text")),
        ([[human([{"type": "audio_url", "audio_url": 3}])]], ("type", "$[0][0].prompt[0].audio_url")),
        ([[human([{"type": "video_url", "video_url": {}}])]], ("required", "$[0][0].prompt[0].video_url")),
        ([[{"role": "HUMAN", "prompt_mm": [{"type": "image_url", "image_url": {"url": 3}}]}]],
         ("type", "$[0][0].prompt_mm[0].image_url.url")),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_a_request_of_another_shape_is_found_at_its_leaf(payload: Any, wrong: tuple[str, str]) -> None:
    found = [(finding.id.removeprefix("schema."), finding.path) for finding in schema(DIALECT.open(payload))]

    assert found == [wrong]


JUNK = (None, True, 3, 1.5, "", "a", [], {}, [[]], [{}], [None], {"role": 3}, {"type": "text"}, {"url": None})


def shapes_of(junk: Any) -> Iterator[Any]:
    """Junk at every depth of a payload."""
    yield from ([junk], [[junk]], [[human(junk)]], [[human([junk])]], [[{"role": junk, "prompt_mm": [junk]}]])
    for key in ("text", "image_url", "audio_url", "video_url"):
        yield [[human([{"type": key, key: junk}])]]
        yield [[human([{"type": key, key: {"url": junk}}])]]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_no_payload_is_too_odd_to_be_judged(junk: Any) -> None:
    for payload in shapes_of(junk):
        request = DIALECT.open(payload)

        list(schema(request))
        DIALECT.read(request)
        list(template_fidelity(template_case(given()), ("Q: amber-17?\nA: ",), request))
        list(template_fidelity(template_case(given()), ([human("Q: amber-17?"), human([image("a")])],), request))
