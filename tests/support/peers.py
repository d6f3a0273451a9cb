"""What tests of the peers' pages share: the releases that are pinned."""

from __future__ import annotations

import tomllib

from support.places import ROOT


def _pins(extra: list[str]) -> dict[str, str]:
    pinned = (line.partition("==") for line in extra if "==" in line)
    return {name.partition("[")[0]: release for name, _, release in pinned}


_EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]

RELEASES = _pins(_EXTRAS["peers"] + _EXTRAS["litellm"])
"""The libraries' pinned releases on docs/peers.md, by the names of their packages."""

OWN = {
    name.removeprefix("peers-").replace("-", "_"): _pins(extra)
    for name, extra in _EXTRAS.items()
    if name.startswith("peers-")
}
"""By library, those of its own page: the first is the library's, the others are what it sends with."""
