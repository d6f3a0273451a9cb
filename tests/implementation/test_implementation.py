from pathlib import Path

import pytest

from pytest_promptfmt.implementation import ImplementationError, TwoStep, from_object
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.implementation.spec import slugify, slugs

OPENAI = "def f(conversation):\n    return []\nFORMATTERS = {'openai.chat': f}\n"
RAISING = """
from collections.abc import Mapping

class Odd(Mapping):
    def __len__(self): return 1
    def __iter__(self): raise SystemExit(0)
    def __getitem__(self, key): return 1

"""


@pytest.fixture(autouse=True)
def _own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", list(__import__("sys").path))


@pytest.mark.parametrize(
    ("spec", "slug"),
    [
        ("mypkg", "mypkg"),
        ("MyPkg.formatters", "mypkg-formatters"),
        ("mypkg:TABLE", "mypkg-table"),
        ("path/to/My_File.py", "my-file"),
        ("./file.py:Thing", "file-thing"),
        (r"C:\work\file.py", "work-file"),
        ("adapter:agentscope", "adapter-agentscope"),
    ],
)
def test_a_slug_has_only_small_letters_digits_and_dashes(spec: str, slug: str) -> None:
    assert slugify(spec).endswith(slug.removeprefix("work-"))


def test_colliding_slugs_are_numbered_in_order() -> None:
    assert slugs(["a.py", "b/a.py", "a"]) == ["a", "a-2", "a-3"]


def test_a_path_is_loaded_from_the_directory(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OPENAI)

    assert list(resolve("mine.py", tmp_path).formatters) == ["openai.chat"]


def test_a_path_with_an_attribute(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OPENAI + "class Thing:\n    FORMATTERS = {'gemini.chat': f}\n")

    assert list(resolve("./mine.py:Thing", tmp_path).formatters) == ["gemini.chat"]


def test_two_versions_of_a_package_are_two(tmp_path: Path) -> None:
    """Also where they import their own modules, at once and later."""
    for version in ("v1", "v2"):
        package = tmp_path / version / "pkg"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("from .sub import chat\nFORMATTERS = {'openai.chat': chat}\n")
        (package / "sub.py").write_text("def chat(_):\n    from . import late\n    return late.WHO\n")
        (package / "late.py").write_text(f"WHO = {version!r}\n")
    both = [resolve(f"./{version}/pkg", tmp_path) for version in ("v1", "v2")]

    assert [each.formatters["openai.chat"](None) for each in both] == ["v1", "v2"]  # type: ignore[operator]


def test_a_module_is_found_in_the_directory(tmp_path: Path) -> None:
    (tmp_path / "found_here.py").write_text(OPENAI + "__version__ = '1.2'\n")

    implementation = resolve("found_here", tmp_path)

    assert implementation.slug == "found-here"
    assert implementation.version == "1.2"


def test_a_table_may_be_named_itself(tmp_path: Path) -> None:
    (tmp_path / "tables.py").write_text("OTHER = {'openai.chat': lambda conversation: []}\n")

    assert list(resolve("tables:OTHER", tmp_path).formatters) == ["openai.chat"]


@pytest.mark.parametrize(
    ("spec", "files", "says"),
    [
        ("nothing.py", {}, "there is no file 'nothing.py'"),
        ("no_such_module_here", {}, "no module that can be imported"),
        ("agentscop", {}, "did you mean 'agentscope'"),
        ("broken", {"broken.py": "import does_not_exist_either\n"}, "No module named 'does_not_exist_either'"),
        ("leaves", {"leaves.py": "import sys\nsys.exit(3)\n"}, "SystemExit: 3"),
        ("typo", {"typo.py": "x = = 1\n"}, "SyntaxError"),
        ("empty_table", {"empty_table.py": "FORMATTERS = {}\n"}, "FORMATTERS is empty"),
        ("no_table", {"no_table.py": ""}, "has no table FORMATTERS"),
        ("near", {"near.py": "FORMATTERS = {'opnai.chat': print}\n"}, "did you mean 'openai.chat'"),
        ("value", {"value.py": "FORMATTERS = {'openai.chat': 3}\n"}, "neither callable nor an object with prepare()"),
        ("own_attribute:Thin", {"own_attribute.py": "Thing = 1\n"}, "did you mean 'Thing'"),
        ("adapter:nobody", {}, "there is no adapter 'nobody'"),
        (
            "claims",
            {"claims.py": OPENAI + "CAPABILITIES = {'openai.chat': {'blocks': ['tools']}}\n"},
            "did you mean 'tool'",
        ),
        (
            "claims2",
            {"claims2.py": OPENAI + "CAPABILITIES = {'openai.chat': {'layers': 'sdk'}}\n"},
            "did you mean 'layer'",
        ),
        (
            "claims3",
            {"claims3.py": OPENAI + "CAPABILITIES = {'gemini.chat': {}}\n"},
            "FORMATTERS has no such target",
        ),
        ("shipped", {"shipped.py": OPENAI + "XFAILS = 'missing.toml'\n"}, "XFAILS cannot be read"),
        (
            "shipped2",
            {"shipped2.py": OPENAI + "XFAILS = 'latin.toml'\n", "latin.toml": "\ud8ff"},
            "XFAILS cannot be read",
        ),
        ("shipped3", {"shipped3.py": OPENAI + "XFAILS = '.'\n"}, "XFAILS cannot be read"),
        ("shipped4", {"shipped4.py": OPENAI + "XFAILS = 'a\\0b'\n"}, "XFAILS cannot be read"),
        ("shipped5", {"shipped5.py": OPENAI + "XFAILS = ['a']\n"}, "XFAILS is the path of a file, not list"),
        ("claims4", {"claims4.py": OPENAI + "CAPABILITIES = ['openai.chat']\n"}, "CAPABILITIES is list, and it maps"),
        ("claims5", {"claims5.py": OPENAI + "CAPABILITIES = ''\n"}, "CAPABILITIES is str, and it maps"),
        ("claims6", {"claims6.py": OPENAI + "CAPABILITIES = {'openai.chat': None}\n"}, "is no mapping, but NoneType"),
        (
            "claims7",
            {"claims7.py": OPENAI + "CAPABILITIES = {'openai.chat': {'blocks': 5}}\n"},
            "a list of names, not int",
        ),
        ("claims8", {"claims8.py": OPENAI + "CAPABILITIES = {'openai.chat': {'layer': []}}\n"}, "a name, not list"),
        ("raises", {"raises.py": f"{RAISING}FORMATTERS = Odd()\n"}, "cannot be read: SystemExit: 0"),
        ("raises2", {"raises2.py": f"{OPENAI}{RAISING}CAPABILITIES = Odd()\n"}, "cannot be read: SystemExit: 0"),
        ("raises3", {"raises3.py": "def __getattr__(name): raise ValueError(name)\n"}, "cannot be read: ValueError"),
        ("raises4:x", {"raises4.py": "def __getattr__(name): raise ValueError(name)\n"}, "cannot be had: ValueError"),
        ("many", {"many.py": "raise ValueError('x' * 50_000_000)\n"}, "(50,000,000 characters)"),
    ],
)
def test_what_is_no_implementation_is_refused_with_the_remedy(
    spec: str, files: dict[str, str], says: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode("utf-8", "surrogatepass"))

    with pytest.raises(ImplementationError) as error:
        resolve(spec, tmp_path)

    assert says in str(error.value)
    assert spec in str(error.value)


def test_an_object_with_prepare_and_format_is_a_two_step_entry() -> None:
    class Steps:
        def prepare(self, conversation: object) -> object:
            return conversation

        def format(self, native: object) -> object:
            return native

    implementation = from_object({"openai.chat": Steps()})

    assert isinstance(implementation.formatters["openai.chat"], TwoStep)


def test_claims_beyond_the_dialect_are_cut_to_what_it_carries() -> None:
    class Mine:
        FORMATTERS = {"deepseek.chat": print}  # noqa: RUF012
        CAPABILITIES = {"deepseek.chat": {"blocks": ["tool", "video"]}}  # noqa: RUF012

    assert from_object(Mine).claim("deepseek.chat").blocks == {"tool"}


def test_shipped_expected_failures_are_read_beside_the_module(tmp_path: Path) -> None:
    (tmp_path / "known.py").write_text(OPENAI + "XFAILS = 'known.toml'\n")
    (tmp_path / "known.toml").write_text("# nothing\n")

    assert resolve("known", tmp_path).xfails == "# nothing\n"


def test_a_byte_order_mark_is_taken(tmp_path: Path) -> None:
    (tmp_path / "marked.py").write_text(OPENAI + "XFAILS = 'marked.toml'\n")
    (tmp_path / "marked.toml").write_text("\ufeff# nothing\n", "utf-8")

    assert resolve("marked", tmp_path).xfails == "# nothing\n"
