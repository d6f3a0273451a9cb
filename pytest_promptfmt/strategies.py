"""Hypothesis strategies of conversations, for property tests: ``pip install 'pytest-promptfmt[examples]'``.

They draw from the model that ``--promptfmt-examples`` draws from. A failing test is shrunk to a conversation of which
as much as can be is plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_promptfmt.common.did_you_mean import did_you_mean, tells_names
from pytest_promptfmt.dialects import DIALECTS, which_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.generation.cases import case_of
from pytest_promptfmt.generation.features import asked

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from pytest_promptfmt.conversation import Conversation
    from pytest_promptfmt.corpus import Case


@tells_names
def conversations(dialect: str, *, scenario: str = "chat", only_carried: bool = True) -> SearchStrategy[Conversation]:
    """Conversations that have a place in a dialect; unless `only_carried` also those that a formatter may refuse.

    In the scenario ``multiagent`` names tell the speakers apart. Raises `ValueError` where there is no such dialect.
    """
    found = cases(dialect, scenario=scenario)
    carried = found.filter(lambda case: case.expects(dialect).demand == "carry") if only_carried else found
    return carried.map(lambda case: case.conversation())


@tells_names
def cases(dialect: str, *, scenario: str = "chat") -> SearchStrategy[Case]:
    """The same as cases, each with what a right formatter for the dialect does; `check_formatter` takes them."""
    try:
        from hypothesis import strategies as st
    except ImportError:
        raise ImportError(
            "pytest_promptfmt.strategies needs Hypothesis: pip install 'pytest-promptfmt[examples]'"
        ) from None
    questions = asked(_dialect(dialect, scenario), scenario)
    drawn = st.fixed_dictionaries({name: st.sampled_from(answers) for name, answers in questions.items()})
    return drawn.map(lambda choice: case_of("generated/drawn", dialect, choice))


def _dialect(name: str, scenario: str) -> Dialect:
    known = [f"{each.id}.{ending}" for each in DIALECTS.values() for ending in each.scenarios if each.id != "aisbench"]
    if f"{name}.{scenario}" not in known:
        if not isinstance(name, str):
            raise TypeError(f"a dialect is named by one text, such as 'openai', not {name!r}")
        if name not in DIALECTS:
            raise ValueError(f"{name!r} is no dialect{which_dialect(name)}")
        near = did_you_mean(scenario.replace("-", "").replace("_", ""), DIALECTS[name].scenarios)
        raise ValueError(f"there are no conversations for {name} and {scenario!r}{near}")
    return DIALECTS[name]
