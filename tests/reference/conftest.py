"""What the tests of the reference share."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.agentscope_v0 import IMAGE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with files of some names and a directory that is named like a picture."""
    monkeypatch.chdir(tmp_path)
    for name in ("pic.png", "PIC.JPG", "a b.jpeg", "pic.gif", "pic.webp", ".png", "pic.bmp", "pic", "s.mp3", "v.mp4"):
        (tmp_path / name).write_bytes(IMAGE)
    (tmp_path / "folder.png").mkdir()
    return tmp_path
