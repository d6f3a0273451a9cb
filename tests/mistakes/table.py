"""Every mistake, by its area and name, and the rows that do not hold, by their reason."""

from __future__ import annotations

from collections.abc import Mapping

from mistakes import claims, commands, doors, formatters, imports, options, projects, shapes, surroundings
from mistakes.mistake import Mistake

AREAS = {
    "formatters": formatters,
    "imports": imports,
    "claims": claims,
    "options": options,
    "projects": projects,
    "commands": commands,
    "shapes": shapes,
    "surroundings": surroundings,
    "doors": doors,
}
ALL: dict[str, Mistake] = {f"{area}-{each.name}": each for area, module in AREAS.items() for each in module.TABLE}

_REASONS: Mapping[str, str] = {
    "what is said is as good, in other words": """
        formatters-attribute-function-by-dot imports-path-misspelt commands-command-validate-inline
        commands-command-validate-python commands-command-matrix-empty-directory commands-command-verify-impl
        commands-command-bridge-of-python commands-command-bridge-with-cmd
    """,
    "what it imports need not be installed": """
        formatters-returns-pydantic imports-django-settings
    """,
    "not said yet": """
        formatters-needs-the-network imports-module-as-an-argument claims-claims-supports
        options-option-case-own-without-corpus options-option-check-is-a-rule
        options-option-model-turned-round options-option-report-unwritable
        options-ini-table-of-pyproject options-ini-tool-promptfmt-impl options-corpus-jsonl-file
        options-corpus-yaml-file options-corpus-nothing-in-it options-corpus-openai-calls options-corpus-key-unknown
        options-corpus-expect-unknown options-corpus-expect-of-unknown-dialect options-corpus-deep-file
        options-corpus-bad-name commands-command-none commands-command-why-alone
        commands-command-validate-model-of-nobody commands-command-why-error-alone commands-command-report-path-alone
        commands-command-explain-a-check commands-command-show-target-misspelt commands-command-show-own
        commands-command-list-glob-nothing commands-command-new-case-into-a-file commands-command-by-module
        commands-python-cases-empty commands-python-case-none commands-python-report-is-true
    """,
    "it works here, or is taken for what it most likely is, and the row wants it refused": """
        imports-with-a-dash imports-named-like-stdlib imports-latin-1-bytes options-option-examples-zero
        options-option-xfails-empty options-option-snapshot-update-alone options-xfails-expires-quoted
        options-corpus-file-with-capitals options-corpus-result-without-call
        commands-command-new-case-payload-without-dialect commands-command-new-case-name
    """,
    "a narrowed run looks at no entry, or the words are TOML's and the system's": """
        options-option-xfails-nowhere options-xfails-under-tool options-xfails-other-dialect-of-toml
        options-xfails-without-spaces options-xfails-node-id options-xfails-case-alone options-xfails-expired
        options-xfails-target-misspelt options-xfails-check-misspelt options-xfails-not-needed options-xfails-directory
        options-xfails-in-both-for-real
    """,
    "pytest's own words, or its own refusal": """
        options-ini-setup-cfg-old-section projects-odd-stepwise-wrong projects-odd-quietest-wrong
        projects-odd-pytest-main projects-odd-pytest-main-wrong projects-odd-within-asyncio projects-odd-in-a-thread
        projects-odd-twice-in-a-process projects-odd-help
    """,
    "a hook that reads and sets item._nodeid ends the run": """
        projects-conftest-sets-node-ids-right projects-conftest-sets-node-ids-wrong
    """,
    "what is planned only counts as swallowed": """
        projects-odd-setup-plan
    """,
}
UNMET: Mapping[str, str] = {name: why for why, names in _REASONS.items() for name in names.split()}
