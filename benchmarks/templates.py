"""How fast rows become prompts, beside AISBench's own package where `ais_bench` can be imported.

``python benchmarks/templates.py [N]`` (10,000 rows) fills a string with two examples, a dialogue with two examples, and
makes a chat's turns of that, by turns ours and theirs, and prints the best of five in prompts per second of CPU time.
Theirs wants a model zoo to be imported, none of which has a part in this: empty modules stand for it.
"""

from __future__ import annotations

import contextlib
import io
import logging
import sys
import time
from collections.abc import Callable
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from promptfmt_reference.aisbench import CHAT, requests

ROUNDS = 5
TEMPLATES: dict[str, tuple[Any, Any]] = {
    "string": ("{question}\n{answer}", "Solve the following questions.\n</E>{question}\n{answer}"),
    "dialogue": (
        {"round": [{"role": "HUMAN", "prompt": "{question}"}, {"role": "BOT", "prompt": "{answer}"}]},
        {
            "begin": [{"role": "SYSTEM", "fallback_role": "HUMAN", "prompt": "Solve the questions."}, "</E>"],
            "round": [{"role": "HUMAN", "prompt": "{question}"}, {"role": "BOT", "prompt": "{answer}"}],
        },
    ),
}
Run = Callable[[], list[Any]]


def rows(n: int) -> list[dict[str, str]]:
    return [{"question": f"{i}+1=?", "answer": str(i + 1)} for i in range(n)]


def ours(kind: str, n: int) -> Run:
    ice, prompt = TEMPLATES[kind.removesuffix(", chat")]
    config = {
        "ice_template": {"type": "PromptTemplate", "template": ice},
        "prompt_template": {"type": "PromptTemplate", "template": prompt, "ice_token": "</E>"},
        "retriever": {"type": "FixKRetriever", "fix_id_list": [0, 1]},
    }
    meta = CHAT if kind.endswith("chat") else None
    test, reader = rows(n), {"input_columns": ["question"], "output_column": "answer"}
    return lambda: requests(config, reader, test[:2], test, meta)


def theirs(kind: str, n: int) -> Run:
    template, retriever, parser = load()
    ice, prompt = TEMPLATES[kind.removesuffix(", chat")]
    test = rows(n)
    reader = SimpleNamespace(
        dataset={"train": test[:2], "test": test}, input_columns=["question"], output_column="answer"
    )

    def run() -> list[Any]:
        made = retriever(
            SimpleNamespace(reader=reader, train=test[:2], test=test),
            fix_id_list=[0, 1],
            ice_template={"type": template, "template": ice},
            prompt_template={"type": template, "template": prompt, "ice_token": "</E>"},
        )
        with contextlib.redirect_stderr(io.StringIO()):  # its progress bar
            examples = made.retrieve()
        prompts = [made.generate_prompt_for_generate_task(i, made.generate_ice(ids)) for i, ids in enumerate(examples)]
        parse = parser(CHAT).parse_template if kind.endswith("chat") else None
        return [parse(each, "gen") for each in prompts] if parse else prompts

    return run


_EMPTY = (
    "torch",
    "transformers",
    "mmengine.dist",
    "ais_bench.benchmark.openicl.icl_evaluator",
    "ais_bench.benchmark.openicl.icl_inferencer",
)
_BARE = ("models", "models.api_models", "models.local_models", "openicl")


class _Empty(MetaPathFinder, Loader):
    """Finds modules in which every name is an empty class."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        found = name in _EMPTY or name.startswith(tuple(f"{each}." for each in _EMPTY))
        return ModuleSpec(name, self, is_package=True) if found else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        module.__path__ = []


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def load() -> tuple[Any, Any, Any]:
    """Their template, retriever and parser."""
    spec = find_spec("ais_bench")
    assert spec is not None
    root = Path(next(iter(spec.submodule_search_locations or [])))
    if "torch" not in sys.modules:
        sys.meta_path.insert(0, _Empty())
        torch: Any = __import__("torch")
        torch.cuda = torch.backends = SimpleNamespace(
            is_available=lambda: False, mps=SimpleNamespace(is_available=lambda: False)
        )
        for name in _BARE:
            module = ModuleType(f"ais_bench.benchmark.{name}")
            module.__path__ = [str(root.joinpath("benchmark", *name.split(".")))]
            module.BaseModel = type("BaseModel", (), {})  # type: ignore[attr-defined]
            sys.modules[module.__name__] = module
    from ais_bench.benchmark.models.api_models.base_api import APITemplateParser
    from ais_bench.benchmark.openicl.icl_prompt_template.icl_prompt_template import PromptTemplate
    from ais_bench.benchmark.openicl.icl_retriever.icl_fix_k_retriever import FixKRetriever

    return PromptTemplate, FixKRetriever, APITemplateParser


def main(arguments: list[str]) -> None:
    logging.disable()
    n = int(arguments[0]) if arguments else 10_000
    families = {"ours": ours} | ({"ais_bench": theirs} if find_spec("ais_bench") else {})
    print(f"{n:,} rows; thousands of prompts per second")
    print(f"{'':20}" + "".join(f"{family:>12}" for family in families))
    for kind in ("string", "dialogue", "dialogue, chat"):
        runs = {family: make(kind, n) for family, make in families.items()}
        best = dict.fromkeys(runs, float("inf"))
        for _ in range(ROUNDS):
            for family, run in runs.items():
                started = time.process_time()
                assert len(run()) == n
                best[family] = min(best[family], time.process_time() - started)
        print(f"{kind:20}" + "".join(f"{n / taken / 1000:12,.0f}" for taken in best.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
