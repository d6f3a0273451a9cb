"""A table of targets becomes an implementation: what is installed here is judged, and else the remedy is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt import TwoStep
from pytest_promptfmt.adapting import Library, Target, imported, made, target, targets

ACME = """
class Client:
    def __init__(self, key):
        self.key = key

class Chat:
    def __init__(self, model, client=None):
        self.model, self.client = model, client
"""
LACKING = "import a_provider_that_nobody_has\n"
CALLED = "class Chat:\n    def __init__(self, **_):\n        raise ImportError('pip install one more')\n"


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a_framework_of_tests"
    folder.mkdir()
    for name, source in {"__init__": "", "acme": ACME, "lacking": LACKING, "called": CALLED}.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)


CLIENT = made("a_framework_of_tests.acme:Client", key="none")
OPENAI = target("openai.chat", "acme:Chat", "tool image", "system-later", model="gpt-4o", client=CLIENT)
GEMINI = target("gemini.multiagent", "lacking:Chat", "tool thinking", model="gemini-2.5-flash")
OLLAMA = target("ollama.chat", "called:Chat", "tool", model="qwen3")


def entry(model: Any, row: Target) -> TwoStep:
    return TwoStep(lambda conversation: (row.dialect, row.thinks), lambda native: (model, native))


def test_a_target_is_there_where_it_can_be_made() -> None:
    formatters, capabilities = targets(
        (OPENAI, GEMINI, OLLAMA), entry, within="a_framework_of_tests", refuses="media-by-path several-systems"
    )

    assert list(formatters) == ["openai.chat"]
    found = formatters["openai.chat"]
    assert isinstance(found, TwoStep)
    model, native = found.format(found.prepare(None))
    assert (model.model, model.client.key, native) == ("gpt-4o", "none", ("openai", False))
    refuses = ["media-by-path", "several-systems", "system-later"]
    assert capabilities == {"openai.chat": {"blocks": ["tool", "image"], "refuses": refuses}}


def test_a_row_knows_its_dialect_and_whether_its_model_thinks() -> None:
    assert (GEMINI.dialect, GEMINI.thinks) == ("gemini", True)
    assert (OLLAMA.dialect, OLLAMA.thinks) == ("ollama", False)


def test_where_nothing_can_be_made_the_error_says_what_is_missing_and_what_to_try() -> None:
    with pytest.raises(ImportError) as told:
        targets((GEMINI, OLLAMA), entry, Library("Acme", "pip install acme-all"), within="a_framework_of_tests")

    assert str(told.value).startswith("Acme: no provider's package is installed (No module named 'a_provider")
    assert str(told.value).endswith("; pip install one more); try pip install acme-all")


def test_what_is_installed_and_lacks_the_class_is_an_error_and_no_missing_package() -> None:
    with pytest.raises(AttributeError, match="Gone"):
        targets((target("openai.chat", "acme:Gone", "tool"),), entry, within="a_framework_of_tests")


def test_what_cannot_be_made_is_told_with_its_target() -> None:
    with pytest.raises(TypeError) as told:
        targets((target("openai.chat", "json:dumps", "tool"),), entry)

    assert told.value.__notes__ == ["as json:dumps was made for openai.chat"]


def test_a_library_that_cannot_be_imported_is_told_with_its_remedy() -> None:
    with pytest.raises(ImportError) as told, imported("Acme", "pip install acme"):
        import a_framework_of_tests.lacking  # type: ignore[import-not-found]  # noqa: F401

    assert str(told.value).startswith("Acme cannot be imported here (No module named 'a_provider_that_nobody_has'")
    assert str(told.value).endswith("; try pip install acme")
    assert told.value.name == "a_provider_that_nobody_has"
    with imported("Acme", "pip install acme") as library:
        pass
    assert library == Library("Acme", "pip install acme")
