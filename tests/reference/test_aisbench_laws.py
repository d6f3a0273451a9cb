"""What holds of every prompt, tried on templates and rows by chance; and what the released software breaks of it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from support.aisbench import BASE

from promptfmt_reference.aisbench import (
    CHAT,
    DOCUMENTED,
    SHIPPED,
    APITemplateParser,
    LMTemplateParser,
    MMPromptTemplate,
    Profile,
    PromptList,
    PromptTemplate,
    requests,
)
from promptfmt_reference.aisbench.multimodal import get_content_str

COLUMNS = ("question", "hint", "context", "answer")
HOSTILE = (
    *("{question}", "{answer}", "{hint}", "{{answer}}", "{", "}", '{"a": {}}', "{0}", "%s", "{answer!r}", "\\1"),
    *("</E>", "<S>", "<AIS_CONTENT_TAG>", "<AIS_IMAGE_START>", "\n", "", "ü漢"),
)
TIMES = 60


def text(rng: Random) -> str:
    """Words of no meaning, with what might mean something to a template among them."""
    return " ".join(rng.choice([f"w{rng.randrange(1000)}", rng.choice(HOSTILE)]) for _ in range(rng.randrange(4)))


def row(rng: Random) -> dict[str, str]:
    """Values by chance, columns in an order by chance; the answer is like no other text."""
    columns = rng.sample(COLUMNS, len(COLUMNS))
    return {column: text(rng) for column in columns} | {"answer": f"gold-{rng.randrange(10**9)}"}


def pieces(rng: Random) -> list[str]:
    """A template in pieces; placeholders stand alone."""
    known = ["Q: ", " {odd} ", "{{", "\n", *(f"{{{column}}}" for column in COLUMNS)]
    return [rng.choice(known) for _ in range(rng.randrange(1, 7))]


def filled(template: list[str], values: dict[str, str]) -> str:
    return "".join(values.get(piece[1:-1], piece) if piece.startswith("{") else piece for piece in template)


def infer(template: Any, **more: Any) -> dict[str, Any]:
    return {"prompt_template": {"type": "PromptTemplate", "template": template} | more}


def asked(cfg: dict[str, Any], *rows: Any, train: Any = (), **more: Any) -> list[Any]:
    return requests(cfg, {"input_columns": ["question"], "output_column": "answer"}, train, rows, **more)


DIALOGUE = [{"role": "HUMAN", "prompt": "{question}"}, {"role": "BOT", "prompt": "{answer}"}]
SYSTEM = {"role": "SYSTEM", "fallback_role": "HUMAN", "prompt": "Solve {hint}."}


def values_are_inert(rng: Random, profile: Profile) -> None:
    """Every field once and in its place, whatever it says; the answer masked."""
    template, values = pieces(rng), row(rng)
    expected = filled(template, values | {"answer": ""})

    assert asked(infer("".join(template)), values, profile=profile) == [expected]
    (items,) = asked(infer({"round": [{"role": "HUMAN", "prompt": "".join(template)}]}), values, profile=profile)
    assert items == [{"role": "HUMAN", "prompt": expected}]


def examples_are_inert(rng: Random, profile: Profile) -> None:
    """Examples stand where the token is, as they are, one behind the other."""
    template, values = pieces(rng), row(rng)
    train = [row(rng) for _ in range(rng.randrange(1, 4))]
    cfg = infer(f"Solve.\n</E>{''.join(template)}", ice_token="</E>")
    cfg["ice_template"] = {"type": "PromptTemplate", "template": "".join(template)}
    told = "\n".join(filled(template, one) for one in train) + "\n"

    assert asked(cfg, values, train=train, profile=profile) == [
        f"Solve.\n{told}{filled(template, values | {'answer': ''})}"
    ]


def the_answer_is_told_to_nobody(rng: Random, profile: Profile) -> None:
    values = row(rng)
    in_turns = {"question": ["a", "b"], "answer": ["known", values["answer"]]}
    tagged = values | {"content": f"<AIS_TEXT_START>{one_part(values['question'])}<AIS_CONTENT_TAG>"}
    parts = {"role": "HUMAN", "prompt_mm": {"text": {"type": "text", "text": "{question} {answer}"}}}
    mode = rng.choice(["every", "every_with_gt", "last"])
    sent = [
        asked(infer("".join(pieces(rng))), values, profile=profile),
        asked(infer({"begin": [SYSTEM, "{answer}"], "round": DIALOGUE}), values, profile=profile),
        asked(infer({"begin": ["{answer}"], "round": [parts]}, type="MMPromptTemplate"), tagged, profile=profile),
        asked(infer({"round": DIALOGUE}, type="MultiTurnPromptTemplate"), in_turns, profile=profile),
    ]
    if not profile.refuses_lists:
        turns = infer({"round": DIALOGUE}, type="MultiTurnPromptTemplate")
        sent.append(asked(turns, in_turns, mode=mode, replies=["r", "s"], profile=profile))

    assert values["answer"] not in str(sent)


def the_omitted_form_is_the_complete_one(rng: Random, profile: Profile) -> None:
    template, train = "".join(pieces(rng)), [row(rng) for _ in range(3)]
    ids = {"type": "FixKRetriever", "fix_id_list": rng.sample(range(3), rng.randrange(1, 4))}
    with_token = {"type": "PromptTemplate", "template": f"</E>{template}", "ice_token": "</E>"}
    complete = {"ice_template": {"type": "PromptTemplate", "template": template}, "prompt_template": with_token}
    values = row(rng)

    one, other = (
        asked(cfg | {"retriever": ids}, values, train=train, profile=profile)
        for cfg in (complete, {"ice_template": with_token})
    )
    assert one == other


def there_are_as_many_examples_as_ids(rng: Random, profile: Profile) -> None:
    """And in their order; or it is said that they have no place."""
    train = [{"question": f"q{i}", "answer": f"a{i}"} for i in range(5)]
    ids = [rng.randrange(5) for _ in range(rng.randrange(1, 5))]
    begin = rng.choice([[SYSTEM, "</E>"], ["</E>"], [SYSTEM]])
    example = rng.choice([{"round": DIALOGUE}, "{question} {answer}"])
    cfg = infer({"begin": begin, "round": DIALOGUE}, ice_token="</E>") | {
        "ice_template": {"type": "PromptTemplate", "template": example},
        "retriever": {"type": "FixKRetriever", "fix_id_list": ids},
    }
    question = {"question": "asked", "answer": "x"}
    if "</E>" not in begin:
        with pytest.raises(ValueError, match="ICLR-PARAM-001"):
            asked(cfg, question, train=train, meta_template=CHAT, profile=profile)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (turns,) = asked(cfg, question, train=train, meta_template=CHAT, profile=profile)

    said = " ".join(turn["prompt"] for turn in turns).split()
    assert [word for word in said if re.fullmatch(r"q\d", word)] == [f"q{i}" for i in ids]
    assert [word for word in said if re.fullmatch(r"a\d", word)] == [f"a{i}" for i in ids]


def a_chat_ends_with_who_asks(rng: Random, profile: Profile) -> None:
    rounds = [item for _ in range(rng.randrange(1, 4)) for item in DIALOGUE]
    begin = rng.choice([[], [SYSTEM], [SYSTEM, *DIALOGUE]])
    (turns,) = asked(infer({"begin": begin, "round": rounds}), row(rng), meta_template=CHAT, profile=profile)

    assert turns[-1]["role"] == "HUMAN"


def labels_differ_by_their_text(rng: Random, profile: Profile) -> None:
    rows = [row(rng) | {"answer": answer} for answer in ("label-one", "label-two")]
    sent = asked(infer({"round": DIALOGUE}), *rows, mode="ppl", profile=profile)

    assert [items[-1]["prompt"] for items in sent] == ["label-one", "label-two"] * 2
    assert [items[:-1] for items in sent] == [
        [{"role": "HUMAN", "prompt": one["question"]}] for one in rows for _ in "12"
    ]


def what_is_generated_from_is_how_the_answered_begins(rng: Random, profile: Profile) -> None:
    template = PromptTemplate({"begin": [SYSTEM, text(rng)], "round": DIALOGUE * rng.randrange(1, 3)}, profile=profile)
    prompt, parser = template.generate_item(row(rng)), LMTemplateParser(BASE, profile)
    gen, ppl = (parser.parse_template(prompt, mode) for mode in ("gen", "ppl"))

    assert ppl.startswith(gen)
    assert len(gen) < len(ppl)


def lines_are_what_there_is_to_say(rng: Random, profile: Profile) -> None:
    said = [rng.choice(["", "a", "b c"]) for _ in range(rng.randrange(1, 5))]
    items = [rng.choice([one, {"role": "HUMAN", "prompt": one}]) for one in said]
    prompt = PromptList([{"section": "round", "pos": "begin"}, *items, {"section": "round", "pos": "end"}], profile)

    for parser in (LMTemplateParser(None, profile), APITemplateParser(None, profile)):
        assert parser.parse_template(prompt, "gen") == "\n".join(one for one in said if one)


def tagged_text_is_inert(rng: Random, profile: Profile) -> None:
    """Parts come back as they went into tagged text, in their order, as long as no text has a whole part in it."""
    kinds = {kind: {"type": key, key: f"{{{name}}}"} for kind, key, name in KINDS}
    keys = [key for _, key, _ in (rng.choice(KINDS) for _ in range(rng.randrange(1, 5)))]
    said = [{"type": key, key: one_part(text(rng))} for key in keys]
    template = MMPromptTemplate({"round": [{"role": "HUMAN", "prompt_mm": kinds}]}, profile=profile)
    (_, item, _) = template.generate_item({"content": get_content_str(said, profile)})

    assert item["prompt_mm"] == said


def one_part(said: str) -> str:
    """A text in which no part ends while another begins."""
    return "x" + re.sub(r">(?=\s*<)", ">-", said) + "x"


KINDS = (
    *(("text", "text", "question"), ("image", "image_url", "image")),
    *(("audio", "audio_url", "audio"), ("video", "video_url", "video")),
)


def nothing_is_changed_or_shared(rng: Random, profile: Profile) -> None:
    extra = {"role": "HUMAN", "prompt": "{question}", "tools": {"a": ["{question}"]}}
    cfg = infer({"begin": [SYSTEM, "</E>"], "round": [extra, DIALOGUE[1]]}, ice_token="</E>")
    cfg["ice_template"] = {"type": "PromptTemplate", "template": {"round": [extra, DIALOGUE[1]]}}
    meta = rng.choice([None, CHAT, BASE])
    given = (cfg, [row(rng)], [row(rng), row(rng)], meta)
    before = deepcopy(given)
    sent = asked(given[0], *given[1], train=given[2], meta_template=given[3], profile=profile)

    assert given == before
    assert not {id(one) for one in containers(sent)} & {id(one) for one in containers(list(given))}


def containers(value: Any) -> list[Any]:
    if not isinstance(value, (list, dict)):
        return []
    inside = value.values() if isinstance(value, dict) else value
    return [value, *(found for inner in inside for found in containers(inner))]


Law = Callable[[Random, Profile], None]
LAWS: dict[Law, bool] = {
    values_are_inert: False,
    examples_are_inert: False,
    the_answer_is_told_to_nobody: False,
    the_omitted_form_is_the_complete_one: True,
    there_are_as_many_examples_as_ids: False,
    a_chat_ends_with_who_asks: False,
    labels_differ_by_their_text: False,
    what_is_generated_from_is_how_the_answered_begins: True,
    lines_are_what_there_is_to_say: False,
    tagged_text_is_inert: False,
    nothing_is_changed_or_shared: True,
}
"""Each with whether the released software keeps it."""

each_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@each_law
def test_as_documented_the_law_holds(law: Law) -> None:
    for seed in range(TIMES):
        law(Random(seed), DOCUMENTED)


@each_law
def test_the_released_software_keeps_it_or_breaks_it(law: Law) -> None:
    """So that the law is known to be one that can be broken, where it is."""
    broken = 0
    for seed in range(TIMES):
        try:
            law(Random(seed), SHIPPED)
        except (Exception, pytest.fail.Exception):
            broken += 1

    assert (broken == 0) == LAWS[law]
