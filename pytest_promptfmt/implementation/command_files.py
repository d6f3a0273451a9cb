"""What a command is made of: the files that its words name, each with the project that it lies in.

A project is the nearest folder above with a manifest; it counts as a whole, with its lock file, without what was
installed, built or hidden. A file without a project counts alone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MANIFESTS = (
    *("package.json", "deno.json", "pyproject.toml", "Cargo.toml", "go.mod", "pom.xml", "build.gradle"),
    *("build.gradle.kts", "Package.swift", "mix.exs", "Gemfile", "composer.json"),
)
_NOT_SOURCE = {"node_modules", "target", "build", "dist", "vendor", "__pycache__", "site-packages", "coverage"}


@dataclass(frozen=True, slots=True)
class CommandFiles:
    """The files that a command names, each with the folder of its project, or else its own."""

    places: tuple[tuple[Path, Path], ...]

    @property
    def file(self) -> Path:
        """The first that the command names."""
        return self.places[0][0]

    def named_files(self) -> list[tuple[str, Path]]:
        """All that counts, each with its name in its project."""
        found: dict[str, Path] = {}
        for file, project in self.places:
            found[file.relative_to(project).as_posix()] = file
            if any((project / name).is_file() for name in MANIFESTS):
                found |= {path.relative_to(project).as_posix(): path for path in _whole(project)}
        return sorted(found.items())


def files_of(words: Sequence[str], directory: Path) -> CommandFiles | None:
    """Those of a command; None where no word names a file, since a program like ``node`` says nothing of its own.

    A command of one word is its own file.
    """
    named = words[1:] or words
    paths = (Path(os.path.abspath(directory / word)) for word in named if "\0" not in word)
    files = tuple((path, _project(path)) for path in paths if os.path.isfile(path))
    return CommandFiles(files) if files else None


def _project(file: Path) -> Path:
    for folder in file.parents:
        if any((folder / name).is_file() for name in MANIFESTS):
            return folder
    return file.parent


def _whole(project: Path) -> list[Path]:
    found = []
    for folder, folders, names in os.walk(project):
        folders[:] = [name for name in folders if name[0] != "." and name not in _NOT_SOURCE]
        found += [Path(folder, name) for name in names if name[0] != "."]
    return [path for path in found if path.is_file()]
