"""What cannot be is said with a class of AISBench's, and where: the template's part, the column, the row."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from promptfmt_reference.aisbench import (
    CHAT,
    AISBenchError,
    APITemplateParser,
    LMTemplateParser,
    PromptList,
    PromptTemplate,
    requests,
)

ROUND = [{"role": "HUMAN", "prompt": "{question}"}, {"role": "BOT", "prompt": "{answer}"}]
GOOD = {"question": "q", "answer": "a"}
BASE = {"round": [{"role": "HUMAN"}, {"role": "BOT", "generate": True}]}
TURNS = {"type": "MultiTurnPromptTemplate"}
MM = {"type": "MMPromptTemplate"}
PARTS = {"round": [{"role": "HUMAN", "prompt_mm": {"text": {"type": "text", "text": "{question}"}}}]}


def ask(
    template: Any, *rows: Any, meta: Any = None, cfg: Any = None, train: Any = (), mode: str = "gen", **made: Any
) -> Any:
    prompt_template = {"prompt_template": {"template": template} | made} if template is not None else {}
    return requests(prompt_template | (cfg or {}), {"output_column": "answer"}, train, rows or [GOOD], meta, mode)


def few_shot(template: Any, *ids: int, ice: Any = "{question}", token: str | None = "</E>", **more: Any) -> Any:
    cfg = {"ice_template": ice and {"template": ice}, "retriever": {"type": "FixKRetriever", "fix_id_list": list(ids)}}
    return ask(template, cfg=cfg, train=[GOOD, {"question": "other"}], ice_token=token, **more)


def unmarked(parser: type[Any], meta: Any) -> Any:
    return parser(meta).parse_template(PromptList([{"role": "HUMAN", "prompt": "Q"}]))


ERRORS: dict[str, tuple[Callable[[], Any], str, str, tuple[str, ...]]] = {
    # configurations
    "no template": (lambda: ask(None), "AISBenchImplementationError", "ICLR-IMPL-003", ("test row 0",)),
    "unknown type": (lambda: ask("", type="Template"), "AISBenchValueError", "", ("prompt_template", "Template")),
    "unknown argument": (lambda: ask("", token="x"), "AISBenchTypeError", "", ("prompt_template", "'token'")),
    "missing argument": (
        lambda: ask("", cfg={"retriever": {"type": "FixKRetriever"}}),
        "AISBenchTypeError",
        "",
        ("retriever", "'fix_id_list'"),
    ),
    "no configuration": (lambda: ask("", cfg={"retriever": 5}), "AISBenchTypeError", "", ("retriever", "int (5)")),
    "two answers": (
        lambda: requests({}, {"output_column": ["a", "b"]}, [], []),
        "AISBenchInvalidTypeException",
        "UTILS-TYPE-001",
        ("reader_cfg.output_column", "list"),
    ),
    "unknown mode": (
        lambda: ask("", mode="chat"),
        "ParameterValueError",
        "ICLI-PARAM-002",
        ("'chat'", "every_with_gt"),
    ),
    "unknown mode of a model": (
        lambda: APITemplateParser(CHAT).parse_template(PromptList([]), "chat"),
        "AISBenchValueError",
        "MODEL-TYPE-003",
        ("'chat'", "'ppl'"),
    ),
    # templates
    "no kind": (lambda: ask(5), "AISBenchValueError", "ICLR-TYPE-001", ("prompt_template", "int (5)")),
    "odd part": (lambda: ask({"A": 5}), "AISBenchValueError", "ICLR-TYPE-002", ("prompt_template.A", "int (5)")),
    "odd item": (
        lambda: ask({"round": [*ROUND, 5]}),
        "AISBenchValueError",
        "ICLR-TYPE-002",
        ("prompt_template.round[2]", "int (5)"),
    ),
    "odd prompt": (
        lambda: ask({"A": {"round": [{"role": "HUMAN", "prompt": 5}]}}),
        "AISBenchValueError",
        "ICLR-TYPE-002",
        ("prompt_template.A.round[0].prompt", "int (5)"),
    ),
    "no role": (
        lambda: ask({"begin": [{"prompt": "x"}], "round": ROUND}),
        "AISBenchValueError",
        "ICLR-TYPE-002",
        ("prompt_template.begin[0].role", "None"),
    ),
    "odd token": (
        lambda: ask("x", ice_token=5),
        "AISBenchInvalidTypeException",
        "UTILS-TYPE-001",
        ("prompt_template.ice_token", "int (5)"),
    ),
    "no round": (lambda: ask({"begin": ["x"]}), "AISBenchKeyError", "", ("test row 0, prompt_template.round",)),
    # examples
    "token not in a string": (
        lambda: ask("x", ice_token="</E>"),
        "AISBenchValueError",
        "ICLR-PARAM-001",
        ("prompt_template", "'</E>'", "'x'"),
    ),
    "token nowhere in a dialogue": (
        lambda: few_shot({"begin": ["x"], "round": ROUND}, 0),
        "AISBenchValueError",
        "ICLR-PARAM-001",
        ("test row 0, prompt_template", "'</E>'"),
    ),
    "no token": (
        lambda: few_shot("x", 0, token=None),
        "AISBenchImplementationError",
        "ICLR-IMPL-002",
        ("test row 0, prompt_template",),
    ),
    "no template for examples": (
        lambda: few_shot("x</E>", 0, ice=None),
        "AISBenchValueError",
        "ICLR-PARAM-002",
        ("ice_template",),
    ),
    "no such example": (
        lambda: few_shot("x</E>", 0, 2),
        "AISBenchValueError",
        "ICLR-PARAM-004",
        ("retriever.fix_id_list", "2"),
    ),
    "dialogue in a string": (
        lambda: few_shot("x</E>", 0, ice={"round": ROUND}),
        "AISBenchTypeError",
        "",
        ("test row 0, prompt_template", "dialogue"),
    ),
    "dialogue in a prompt": (
        lambda: few_shot({"round": [{"role": "HUMAN", "prompt": "</E>"}]}, 0, ice={"round": ROUND}),
        "AISBenchTypeError",
        "UTILS-TYPE-001",
        ("test row 0, prompt_template", "'</E>'"),
    ),
    "example without a label's template": (
        lambda: few_shot("x</E>", 0, ice={"b": "B"}),
        "AISBenchKeyError",
        "",
        ("train row 0, ice_template", "'a'", "'b'"),
    ),
    "example without an answer": (
        lambda: few_shot("x</E>", 1, ice={"a": "A"}),
        "AISBenchKeyError",
        "",
        ("train row 1, ice_template, column 'answer'",),
    ),
    "examples of turns": (
        lambda: few_shot({"round": ROUND}, 0, token=None, type="MultiTurnPromptTemplate"),
        "AISBenchImplementationError",
        "ICLR-UNK-001",
        ("test row 0, prompt_template", "MultiTurnPromptTemplate"),
    ),
    # turns and parts
    "no answers": (
        lambda: ask({"round": ROUND}, GOOD | {"question": [], "answer": []}, {"question": ["q"]}, **TURNS),
        "AISBenchKeyError",
        "",
        ("test row 1, prompt_template, column 'answer'",),
    ),
    "too few answers": (
        lambda: ask({"round": ROUND}, {"question": ["q", "r"], "answer": ["a"]}, **TURNS),
        "AISBenchValueError",
        "",
        ("test row 0, prompt_template, column 'answer'", "2 questions", "1 answers"),
    ),
    "no list": (
        lambda: ask({"round": ROUND}, GOOD, **TURNS),
        "AISBenchValueError",
        "",
        ("test row 0, prompt_template, column 'question'", "str"),
    ),
    "a string of turns": (lambda: ask("x", **TURNS), "AISBenchTypeError", "", ("prompt_template", "dialogue")),
    "turns of a string": (lambda: ask("x", mode="every"), "AISBenchTypeError", "", ("test row 0", "dialogue")),
    "nobody to ask": (
        lambda: ask({"round": ROUND[:1]}, mode="last"),
        "AISBenchIndexError",
        "",
        ("test row 0", "BOT"),
    ),
    "no content": (lambda: ask(PARTS, {"x": 1}, **MM), "AISBenchKeyError", "", ("test row 0", "column 'content'")),
    "no tags": (
        lambda: ask(PARTS, {"content": "plain"}, **MM),
        "AISBenchValueError",
        "ICLR-PARAM-003",
        ("test row 0, prompt_template, column 'content'", "'plain'"),
    ),
    "no text": (
        lambda: ask(PARTS, {"content": 5}, **MM),
        "AISBenchValueError",
        "ICLR-PARAM-003",
        ("test row 0, prompt_template, column 'content'", "int (5)"),
    ),
    "no such kind": (
        lambda: ask(PARTS, {"content": "<AIS_IMAGE_START>x"}, **MM),
        "AISBenchKeyError",
        "",
        ("test row 0, prompt_template.prompt_mm", "image"),
    ),
    "odd part of a kind": (
        lambda: ask(
            {"round": [{"role": "H", "prompt_mm": {"text": {"type": "text"}}}]}, {"content": "<AIS_TEXT_START>x"}, **MM
        ),
        "AISBenchKeyError",
        "",
        ("test row 0, prompt_template.prompt_mm['text']", "'text'"),
    ),
    "odd parts": (
        lambda: ask({"round": [{"role": "H", "prompt_mm": "x"}]}, **MM),
        "AISBenchValueError",
        "ICLR-TYPE-002",
        ("prompt_template.round[0].prompt_mm",),
    ),
    "media for a base model": (
        lambda: ask(
            {"round": [{"role": "HUMAN", "prompt_mm": {"image": {"type": "image_url", "image_url": "{image}"}}}]},
            {"content": "<AIS_IMAGE_START>x"},
            meta=BASE,
            **MM,
        ),
        "AISBenchValueError",
        "MODEL-DATA-002",
        ("test row 0", "HUMAN", "'image_url'"),
    ),
    # the model's side
    "no such role": (
        lambda: ask({"round": [{"role": "TEACHER", "fallback_role": "X", "prompt": "x"}]}, meta=CHAT),
        "AISBenchKeyError",
        "MODEL-PARAM-002",
        ("test row 0", "'TEACHER'", "'X'"),
    ),
    "no such role at the beginning": (
        lambda: ask({"begin": [{"role": "TEACHER", "prompt": "x"}], "round": ROUND}, meta=BASE),
        "AISBenchKeyError",
        "MODEL-PARAM-002",
        ("test row 0", "'TEACHER'", "None"),
    ),
    "a turn that says nothing": (
        lambda: ask({"round": [{"role": "HUMAN"}]}, meta=CHAT),
        "AISBenchValueError",
        "MODEL-DATA-002",
        ("test row 0", "HUMAN"),
    ),
    "examples inside a round": (
        lambda: few_shot({"round": ["</E>", *ROUND]}, 0, ice={"round": ROUND}, meta=CHAT),
        "AISBenchKeyError",
        "",
        ("test row 0", "begin"),
    ),
    "no round of the model's": (
        lambda: ask({"round": ROUND}, meta={"begin": "x"}),
        "AISBenchTypeError",
        "MODEL-PARAM-004",
        ("meta_template.round",),
    ),
    "no meta template": (lambda: ask("x", meta=[CHAT]), "AISBenchTypeError", "MODEL-TYPE-004", ("meta_template",)),
    "a role twice": (
        lambda: ask("x", meta={"round": CHAT["round"], "reserved_roles": CHAT["round"]}),
        "AISBenchTypeError",
        "MODEL-PARAM-005",
        ("meta_template.reserved_roles[0]", "'HUMAN'"),
    ),
    "no name": (
        lambda: ask("x", meta={"round": [{"begin": "x"}]}),
        "AISBenchTypeError",
        "MODEL-TYPE-004",
        ("meta_template.round[0]",),
    ),
    "tokens": (
        lambda: ask("x", meta={"round": [{"role": "HUMAN", "begin": [1]}]}),
        "AISBenchImplementationError",
        "",
        ("meta_template.round[0].begin",),
    ),
    "a string in a chat's round": (
        lambda: ask({"round": ROUND}, meta={"round": ["#", *CHAT["round"]]}),
        "AISBenchTypeError",
        "MODEL-TYPE-001",
        ("meta_template.round",),
    ),
    "no api_role": (
        lambda: ask({"round": ROUND}, meta={"round": [{"role": "HUMAN"}, {"role": "BOT", "api_role": "BOT"}]}),
        "AISBenchKeyError",
        "",
        ("test row 0", "HUMAN", "api_role"),
    ),
    "nothing to say": (
        lambda: ask({"round": [{"role": "BOT", "prompt": "x"}]}, meta=CHAT),
        "AISBenchIndexError",
        "",
        ("test row 0",),
    ),
    "a chat without markers": (lambda: unmarked(APITemplateParser, CHAT), "AISBenchIndexError", "", ("markers",)),
    "a base model without markers": (lambda: unmarked(LMTemplateParser, BASE), "AISBenchIndexError", "", ("markers",)),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_says_what_and_where(name: str) -> None:
    call, class_, code, said = ERRORS[name]
    with pytest.raises(AISBenchError) as caught:
        call()

    assert (type(caught.value).__name__, caught.value.code) == (class_, code)
    assert str(caught.value).startswith(f"[{code}] " if code else "")
    assert [part for part in said if part not in str(caught.value)] == []


def test_an_error_is_one_of_pythons_too() -> None:
    with pytest.raises(ValueError, match="nowhere in the template"):
        PromptTemplate({"round": ROUND}, ice_token="</E>").generate_item(GOOD, ice_field_replace_token="examples")
    with pytest.raises(KeyError):
        PromptTemplate({}).generate_item(GOOD)


def test_an_error_comes_out_of_a_pickle_with_its_place() -> None:
    with pytest.raises(AISBenchError) as caught:
        ask({"begin": []})

    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
