"""From a configuration and rows to what a model is sent, as documented."""

from __future__ import annotations

import warnings
from collections import UserDict
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pytest
from support.aisbench import BASE

from promptfmt_reference.aisbench import (
    CHAT,
    DOCUMENTED,
    FORMATTERS,
    SHIPPED,
    APITemplateParser,
    FixKRetriever,
    LMTemplateParser,
    MMPromptTemplate,
    MultiTurnGenInferencer,
    PromptList,
    PromptTemplate,
    chat_messages,
    requests,
    shipped,
    template_messages,
)
from promptfmt_reference.aisbench.reader import DatasetReader
from pytest_promptfmt import check_payload

ROUND = [{"role": "HUMAN", "prompt": "{question}"}, {"role": "BOT", "prompt": "{answer}"}]
SYSTEM = {"role": "SYSTEM", "fallback_role": "HUMAN", "prompt": "Solve."}
READER = {"input_columns": "question hint", "output_column": "answer"}
ROW = {"question": "1+1=?", "answer": "2"}
TRAIN = [{"question": "2+2=?", "answer": "4"}, {"question": "3+3=?", "answer": "6"}]
TURNS = {"question": ["1+1=?", "2+2=?", "3+3=?"], "answer": ["2", "4", "6"]}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def ask(template: Any, *rows: Any, meta: Any = None, cfg: Any = None, train: Any = (), **more: Any) -> list[Any]:
    made = {"type": "PromptTemplate", "template": template} | more.pop("made", {})
    return requests({"prompt_template": made} | (cfg or {}), READER, train, rows or [ROW], meta, **more)


def human(prompt: str) -> dict[str, str]:
    return {"role": "HUMAN", "prompt": prompt}


def bot(prompt: str) -> dict[str, str]:
    return {"role": "BOT", "prompt": prompt}


def marked(section: str, *items: Any) -> list[Any]:
    return [{"section": section, "pos": "begin"}, *items, {"section": section, "pos": "end"}]


# configurations


@pytest.mark.parametrize("kind", [PromptTemplate, "PromptTemplate", "a.b.PromptTemplate"])
@pytest.mark.parametrize("retriever", [..., None, {"type": FixKRetriever, "fix_id_list": []}])
def test_a_type_is_a_class_or_its_name_and_a_missing_part_is_nothing(kind: Any, retriever: Any) -> None:
    cfg = {"retriever": retriever, "inferencer": {"type": "GenInferencer", "batch_size": 3}}

    assert ask("{question}={answer}", made={"type": kind}, cfg=cfg) == ["1+1=?="]


def test_any_mapping_and_any_sequence_will_do() -> None:
    frozen = MappingProxyType({"template": UserDict({"round": tuple(map(MappingProxyType, ROUND))})})

    assert requests(MappingProxyType({"prompt_template": frozen}), READER, (), (MappingProxyType(ROW),)) == [
        [human("1+1=?"), bot("")]
    ]


def test_without_reader_cfg_nothing_is_masked() -> None:
    assert requests({"prompt_template": {"template": "{answer}"}}, None, [], [ROW]) == ["2"]


def test_one_element_for_each_row() -> None:
    assert ask("{question}", {"question": "a"}, {"question": "b"}) == ["a", "b"]


def test_the_reader_says_which_rows() -> None:
    rows = [{"question": name} for name in "abc"]

    assert requests({"prompt_template": {"template": "{question}"}}, {"test_range": "[1:]"}, [], rows) == ["b", "c"]
    assert DatasetReader("a b").columns == DatasetReader(["a", "b"]).columns == ["a", "b"]


def test_a_range_is_no_code() -> None:
    with pytest.warns(UserWarning, match="no slice"):
        assert len(DatasetReader(test_range="[:1] or exit()").test([{}, {}])) == 2


def test_without_a_retriever_all_rows_are_examples() -> None:
    cfg = {"ice_template": {"template": "{question}{answer}"}}

    assert ask("</E>{question}", cfg=cfg, train=TRAIN, made={"ice_token": "</E>"}) == ["2+2=?4\n3+3=?6\n1+1=?"]


def test_examples_of_labels_are_told_by_their_answer() -> None:
    cfg = {"ice_template": {"template": {"4": "{question} four", "6": "{question} six"}}}

    assert ask("</E>", cfg=cfg, train=TRAIN, made={"ice_token": "</E>"}) == ["2+2=? four\n3+3=? six\n"]


def test_random_examples_are_the_seeds() -> None:
    rows = [{"question": str(i), "answer": ""} for i in range(6)]
    cfg = {"ice_template": {"template": "{question}"}, "retriever": {"type": "RandomRetriever", "ice_num": 6}}
    one, other = (ask("</E>", cfg=cfg, train=rows, made={"ice_token": "</E>"}) for _ in range(2))

    assert one == other
    assert sorted(one[0].split()) == list("012345")


def test_no_separator_stands_between_dialogues() -> None:
    dialogue = {"round": ROUND}
    cfg = {
        "ice_template": {"template": {"4": dialogue, "6": dialogue}},
        "retriever": {"type": "FixKRetriever", "fix_id_list": [1, 0]},
    }
    (items,) = ask({"begin": ["</E>"], "round": ROUND}, cfg=cfg, train=TRAIN, made={"ice_token": "</E>"})

    assert items == [human("3+3=?"), bot("6"), human("2+2=?"), bot("4"), human("1+1=?"), bot("")]


def test_where_there_are_no_examples_nothing_stands_in_their_place() -> None:
    cfg = {"ice_template": {"template": "{question}"}, "retriever": {"type": "FixKRetriever", "fix_id_list": []}}

    assert ask("a</E>b", cfg=cfg, made={"ice_token": "</E>"}) == ["ab"]


def test_a_placeholder_stays_where_the_row_has_no_such_column() -> None:
    assert ask("{question} {hint}", {"question": "a", "hint": "h"}, {"question": "b"}) == ["a h", "b {hint}"]
    assert ask("{hint}", {"hint": None}) == ["None"]


# labels


def test_a_label_stands_where_the_answer_would() -> None:
    rows = [{"question": "a", "answer": "yes"}, {"question": "b", "answer": "no"}]

    assert ask("{question}: {answer}", *rows, mode="ppl") == ["a: yes", "a: no", "b: yes", "b: no"]
    assert ask({"yes": "{question}!", "no": "{question}?"}, rows[0], mode="ppl") == ["a!", "a?"]


def test_a_label_is_said_to_a_chat() -> None:
    assert ask({"round": ROUND}, mode="ppl", meta=CHAT) == [[human("1+1=?"), bot("2")]]


# turns


def turns(mode: str | None = None, template: Any = None, **more: Any) -> list[Any]:
    made = {"type": "MultiTurnPromptTemplate"}
    rows = more.pop("rows", [TURNS])
    return ask(template or {"begin": [SYSTEM], "round": ROUND}, *rows, made=made, mode=mode, **more)


def test_turn_by_turn_to_a_chat() -> None:
    sent = turns("every", meta=CHAT, replies=["r1", "r2", "r3"])

    assert sent[2] == [
        {"role": "SYSTEM", "prompt": "Solve."},
        *(human("1+1=?"), bot("r1"), human("2+2=?"), bot("r2"), human("3+3=?")),
    ]
    assert [len(request) for request in sent] == [2, 4, 6]


def test_turn_by_turn_to_a_base_model() -> None:
    sent = turns("every_with_gt", meta=BASE)

    assert sent[1] == "<<<S>Solve.</S><H>1+1=?</H><B>2</B><H>2+2=?</H><B>"


@pytest.mark.parametrize("replies", [["r1", "r2", "r3"] * 2, [["r1", "r2"], ["r1", "r2"]]])
def test_replies_go_on_from_row_to_row_or_are_each_rows_own(replies: Any) -> None:
    sent = turns("every", rows=[TURNS, TURNS], replies=replies)

    assert len(sent) == 6
    assert sent[:3] == sent[3:]


def test_a_reply_that_failed_ends_its_conversation() -> None:
    assert len(turns("every", replies=["r1", None])) == 2
    assert len(turns("every", replies=["r1"])) == 2
    assert len(turns("every_with_gt")) == 3


def test_the_inferencer_says_how_turns_are_asked_unless_the_call_does() -> None:
    cfg = {"inferencer": {"type": "MultiTurnGenInferencer", "infer_mode": "last"}}

    assert len(turns(cfg=cfg)) == len(turns("gen", cfg=cfg)) == 1
    assert len(turns("every_with_gt", cfg=cfg)) == 3


def test_each_turn_has_its_own_length() -> None:
    prompt = PromptList(marked("round", human("a"), bot("b"), human("c"), bot("d")))
    lengths = {mode: [r.max_out_len for r in asked_by(mode, prompt)] for mode in ("every_with_gt", "last")}

    assert lengths == {"every_with_gt": [10, 20], "last": [20]}


def asked_by(mode: str, prompt: PromptList) -> list[Any]:
    asking = MultiTurnGenInferencer(mode, [10, 20]).ask(prompt, lambda one: one)
    found = [next(asking)]
    try:
        while True:
            found.append(asking.send("reply"))
    except StopIteration:
        return found


def test_other_columns_are_filled_in_too_and_strings_may_stand_around() -> None:
    template = {
        "begin": ["{hint}", {**SYSTEM, "prompt": "{hint}!"}],
        "round": [human("{hint}: {question}"), bot("{answer}")],
    }

    assert turns("last", template, rows=[{"question": ["{answer}"], "answer": ["x"], "hint": "h"}]) == [
        ["h", {**SYSTEM, "prompt": "h!"}, human("h: {answer}")]
    ]


def test_asked_all_at_once_the_last_answer_is_masked() -> None:
    (items,) = turns("gen", {"round": ROUND}, cfg={"inferencer": {"type": "GenInferencer"}})

    assert [item["prompt"] for item in items] == ["1+1=?", "2", "2+2=?", "4", "3+3=?", ""]


# the model's side


def test_a_fallback_role_speaks_for_one_that_the_model_lacks() -> None:
    template = {"begin": [SYSTEM], "round": [{**SYSTEM, "role": "TEACHER", "prompt": "T"}, bot("{answer}")]}
    without = {key: value for key, value in BASE.items() if key != "reserved_roles"}

    assert ask(template, meta=without) == ["<<<H>Solve.</H><H>T</H><B>"]
    assert ask(template, meta={"round": CHAT["round"]}) == [[human("Solve.\nT")]]


def test_a_reserved_role_speaks_where_it_stands() -> None:
    template = {"round": [human("a"), {"role": "SYSTEM", "prompt": "s"}, bot("b"), *ROUND]}

    assert ask(template, meta=BASE) == ["<<<H>a</H><S>s</S><B>b</B><H>1+1=?</H><B>"]
    assert ask(template, meta=CHAT) == [[human("a"), {"role": "SYSTEM", "prompt": "s"}, bot("b"), human("1+1=?")]]


def test_strings_keep_their_place() -> None:
    template = {"begin": ["first", SYSTEM, "second"], "round": [human("a"), "third", bot("b"), *ROUND]}

    assert ask(template, meta=BASE) == ["<<first<S>Solve.</S>second<H>a</H>third<B>b</B><H>1+1=?</H><B>"]
    assert ask(template, meta=CHAT) == [
        [human("first"), {"role": "SYSTEM", "prompt": "Solve."}, human("second\na\nthird"), bot("b"), human("1+1=?")]
    ]


def test_the_end_is_said_where_the_model_does_not_go_on() -> None:
    template = {"round": ROUND, "end": [SYSTEM]}

    assert ask(template, meta=BASE, mode="ppl") == ["<<<H>1+1=?</H><B>2</B><S>Solve.</S>>>"]
    assert ask(template, meta=BASE) == ["<<<H>1+1=?</H><B>"]


def test_the_models_own_begin_and_end_are_turns_like_others() -> None:
    meta = CHAT | {"begin": [{"role": "SYSTEM", "prompt": "Be nice."}], "end": "Go on."}

    assert ask({"begin": [SYSTEM], "round": ROUND}, meta=meta, mode="ppl") == [
        [{"role": "SYSTEM", "prompt": "Be nice.\nSolve."}, human("1+1=?"), bot("2"), human("Go on.")]
    ]
    assert ask({"round": ROUND}, meta=meta) == [[{"role": "SYSTEM", "prompt": "Be nice."}, human("1+1=?")]]


def test_a_string_is_what_the_model_is_sent() -> None:
    for meta in (None, CHAT, BASE):
        assert ask("{question}", meta=meta) == ["1+1=?"]


def test_a_plain_list_is_parsed_element_by_element() -> None:
    prompts = ["a", PromptList(marked("round", human("Q"), bot("A")))]

    assert LMTemplateParser(BASE).parse_template(prompts) == ["a", "<<<H>Q</H><B>"]
    assert APITemplateParser(CHAT).parse_template(prompts) == ["a", [human("Q")]]


# media and messages

KINDS = {
    "text": {"type": "text", "text": "{hint}: {question}"},
    "image": {"type": "image_url", "image_url": "data:image/png;base64,{image}"},
    "audio": {"type": "audio_url", "audio_url": {"url": "{audio}"}},
    "video": {"type": "video_url", "video_url": {"url": "{video}"}},
}


def tagged(**parts: str) -> str:
    return "".join(f"<AIS_{kind.upper()}_START>{said}<AIS_CONTENT_TAG>" for kind, said in parts.items())


def messages(content: str, *begin: Any) -> list[dict[str, Any]]:
    template = {"begin": list(begin), "round": [{"role": "HUMAN", "prompt_mm": KINDS}, bot("{answer}")]}
    row = {"content": content, "hint": "h", "answer": "x"}
    (sent,) = ask(template, row, made={"type": "MMPromptTemplate"}, meta=CHAT)
    return chat_messages(sent)


@pytest.mark.parametrize(
    ("content", "dialects"),
    [
        (tagged(text="What?", image=PNG), ["openai", "vllm"]),
        (tagged(image=PNG, text="What?"), ["openai", "vllm"]),
        (tagged(audio="https://example.org/a.wav", video="https://example.org/a.mp4", text="What?"), ["vllm"]),
    ],
)
def test_what_a_multimodal_template_makes_is_a_payload(content: str, dialects: list[str]) -> None:
    payload = messages(content, SYSTEM)

    assert payload[0] == {"role": "system", "content": "Solve."}
    for dialect in dialects:
        assert check_payload(payload, dialect) == []


def test_a_payload_says_the_parts_in_their_order() -> None:
    (message,) = messages(tagged(image=PNG, text="What?"))

    assert message == {
        "role": "user",
        "content": [
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
            {"type": "text", "text": "h: What?"},
        ],
    }


@pytest.mark.parametrize("content", ["", " \n"])
def test_nothing_but_white_space_is_no_part(content: str) -> None:
    template = MMPromptTemplate({"round": [{"role": "HUMAN", "prompt_mm": KINDS}]})

    assert template.generate_item({"content": content, "hint": "h"})[1] == {"role": "HUMAN", "prompt_mm": []}


@pytest.mark.parametrize("dialect", ["openai", "vllm"])
def test_what_a_dialogue_makes_is_a_payload(dialect: str) -> None:
    cfg = {"ice_template": {"template": {"round": ROUND}}}
    (sent,) = ask(
        {"begin": [SYSTEM, "</E>"], "round": ROUND}, meta=CHAT, cfg=cfg, train=TRAIN, made={"ice_token": "</E>"}
    )

    assert [message["role"] for message in chat_messages(sent)] == ["system", *["user", "assistant"] * 2, "user"]
    assert check_payload(chat_messages(sent), dialect) == []
    assert template_messages(sent) == chat_messages(sent)


def test_text_and_parts_said_together_are_parts() -> None:
    said = {"role": "HUMAN", "prompt": "a"}, {"role": "HUMAN", "prompt_mm": [{"type": "text", "text": "b"}]}
    both = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    prompt = PromptList(marked("round", *said))

    assert APITemplateParser({"round": CHAT["round"]}).parse_template(prompt) == [{"role": "HUMAN", "prompt": both}]
    assert APITemplateParser(None).parse_template(prompt) == both
    assert LMTemplateParser(None).parse_template(prompt) == "a\nb"


# lists


def test_prompt_lists_add_up_and_are_cut_with_plain_lists() -> None:
    prompt = PromptList([human("a"), bot("b")])
    more: list[Any] = [human("c")]
    longer = ["x"] + prompt + more  # noqa: RUF005
    longer += "y"

    assert longer == ["x", human("a"), bot("b"), human("c"), "y"]
    assert type(longer) is type(longer[1:3]) is PromptList
    assert str(longer) == "xabcy"
    assert PromptList(["a</E>b"]).replace("</E>", [bot("c")]) == ["a", bot("c"), "b"]
    assert PromptList(marked("round", "", "a", human("é"))).visible() == ["a", human("é")]
    assert ("" + prompt, prompt + "", prompt + None) == (prompt, prompt, prompt)


def test_a_prompt_list_is_filled_in_once() -> None:
    prompt = PromptList(["{self} {b}", human("{b}")])

    assert prompt.format(b="{c}", c="x") == ["{self} {c}", human("{c}")]
    assert prompt.fill({"{self}": "{b}", "{b}": 1}) == ["{b} 1", human("1")]


# the kit's table


@dataclass(frozen=True)
class Case:
    infer_cfg: Any
    reader_cfg: Any
    train: Any = ()
    test: Any = (ROW,)
    meta_template: Any = None
    mode: str = "gen"
    replies: Any = ()


def test_the_table_has_the_four_targets_and_both_profiles() -> None:
    case = Case(
        {"prompt_template": {"template": "{question} {answer}"}},
        READER,
        test=({"question": "{answer}", "answer": "2"},),
    )

    assert (
        list(FORMATTERS)
        == list(shipped.FORMATTERS)
        == [f"aisbench.{name}" for name in ("string", "dialogue", "multiturn", "multimodal")]
    )
    assert {tuple(format_(case)) for format_ in FORMATTERS.values()} == {("{answer} ",)}
    assert {tuple(format_(case)) for format_ in shipped.FORMATTERS.values()} == {(" ",)}


def test_the_profiles_are_data() -> None:
    assert hash(DOCUMENTED) != hash(SHIPPED)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ask("{question}", profile=SHIPPED) == ask("{question}", profile=DOCUMENTED) == ["1+1=?"]
