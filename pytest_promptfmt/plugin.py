"""pytest hooks: the options, and nothing more. Whoever names no implementation pays for this file and no other."""

import pytest

OPTIONS = {
    "impl": ("NAME", "certify NAME: a module, module:attribute, path/to/file.py or adapter (repeatable)"),
    "target": ("GLOB", "only targets such as 'openai.*' (repeatable)"),
    "case": ("GLOB", "only cases such as 'tools/*' (repeatable)"),
    "check": ("GLOB", "only checks such as 'fidelity' (repeatable)"),
    "xfails": ("FILE", "expected failures (default: promptfmt.toml or [tool.promptfmt] at the rootdir)"),
    "xfails-update": ("", "write into that file what fails today, and nothing that passes"),
    "revision": ("REVISION", "do not score what came into the corpus later, such as 2026.11"),
    "reference": ("NAME", "also hold payloads against the golden ones of NAME, such as agentscope-1.0"),
    "report": ("FORMAT:PATH", "write a report: json, html, markdown, badge or svg (repeatable)"),
    "snapshots": ("DIR", "hold payloads against snapshots in DIR; --snapshot-update writes them"),
    "model": ("GLOB=MODEL", "the model that targets GLOB write for (repeatable)"),
    "corpus": ("DIR", "cases of your own in DIR, or NAME=DIR (repeatable)"),
    "examples": ("N", "also judge generated conversations, N drawn for each target"),
    "seed": ("SEED", "which ones are drawn (default: 1)"),
    "timeout": ("SECONDS", "for each call of a formatter (default: 10; 0: none)"),
}
_ALIKE = ("prom", "dialect", "level", "fail-under", "update", "snapshot", "html", "json")
ODD = tuple(f"--{name}" for name in (*_ALIKE, *OPTIONS))
ONCE = ("xfails", "revision", "reference", "snapshots", "examples", "seed", "timeout")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("promptfmt", "certification of prompt formatters")
    for name, (metavar, text) in OPTIONS.items():
        if metavar:
            action = "store" if name in ONCE else "append"
            group.addoption(f"--promptfmt-{name}", action=action, metavar=metavar, help=text)
        else:
            group.addoption(f"--promptfmt-{name}", action="store_true", default=None, help=text)
    for name, text in (("impl", "implementations to certify"), ("corpus", "directories of cases of your own")):
        parser.addini(f"promptfmt_{name}", f"{text} where --promptfmt-{name} names none", type="linelist")


def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    known = {f"--promptfmt-{name}" for name in OPTIONS}
    if odd := [arg for arg in args if arg.startswith(ODD) and arg.partition("=")[0] not in known]:
        from pytest_promptfmt.implementation.hints.command_line import hints

        parser.extra_info |= hints(odd, OPTIONS, early_config.pluginmanager.has_plugin("syrupy"))


def _certifies(config: pytest.Config) -> bool:
    given = any(config.getoption(f"promptfmt_{name.replace('-', '_')}") is not None for name in OPTIONS)
    return given or bool(config.getini("promptfmt_impl"))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    if _certifies(config):
        from pytest_promptfmt.asserts import leave_asserts_alone

        config.add_cleanup(leave_asserts_alone())
        from pytest_promptfmt.session.supervision import proven

        return proven(config)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "promptfmt_cases(glob, ...): what promptfmt_case goes over")
    if _certifies(config):
        from pytest_promptfmt.session import activate

        activate(config)
    elif "promptfmt/" in str(config.args):
        from pytest_promptfmt.session.asked.ids import check_ids

        check_ids(config)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "promptfmt_case" in metafunc.fixturenames or metafunc.definition.get_closest_marker("promptfmt_cases"):
        from pytest_promptfmt.session.own_tests import over_cases

        over_cases(metafunc)


@pytest.fixture
def promptfmt_case(request: pytest.FixtureRequest) -> object:
    """A case of the mark promptfmt_cases, or of all."""
    return request.param


@pytest.fixture
def promptfmt_snapshot(request: pytest.FixtureRequest) -> object:
    """syrupy's snapshot, for payloads."""
    from pytest_promptfmt.snapshots.syrupy import assertion

    return assertion(request)
