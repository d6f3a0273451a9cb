"""What is done beside formatting; the kit notices it, and the other cases find everything as it was."""

from hostile.behaviour import ANY, GREEN, Hostile

LEFT, CHANGED, PROCESS = ("purity.left-file",), ("purity.changed-file",), ("purity.changed-process",)
FILE = {"data.txt": "as it was", "folder/data.txt": "as it was"}


def left(name: str, deed: str, **more: object) -> Hostile:
    return Hostile(name, deed, LEFT, **more)  # type: ignore[arg-type]


def changed(name: str, deed: str, finds: tuple[str, ...] = CHANGED) -> Hostile:
    """A file that was there; what is made of it later is the formatter's own affair."""
    return Hostile(name, deed, finds, files=FILE)


def process(name: str, deed: str, each: str = "") -> Hostile:
    """The others look (`each`) whether it is undone."""
    return Hostile(name, deed, PROCESS, each=each)


def started(name: str, deed: str, **more: object) -> Hostile:
    """A warning: what the other process does, nobody sees, and what becomes of files meanwhile may be anybody's."""
    return Hostile(name, deed, ("purity.started-process",), status=GREEN, **more)  # type: ignore[arg-type]


def later(name: str, deed: str) -> Hostile:
    """A thread does it, while other cases are formatted; none of them is blamed."""
    code = "def late():\n    for n in range(60):\n        time.sleep(0.01)\n        " + deed
    start = "if not RUNNING: RUNNING.append(threading.Thread(target=late, daemon=True)); RUNNING[0].start()"
    return Hostile(name, start, before=code + "\nRUNNING = []", each="time.sleep(0.05)", status=(0, 1), may=("*",))


ENVIRONMENT = "if 'HOSTILE_X' in os.environ or not os.environ.get('PATH'): raise RuntimeError('environment')"
DIRECTORY = "if not os.path.exists('fmt.py'): raise RuntimeError('directory')"
MASK = "mask = os.umask(0); os.umask(mask)\nif mask == 0o777: raise RuntimeError('mask')"

TABLE = (
    left("file-relative", "open('left.txt', 'w').close()"),
    left("file-absolute", "open(HERE + '/left.txt', 'w').close()"),
    left("file-by-os-open", "os.close(os.open('left.txt', os.O_CREAT | os.O_WRONLY))"),
    left("file-by-pathlib", "import pathlib; pathlib.Path('left.txt').touch()"),
    left("file-by-copy", "import shutil; shutil.copy(__file__, 'left.txt')"),
    left(
        "file-by-sqlite",
        "import sqlite3\nc = sqlite3.connect('left.db'); c.execute('create table if not exists t(a)')"
        "; c.commit(); c.close()",
    ),
    left("file-by-mkstemp", "import tempfile; os.close(tempfile.mkstemp()[0])"),
    left("file-by-shelve", "import shelve; shelve.open('left').close()"),
    started("file-by-process", "os.system('echo x > left.txt')"),
    started(
        "file-by-fork",
        "if (pid := os.fork()) == 0:\n    open('left.txt', 'w').close(); os._exit(0)\nos.waitpid(pid, 0)",
    ),
    left("file-with-odd-name", "open('l\\x1b[2Jeft\\n::error::.txt', 'w').close()", never=("\x1b[2J",)),
    left("file-with-undecodable-name", "open(b'left-\\xff.txt', 'w').close()"),
    left(
        "file-by-thread-that-is-joined",
        "t = threading.Thread(target=lambda: open('left.txt', 'w').close()); t.start(); t.join()",
    ),
    left("directory", "os.makedirs('left', exist_ok=True)"),
    left("temporary-directory", "import tempfile; tempfile.mkdtemp()"),
    Hostile(
        "temporary-directory-kept-for-all-calls",
        "KEPT or KEPT.append(tempfile.mkdtemp())",
        LEFT,
        before="import tempfile\nKEPT = []",
        each="if KEPT and not os.path.isdir(KEPT[0]): raise RuntimeError('it is gone')",
    ),
    left("symbolic-link", "with contextlib.suppress(FileExistsError): os.symlink(__file__, 'left')"),
    left("symbolic-link-loop", "with contextlib.suppress(FileExistsError): os.symlink('left', 'left')"),
    left("hard-link", "with contextlib.suppress(FileExistsError): os.link('data.txt', 'left')", files=FILE),
    left("directory-forest", "os.makedirs('left/a/b/c', exist_ok=True); open('left/a/b/c/d', 'w').close()"),
    changed("file-deleted", "with contextlib.suppress(FileNotFoundError): os.unlink('data.txt')"),
    changed("file-overwritten", "open('data.txt', 'w').write('other')"),
    changed("file-overwritten-by-as-many-bytes", "open('data.txt', 'w').write('it is now')"),
    changed("file-appended", "open('data.txt', 'a').write('more')"),
    changed("file-truncated", "os.truncate('data.txt', 0)"),
    changed("file-truncated-by-open", "open('data.txt', 'w').close()"),
    changed(
        "file-renamed",
        "with contextlib.suppress(FileNotFoundError): os.rename('data.txt', 'moved.txt')",
        ("purity.changed-file", "purity.left-file"),
    ),
    changed(
        "file-replaced",
        "open('new.txt', 'w').close()\nwith contextlib.suppress(OSError): os.replace('new.txt', 'data.txt')",
    ),
    changed("file-made-executable", "os.chmod('data.txt', 0o777)", ("purity.changed-*",)),
    changed("file-made-executable-by-descriptor", "with open('data.txt', 'r+') as f: os.fchmod(f.fileno(), 0o777)"),
    started("file-deleted-by-process", "os.system('rm -f data.txt')", files=FILE),
    changed(
        "file-written-through-a-map",
        "import mmap\nwith open('data.txt', 'r+b') as f, mmap.mmap(f.fileno(), 0) as m: m[0] = 65",
    ),
    changed("own-source-overwritten", "open(__file__, 'a').write('\\n')"),
    changed("folder-removed", "import shutil; shutil.rmtree('folder', ignore_errors=True)", ("purity.changed-*",)),
    Hostile(
        "file-of-the-case-before-is-there",
        "os.unlink('data.txt') if os.path.exists('data.txt') else None",
        ("purity.*",),
        files=FILE,
    ),
    process("environment-set", "os.environ['HOSTILE_X'] = '1'", ENVIRONMENT),
    process("environment-deleted", "os.environ.pop('PATH', None)", ENVIRONMENT),
    process("environment-cleared", "os.environ.clear()", ENVIRONMENT),
    process("environment-by-putenv", "os.putenv('HOSTILE_X', '1')"),
    process("environment-by-unsetenv", "os.unsetenv('PATH')"),
    process("environment-replaced", "os.environ = {}", ENVIRONMENT),
    process("directory-changed", "os.chdir('/')", DIRECTORY),
    process("directory-changed-by-descriptor", "d = os.open('/', os.O_RDONLY); os.fchdir(d); os.close(d)", DIRECTORY),
    process(
        "directory-removed", "os.makedirs('gone', exist_ok=True); os.chdir('gone'); os.rmdir('../gone')", DIRECTORY
    ),
    process("umask", "os.umask(0o777)", MASK),
    started("subprocess", "import subprocess; subprocess.run(['true'])"),
    started("subprocess-left-running", "import subprocess; subprocess.Popen(['sleep', '5'])"),
    started("shell", "os.system('true')"),
    started("popen", "os.popen('true').close()"),
    started("fork", "pid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0)"),
    started("posix-spawn", "os.waitpid(os.posix_spawn('/bin/true', ['true'], os.environ), 0)"),
    started(
        "multiprocessing",
        "import multiprocessing\np = multiprocessing.get_context('fork').Process(target=int); p.start(); p.join()",
    ),
    Hostile("locale", "import locale; locale.setlocale(locale.LC_ALL, 'C')", status=(0, 1), may=("*",)),
    Hostile("standard-output-replaced", "import io; sys.stdout = io.StringIO()", status=(0, 1), may=("*",)),
    Hostile("standard-output-closed", "sys.stdout.close()", status=(0, 1), may=("*",)),
    Hostile("path-cleared", "sys.path.clear()", status=(0, 1), spares=False, reports=False),
    Hostile(
        "modules-deleted", "[sys.modules.pop(m) for m in list(sys.modules) if 'json' in m]", status=(0, 1), may=("*",)
    ),
    Hostile("builtins-open-replaced", "import builtins; builtins.open = None", status=ANY, spares=False, reports=False),
    Hostile("time-replaced", "time.monotonic = time.time = time.perf_counter = lambda: 0.0", status=(0, 1), may=("*",)),
    Hostile(
        "daemon-thread-left",
        "threading.Thread(target=time.sleep, args=[30], daemon=True).start()",
        ("purity.left-thread",),
        status=GREEN,
    ),
    Hostile(
        "thread-left", "threading.Thread(target=time.sleep, args=[3]).start()", ("purity.left-thread",), status=GREEN
    ),
    Hostile(
        "twenty-threads-left",
        "for _ in range(20): threading.Thread(target=time.sleep, args=[3], daemon=True).start()",
        ("purity.left-thread",),
        status=GREEN,
    ),
    later("later-prints", "print('late')"),
    later("later-leaves-files", "open(f'late-{n}', 'w').close()"),
    later(
        "later-connects",
        "import socket\n        with contextlib.suppress(Exception): socket.create_connection(('127.0.0.1', 9), 0.1)",
    ),
    later("later-changes-the-environment", "os.environ[f'HOSTILE_{n}'] = '1'"),
    later("later-changes-the-directory", "os.chdir('/')"),
    later("later-starts-processes", "os.system('true')"),
    later("later-raises", "raise RuntimeError('late')"),
    later("later-sends-a-signal", "signal.raise_signal(signal.SIGALRM) if n == 30 else None"),
)
