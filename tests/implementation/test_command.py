"""What stands behind ``cmd:``: found, started, its hello read; what is wrong with it is said with a remedy."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.bridges import HELLO, bridge

from pytest_promptfmt.common.doubles import as_doubles
from pytest_promptfmt.implementation import ImplementationError
from pytest_promptfmt.implementation.command import Remote, words_of
from pytest_promptfmt.implementation.location import location
from pytest_promptfmt.implementation.protocol import NoStart
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.implementation.source import source_digest
from pytest_promptfmt.implementation.spec import slugify, slugs


def test_a_command_is_an_implementation(tmp_path: Path) -> None:
    spec = f"cmd:{bridge(tmp_path)}"
    found = resolve(spec, tmp_path)
    entry = found.formatters["openai.chat"]
    assert isinstance(entry, Remote)
    entry.command.end()

    assert (found.spec, found.source, found.version) == (spec, spec, "small 1.0")
    assert found.claim("openai.chat").blocks == frozenset()
    assert location(found, "openai.chat") == (tmp_path / "bridge.py", 1)


def says(text: str) -> str:
    return f"cmd:echo {shlex.quote(text)}"


ERRORS = [
    ("cmd:", "there is no command behind cmd:"),
    ("cmd:'half", "cannot be split as a shell splits words"),
    ("cmd:no-such-program-here x", "it is not on the PATH"),
    ("cmd:./missing x", "there is no program of that name"),
    ("cmd:a\0b", "cannot be run"),
    ("cmd:true", "it said no hello: its process ended (exit status 0)"),
    ("cmd:sh -c 'echo because >&2; exit 3'", "(exit status 3); on standard error: because"),
    ("cmd:sleep 100", "it said no hello within 0.3 seconds"),
    (says("hello"), "its first line is no hello"),
    (says("[1]"), "is no object"),
    (says("{}"), "names no protocol (the key 'promptfmt')"),
    (says('{"promptfmt": 2}'), "names protocol 2, and this kit speaks protocol 1"),
    (says('{"promptfmt": true}'), "names protocol True"),
    (says('{"promptfmt": 1}'), "has no name"),
    (says('{"promptfmt": 1, "name": "a", "version": 1}'), "the version in its hello is no string"),
    (says('{"promptfmt": 1, "name": "a"}'), "has no object 'formatters'"),
    (says('{"promptfmt": 1, "name": "a", "formatters": {}}'), "FORMATTERS is empty"),
    (says('{"promptfmt": 1, "name": "a", "formatters": {"opnai.chat": {}}}'), "did you mean 'openai.chat'"),
    (says('{"promptfmt": 1, "name": "a", "formatters": {"openai.chat": 1}}'), "is no mapping, but int"),
    (says('{"promptfmt": 1, "name": "a", "formatters": {"openai.chat": {"block": []}}}'), "did you mean 'blocks'"),
]


@pytest.mark.parametrize(("spec", "words"), ERRORS, ids=range(len(ERRORS)))
def test_what_is_no_command_is_said(spec: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "sleep" in spec:
        monkeypatch.setattr("pytest_promptfmt.implementation.command.PATIENCE", 0.3)
    with pytest.raises(ImplementationError) as caught:
        resolve(spec, tmp_path)

    assert words in str(caught.value)
    assert str(caught.value).startswith(repr(spec))


def test_a_command_has_a_slug_of_its_words() -> None:
    assert slugify("cmd:node ./Bridge/impl.js") == "cmd-node-bridge-impl-js"
    assert slugify("cmd:python -m a:b") == "cmd-python-m-a-b"
    assert slugs(["cmd:x y", "cmd:x/y.py"]) == ["cmd-x-y", "cmd-x-y-py"]


def digest(command: str, folder: Path) -> str:
    found = resolve(f"cmd:{command}", folder)
    for entry in found.formatters.values():
        assert isinstance(entry, Remote)
        entry.command.end()
    return source_digest(found.origin)


def test_the_digest_is_of_the_files_that_a_command_names_and_of_their_project(tmp_path: Path) -> None:
    command = bridge(tmp_path)
    alone = digest(command, tmp_path)
    (tmp_path / "beside.js").write_text("1")
    same = digest(command, tmp_path)
    (tmp_path / "package.json").write_text("{}")
    project = digest(command, tmp_path)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "a.js").write_text("1")
    installed = digest(command, tmp_path)
    (tmp_path / "beside.js").write_text("2")
    changed = digest(command, tmp_path)

    assert alone == same
    assert project == installed
    assert len({alone, project, changed}) == 3


def test_a_program_without_a_file_has_no_digest(tmp_path: Path) -> None:
    assert digest(f"{shlex.quote(sys.executable)} -c {shlex.quote(f'print({HELLO!r})')}", tmp_path) == ""


@pytest.mark.slow
def test_a_command_goes_when_the_kit_is_killed(tmp_path: Path) -> None:
    """Also one that hangs, and does not look at its standard input."""
    hanging = bridge(
        tmp_path, ("import json\n", f"import json, os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n")
    )
    waiting = bridge(tmp_path, name="other.py").split()[0]
    code = (
        "import sys, time; from pathlib import Path; from pytest_promptfmt.implementation.resolve import resolve\n"
        "found = resolve(sys.argv[1], Path('.')); print('ready', flush=True); time.sleep(100)"
    )
    text = (
        (tmp_path / "bridge.py")
        .read_text()
        .replace("for line in sys.stdin:", "time.sleep(100)\nfor line in sys.stdin:")
    )
    (tmp_path / "bridge.py").write_text(text)
    kit = subprocess.Popen([waiting, "-c", code, f"cmd:{hanging}"], stdout=subprocess.PIPE, cwd=tmp_path)
    assert kit.stdout is not None
    assert kit.stdout.readline() == b"ready\n"
    kit.kill()
    kit.wait()
    kit.stdout.close()
    pid = int((tmp_path / "pid").read_text())
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("it is still there")


def test_numbers_are_rounded_as_javascript_spells_them() -> None:
    given = {"n": [2**53, 2**53 + 1, -(2**53) - 1, 2**60 + 1, 123456789012345678901234567890, True, 10**400]}

    assert as_doubles(given) == {
        "n": [2**53, 2**53, -(2**53), 1152921504606847000, 1.2345678901234568e29, True, None],
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cd sub && true", "'&&' is a shell's"),
        ("true | tee log", r"'\|' is a shell's"),
        ("MODE=x true", "'MODE=x' is a shell's"),
        ("true.py", r"chmod \+x true\.py.*'\./true\.py'.*cmd:python true\.py"),
    ],
)
def test_the_words_of_a_shell_and_a_file_that_is_no_program_are_told(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "true.py").write_text("")

    with pytest.raises(NoStart, match=told):
        words_of(text, str(tmp_path))


@pytest.mark.parametrize("text", ["true 'a && b'", 'true "x|y" --mode=z', "true --if='(a;b)'", "true a#b"])
def test_what_is_quoted_is_no_shells(text: str, tmp_path: Path) -> None:
    assert words_of(text, str(tmp_path))[1:]
