"""What people's own test functions get from the corpus: the argument ``promptfmt_case``, one case at a time."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from pytest_promptfmt.corpus import FAMILIES, corpus
from pytest_promptfmt.session.selection import check_globs

CONVERSATIONS = tuple(f"{family}/*" for family in FAMILIES if family != "templates")
"""What is taken where no mark says otherwise: a template is no conversation."""


def over_cases(metafunc: pytest.Metafunc) -> None:
    """Runs the test over the cases that its mark ``promptfmt_cases`` names; the nearest mark counts."""
    mark = metafunc.definition.get_closest_marker("promptfmt_cases")
    globs = [str(glob) for glob in mark.args] if mark and mark.args else [*CONVERSATIONS]
    cases = corpus()
    try:
        check_globs("promptfmt_cases", globs, [case.id for case in cases])
    except pytest.UsageError as error:
        raise pytest.Collector.CollectError(str(error)) from None  # told without a traceback
    chosen = [case for case in cases if any(fnmatchcase(case.id, glob) for glob in globs)]
    ids = [case.id.replace("/", "-") for case in chosen]  # syrupy names files by them
    metafunc.parametrize("promptfmt_case", chosen, ids=ids, indirect=True)
