"""The page on prompt templates (seed 002): its code runs as it stands, and what it prints comes out.

Both are kept in cells (``# %% name``), code and prints apart; all code runs in one namespace, page by page. What comes
out otherwise than printed has a row ``[[print]]`` in deviations.toml, which names its row of section 11.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.places import ROOT, SEEDS

from promptfmt_reference.aisbench import (
    FixKRetriever,
    GenInferencer,
    MMPromptTemplate,
    MultiTurnGenInferencer,
    MultiTurnPromptTemplate,
    PromptList,
    PromptTemplate,
    ZeroRetriever,
    requests,
)

ROWS = tomllib.loads((ROOT / "reference" / "deviations.toml").read_text("utf-8"))["print"]
PRINTS = [row for row in ROWS if row["seed"] == "002"]
Page = dict[str, Any]

PRELUDE: Page = {
    kind.__name__: kind
    for kind in (
        *(PromptTemplate, MultiTurnPromptTemplate, MMPromptTemplate),
        *(FixKRetriever, ZeroRetriever, GenInferencer, MultiTurnGenInferencer),
    )
} | {"args": {"max_out_len": 16, "batch_size": 4}}
"""Names that the page leaves undefined."""


def cells(name: str) -> dict[str, str]:
    """The parts of a file by their names."""
    text = (SEEDS / f"aisbench_002.{name}.txt").read_text("utf-8")
    _, *parts = re.split(r"^# %% (.*)\n", text, flags=re.MULTILINE)
    return {name: text.strip("\n") for name, text in zip(parts[::2], parts[1::2], strict=True)}


CODE, PRINTED = cells("input"), cells("output")


@cache
def page_at(cell: str) -> Page:
    """What the page has defined when it comes to the end of a cell."""
    page = dict(PRELUDE)
    for name, code in CODE.items():
        exec(code, page)
        if name == cell:
            return page
    raise LookupError(cell)


def asked(cell: str, *rows: dict[str, str], **options: Any) -> list[Any]:
    """What the page's template makes of its example."""
    page = page_at(cell)
    infer_cfg = {"prompt_template": page["prompt_template"]} | options.pop("infer_cfg", {})
    return requests(infer_cfg, page["reader_cfg"], rows, [page["example"]], **options)


def few_shot(cell: str) -> list[Any]:
    page = page_at(cell)
    return requests(page["infer_cfg"], page["reader_cfg"], [page["ex1"], page["ex2"]], [page["ex3"]])


def sums(*said: tuple[str, str]) -> list[dict[str, str]]:
    return [{"question": question, "answer": answer} for question, answer in said]


def turns(**options: Any) -> list[Any]:
    page = page_at("turns")
    return requests(page["infer_cfg"], page["reader_cfg"], [], [page["example"]], **options)


LISTINGS: dict[str, Callable[[], list[Any]]] = {
    "background": lambda: requests(
        page_at("background")["infer_cfg"],
        {"output_column": "answer"},
        sums(("1+1=?", "2"), ("3+9=?", "12")),
        sums(("5+6=?", "11")),
    ),
    "string": lambda: asked("string"),
    "dialogue": lambda: asked("dialogue", infer_cfg=page_at("dialogue")["infer_cfg"]),
    "dialogue-in-turns": lambda: asked("dialogue-in-turns", infer_cfg=page_at("dialogue-in-turns")["infer_cfg"]),
    "dialogue-with-system": lambda: asked("dialogue-with-system"),
    "every": lambda: turns(replies=["answer1", "answer2", "answer3"]),
    "every_with_gt": lambda: turns(mode="every_with_gt"),
    "last": lambda: turns(mode="last"),
    "multimodal-url": lambda: asked("multimodal-url"),
    "multimodal-base64": lambda: asked("multimodal-base64", infer_cfg=page_at("multimodal-base64")["infer_cfg"]),
    "few-shot-string": lambda: few_shot("few-shot-string"),
    "few-shot-dialogue": lambda: few_shot("few-shot-dialogue"),
}
"""How each listing comes about."""


def corrected(cell: str, without: dict[str, Any] | None = None) -> str:
    """What the page prints, with the rows of that cell put right."""
    printed = PRINTED[cell]
    for row in PRINTS:
        if cell in row["cells"] and row is not without:
            assert row["prints"] in printed
            printed = printed.replace(row["prints"], row["ours"])
    return printed


def value(printed: str) -> list[Any]:
    """The lists that a listing shows one after the other; any other text as it stands."""
    if not printed.startswith("PromptList"):
        return [printed]
    shown = ast.parse(printed).body
    return [
        eval(compile(ast.Expression(each.value), "page", "eval"), {"PromptList": PromptList})
        for each in shown
        if isinstance(each, ast.Expr)
    ]


@pytest.mark.parametrize("cell", PRINTED)
def test_what_the_page_prints_comes_out(cell: str) -> None:
    assert LISTINGS[cell]() == value(corrected(cell))


def test_every_cell_of_code_is_run() -> None:
    silent = {"turns", "complete", "omitted", "zero-shot"}

    assert CODE.keys() - silent <= LISTINGS.keys()
    assert LISTINGS.keys() == PRINTED.keys()


@pytest.mark.parametrize("row", PRINTS, ids=lambda row: f"row-{row['row']}")
def test_without_a_correction_the_print_is_another(row: dict[str, Any]) -> None:
    for cell in row["cells"]:
        try:
            printed = value(corrected(cell, without=row))
        except SyntaxError:
            continue
        assert LISTINGS[cell]() != printed


def rows_of(cell: str) -> tuple[dict[str, Any], list[Any], list[Any]]:
    page = page_at(cell)
    return page["reader_cfg"], [page["ex1"], page["ex2"]], [page["ex3"]]


def test_the_omitted_form_is_the_complete_one() -> None:
    """Row 5."""
    complete, omitted = (requests(page_at(cell)["infer_cfg"], *rows_of(cell)) for cell in ("complete", "omitted"))

    assert omitted == ["Q: 2+2=?\nA: 4\nQ: 3+3=?\nA: 6\nQ: 1+1=?\nA: "]
    assert complete == [omitted[0]]


def test_the_omitted_form_needs_no_token_where_there_are_no_examples() -> None:
    """Row 4, which the page has last."""
    (dataset,) = page_at("zero-shot")["datasets"]

    assert requests(dataset["infer_cfg"], *rows_of("zero-shot")) == ["Q: 1+1=?\nA: "]
