"""Implementations that end the process, hang or break while they are imported."""

from hostile.behaviour import Hostile

LOUD = (1, 3, 4)
NOT_IMPORTED = r"(?i)(cannot be imported|import|exited|ended)"


def importing(name: str, before: str, **more: object) -> Hostile:
    """Nothing can be judged: no report, no verdicts, and a message."""
    return Hostile(name, before=before, status=LOUD, says=NOT_IMPORTED, spares=False, reports=False, **more)  # type: ignore[arg-type]


TABLE = (
    importing("import-sys-exit-0", "sys.exit(0)"),
    importing("import-system-exit-none", "raise SystemExit"),
    importing("import-os-exit", "os._exit(0)"),
    importing("import-os-exit-bound", "from os import _exit; _exit(0)"),
    importing("import-posix-exit", "import posix; posix._exit(0)"),
    importing("import-libc-exit", "import ctypes; ctypes.CDLL(None).exit(0)"),
    importing("import-execv", "os.execv('/bin/true', ['true'])"),
    importing("import-kill-9", "os.kill(os.getpid(), signal.SIGKILL)"),
    importing("import-segfault", "import ctypes; ctypes.string_at(0)"),
    importing("import-pytest-exit", "import pytest; pytest.exit('done', returncode=0)"),
    importing("import-pytest-skip", "import pytest; pytest.skip('not me', allow_module_level=True)"),
    importing("import-generator-exit", "raise GeneratorExit"),
    importing("import-recursion", "def f(): f()\nf()"),
    importing("import-syntax-error", "def f(:"),
    importing("import-nul", "x = '\\0'\n\0"),
    importing(
        "import-error-whose-text-exits", "class Evil(Exception):\n    def __str__(self): sys.exit(0)\nraise Evil"
    ),
    importing("import-error-of-many-lines", "raise ImportError('\\x1b[2J\\n::error::boo\\n' * 50)", never=("\x1b[2J",)),
    Hostile(
        "import-thread-that-exits",
        before="from os import _exit; threading.Timer(0.8, _exit, [0]).start()",
        each="time.sleep(0.2)",
        status=LOUD,
        spares=False,
        reports=False,
    ),
    Hostile(
        "import-registers-os-exit",
        "return []",
        ("fidelity.*", "schema.*", "exchange.*"),
        before="import atexit; atexit.register(os._exit, 0)",
    ),
    Hostile("import-changes-directory", before="os.chdir('/')", status=(0, 1, 4), spares=False, reports=False),
    Hostile("import-clears-environment", before="os.environ.clear()", status=(0, 1, 4), spares=False, reports=False),
)
