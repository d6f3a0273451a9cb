"""What the plugins of this distribution cost a pytest run that does not use them.

``python benchmarks/startup.py [ROUNDS]`` runs one trivial test again and again, each round once without our plugin and
syrupy's, once with ours, once with syrupy's, in turning order, and prints the medians of the differences within a
round: first as where ``PYTHONDONTWRITEBYTECODE=1`` is set, which keeps pytest from caching the plugins that it has
rewritten, then with that cache.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from statistics import median

NEITHER = ("-p", "no:promptfmt", "-p", "no:syrupy")
VARIANTS = {"neither": NEITHER, "ours": NEITHER[2:], "syrupy": NEITHER[:2]}


def one_run(folder: Path, options: tuple[str, ...], *, cached: bool) -> tuple[float, float]:
    """Wall and CPU seconds of one pytest process."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if not cached:
        env["PYTHONDONTWRITEBYTECODE"] = "1"
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    subprocess.run(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def forget() -> None:
    """Removes what pytest has cached of the two plugins."""
    for package in ("pytest_promptfmt", "syrupy"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        for cached in Path(spec.origin).parent.rglob("*-pytest-*.pyc"):
            cached.unlink()


def measure(folder: Path, rounds: int, *, cached: bool) -> None:
    names = list(VARIANTS)
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for number in range(rounds + 1):
        for name in names[number % 3 :] + names[: number % 3]:
            times = one_run(folder, VARIANTS[name], cached=cached)
            if number:  # the first round fills the caches
                seen[name].append(times)
    wall, cpu = (median(times[i] for times in seen["neither"]) for i in (0, 1))
    how = "cached" if cached else "never cached"
    print(f"{how}: neither {wall * 1e3:.0f} ms wall, {cpu * 1e3:.0f} ms CPU")
    for name in names[1:]:
        pairs = list(zip(seen[name], seen["neither"], strict=True))
        wall, cpu = (median((with_[i] - without[i]) * 1e3 for with_, without in pairs) for i in (0, 1))
        print(f"  {name:8} {wall:+6.1f} ms wall  {cpu:+6.1f} ms CPU   (medians of {rounds} paired differences)")


def list_of_files() -> None:
    """pytest reads the list of files of every installed plugin at every start, blocked or not."""
    times = []
    for _ in range(31):
        started = time.perf_counter()
        count = len(distribution("pytest-promptfmt").files or ())
        times.append(time.perf_counter() - started)
    print(f"reading the distribution's list of {count} files: {median(times) * 1e3:.2f} ms")


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_trivial.py").write_text("def test_trivial():\n    pass\n")
        for cached in (False, True):
            forget()
            measure(Path(folder), rounds, cached=cached)
    list_of_files()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 31)
