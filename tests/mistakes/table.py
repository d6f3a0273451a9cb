"""Every mistake, by its area and name, and the rows that do not hold, by their reason."""

from __future__ import annotations

from collections.abc import Mapping

from mistakes import (
    callers,
    claims,
    commands,
    doings,
    doors,
    fields,
    formatters,
    guests,
    hurried,
    imports,
    newcomers,
    options,
    pages,
    personas,
    projects,
    shapes,
    surroundings,
    trades,
    visitors,
)
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
    "pages": pages,
    "hurried": hurried,
    "trades": trades,
    "fields": fields,
    "personas": personas,
    "doings": doings,
    "callers": callers,
    "newcomers": newcomers,
    "guests": guests,
    "visitors": visitors,
}
ALL: dict[str, Mistake] = {f"{area}-{each.name}": each for area, module in AREAS.items() for each in module.TABLE}

_REASONS: Mapping[str, str] = {
    "what is said is as good, in other words": """
        formatters-attribute-function-by-dot imports-path-misspelt commands-command-validate-python
        commands-command-matrix-empty-directory commands-command-bridge-with-cmd
        options-corpus-expect-of-unknown-dialect options-corpus-deep-file shapes-takes-tool-function
        shapes-table-scenario-outside surroundings-option-typed-model-of-dialect
        surroundings-corpus-scenario-misspelt doors-command-check-bridge-without-flush
        doors-bridge-answers-payload-and-error doors-command-why-curl-smart-quotes doors-command-why-curl-get
        doors-command-why-a-traceback doors-command-why-fix-into-a-directory
        doors-command-validate-twice-encoded doors-command-validate-null pages-python-parse-nothing
        pages-python-parse-a-request pages-python-payload-of-bytes pages-tests-mark-of-a-list
        pages-python-case-twice pages-command-validate-line-numbers pages-command-validate-with-a-fence
        pages-command-validate-ellipsis pages-command-why-error-is-a-file pages-asks-impl-with-a-blank-behind
        pages-asks-target-provider pages-excuses-zero-width pages-excuses-reason-blank
        pages-filed-expect-demand-misspelt pages-filed-expect-demand-capital pages-filed-files-nowhere
        pages-filed-smart-quotes pages-filed-single-quotes pages-filed-upper-case-ending
        pages-filed-python-words pages-bridge-answers-changed-input-true pages-claims-model-list
        hurried-module-table-forgotten hurried-claimed-truncate hurried-filed-trailing-comma
        hurried-filed-comment hurried-merge-the-same-twice hurried-command-why-curl-file-beside
        hurried-command-why-har-cut hurried-python-guard-mode-error hurried-python-guard-address-without-scheme
        trades-author-relative-import trades-author-raises-a-base-exception trades-author-list-as-numbered-keys
        trades-asks-ci-two-reports-of-two-plugins trades-asks-ci-snapshots-of-syrupy
        trades-excuses-implementation-first trades-asks-ci-setup-plan trades-command-why-pasted-code-page
        trades-command-why-pasted-in-two-files trades-command-review-compare-commits
        trades-asks-author-item-of-the-table trades-tests-asked-case-of-the-kits-family
        fields-excuses-field-xfail-of-texts fields-excuses-field-bracket-open
        fields-command-field-verify-of-slsa fields-command-field-verify-lines fields-command-field-verify-list
        fields-field-compare-old-schema fields-field-compare-newer-schema
        fields-python-guard-field-true-for-raise fields-python-guard-field-raise-misspelt-by-keyword
        fields-willed-kills-itself fields-willed-sets-the-environment fields-willed-raises-assertion
        fields-asks-field-model-misspelt fields-asks-field-corpus-name-twice fields-odd-field-wrong-locale
        fields-snaps-field-value-a-text personas-command-why-pasted-mapped-messages
        personas-command-why-pasted-langchain-in-typescript personas-command-why-pasted-langchain-in-python
        personas-command-why-pasted-litellm personas-command-why-pasted-built-elsewhere
        personas-author-took-model-dump personas-python-why-prose personas-python-guard-field-judged-a-request
        personas-command-review-certify-option-misspelt personas-review-merge-of-two-sources
        personas-ops-module-in-utf-16 personas-ops-under-ascii-alone personas-ops-snapshots-trailing-comma
        personas-from-promptfoo-config personas-command-why-pasted-after-structs-of-go
        personas-ci-ops-after-blank-implementation doings-gives-does-dump-to-a-file doings-author-does-set-on-it
        doings-claims-does-model-by-target doings-asks-does-model-of-dialect doings-asks-does-target-regular
        doings-asks-does-check-singular doings-filed-does-half-a-file doings-excuses-does-case-only
        doings-excuses-does-rule-first doings-snaps-does-cut doings-does-matrix-empty-directory
        doings-command-does-validate-target doings-command-does-validate-lines
        doings-command-why-pasted-does-postman-environment doings-bridge-greets-does-targets
        doings-bridge-does-answer-in-an-array doings-bridge-does-one-request-only
        doings-python-guard-field-does-raise-as-a-class doings-asks-ops-does-windows-path
        doings-command-does-why-with-a-message callers-python-calls-to-csv
        commands-command-list-alone newcomers-takes-new-class-that-wants-arguments newcomers-takes-new-dialect-alone
        newcomers-takes-new-lock-of-another-loop newcomers-asks-new-drive
        newcomers-asks-new-path-inside-a-package-that-is-relative newcomers-asks-ops-new-name-of-the-stdlib
        newcomers-excuses-new-rule-alone newcomers-excuses-new-expires-the-other-way
        newcomers-excuses-new-file-name newcomers-new-snaps-comment newcomers-new-snaps-single-quotes
        newcomers-new-snaps-key-twice newcomers-filed-new-yaml-tabs newcomers-filed-new-tool-calls-of-openai
        newcomers-filed-new-image-url newcomers-filed-new-needs-plural newcomers-filed-new-needs-a-text
        newcomers-filed-new-tool-of-openai newcomers-asks-new-model-without-dash
        newcomers-asks-new-model-of-another newcomers-python-new-conversation-for-payload
        newcomers-command-new-validate-har
        newcomers-command-new-validate-two newcomers-command-new-validate-long-number
        newcomers-new-machine-ascii newcomers-new-verify-of-an-older-kit newcomers-command-new-upgrade
        newcomers-command-new-explain-a-level
        newcomers-gives-new-named-tuples newcomers-new-machine-full-output
        guests-takes-guest-format-gives-system-and-messages guests-author-guest-warns-instead
        guests-command-why-pasted-guest-screenshot-commas-lost guests-command-why-pasted-guest-go-openai
        guests-command-why-pasted-guest-php-var-export guests-command-why-pasted-guest-scala
        guests-command-why-pasted-guest-clojure guests-command-why-pasted-guest-toml
        guests-command-why-pasted-guest-gzip guests-command-why-pasted-guest-batch-object
        guests-asks-guest-ci-without-syrupy guests-asks-guest-ci-report-where-nothing-is-written
        guests-asks-guest-ci-snapshots-where-nothing-is-written guests-gives-guest-named-tuple
        guests-gives-guest-future-of-a-pool guests-gives-guest-turned-round guests-takes-guest-fixture
        guests-willed-guest-leaves-a-thread guests-guest-named-by-hash guests-excuses-guest-table-of-a-target
        guests-asks-guest-model-of-nobody guests-python-guest-payload-of-bytes
        guests-python-guard-field-guest-with guests-python-guard-field-guest-judged-bytes
        visitors-gives-visit-messages-keyed visitors-claimed-visit-text
        visitors-claimed-visit-true visitors-claimed-visit-truncation-true
        visitors-ini-visit-own-section visitors-filed-visit-python-booleans
        visitors-filed-visit-file-in-capitals visitors-filed-visit-yml
        visitors-filed-visit-yaml-tag visitors-filed-visit-yaml-colon
        visitors-filed-visit-yaml-yes visitors-command-why-pasted-visit-single-message
        visitors-command-visit-why-fix-what-is-right visitors-command-visit-why-fix-from-stdin
        visitors-command-visit-validate-comments visitors-command-visit-new-case-taken
        visitors-command-visit-explain-case visitors-command-visit-list-misspelt
        visitors-command-visit-help visitors-command-visit-module-first
        visitors-visit-snaps-one-brace visitors-visit-snaps-check-only
        visitors-python-guard-field-visit-class-as-hook visitors-python-guard-field-visit-base-address
    """,
    "what it imports need not be installed": """
        formatters-returns-pydantic imports-django-settings
    """,
    "not said yet": """
        options-option-report-unwritable options-corpus-nothing-in-it surroundings-imported-that-interrupts
        trades-command-why-pasted-swift trades-author-form-of-langchain personas-command-why-pasted-sent-lua
        fields-bridge-field-utf-16
        visitors-ini-visit-addopts-a-table
    """,
    "it works here, or is taken for what it most likely is, and the row wants it refused": """
        imports-with-a-dash imports-named-like-stdlib imports-latin-1-bytes options-option-examples-zero
        options-option-xfails-empty options-xfails-expires-quoted options-corpus-file-with-capitals
        options-corpus-result-without-call commands-command-new-case-payload-without-dialect
        commands-command-new-case-name commands-python-cases-empty shapes-claims-none shapes-claims-refuses-text
        surroundings-option-typed-xfails-twice surroundings-xfails-expires-with-a-time
        surroundings-xfails-in-both-noticed surroundings-corpus-everyday-text surroundings-corpus-no-messages
        doors-command-why-several-in-a-log doors-python-payload-conversation-as-a-list doors-python-payload-file
        pages-python-case-conversation-a-list pages-python-dress-place-without-colon
        pages-python-dress-thinks-as-nobody pages-command-certify-into-a-page
        pages-command-check-bridge-timeout-zero pages-command-new-case-name-with-family
        pages-command-new-case-name-underscore pages-command-new-case-hunts-nothing pages-asks-report-blank
        pages-asks-snapshots-of-syrupy pages-filed-request-model pages-bridge-answers-id-as-float
        hurried-gives-a-tuple hurried-takes-debug-print hurried-claimed-blocks-as-one-text
        hurried-claimed-audio-at-anthropic hurried-filed-name-with-a-blank hurried-compare-of-another
        hurried-command-why-har-all-well hurried-python-payload-conversation-of-dicts hurried-python-built-dict
        hurried-asks-model-of-another trades-author-raises-a-text trades-asks-ci-update-and-exit-first
        trades-tests-asked-cases-on-a-class trades-command-review-explain-a-dialect
        trades-tests-asked-judged-out-of-time fields-filed-field-tool-use-by-a-user
        fields-filed-field-duplicate-ids fields-filed-field-lone-surrogate fields-field-merge-over-its-own
        fields-field-report-nothing-half-written fields-bridge-field-bom fields-asks-field-model-twice
        fields-python-field-after-targets-empty personas-asks-ops-last-path-with-a-slash-behind
        personas-asks-ops-snapshots-twice personas-excuses-ops-carriage-returns-alone
        personas-willed-starts-node personas-filed-from-fine-tuning doings-claims-does-refuses-one-text
        doings-python-does-message-text doings-python-does-conversation-list-of-dicts
        doings-python-does-call-text-arguments doings-python-does-source-by-path doings-python-does-source-bytes
        newcomers-asks-new-numprocesses-without-xdist newcomers-excuses-new-match-list
        newcomers-command-why-pasted-new-otel-span
        guests-gives-guest-system-as-a-keyword guests-asks-guest-ci-options-behind-dashes
        guests-willed-guest-closes-the-output guests-filed-guest-everyday-yes guests-claimed-guest-blocks-twice
        guests-claimed-guest-thinking-at-openai guests-python-guard-field-guest-to-log
        guests-python-guard-field-guest-judged-findings guests-python-guard-field-guest-no-time-at-all
        visitors-willed-visit-logs-to-stdout
    """,
    "a narrowed run looks at no entry, or the words are TOML's and the system's": """
        options-option-xfails-nowhere options-xfails-without-spaces options-xfails-node-id
        options-xfails-expired options-xfails-check-misspelt options-xfails-not-needed options-xfails-directory
        options-xfails-in-both-for-real pages-excuses-any fields-excuses-field-two-stars
    """,
    "pytest's own words or Python's, or its own refusal": """
        visitors-asks-visit-no-promptfmt visitors-asks-visit-workers-maxfail
        visitors-python-visit-report-asserted visitors-python-visit-message-two
        options-ini-setup-cfg-old-section projects-odd-stepwise-wrong projects-odd-quietest-wrong
        projects-odd-pytest-main projects-odd-pytest-main-wrong projects-odd-within-asyncio
        projects-odd-in-a-thread projects-odd-twice-in-a-process projects-odd-help
        surroundings-option-typed-one-dash surroundings-conftest-of-a-folder-right
        surroundings-conftest-of-a-folder-wrong doors-command-why-curl-as-words
        doors-python-payload-unknown-option pages-tests-case-called pages-python-dress-form-misspelt
        hurried-run-with-unittest hurried-snaps-of-syrupy hurried-tests-argument-other-name
        hurried-ini-key-misspelt hurried-asks-plugged-xdist-missing trades-ci-conftest-names-the-plugin
        trades-ci-conftest-reads-the-private-id trades-tests-asked-strategy-of-payloads
        trades-tests-asked-conversation-from-openai trades-tests-asked-message-user
        trades-tests-asked-case-without-hunts trades-tests-asked-snapshot-asserts
        fields-excuses-field-pyproject-broken fields-odd-field-shadowed personas-asks-from-jest-short
        personas-asks-from-schemathesis doings-python-does-report-failures-called
        doings-tests-does-cases-other-argument doings-tests-does-parametrize-cases doings-does-utf-16-ini
        callers-python-calls-cases-in-a-loop callers-python-calls-from-openai
        newcomers-asks-new-no-plugin newcomers-asks-new-keyword-of-a-rule newcomers-asks-new-cov-without-it
        newcomers-asks-new-reruns-without-it newcomers-asks-new-random-order-without-it
        newcomers-ini-new-addopts-with-comment
        guests-guest-machine-run-with-closed-output guests-asks-guest-ci-without-syrupy-update
    """,
    "pytest runs no item then, or the row wants a second call to be none": """
        surroundings-odd-setup-only-right surroundings-odd-setup-only-wrong doors-bridge-that-ends-after-one
    """,
    "the plugin's own words, or it does not run with the pytest of today": """
        projects-plugin-flaky-wrong projects-plugin-pytest-retry-wrong projects-plugin-pytest-tap-right
        projects-plugin-pytest-tap-wrong projects-plugin-deadfixtures projects-plugin-parallel
        hurried-asks-plugged-xdist-maxfail
    """,
}
UNMET: Mapping[str, str] = {name: why for why, names in _REASONS.items() for name in names.split()}
