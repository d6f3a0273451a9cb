"""What may have been meant by words on pytest's command line: an option that is none, a word that is no file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase

from pytest_promptfmt.common.did_you_mean import nearest

_OPTION = re.compile(r"-+(?P<ours>prom[ptfm]{2,6}(?:[-_]fmt)?[-_]?)?(?P<name>[^=]*)(?P<value>=.*)?", re.DOTALL)
"""One of ours, also where its first word has lost a letter, or got another, or is not there."""
OTHERS: Mapping[str, str] = {
    **dict.fromkeys(("", "formatter", "formatters", "implementation", "module", "adapter", "name", "path"), "impl"),
    **dict.fromkeys(("file", "source", "src", "package", "formatter-file"), "impl"),
    **dict.fromkeys(("format", "formats", "reports", "report-file"), "report"),
    **dict.fromkeys(("update-xfails", "xfail-update", "xfails-write", "write-xfails"), "xfails-update"),
    **dict.fromkeys(("family", "filter", "only"), "case"),
    **dict.fromkeys(("dialect", "provider", "scenario"), "target"),
    **dict.fromkeys(("rule", "rules", "select"), "check"),
    **dict.fromkeys(("own-cases", "cases-dir", "dir"), "corpus"),
    **dict.fromkeys(("out", "output"), "report"),
    **dict.fromkeys(("snapshot-dir", "snapshots-dir"), "snapshots"),
}
"""What others call an option of ours."""
_COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(("level", "fail-under", "min-level", "require"), "'promptfmt certify NAME -o FILE --level LEVEL'"),
    **dict.fromkeys(("certify", "certificate"), "'promptfmt certify NAME -o FILE'"),
    **dict.fromkeys(("verify",), "'promptfmt verify FILE'"),
    **dict.fromkeys(("baseline", "compare"), "'promptfmt compare OLD NEW', on two reports"),
    **dict.fromkeys(("skip", "ignore", "exclude", "deselect"), "--deselect=ID, or an [[xfail]] in promptfmt.toml"),
    **dict.fromkeys(("strict", "fail-on-warnings"), "'promptfmt list rules': a warning fails nothing"),
    **dict.fromkeys(("lang", "language", "bridge", "cmd", "command"), "--promptfmt-impl='cmd:COMMAND'"),
    **dict.fromkeys(("version",), "'promptfmt --version'"),
    **dict.fromkeys(("list",), "'promptfmt list cases' (or rules, targets, models)"),
    **dict.fromkeys(
        ("explain", "why", "show", "validate", "merge", "matrix", "check-bridge"), "'promptfmt {name} {word}'"
    ),
    **dict.fromkeys(("help", "docs", "man", "usage", "info"), "'pytest --help' and 'promptfmt --help'"),
    **dict.fromkeys(("verbose", "v", "debug", "details", "full"), "-v (every cause) or -vv (every failure)"),
    **dict.fromkeys(("quiet", "q", "silent"), "-q"),
    **dict.fromkeys(("workers", "jobs", "parallel", "processes", "n", "j", "threads"), "-n {value}, of pytest-xdist"),
    **dict.fromkeys(("exitfirst", "fail-fast", "failfast", "stop", "bail", "x"), "-x"),
    **dict.fromkeys(("maxfail", "max-failures"), "--maxfail={value}"),
    **dict.fromkeys(("last-failed", "lf", "rerun", "failed"), "--lf"),
    **dict.fromkeys(("dry-run", "collect", "collect-only", "plan"), "--collect-only"),
    **dict.fromkeys(("color", "colour", "colors", "no-color"), "--color=no or --color=yes"),
    **dict.fromkeys(("junit", "junitxml", "xml"), "--junitxml=FILE"),
    **dict.fromkeys(("config", "conf", "rc", "ini"), "the key promptfmt_impl of pytest's ini file, or -c FILE"),
}
"""What is no option of ours, and what does it."""
_REPORTS = ("json", "json-report", "html", "markdown", "badge", "svg")
_SNAPSHOTS = (
    "snapshot-update",
    "updatesnapshot",
    "updatesnapshots",
    "snapshots-update",
    "update-snapshots",
    "update-snapshot",
    "update",
)


def hints(odd: Iterable[str], options: Mapping[str, tuple[str, str]], syrupy: bool) -> dict[str, str]:
    """What pytest says beside a usage error: what was meant by options that it may not have."""
    meant = meant_options([word for word in odd if not (syrupy and word.startswith("--snapshot-"))], options)
    return {"did you mean": meant} if meant else {}


def meant_options(odd: Iterable[str], options: Mapping[str, tuple[str, str]]) -> str:
    """The options, by name with what stands for their value, that may have been meant by some that are none.

    Empty where they are no misspelt options of ours either.
    """
    ours = [found for word in odd if (found := _OPTION.fullmatch(word))]
    meant = " ".join(filter(None, (_option(found, options) for found in ours)))
    return meant or (f"--promptfmt-{{{','.join(options)}}}" if any(found["ours"] for found in ours) else "")


def _option(found: re.Match[str], options: Mapping[str, tuple[str, str]]) -> str:
    name, value = found["name"].replace("_", "-").lower(), found["value"] or ""
    job = name if name in _COMMANDS else next((each for each in ("list", "explain") if name.startswith(f"{each}-")), "")
    if job:
        return _COMMANDS[job].format(name=job, value=value[1:] or "N", word=value[1:] or "…")
    if found[0].startswith("--snapshot-update"):
        return "-p syrupy, whose option it is, and which -p no:syrupy or PYTEST_DISABLE_PLUGIN_AUTOLOAD leaves out"
    if name in _SNAPSHOTS:
        return "--snapshot-update"
    if name in _REPORTS:
        return f"--promptfmt-report={name.removesuffix('-report')}:{value[1:] or 'PATH'}"
    meant = name if name in options else OTHERS.get(name) or (nearest(name, options) if found["ours"] else "")
    if not meant:
        return ""
    placeholder = options[meant][0]
    return f"--promptfmt-{meant}" + ((value or f"={placeholder}") if placeholder else "")


def meant_word(word: str, impl: bool, targets: Collection[str], cases: Collection[str]) -> str:
    """What may have been meant by a word that is no file: the value of an option, of `impl` where none is given."""
    dashed = re.sub(r"^[\u2010-\u2015\u2212]+-*", "--", word)  # which an editor makes of two dashes
    slashed = word.replace("\\", "/")
    if dashed != word or (slashed != word and slashed.startswith("promptfmt/")):
        return slashed if dashed == word else dashed
    for name, known in (("target", targets), ("case", cases)):
        if any(fnmatchcase(each, word) for each in known):
            return f"--promptfmt-{name}={word}"
    return f"--promptfmt-impl={word}" if impl and re.fullmatch(r"[\w.]+", word) else ""
