"""What tests of the peers' page share: the releases that are pinned."""

from __future__ import annotations

import tomllib

from support.places import ROOT


def _releases() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    pinned = (line.partition("==") for line in (*extras["peers"], *extras["litellm"]) if "==" in line)
    return {name.partition("[")[0]: release for name, _, release in pinned}


RELEASES = _releases()
"""The libraries' pinned releases, by the names of their packages."""
