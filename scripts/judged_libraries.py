"""The libraries of the matrix: how each is installed, its adapter, and the page that has a verdict on what is found.

They are those of ``judge_peers.COLUMNS``, and both AgentScopes. An extra ``peers-<library>`` of pyproject.toml says
what is installed; where there is none, the extra ``<library>``, or else ``peers``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import judge_peers
import try_agentscope

ROOT = Path(__file__).resolve().parents[1]
ADAPTERS = ROOT / "pytest_promptfmt" / "adapters"
AGENTSCOPE = {"1": "1.0.21", "2": "2.0.10"}


@dataclass(frozen=True, slots=True)
class Library:
    """`extra` of the kit or `packages` install it; `files` are its adapter's."""

    id: str
    name: str
    spec: str
    page: Path
    files: tuple[Path, ...]
    extra: str = ""
    packages: tuple[str, ...] = ()

    @property
    def environment(self) -> str:
        """Libraries of one extra share it."""
        return self.extra or self.id

    @property
    def install(self) -> str:
        kit = f"pytest-promptfmt[{self.extra}]" if self.extra else "pytest-promptfmt"
        return f"pip install {' '.join(_quoted(each) for each in (kit, *self.packages))}"

    @property
    def lines(self) -> int:
        """Of the adapter, all that are in its files."""
        return sum(len(path.read_text("utf-8").splitlines()) for path in self.files)

    def distributions(self) -> list[str]:
        """Names of what is installed for it."""
        names = [re.split(r"[\[<>=!~ ;]", each)[0] for each in (*_extras().get(self.extra, ()), *self.packages)]
        own = [name for name in names if name.startswith(self.spec.replace("_", "-"))]
        return own if self.extra == "peers" or self.packages else names

    def read(self) -> set[str]:
        """The rules and checks that its page has a verdict on."""
        page = self.page.read_text("utf-8")
        if self.packages:
            version = self.packages[0].rpartition("==")[2]
            section = re.search(rf"(<!-- agentscope {re.escape(version)} -->\n)(.*?)(<!-- end -->)", page, re.DOTALL)
            reasons = try_agentscope.reasons(section)
            return {rule for rule, why in reasons.items() if why.strip() and why != try_agentscope.NOT_READ}
        column = judge_peers.COLUMNS[self.id]
        said = {judge_peers.named(cells) for _, cells, _ in judge_peers.rows(page, column) if cells[-2].strip()}
        return said & judge_peers.blamed(page, column)


def libraries() -> Mapping[str, Library]:
    """All of them by id."""
    found = [_of_scope(major, version) for major, version in AGENTSCOPE.items()]
    found += [_of_peer(library, name) for library, name in judge_peers.COLUMNS.items()]
    return {library.id: library for library in found}


def table() -> str:
    """For docs/peers.md, each library with a page of its own: what its adapter's files, its page and the matrix say."""
    matrix = json.loads((ROOT / "docs" / "matrix" / "matrix.json").read_text("utf-8"))
    runs = {each["id"]: each["run"] for each in matrix["implementations"]}
    titles = (
        "library",
        "adapter",
        "with its messages",
        "to judge, of CPU",
        "exchanges",
        "with an error",
        "rules",
        "read",
    )
    apart = [library for library in libraries().values() if library.page.parent.name == "peers"]
    rows = [titles, ["---"] + ["--:"] * 7, *(_row(library, runs.get(library.id)) for library in apart)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _row(library: Library, run: Mapping[str, Any] | None) -> list[str]:
    page = library.page.read_text("utf-8")
    title = page.partition("\n")[0].removeprefix("# ").removesuffix(", judged")
    cells = {judge_peers.named(cells): cells[at].strip() for _, cells, at in judge_peers.rows(page, library.name)}
    own = len((ADAPTERS / library.spec / "__init__.py").read_text("utf-8").splitlines())
    measured = (f"{run['seconds']} s", str(run["rules"]), str(run["read"])) if run else ("–",) * 3
    counts = [cells["exchanges"], cells["with an error"]]
    return [f"[{title}](peers/{library.page.name})", str(own), str(library.lines), measured[0], *counts, *measured[1:]]


def _of_peer(id_: str, name: str) -> Library:
    dashed = id_.replace("_", "-")
    extra = next(extra for extra in (f"peers-{dashed}", dashed, "peers") if extra in _extras())
    return Library(id_, name, id_, judge_peers.page_of(id_), _files(id_), extra)


def _of_scope(major: str, version: str) -> Library:
    other = {f"v{each}.py" for each in AGENTSCOPE if each != major}
    files = tuple(path for path in _files("agentscope") if path.name not in other)
    packages = (f"agentscope=={version}", *try_agentscope.PINS[major])
    page = judge_peers.DOCS / "agentscope.md"
    return Library(f"agentscope-{major}", "AgentScope", "agentscope", page, files, packages=packages)


def _files(adapter: str) -> tuple[Path, ...]:
    return tuple(sorted((ADAPTERS / adapter).rglob("*.py")))


def _quoted(requirement: str) -> str:
    return requirement if re.fullmatch(r"[\w.=-]+", requirement) else f'"{requirement}"'


@cache
def _extras() -> Mapping[str, list[str]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
