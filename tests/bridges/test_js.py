"""bridges/js: what the package for JavaScript sees to, in node where there is one."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.places import ROOT

from pytest_promptfmt.implementation.channel import Broken
from pytest_promptfmt.implementation.command import Command
from pytest_promptfmt.implementation.conformance import Bench, check
from pytest_promptfmt.implementation.protocol import ToldError

PACKAGE = ROOT / "bridges" / "js"
EXAMPLE = PACKAGE / "examples" / "ai-sdk"
GIVEN = {"messages": [{"name": "user", "role": "user", "content": [{"type": "text", "text": "hello"}]}]}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here: apt-get install nodejs")


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Callable[..., Command]]:
    commands = []

    def make(format_: str, claims: str = "") -> Command:
        bridge = tmp_path / "bridge.mjs"
        bridge.write_text(
            f"import {{ serve, Refused, Connects, capture }} from {json.dumps((PACKAGE / 'index.js').as_uri())};\n"
            "import net from 'node:net';\n"
            f"serve({{ 'openai.chat': {{ {claims} format: async (conversation, options) => {{ {format_} }} }} }});\n"
        )
        commands.append(Command("node bridge.mjs", str(tmp_path)))
        commands[-1].words = (*commands[-1].words[:1], str(bridge))
        commands[-1].ready()
        return commands[-1]

    yield make
    for command in commands:
        command.end()


def answer(command: Command, given: Any = GIVEN, **options: Any) -> Any:
    return command.ask("openai.chat", given, seconds=20.0, **options)


def told(command: Command) -> tuple[str, str, str]:
    with pytest.raises(ToldError) as caught:
        answer(command)
    return caught.value.kind, caught.value.type, str(caught.value)


PLAIN = "return conversation.messages.map((m) => ({ role: m.role, content: m.content.map((b) => b.text).join('') }));"


def test_it_speaks_the_protocol(asked: Callable[..., Command]) -> None:
    assert {problem for _, problem in check(Bench(asked(PLAIN), 20.0))} == {""}


@pytest.mark.parametrize(
    ("claims", "refuses"),
    [
        ("", ["integers-beyond-2-53"]),
        ("refuses: 'system-later',", ["system-later", "integers-beyond-2-53"]),
        ("refuses: ['integers-beyond-2-53'],", ["integers-beyond-2-53"]),
    ],
)
def test_the_limit_of_the_language_is_declared_beside_ones_own(
    asked: Callable[..., Command], claims: str, refuses: list[str]
) -> None:
    assert asked(PLAIN, claims).ready().formatters == {"openai.chat": {"refuses": refuses}}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("conversation.messages[0].content[0].text = 'x'", "$.messages[0].content[0].text"),
        ("delete conversation.messages[0].role", "$.messages[0].role"),
        ("conversation.messages.push(1)", "$.messages"),
        ("conversation.messages[0].more = undefined", "$.messages[0].more"),
        ("conversation.messages[0].content = {}", "$.messages[0].content"),
        ("conversation.messages[0] = structuredClone(conversation.messages[0])", ""),
        ("Object.keys(conversation)", ""),
    ],
)
def test_a_changed_input_is_told_with_its_place(asked: Callable[..., Command], change: str, place: str) -> None:
    command = asked(f"{change}; return [];")

    assert answer(command) == []
    assert command.account.changed == place


def test_what_is_printed_goes_aside_and_is_told(asked: Callable[..., Command]) -> None:
    command = asked("console.log('one', 2); process.stdout.write('three'); console.error('four'); return [];")

    assert answer(command) == []
    assert command.account.printed == "one 2\nthree"
    assert command.said() == "one 2\nthreefour\n"


def test_what_an_address_holds_is_read_and_no_connection(asked: Callable[..., Command]) -> None:
    command = asked("return await (await fetch(new URL('data:application/json,[7]'))).json();")
    assert answer(command) == [7]


def test_a_client_that_reads_a_data_uri_first_sends_its_request(asked: Callable[..., Command]) -> None:
    command = asked(
        "return await capture(async (fetch) => fetch('https://api.example.com',"
        " { body: await (await fetch('data:application/json,[7]')).text() }));"
    )
    assert answer(command) == [7]


ERRORS = [
    ("throw new Refused('no audio')", ("refused", "Refused", "no audio")),
    ("throw new Error('not so')", ("refused", "Error", "not so")),
    ("null.x", ("raised", "TypeError", "Cannot read properties of null (reading 'x')")),
    ("nowhere", ("raised", "ReferenceError", "nowhere is not defined")),
    ("throw 7", ("raised", "thrown", "7")),
    ("await fetch('https://api.example.com/v1')", ("connects", "Connects", "api.example.com")),
    ("try { await fetch('https://api.example.com') } catch {} return []", ("connects", "Connects", "api.example.com")),
    ("net.connect(443, 'api.example.com')", ("connects", "Connects", "api.example.com:443")),
    ("throw new Error('behind', { cause: new Connects('there') })", ("connects", "Error", "there")),
    (
        "throw new Error('failed', { cause: new TypeError('no x') })",
        ("refused", "Error", "failed (from TypeError: no x)"),
    ),
    ("throw new Error('no x, failed', { cause: new Error('no x') })", ("refused", "Error", "no x, failed")),
    ("setTimeout(() => { throw new Refused('late') }); await new Promise(() => 0)", ("refused", "Refused", "late")),
    ("Promise.reject(new Refused('aside')); await new Promise(() => 0)", ("refused", "Refused", "aside")),
    ("return [NaN]", ("raised", "TypeError", "the payload holds NaN, which is no JSON")),
    ("return [() => 1]", ("raised", "TypeError", "the payload holds a function, which is no JSON")),
    ("const a = []; a.push(a); return a", ("raised", "TypeError", "Converting circular structure to JSON")),
]


@pytest.mark.parametrize(("code", "expected"), ERRORS, ids=[code[:40] for code, _ in ERRORS])
def test_an_error_is_what_it_is(asked: Callable[..., Command], code: str, expected: tuple[str, str, str]) -> None:
    kind, type_, message = told(asked(f"{code};"))

    assert (kind, type_, message[: len(expected[2])]) == expected


def test_an_error_has_its_place(asked: Callable[..., Command]) -> None:
    with pytest.raises(ToldError) as caught:
        answer(asked("throw new Refused('here')"))

    assert caught.value.where.startswith("bridge.mjs:3")


def test_numbers(asked: Callable[..., Command]) -> None:
    """A language of doubles rounds what it is given, and says so; a BigInt of its own goes out in full."""
    command = asked("return [conversation.messages[0].n, 123456789012345678901234567890n, -5n];")

    assert answer(command, {"messages": [{"n": 2**53 + 1}]}) == [2**53, 123456789012345678901234567890, -5]
    assert command.account.rounds


def test_it_counts(asked: Callable[..., Command]) -> None:
    command = asked(
        "return [options.budget, await options.count([1]), await options.count([1, 2])];", "truncation: 'drop',"
    )

    assert answer(command, budget=9, count=len) == [9, 1, 2]


def test_who_ends_the_process_costs_the_exchange(asked: Callable[..., Command]) -> None:
    command = asked("if (conversation.messages.length) process.exit(3); return [];")

    with pytest.raises(Broken, match="exit status 3"):
        answer(command)
    assert answer(command, {"messages": []}) == []


@pytest.mark.parametrize(
    "call",
    [
        "fetch('https://a.example', { method: 'POST', body: '{\"n\": 1}' })",
        "fetch(new URL('https://a.example'), { method: 'POST', body: new TextEncoder().encode('{\"n\": 1}') })",
        "fetch(new Request('https://a.example', { method: 'POST', body: '{\"n\": 1}' }))",
        "fetch('https://a.example', { method: 'POST', body: new Blob(['{\"n\": 1}']) }).catch(() => 0)",
    ],
)
def test_a_request_is_captured(asked: Callable[..., Command], call: str) -> None:
    assert answer(asked(f"return capture((fetch) => {call});")) == {"n": 1}


def test_a_client_has_nothing_to_try_again(asked: Callable[..., Command]) -> None:
    """After an error of the network it would, and wait: after a refusal it does not."""
    sent = "await fetch('https://a.example', { method: 'POST', body: JSON.stringify({ n: ++n }) })"
    tries = f"for (;;) try {{ return {sent}; }} catch {{}}"
    assert answer(asked(f"let n = 0; return capture(async (fetch) => {{ {tries} }});")) == {"n": 1}


def test_a_client_that_fails_or_sends_nothing_says_so(asked: Callable[..., Command]) -> None:
    assert told(asked("return capture(() => { throw new Refused('first') });"))[2] == "first"
    assert "the client sent no request" in told(asked("return capture(() => 1);"))[2]


def test_the_package_is_ready(tmp_path: Path) -> None:
    """What it ships is there, is JavaScript, and every name that it exports has a type."""
    package = json.loads((PACKAGE / "package.json").read_text())
    code = "import(process.argv[1]).then((found) => console.log(Object.keys(found).join(' ')))"
    done = subprocess.run(
        ["node", "-e", code, (PACKAGE / "index.js").as_uri()], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    types = (PACKAGE / "index.d.ts").read_text()

    assert [name for name in package["files"] if not (PACKAGE / name).is_file()] == []
    assert {"capture", "difference", "serve", "Refused", "Connects"} == set(done.stdout.split())
    assert [n for n in done.stdout.split() if f"function {n}(" not in types and f"class {n} " not in types] == []


installed = pytest.mark.skipif(
    not (EXAMPLE / "node_modules" / "ai").is_dir(),
    reason="the AI SDK is not installed: cd bridges/js/examples/ai-sdk && npm install",
)


@installed
def test_the_ai_sdk_answers_for_every_target() -> None:
    command = Command("node bridge.js", str(EXAMPLE))
    try:
        hello = command.ready()
        payloads = {target: command.ask(target, GIVEN, seconds=20.0) for target in hello.formatters}
    finally:
        command.end()

    pinned = json.loads((EXAMPLE / "package.json").read_text())["dependencies"]["ai"]
    assert (hello.name, hello.version) == ("ai-sdk", pinned)
    assert len(payloads) == 6
    assert {target for target, payload in payloads.items() if "hello" not in json.dumps(payload)} == set()
