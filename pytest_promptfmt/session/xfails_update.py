"""A run with ``--promptfmt-xfails-update``: everything that fails is expected to, and is written down at the end.

The file is the project's: its entries hold for every implementation of the run, so what fails for one of them may be
covered. What an implementation ships itself is left alone, and need not be covered again.
"""

from __future__ import annotations

import tomllib
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_promptfmt.causes import causes
from pytest_promptfmt.causes.blocking import as_failures
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.common.files import save
from pytest_promptfmt.common.text import count
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome
from pytest_promptfmt.xfails import Entry, XfailError
from pytest_promptfmt.xfails.patterns import Atom, Observed
from pytest_promptfmt.xfails.update import Faults, check, updated

EVERYTHING = Entry("*", "*", "*", "new; goes into the file of expected failures")
"""What excuses, in such a run, whatever no entry excuses yet."""


@dataclass(frozen=True, slots=True)
class Updater:
    """`path` is the project's file, which need not exist; `name` is what it is called in messages."""

    path: Path
    name: str
    certifications: Sequence[Certification]

    @property
    def _tool(self) -> bool:
        return self.path.name == "pyproject.toml"

    def check(self) -> None:
        """Raises `XfailError` where it is clear before the run that the file cannot be written."""
        check(self._text(), self.name, tool=self._tool)
        if self.path.exists() and not self.path.stat().st_mode & 0o200:
            raise XfailError(f"{self.name} is read-only, and --promptfmt-xfails-update writes it")
        if not self.path.parent.is_dir():
            raise XfailError(f"{self.name} cannot be written: {self.path.parent} is no directory")

    def write(self, results: Mapping[tuple[str, str, str], Result]) -> str:
        """Writes the file, and says what. Raises `XfailError` and `SaveError`; the file is as it was then."""
        missing = [
            (target, case.id)
            for certification in self.certifications
            for target, case in certification.plan
            if not ((result := results.get((certification.implementation.slug, target, case.id))) and result.verdicts)
        ]
        if missing:
            raise XfailError(
                f"not judged: {count(len(missing), 'exchange')}, such as {' / '.join(missing[0])}; "
                "only a run of everything can tell, without -k, -m, -x, --lf and their like"
            )
        self.check()
        text = self._text()
        observed = observe(self.certifications, results)
        faults = faults_of(self.certifications, results)
        silent = {(target, case) for (_, target, case), result in results.items() if _inconclusive(result)}

        def stays(entry: Entry) -> bool:
            if entry.check.startswith("golden") and not any(
                certification.reference for certification in self.certifications
            ):
                return True
            here = [place for place in observed if entry.concerns(place.target, place.case)]
            covers = any(entry.covers(*error) for place in here for error in place.errors)
            return not covers and any((place.target, place.case) in silent for place in here)

        shipped = [entry for certification in self.certifications for entry in certification.entries if entry.shipped]
        today = self.certifications[0].today
        update = updated(text, self.name, observed, faults, today, tool=self._tool, shipped=shipped, stays=stays)
        if update.text != text:
            mark = "\ufeff" if self.path.exists() and self.path.read_bytes().startswith(BOM_UTF8) else ""
            save(self.path.resolve(), mark + update.text)
        return update.summary(self.name)

    def _text(self) -> str:
        try:
            return self.path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise XfailError(f"{self.name} cannot be read: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise XfailError(f"{self.name} is not UTF-8") from error


def observe(certifications: Sequence[Certification], results: Mapping[tuple[str, str, str], Result]) -> list[Observed]:
    """What came of each target and case over all implementations."""
    errors: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    needed: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    passes: dict[tuple[str, str], set[str]] = defaultdict(set)
    places: dict[tuple[str, str], None] = {}
    for certification in certifications:
        shipped = [entry for entry in certification.entries if entry.shipped and not entry.expired(certification.today)]
        for target, case in certification.plan:
            place = (target, case.id)
            places[place] = None
            result = results[certification.implementation.slug, target, case.id]
            excusing = [entry for entry in shipped if entry.concerns(*place)]
            for verdict in result.verdicts:
                if verdict.check not in CHECKS:
                    continue  # a snapshot does not belong to the expected failures
                if verdict.outcome is Outcome.PASS:
                    passes[place].add(verdict.check)
                for finding in verdict.findings:
                    error = (verdict.check, finding.id)
                    if not finding.is_error:
                        continue
                    errors[place].add(error)
                    if result.scored and not any(entry.covers(*error) for entry in excusing):
                        needed[place].add(error)
    return [
        Observed(
            *place,
            frozenset(errors[place]),
            frozenset(passes[place] - {check for check, _ in errors[place]}),
            frozenset(needed[place]),
        )
        for place in places
    ]


def faults_of(certifications: Sequence[Certification], results: Mapping[tuple[str, str, str], Result]) -> Faults:
    """Why each thing fails: the cause that shows in it, else the one that it comes with most often."""
    of: dict[Atom, int] = {}
    sentences: dict[int, str] = {}
    for certification in certifications:
        slug = certification.implementation.slug
        mine = [_of_checks(result) for (whose, _, _), result in results.items() if whose == slug]
        judged, beside = as_failures(mine), list[Atom]()
        found = causes(judged)
        first = len(sentences)
        sentences |= {first + n: cause.finding(cause.results[0]).message for n, cause in enumerate(found)}
        for atom, alone in (single for result in judged for single in _single_errors(result)):
            shown = next((n for n, cause in enumerate(found) if cause.shows(alone)), None)
            if shown is None:
                beside.append(atom)
            else:
                of.setdefault(atom, first + shown)
        places = [{(result.target, result.case) for result in cause.results} for cause in found]
        for id_ in {atom[3] for atom in beside}:
            here = [atom for atom in beside if atom[3] == id_]
            most = max(range(len(found)), key=lambda n: (sum(atom[:2] in places[n] for atom in here), -n))
            of |= {atom: first + most for atom in here if atom not in of}
    return Faults(of, sentences)


def _of_checks(result: Result) -> Result:
    """Without snapshots, which do not belong to the expected failures."""
    return replace(result, verdicts=tuple(verdict for verdict in result.verdicts if verdict.check in CHECKS))


def _single_errors(result: Result) -> Iterator[tuple[Atom, Result]]:
    """Each error of a result, with the result as it were if that were the only one."""
    for verdict in result.verdicts:
        if verdict.outcome in (Outcome.FAIL, Outcome.ERROR):
            for finding in verdict.findings:
                if finding.is_error:
                    alone = replace(result, verdicts=(replace(verdict, findings=(finding,)),))
                    yield (result.target, result.case, verdict.check, finding.id), alone


def _inconclusive(result: Result) -> bool:
    return any(verdict.outcome is Outcome.INCONCLUSIVE for verdict in result.verdicts)


def file_of(rootdir: Path, named: Path | None, entries: Sequence[Entry]) -> tuple[Path, str]:
    """The file that the update writes, and its name: the one that has the entries, or that is meant to have them."""
    if named is not None:
        return named, str(named)
    own, shared = rootdir / "promptfmt.toml", rootdir / "pyproject.toml"
    if entries:
        return (shared, shared.name) if entries[0].place.startswith(shared.name) else (own, own.name)
    if (
        not own.is_file()
        and shared.is_file()
        and "promptfmt" in tomllib.loads(shared.read_text("utf-8-sig")).get("tool", {})
    ):
        return shared, shared.name
    return own, own.name
