"""What tests of the peers' page share: the script that counts, and the releases that are pinned."""

from __future__ import annotations

import tomllib
from importlib import util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def _script() -> ModuleType:
    spec = util.spec_from_file_location("judge_peers", ROOT / "scripts" / "judge_peers.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _releases() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    pinned = (line.partition("==") for line in (*extras["peers"], *extras["litellm"]) if "==" in line)
    return {name.partition("[")[0]: release for name, _, release in pinned}


judge_peers = _script()
RELEASES = _releases()
"""The libraries' pinned releases, by the names of their packages."""
