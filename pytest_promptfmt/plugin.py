"""pytest hooks: the options, and nothing more. Whoever names no implementation pays for this file and no other."""

import pytest

OPTIONS = {
    "impl": ("NAME", "certify NAME: a module, module:attribute, path/to/file.py or adapter (repeatable)"),
    "target": ("GLOB", "only targets such as 'openai.*' (repeatable)"),
    "case": ("GLOB", "only cases such as 'tools/*' (repeatable)"),
    "check": ("GLOB", "only checks such as 'fidelity' (repeatable)"),
    "xfails": ("FILE", "expected failures (default: promptfmt.toml or [tool.promptfmt] at the rootdir)"),
    "reference": ("NAME", "also hold payloads against the golden ones of NAME, such as agentscope-1.0"),
    "timeout": ("SECONDS", "for each call of a formatter (default: 10; 0: none)"),
}
ONCE = ("xfails", "reference", "timeout")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("promptfmt", "certification of prompt formatters")
    for name, (metavar, text) in OPTIONS.items():
        action = "store" if name in ONCE else "append"
        group.addoption(f"--promptfmt-{name}", action=action, metavar=metavar, help=text)
    parser.addini("promptfmt_impl", "implementations to certify where --promptfmt-impl names none", type="linelist")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    given = any(config.getoption(f"promptfmt_{name}") is not None for name in OPTIONS)
    if given or config.getini("promptfmt_impl"):
        from pytest_promptfmt.session import activate

        activate(config)
