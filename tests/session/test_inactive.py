"""Without its option the plugin costs one small module, and leaves nothing about."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pytest_promptfmt

HEAVY = ("syrupy", "jsonschema", "tiktoken", "PIL", "asyncio", "tomllib")

TEST = """
import sys

def test_nothing(request):
    ours = sorted(name for name in sys.modules if name.startswith(("pytest_promptfmt", "promptfmt_")))
    assert ours == ["pytest_promptfmt", "pytest_promptfmt.plugin"]
    assert [name for name in HEAVY if name in sys.modules] == []
    assert request.fixturenames == ["request"]
    assert list(request.node.iter_markers()) == []
    assert not request.config.pluginmanager.has_plugin("promptfmt-run")
    marks = [line.partition("(")[0] for line in request.config.getini("markers") if line.startswith("promptfmt")]
    assert marks == ["promptfmt_cases"]  # which people's own tests may wear in any run
"""


def run(tmp_path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    tmp_path.joinpath("test_own.py").write_text(TEST.replace("HEAVY", repr(HEAVY)))
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    environment = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)


def test_nothing_heavy_is_imported(tmp_path: Path) -> None:
    done = run(tmp_path, "-p", "pytest_promptfmt.plugin")

    assert done.returncode == 0, done.stdout


def test_the_plugin_module_is_small() -> None:
    plugin = Path(pytest_promptfmt.__file__).with_name("plugin.py")

    assert plugin.stat().st_size < 4500


def test_the_help_lists_the_options(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--help")

    for option in ("impl=NAME", "target=GLOB", "case=GLOB", "check=GLOB", "xfails=FILE", "timeout=SECONDS"):
        result.stdout.fnmatch_lines([f"  --promptfmt-{option}*"])
    result.stdout.fnmatch_lines(["  promptfmt_impl (linelist):*"])
