"""What tests of the peers' page share: the releases that are pinned."""

from __future__ import annotations

import tomllib

from support.places import ROOT


def _releases() -> dict[str, dict[str, str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    own = {name.removeprefix("peers-").replace("-", "_"): lines for name, lines in extras.items() if "peers-" in name}
    return {"": _pinned([*extras["peers"], *extras["litellm"]]), **{name: _pinned(own[name]) for name in own}}


def _pinned(lines: list[str]) -> dict[str, str]:
    pinned = (line.partition("==") for line in lines if "==" in line)
    return {name.partition("[")[0]: release for name, _, release in pinned}


BY_PAGE = _releases()
"""The pinned releases by their packages' names: of each library with a page of its own, and under "" the others."""
