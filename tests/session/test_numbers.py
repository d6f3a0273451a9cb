"""Numbers that are none, or that nobody can mean: a clear message, and 4 of pytest or 2 of promptfmt."""

from __future__ import annotations

import argparse
from importlib import import_module

import pytest
from support.kits import Kit

from pytest_promptfmt.cli import COMMANDS, main

ODD = ["-1", "nan", "inf", "-inf", "1e400", "text", "", "0x10"]
NUMBERS = {
    ("mutants", "--jobs"): ["0", "1.5", "9" * 5_000, *ODD],
    ("mutants", "--payloads"): ["0", "1.5", "9" * 5_000, *ODD],
    ("certify mypkg -o c.json", "--timeout"): ODD,
    ("verify c.json", "--timeout"): ODD,
    ("check-bridge true", "--timeout"): ODD,
}


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [(command, option, value) for (command, option), values in NUMBERS.items() for value in values],
)
def test_the_command_refuses_it(command: str, option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), f"{option}={value}"])

    assert ended.value.code == 2
    assert f"argument {option}: {value[:50]!r}"[:-1] in capsys.readouterr().err


def test_every_option_with_a_number_is_here() -> None:
    parsers = argparse.ArgumentParser().add_subparsers()
    for module in COMMANDS.values():
        import_module(f"pytest_promptfmt.commands.{module}").add(parsers)
    assert list(parsers.choices) == list(COMMANDS)
    found = {
        (name, action.option_strings[-1])
        for name, parser in parsers.choices.items()
        for action in parser._actions
        if action.type is not None and isinstance(action.default, (int, float))
    }

    assert found == {(command.split()[0], option) for command, option in NUMBERS}


@pytest.mark.parametrize("value", ODD)
def test_a_run_refuses_it(kit: Kit, value: str) -> None:
    result = kit.run(f"--promptfmt-timeout={value}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --promptfmt-timeout=*: a number of seconds, or 0 for none"])
