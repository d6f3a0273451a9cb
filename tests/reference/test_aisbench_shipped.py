"""The released software, told by the specification's words where no recording that ships shows it.

Ids are those of the specification. What the documentation makes of it stands beside where it is something else.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from promptfmt_reference.aisbench import (
    DOCUMENTED,
    SHIPPED,
    APITemplateParser,
    FixKRetriever,
    LMTemplateParser,
    MMPromptTemplate,
    MultiTurnGenInferencer,
    MultiTurnPromptTemplate,
    PromptList,
    PromptTemplate,
    RandomRetriever,
    ZeroRetriever,
    chat_messages,
    template_messages,
)
from promptfmt_reference.aisbench.few_shot import FewShot
from promptfmt_reference.aisbench.multimodal import get_content_str
from promptfmt_reference.aisbench.prompt_list import safe_format
from promptfmt_reference.aisbench.reader import DatasetReader, selected

ROUND = [{"role": "HUMAN", "prompt": "{question}"}, {"role": "BOT", "prompt": "{answer}"}]
HUMAN, BOT = {"role": "HUMAN", "prompt": "Q"}, {"role": "BOT", "prompt": "A"}
SUM = {"question": "1+1=?", "answer": "2"}
ICE = PromptList([{"section": "ice", "pos": "begin"}, HUMAN, BOT, {"section": "ice", "pos": "end"}, ""], SHIPPED)
BASE = {
    "round": [
        {"role": "HUMAN", "begin": "<H>", "end": "</H>"},
        {"role": "BOT", "begin": "<B>", "end": "</B>", "generate": True},
    ]
}
API = {"round": [{"role": "HUMAN", "api_role": "HUMAN"}, {"role": "BOT", "api_role": "BOT", "generate": True}]}


def marked(section: str, *items: Any) -> list[Any]:
    return [{"section": section, "pos": "begin"}, *items, {"section": section, "pos": "end"}]


def prompt(*items: Any) -> PromptList:
    return PromptList(items, SHIPPED)


def item(template: Any, row: dict[str, Any], ice: Any = "", **options: Any) -> Any:
    output = options.pop("output_field", "answer")
    made = PromptTemplate(template, profile=SHIPPED, **options).generate_item(row, output, "", ice)
    return made if isinstance(made, str) else list(made)


def turns(template: Any, **row: Any) -> Any:
    return list(MultiTurnPromptTemplate(template, profile=SHIPPED).generate_item(row))


def parts(kinds: Any, content: str, *others: Any, **row: Any) -> Any:
    dialogue = {"round": [{"role": "HUMAN", "prompt_mm": kinds}, *others]}
    return list(MMPromptTemplate(dialogue, profile=SHIPPED).generate_item({"content": content, **row}))[1:-1]


def lm(meta: Any, *items: Any, mode: str = "gen") -> Any:
    return LMTemplateParser(meta, SHIPPED).parse_template(prompt(*items), mode)


def api(meta: Any, *items: Any, mode: str = "gen") -> Any:
    return list(APITemplateParser(meta, SHIPPED).parse_template(prompt(*items), mode))


def few_shot(ice: Any, asked: Any, *, eos: str = "\n", rows: Any = (), answer: str | None = "answer") -> Any:
    ice, asked = (one and PromptTemplate(profile=SHIPPED, **one) for one in (ice, asked))
    shots = FewShot(ice, asked, answer, "\n", eos, SHIPPED)
    return shots.question(SUM, shots.ice(list(enumerate(rows))))


IMAGE = {"image": {"type": "image_url", "image_url": {"url": "{image}"}}}
TEXT = {"text": {"type": "text", "text": "{question}"}}
QUESTION = {"template": "{question}", "ice_token": None}
SAID: dict[str, tuple[Callable[[], Any], Any]] = {
    "sf-03": (
        lambda: safe_format('Return {"a": 1, "b": {}} for {question}', question="x"),
        'Return {"a": 1, "b": {}} for x',
    ),
    "sf-05": (lambda: safe_format("{n:>5}|{n!r}|{ n }|{0}|{}|{n}", n=7), "{n:>5}|{n!r}|{ n }|{0}|{}|7"),
    "sf-08": (lambda: safe_format("{a}{b}", a=1, b="{a}"), "1{a}"),
    "pl-03": (lambda: prompt("a") + prompt("b"), ["a", "b"]),
    "pl-04": (lambda: "a" + prompt("b"), ["a", "b"]),
    "pl-14": (lambda: prompt("a</E>b").replace("</E>", prompt(HUMAN)), ["a", HUMAN, "b"]),
    "pl-15": (lambda: prompt("</E>").replace("</E>", prompt(HUMAN)), [HUMAN]),
    "pl-16": (lambda: prompt("</E>").replace("</E>", ""), [""]),
    "pl-20": (lambda: str(prompt("é", {"role": "HUMAN", "prompt": "é"}, *marked("round"))), 'é"\\u00e9"'),
    "gi-04": (lambda: item("{question}|{answer}", {"question": "q"}), "q|"),
    "gi-15": (
        lambda: item({"round": [], "end": ["bye"]}, SUM),
        [*marked("round"), {"section": "end", "pos": "end"}, "bye", {"section": "end", "pos": "end"}],
    ),
    "gi-18": (lambda: item({"round": [{"role": "HUMAN"}]}, SUM), marked("round", {"role": "HUMAN"})),
    "gi-22": (lambda: item("</E>{question}", SUM, "I"), "</E>1+1=?"),
    "gi-32": (lambda: item("</E>{question}", {"question": "a</E>"}, "I", ice_token="</E>"), "Ia</E>"),
    "gi-36": (lambda: item("{self}", {"self": 1}, output_field=None), "1"),
    "gi-39": (lambda: item("ab", SUM, "I", ice_token=""), "IaIbI"),
    "gi-42": (
        lambda: item({"round": ["r"], "begin": "b"}, SUM),
        [*marked("begin", "b"), *marked("round", "r")],
    ),
    "li-04": (
        lambda: PromptTemplate({"A": "{answer}"}, profile=SHIPPED).generate_label_prompt_item(
            SUM, "", "A", output_field="answer"
        ),
        "2",
    ),
    "ret-16": (lambda: few_shot(QUESTION, {"template": "a</E>b", "ice_token": "</E>"}), "a\nb"),
    "ret-26": (lambda: few_shot(None, {"template": "{answer}"}, answer=None), "2"),
    "lm-06": (
        lambda: lm({"round": [{"role": "HUMAN"}, {"role": "BOT"}], "end": "."}, *marked("round", HUMAN, BOT)),
        "QA.",
    ),
    "lm-14": (lambda: lm(None, *marked("begin", ""), *marked("round", HUMAN)), "\nQ"),
    "lm-40": (
        lambda: lm({"round": ["#", *BASE["round"]]}, *marked("round", HUMAN, BOT, HUMAN, BOT)),
        "#<H>Q</H><B>A</B>#<H>Q</H><B>",
    ),
    "lm-38": (lambda: lm(BASE, *marked("round", HUMAN | {"begin": "["}, BOT)), "[Q</H><B>"),
    "api-46": (
        lambda: api(API | {"begin": {"role": "HUMAN", "prompt": "be"}}, *marked("round", HUMAN, BOT)),
        [{"role": "HUMAN", "prompt": "be"}, HUMAN],
    ),
    "api-59": (lambda: api(API, *marked("round", HUMAN, BOT | {"generate": False})), [HUMAN, BOT]),
    "api-60": (lambda: api(API, *marked("round", HUMAN | {"api_role": "X"}, BOT)), [{"role": "X", "prompt": "Q"}]),
    "mt-04": (
        lambda: turns({"round": ROUND[:1]}, question="ab", answer="xy"),
        marked("round", {"role": "HUMAN", "prompt": "a"}, {"role": "HUMAN", "prompt": "b"}),
    ),
    "mt-05": (
        lambda: turns({"round": [{"role": "HUMAN", "prompt": "{hint}"}]}, question=["a"], answer=["b"], hint="h"),
        marked("round", {"role": "HUMAN", "prompt": "{hint}"}),
    ),
    "mt-09": (
        lambda: turns({"round": ROUND[:1]}, question=["{answer}"], answer=["b"]),
        marked("round", {"role": "HUMAN", "prompt": "b"}),
    ),
    "mm-07": (
        lambda: parts(TEXT, "lost<AIS_CONTENT_TAG><AIS_TEXT_START>t"),
        [{"role": "HUMAN", "prompt_mm": [{"type": "text", "text": "t"}]}],
    ),
    "mm-13": (lambda: parts(TEXT, ""), [{"role": "HUMAN", "prompt_mm": []}]),
    "mmc, another type": (lambda: get_content_str([{"type": "file", "file": "a"}], SHIPPED), "<AIS_CONTENT_TAG>"),
    "mm-19": (
        lambda: parts(
            {"image": {"type": "image_url", "image_url": {"url": "data:,{image}"}}}, "<AIS_IMAGE_START>data:,x"
        ),
        [{"role": "HUMAN", "prompt_mm": [{"type": "image_url", "image_url": {"url": "data:,data:,x"}}]}],
    ),
    "mm-24": (lambda: parts(TEXT, "", "{answer}", answer="x")[1:], ["x"]),
    "mm-35": (
        lambda: api(API, *marked("round", {**HUMAN, "prompt_mm": [{"type": "text", "text": "t"}]}, BOT)),
        [HUMAN],
    ),
    "rd-01": (lambda: selected(6, None), [0, 1, 2, 3, 4, 5]),
    "rd-02": (lambda: selected(6, "[1:3]"), [1, 2]),
    "rd-04": (lambda: selected(6, 6) + selected(6, 0), [0, 1, 2, 3, 4, 5] * 2),
    "rd-05": (lambda: len(set(selected(6, 0.5))), 3),
    "ret-43": (
        lambda: [dict(row) for row in DatasetReader(profile=SHIPPED).test([{"a": 1, "b": 2}, {"a": 3}])],
        [{"a": 1, "b": 2}, {"a": 3, "b": None}],
    ),
    "body-01": (lambda: chat_messages("Q", SHIPPED), [{"role": "user", "content": "Q"}]),
    "body-04": (
        lambda: chat_messages([{"role": "TOOL", "prompt": "t", "id": "1"}, {"role": "X", "prompt": ""}], SHIPPED),
        [{"role": "tool", "content": "t", "id": "1"}, {"role": "X", "content": ""}],
    ),
    "hf-03": (lambda: template_messages([HUMAN, HUMAN], SHIPPED), [{"role": "user", "content": "Q\nQ"}]),
    "zero": (lambda: ZeroRetriever().retrieve(3, 2), [[], []]),
}
RAISED: dict[str, tuple[Callable[[], Any], str]] = {
    "sf-10": (lambda: item("{input_str}", {"input_str": 1}), "TypeError"),
    "gi-37": (lambda: item({"round": ROUND}, {"self": 1}), "TypeError"),
    "gi-28": (lambda: item({"round": [{"role": "X", "prompt": "</E>"}]}, SUM, ICE, ice_token="</E>"), "UTILS-TYPE-001"),
    "gi-41": (lambda: item({}, SUM), "KeyError"),
    "pl-12": (lambda: prompt({"role": "HUMAN", "prompt": 5}).format(a=1), "AttributeError"),
    "pl-21": (lambda: str(prompt(5)), "AISBenchTypeError"),
    "ret-05": (lambda: few_shot(QUESTION, None), "ICLR-IMPL-002"),
    "ret-08": (lambda: few_shot(QUESTION, QUESTION), "ICLR-IMPL-002"),
    "ret-11": (lambda: few_shot(None, QUESTION, rows=[SUM]), "ICLR-PARAM-002"),
    "ret-14": (lambda: FixKRetriever([2]).retrieve(2, 1), "ICLR-PARAM-004"),
    "ret-37": (lambda: RandomRetriever(3).retrieve(2, 1), "ValueError"),
    "lm-30": (lambda: lm(BASE, {"section": "end", "pos": "end"}, mode="ppl"), "IndexError"),
    "lm-43": (lambda: lm({"round": BASE["round"] * 2}), "AssertionError"),
    "lm-45": (lambda: lm(BASE | {"begin": ["x"]}, *marked("round", HUMAN)), "TypeError"),
    "mt-06": (lambda: turns({"begin": ["</E>"], "round": ROUND}, question=[], answer=[]), "AttributeError"),
    "mt-08": (lambda: turns("{question}", question=[], answer=[]), "AttributeError"),
    "mti-bad-mode": (lambda: MultiTurnGenInferencer("never", profile=SHIPPED), "ICLI-PARAM-002"),
    "mm, text": (lambda: MMPromptTemplate("{content}", profile=SHIPPED).generate_item({"content": "x"}), "TypeError"),
    "api-44": (lambda: api(API, *marked("round", HUMAN, BOT), mode="chat"), "MODEL-TYPE-003"),
    "mm-14": (lambda: parts(IMAGE, "<AIS_TEXT_START>t"), "KeyError"),
    "mm-17": (
        lambda: parts({"audio": {"type": "input_audio", "input_audio": "{audio}"}}, "<AIS_AUDIO_START>t"),
        "KeyError",
    ),
    "mm-39": (lambda: MMPromptTemplate({"round": []}, profile=SHIPPED).generate_ice_item(SUM, None), "ICLR-UNK-001"),
}


@pytest.mark.parametrize("id_", SAID)
def test_the_released_software_says(id_: str) -> None:
    call, expected = SAID[id_]

    assert call() == expected


@pytest.mark.parametrize("id_", RAISED)
def test_the_released_software_raises(id_: str) -> None:
    """The very class, or ours with the code."""
    call, expected = RAISED[id_]
    with pytest.raises(Exception) as caught:  # noqa: PT011
        call()

    assert expected in (type(caught.value).__name__, getattr(caught.value, "code", ""))


def test_strings_that_chats_ignore_are_warned_of_where_they_are_not_blank() -> None:
    with pytest.warns(UserWarning, match="ignored in API models") as seen:
        assert api(API, *marked("begin", "lost", " ", ""), *marked("round", HUMAN, BOT)) == [HUMAN]

    assert len(seen) == 1


def test_a_prompt_list_keeps_its_type_in_a_pickle() -> None:
    restored = pickle.loads(pickle.dumps(ICE))

    assert type(restored) is PromptList
    assert restored == ICE
    assert restored.profile == SHIPPED != DOCUMENTED
