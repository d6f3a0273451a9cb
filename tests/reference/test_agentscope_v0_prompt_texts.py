"""The prompt engine's templates: what is literal, and what `format_map` fills."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from support.prompts_v0 import KINDS, LIST, SEEDS, STRING, engine, prompt_of, some_text, texts_of

from promptfmt_reference.agentscope_v0_0 import Msg, PromptType

# literal texts


@KINDS
@SEEDS
def test_no_text_is_changed_or_refused_without_a_format_map(kind: PromptType, seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        said = [Msg(some_text(rng), some_text(rng), rng.choice(["user", "system"])) for _ in range(rng.randrange(4))]
        components = [some_text(rng), said, some_text(rng), Msg(some_text(rng), some_text(rng), "assistant")]

        assert engine(kind).join(*components) == prompt_of(components, kind)


@KINDS
@SEEDS
def test_escaped_text_and_named_values_come_out_as_they_are(kind: PromptType, seed: int) -> None:
    """Values are full of braces and other names; none of them is scanned again."""
    rng = Random(seed)
    for _ in range(50):
        values = {name: some_text(rng) for name in ("name", "x", "你", "two words", "'\"")}

        def template(rng: Random = rng, values: dict[str, str] = values) -> tuple[str, str]:
            parts = []
            for _ in range(rng.randrange(5)):
                text, name = some_text(rng), rng.choice(list(values))
                escaped = text.replace("{", "{{").replace("}", "}}")
                parts.append(rng.choice([(escaped, text), (f"{{{name}}}", values[name])]))
            return "".join(asked for asked, _ in parts), "".join(told for _, told in parts)

        (one, own), (who, name), (what, content) = template(), template(), template()
        prompt = engine(kind).join(one, [[Msg(who, what, "user")]], format_map=values)

        if kind == STRING:
            assert prompt == f"{own}\n{name if who else 'user'}: {content}"
        else:
            assert prompt == [
                {"role": "assistant", "content": own},
                {"name": name, "role": "user", "content": content},
            ]


@KINDS
def test_two_braces_are_one_with_any_format_map_and_two_without(kind: PromptType) -> None:
    assert texts_of(engine(kind).join("{{x}}", format_map={})) == ["{x}"]
    assert texts_of(engine(kind).join("{{x}}", format_map={"x": "no"})) == ["{x}"]
    assert texts_of(engine(kind).join("{{x}}")) == ["{{x}}"]


@KINDS
@pytest.mark.parametrize(
    "template", ["{missing}", "a {missing:>9} b", "{missing!r}", "{x:{missing}}", "{x}{x}{missing}"]
)
@pytest.mark.parametrize("values", [{"x": 1}, {"x": 1, "Missing": "", "missing ": ""}])
def test_a_name_without_a_value_is_a_key_error_that_names_it(
    kind: PromptType, template: str, values: dict[str, Any]
) -> None:
    """In a history too, where nobody wrote it as a template."""
    for components in ([template], [[Msg("Bob", template, "user")]], [{"name": template, "content": "hi"}]):
        with pytest.raises(KeyError, match=r"format_map has no 'missing'.*\{\{missing\}\}"):
            engine(kind).join(*components, format_map=values)


@KINDS
def test_json_in_a_history_is_a_template_as_well(kind: PromptType) -> None:
    with pytest.raises(KeyError, match='"a"'):
        engine(kind).join('Answer as {"a": 1}', format_map={"name": "X"})


class Trap:
    """An object that must not be looked into."""

    secret = "s3cr3t"

    def __getitem__(self, key: Any) -> str:
        return self.secret

    def __str__(self) -> str:
        return "plain"


@KINDS
@pytest.mark.parametrize(
    "field",
    [
        "{x.secret}",
        "{x.__class__}",
        "{x.__init__.__globals__}",
        "{x[0]}",
        "{x[a]}",
        "{x[a].b}",
        "{x!s.secret}",
        "{x:{x.secret}}",
    ],
)
def test_attributes_and_indexes_of_values_are_out_of_reach(kind: PromptType, field: str) -> None:
    with pytest.raises((KeyError, ValueError)) as caught:
        engine(kind).join(field, format_map={"x": Trap()})

    assert Trap.secret not in str(caught.value)
    assert texts_of(engine(kind).join("{x}", format_map={"x": Trap()})) == ["plain"]


@KINDS
@pytest.mark.parametrize("field", ["{}", "{0}", "{12}", "{:>5}", "{!r}", "{0!r:>5}", "a{}b", "{x:{}}"])
def test_a_field_without_a_name_is_a_value_error_that_says_so(kind: PromptType, field: str) -> None:
    with pytest.raises(ValueError, match=r"has no name; write {{ and }} for braces of your own"):
        engine(kind).join(field, format_map={"x": 1, "0": 2, "": 3})


@KINDS
@pytest.mark.parametrize("text", ["{", "}", "{x", "x}", "{{x}", "{x}}", "{x!}", "{x!q}", "{x[}", "{x:{", "{x:d}"])
def test_a_broken_field_is_a_value_error_that_shows_it(kind: PromptType, text: str) -> None:
    with pytest.raises(ValueError, match=r"write {{ and }}") as caught:
        engine(kind).join(text, format_map={"x": "y"})

    assert repr(text) in str(caught.value)


@KINDS
def test_conversions_and_specifications_are_pythons(kind: PromptType) -> None:
    template = "{n:05.1f}|{s!r:>5}|{s:{wide}}|{s!a}|{n!s}"
    values = {"n": 2.5, "s": "é", "wide": "<3"}

    assert texts_of(engine(kind).join(template, format_map=values)) == [template.format_map(values)]
    assert texts_of(engine(kind).join(template, format_map=values)) == ["002.5|  'é'|é  |'\\xe9'|2.5"]


@KINDS
def test_a_mapping_that_knows_what_is_missing_is_asked(kind: PromptType) -> None:
    assert texts_of(engine(kind).join("{who}!", format_map=defaultdict(lambda: "nobody"))) == ["nobody!"]


@pytest.mark.parametrize("name", [None, 5, ["{x}"]])
def test_what_is_no_text_is_no_template(name: Any) -> None:
    prompt = engine(LIST).join({"name": name, "content": "{x}"}, format_map={"x": "y"})

    assert prompt == [{"name": name, "role": "assistant", "content": "y"}]
