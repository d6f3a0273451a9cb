"""What somebody does who has read a page of ours diagonally: public names called wrongly, words and keys mistaken, text pasted."""

from __future__ import annotations

import json
from pathlib import Path

from mistakes.commands import BAD, FEW, PAYLOAD, command, python
from mistakes.doors import ANSWER, RIGHT, answers, greets
from mistakes.mistake import CASES, GREEN, MINE, RED, USAGE, Mistake, run
from mistakes.surroundings import shell

ACTION = (Path(__file__).parents[2] / "action.yml").read_text("utf-8")
SAID = '[{"role": "user", "content": "Hello"}]'
NAMES = """
from pytest_promptfmt import *
from pytest_promptfmt import strategies, guarding, adapting
PAYLOAD = [{"role": "user", "content": "Hello"}]
HELLO = Conversation((Message("user", "user", (Text("Hello"),)),))
"""


def calls(name: str, call: str, *says: str, status: int = RED, **more: object) -> Mistake:
    """A public name, called from Python."""
    return python(name, NAMES + call, *says, status=status, **more)


def holds(name: str, block: str, *says: str) -> Mistake:
    """A conversation that somebody built by hand, and holds a payload against."""
    return calls(f"built-{name}", f"check_payload(PAYLOAD, 'openai', {block})", *says)


BUILT = (
    holds("blocks-as-text", "Conversation((Message('user', 'user', 'Hello'),))", "blocks", r"Text\("),
    holds("blocks-of-dicts", "Conversation((Message('user', 'user', ({'type': 'text'},)),))", r"Text\(|parse"),
    holds("one-message", "Conversation(Message('user', 'user', (Text('Hello'),)))", "messages", "tuple|list"),
    holds("messages-of-dicts", "Conversation(PAYLOAD)", r"messages\[0\]", r"Message\(|parse"),
    holds("role-and-name-turned-round", "Conversation((Message('user', 'Ada', (Text('Hello'),)),))", "'Ada'", "role"),
    holds("text-of-a-number", "Conversation((Message('user', 'user', (Text(5),)),))", "text", "5|int"),
    holds("text-of-a-text", "Conversation((Message('user', 'user', (Text(Text('Hello')),)),))", "text", "Text"),
    holds("input-as-text", "Conversation((Message('a', 'assistant', (ToolUse('c', 'f', '{}'),)),))", "input", "object|dict"),
    holds("image-of-an-address", "Conversation((Message('user', 'user', (Image('https://a.example/b.png'),)),))", "source", "UrlSource"),
    holds("result-of-an-object", "Conversation((Message('t', 'tool', (ToolResult('c', 'f', {'a': 1}),)),))", "output", "text|string|json.dumps"),
    holds("tool-without-schema", "Conversation(HELLO.messages, (Tool('f', 'd', None),))", "parameters", "object|dict"),
    holds("tool-as-a-dict", "Conversation(HELLO.messages, ({'name': 'f'},))", r"tools\[0\]", r"Tool\("),
    holds("class-in-place-of-a-block", "Conversation((Message('user', 'user', (Text,)),))", "Text", r"Text\(|blocks"),
    calls("built-without-a-role", "Message('user', (Text('Hello'),))", "blocks"),
    calls("built-with-content", "Message(role='user', content='Hello')", "content"),
)  # fmt: skip

READ = (
    calls("parse-a-conversation", "parse(HELLO)", "Conversation", "already|is one|to_json"),
    calls("parse-bytes", "parse(b'[]')", "bytes", "json.loads"),
    calls("parse-a-file", "parse(open('mine.py'))", "json.load"),
    calls("parse-a-path", "import pathlib\nparse(pathlib.Path('c.json'))", "json.load|read"),
    calls("parse-a-tuple", "parse(({'role': 'user', 'content': 'Hello'},))", "tuple", "list"),
    calls("parse-messages", "parse(list(HELLO.messages))", r"Message", r"Conversation\("),
    calls("parse-nothing", "parse(None)", "None", "messages|conversation"),
    calls("parse-a-request", "parse({'model': 'gpt-5.4', 'messages': PAYLOAD})", "model", "new-case|request"),
    calls("payload-context-text", "check_payload(PAYLOAD, 'openai', context='gpt-5.4')", "context", "model"),
    calls("payload-context-misspelt", "check_payload(PAYLOAD, 'openai', context={'modle': 'gpt-5.4'})", "modle", "model"),
    calls("payload-layer", "check_payload(PAYLOAD, 'openai', layer='skd')", "mean 'sdk'"),
    calls("payload-scenario", "check_payload(PAYLOAD, 'openai', scenario='multi-agent')", "mean 'multiagent'"),
    calls("payload-conversation-path", "check_payload(PAYLOAD, 'openai', 'talk.json')", "json.load|path|text"),
    calls("payload-dialect-none", "check_payload(PAYLOAD, None)", "dialect", "openai"),
    calls("payload-of-bytes", "print(check_payload(b'[]', 'openai'))", "bytes|json", "json.loads|payload", status=GREEN),
    calls("payload-of-a-generator", "print(check_payload((m for m in PAYLOAD), 'openai'))", "generator", "list", status=GREEN),
    calls("payload-dialect-of-templates", "check_payload('text', 'aisbench', HELLO)", "aisbench", "conversation"),
)  # fmt: skip

JUDGED = (
    calls("judge-examples-text", f"check_formatter('mine', {FEW}, examples='10')", "examples", "number"),
    calls("judge-examples-negative", f"check_formatter('mine', {FEW}, examples=-1)", "examples", "0|-1"),
    calls("judge-examples-true", f"check_formatter('mine', {FEW}, examples=True)", "examples", "number"),
    calls("judge-seed-text", f"check_formatter('mine', {FEW}, examples=1, seed='today')", "seed", "number"),
    calls("judge-reference-misspelt", f"check_formatter('mine', {FEW}, reference='agentscope')", "agentscope", "mean 'agentscope-"),
    calls("judge-model-none", f"check_formatter('mine', {FEW}, models={{'openai.*': None}})", "model", "openai|None"),
    calls("judge-model-glob-misspelt", f"check_formatter('mine', {FEW}, models={{'opnai.*': 'gpt-5.4'}})", "opnai", "mean 'openai"),
    calls("judge-context-text", f"check_formatter('mine', {FEW}, context='gpt-5.4')", "context", "model|mapping"),
    calls("judge-context-misspelt", f"check_formatter('mine', {FEW}, context={{'modle': 'x'}})", "modle", "model"),
    calls("judge-corpus-a-file", "check_formatter('mine', corpus='mine.py')", "mine.py", "directory"),
    calls("judge-targets-none", f"check_formatter('mine', targets=None, {FEW})", "targets", "glob"),
    calls("judge-checks-none", f"check_formatter('mine', checks=None, {FEW})", "checks", "glob|check"),
    calls("judge-checks-by-number", f"check_formatter('mine', checks=[1], {FEW})", "checks", "1|int"),
    calls("judge-cases-none", "check_formatter('mine', cases=None)", "cases", "glob"),
    calls("judge-table-of-names", f"check_formatter({{'openai.chat': 'mine'}}, {FEW})", "openai.chat", "callable|function|called"),
    calls("judge-set-of-functions", f"check_formatter({{mine.chat}}, {FEW})", "set", "FORMATTERS|openai.chat"),
    calls("judge-timeout-text-number", f"check_formatter('mine', {FEW}, timeout='10')", "timeout", "number|seconds"),
    calls("judge-level", f"check_formatter('mine', {FEW}).level", "level", "levels"),
    calls("judge-errors", f"check_formatter('mine', {FEW}).errors", "errors", "findings|failures"),
    calls("judge-to-json", f"check_formatter('mine', {FEW}).to_json()", "to_json", "document"),
    calls("judge-finding-rule", "check_payload([{'role': 'usr', 'content': 'x'}], 'openai')[0].rule", "rule", "id"),
    calls("judge-finding-severity-text", "print(check_payload([{'role': 'usr', 'content': 'x'}], 'openai')[0].severity == 'error')", "True", status=GREEN),
    calls("case-conversation-a-list", "check_formatter('mine', cases=[Case('x-mine/a', 'a loss', PAYLOAD)])", "conversation|messages", r"parse|Conversation"),
    calls("case-without-family", "check_formatter('mine', cases=[Case('late', 'a loss', HELLO)])", "late", "family|/"),
    calls("case-twice", "c = Case('x-mine/a', 'a loss', HELLO)\ncheck_formatter('mine', cases=[c, c])", "x-mine/a", "twice"),
    calls("case-class", "check_formatter('mine', cases=[Case])", "Case", r"Case\(|not"),
    calls("two-steps-without-format", "TwoStep(mine.chat)", "format"),
    calls("two-steps-turned-round", f"check_formatter({{'openai.chat': TwoStep('prepare', 'format')}}, {FEW})", "prepare", "callable|function|called"),
)  # fmt: skip


def own_test(name: str, text: str, *says: str, status: int = 2, **more: object) -> Mistake:
    """A test of one's own."""
    head = "import pytest\nfrom pytest_promptfmt import cases, Case\n"
    return Mistake(f"tests-{name}", says, ("pytest", "-q", "test_a.py"), status, files={"test_a.py": head + text}, never=("INTERNALERROR",), **more)  # type: ignore[arg-type]  # fmt: skip


OWN_TESTS = (
    own_test("argument-misspelt", "@cases('chat/one-user')\ndef test_a(kase): pass\n", "case", "kase|argument"),
    own_test("corpus-nowhere", "@cases(corpus='nowhere')\ndef test_a(case): pass\n", "nowhere", "directory"),
    own_test("target-of-templates-and-chat", "@cases('chat/*', target='aisbench.string')\ndef test_a(case): pass\n", "chat/", "aisbench"),
    own_test("generated", "@cases('generated/*')\ndef test_a(case): pass\n", "generated", "examples|strategies"),
    own_test("argument-number", "@cases('chat/one-user', argument=3)\ndef test_a(case): pass\n", "argument", "3|name"),
    own_test("mark-of-a-list", "@pytest.mark.promptfmt_cases(['chat/one-user'])\ndef test_a(promptfmt_case): pass\n", "list", r"promptfmt_cases\("),
    own_test("mark-with-target", "@pytest.mark.promptfmt_cases(target='openai.chat')\ndef test_a(promptfmt_case): pass\n", "target", "glob|cases"),
    own_test("mark-without-fixture", "@pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a(): pass\n", "promptfmt_case"),
    own_test("snapshot-of-bytes", "def test_a(promptfmt_snapshot): assert {'a': b'x'} == promptfmt_snapshot\n", "bytes", r"\$\.?\[?.?a", status=RED),
    own_test("case-called", "@cases('chat/one-user')\ndef test_a(case): assert case.conversation.messages\n", "conversation", r"conversation\(\)", status=RED),
    own_test("case-messages", "@cases('chat/one-user')\ndef test_a(case): assert case.messages\n", "messages", r"conversation\(\)", status=RED),
    own_test("strategy-as-a-fixture", "from pytest_promptfmt.strategies import conversations\ndef test_a(conversations): pass\n", "conversations", "given|fixture", status=RED),
)  # fmt: skip

STRATEGIES = (
    calls("draw-a-list", "strategies.conversations(['openai'])", "openai", "text|one|dialect"),
    calls("draw-templates", "strategies.conversations('aisbench')", "aisbench", "no conversations|template"),
    calls("draw-positional-scenario", "strategies.conversations('openai', 'multiagent')", "scenario|positional"),
    calls("draw-nobody", "strategies.conversations(None)", "None", "dialect"),
)
GUARDS = (
    calls("guard-called-with-a-payload", "guarding.Guard()({'messages': PAYLOAD})", "judged", "request"),
    calls("guard-dialects-turned-round", "guarding.Guard(dialects={'openai': 'https://gateway.example/'})", "https://gateway.example/", "address", "dialect"),
    calls("guard-dialects-a-list", "guarding.Guard(dialects=['https://gateway.example/'])", "dialects", r"\{"),
    calls("guard-true", "guarding.Guard(True)", "True", "raise"),
    calls("guard-milliseconds-negative", "guarding.Guard(milliseconds=-1)", "milliseconds", "-1|0"),
    calls("guard-adapter-class", "class A:\n    def send(self, request): pass\nguarding.Guard().adapter(A)", "A", r"A\(\)|class"),
    calls("guard-as-a-decorator", "@guarding.Guard('raise')\ndef send(payload): pass\n", "judged|request", "event_hooks|function"),
    calls("judged-address", "guarding.judged(PAYLOAD, 'https://api.openai.com/v1/chat/completions')", "mean 'openai'|Guard"),
    calls("judged-model", "guarding.judged(PAYLOAD, 'gpt-5.4')", "mean 'openai'|dialect", "openai"),
    calls("judged-context-text", "guarding.judged(PAYLOAD, 'openai', context='gpt-5.4')", "context", "model"),
    calls("judged-context-misspelt", "guarding.judged(PAYLOAD, 'openai', context={'modle': 'x'})", "modle", "model"),
    calls("judged-milliseconds-text", "guarding.judged(PAYLOAD, 'openai', milliseconds='50')", "milliseconds", "number"),
    calls("judged-alone", "guarding.judged(PAYLOAD)", "dialect"),
    calls("judged-as-a-condition", "print('wrong' if not guarding.judged([{'role': 'usr', 'content': 3}], 'openai') else 'fine')", "wrong", status=GREEN),
)  # fmt: skip
DRESSED = (
    calls("dress-what-was-sent", "adapting.sends({'messages': PAYLOAD})", "dict", "call|function"),
    calls("dress-captured-value", "adapting.capture({'messages': PAYLOAD})", "dict", "lambda|call"),
    calls("dress-nothing-sent", "adapting.capture(lambda: 3)", "sent|sends nothing|no request"),
    calls("dress-target-without-scenario", "adapting.targets([adapting.target('openai', 'builtins:dict', '')], lambda model, row: model)", "openai", r"openai\.chat"),
    calls("dress-blocks-a-list", "adapting.target('openai.chat', 'builtins:dict', ['tool'])", "'tool'|list", "text|blank|split"),
    calls("dress-block-misspelt", "adapting.targets([adapting.target('openai.chat', 'builtins:dict', 'tools')], lambda model, row: model)", "mean 'tool'"),
    calls("dress-limit-misspelt", "adapting.targets([adapting.target('openai.chat', 'builtins:dict', '', 'system-latter')], lambda model, row: model)", "mean 'system-later'"),
    calls("dress-place-without-colon", "adapting.targets([adapting.target('openai.chat', 'json.loads', '')], lambda model, row: model)", "json.loads", "json:loads|colon"),
    calls("dress-attribute-misspelt", "adapting.targets([adapting.target('openai.chat', 'json:laods', '')], lambda model, row: model)", "laods", "json"),
    calls("dress-thinks-as-nobody", "adapting.thinks_as('opnai')", "mean 'openai'"),
    calls("dress-tools-of-claude", "adapting.tools_of(HELLO, 'claude')", "claude", "anthropic|openai"),
    calls("dress-messages-of-a-list", "adapting.chat_messages(PAYLOAD)", "Conversation", "parse|list"),
    calls("dress-form-misspelt", "adapting.ChatForm(role={'assistant': 'model'})", "role", "mean 'roles'"),
    calls("dress-imported-without-with", "adapting.imported('Acme', 'pip install acme').name", "with|context"),
)  # fmt: skip

COMMANDS = (
    command("validate-two-dialects-in-one", "validate p.json --dialect openai,anthropic", "openai,anthropic", "one|mean 'openai'|again", files={"p.json": PAYLOAD}),
    command("validate-conversation-of-a-report", "validate p.json --dialect openai --conversation mine.py", "mine.py", "JSON", files={"p.json": PAYLOAD}),
    command("validate-both-from-standard-input", "validate - --dialect openai --conversation -", "standard input|-", "both|once|one", stdin=PAYLOAD.encode()),
    command("validate-thinking-high", "validate p.json --dialect openai --thinking high", "high", files={"p.json": PAYLOAD}),
    command("validate-line-numbers", "validate p.json --dialect openai", "p.json", "line 1", "number|not JSON|no JSON", files={"p.json": "  1 {\n  2   \"messages\": []\n  3 }\n"}),
    command("validate-smart-quotes", "validate p.json --dialect openai", "“", "quotes", files={"p.json": PAYLOAD.replace('"', "“")}),
    command("validate-no-break-spaces", "validate p.json --dialect openai", "U\\+00A0|no-break|non-breaking", files={"p.json": PAYLOAD.replace(" ", "\u00a0")}),
    command("validate-zero-width", "validate p.json --dialect openai", "U\\+200B|zero.width", files={"p.json": "\u200b" + PAYLOAD}),
    command("validate-with-a-fence", "validate p.json --dialect anthropic", "```|user-nonempty", files={"p.json": f"```json\n{BAD}\n```\n"}, status=RED),
    command("validate-with-a-prompt", "validate p.json --dialect openai", r"\$ cat|JSON", files={"p.json": "$ cat p.json\n" + PAYLOAD}),
    command("validate-ellipsis", "validate p.json --dialect openai", r"\.\.\.|…", "line 1|column", files={"p.json": PAYLOAD.replace('"Hello"', "...")}),
    command("validate-cut", "validate p.json --dialect openai", "p.json", "cut|end", files={"p.json": PAYLOAD[:40]}),
    command("why-error-is-a-file", "why p.json --error @answer.txt", "answer.txt", r"\$\(cat|text|cat", files={"p.json": BAD, "answer.txt": "messages: bad"}),
    command("why-fix-twice", "why p.json --dialect anthropic --fix a.json --fix b.json", "--fix", "twice|once|one", files={"p.json": BAD}),
    command("why-fix-with-two-files", "why p.json q.json --dialect anthropic --fix a.json", "--fix", "one", files={"p.json": BAD, "q.json": BAD}),
    command("why-file-a-directory", "why p.json --dialect anthropic --file sub", "sub", "directory", files={"p.json": BAD, "sub/x.png": "x"}),
    command("why-fix-over-a-program", "why p.json --dialect anthropic --fix mine.py", "mine.py", "program|formatter|Python|JSON", files={"p.json": BAD}, keeps=("mine.py",)),
    command("certify-level-number", "certify mine -o c.json --level 2", "2", "L2"),
    command("certify-timeout-word", "certify mine -o c.json --timeout ten", "ten", "seconds|number"),
    command("certify-model-alone", "certify mine -o c.json --model gpt-5.4", "gpt-5.4", r"openai\.\*=|GLOB=MODEL"),
    command("certify-dialect", "certify openai -o c.json", "openai"),
    command("certify-a-bridge-in-words", "certify cmd:python bridge.py -o c.json", "bridge.py", "quot|one word|'cmd:"),
    command("certify-twice-out", "certify mine -o a.json -o b.json", "-o", "twice|once|one"),
    command("certify-into-a-page", "certify mine -o cert.html", "cert.html", "JSON|json"),
    command("certify-impl-option", "certify --impl mine -o c.json", "--impl", "IMPL|certify mine"),
    command("verify-an-implementation", "verify mine", "mine", "certify|certificate"),
    command("verify-impl-behind", "verify c.json mine", "mine", "--impl", files={"c.json": "{}"}),
    command("verify-a-payload", "verify p.json", "p.json", "certify|certificate", files={"p.json": PAYLOAD}),
    command("verify-empty", "verify c.json", "c.json", "empty", files={"c.json": ""}),
    command("verify-cut", "verify c.json", "c.json", "cut|end|line", files={"c.json": '{"_type": "https://in-toto.io/Statement/v1", "subject"'}),
    command("check-bridge-an-implementation", "check-bridge mine", "mine", "command|program"),
    command("check-bridge-a-module", "check-bridge mine.py", "mine.py", "python mine.py|command"),
    command("check-bridge-timeout-zero", ("check-bridge", "python bridge.py", "--timeout", "0"), "0", "seconds|timeout", files={"bridge.py": RIGHT.replace("ANSWER", ANSWER)}),
    command("report-html-option", "report r.json --html out.html", "--html", "html:out.html|FORMAT:PATH|html:", files={"r.json": "{}"}),
    command("report-empty-path", "report r.json html:", "html:", "path|where|html:report.html", files={"r.json": "{}"}),
    command("compare-directories", "compare old new", "old", "directory|report", files={"old/report.json": "{}", "new/report.json": "{}"}),
    command("compare-html", "compare a.html b.html", "a.html", "JSON|json:", files={"a.html": "<html>", "b.html": "<html>"}),
    command("merge-without-reports", "merge -o whole.json", "REPORT"),
    command("matrix-text", "matrix r.json -o matrix.txt", "matrix.txt", r"\.html|\.md", files={"r.json": "{}"}),
    command("matrix-of-a-module", "matrix mine.py", "mine.py", "JSON|report"),
    command("explain-pasted-line", ("explain", "anthropic.user-nonempty at $.messages[0].content"), "user-nonempty", "anthropic.user-nonempty"),
    command("explain-pasted-colon", "explain fidelity.lost-call:", "fidelity.lost-call"),
    command("explain-backticks", ("explain", "`fidelity.lost-call`"), "fidelity.lost-call"),
    command("explain-a-limit", "explain system-later", "system-later", "limit"),
    command("explain-a-level", "explain L2", "L2", "level"),
    command("explain-a-model", "explain gpt-5.4", "gpt-5.4", "list models|model"),
    command("explain-a-repair", "explain keep", "keep"),
    command("show-in-two-words", "show tools single-call", "tools/single-call"),
    command("show-generated", "show generated/openai-pairs-17", "generated/openai-pairs-17", "from-example"),
    command("show-a-file", "show mine.py", "mine.py", "case"),
    command("show-target-alone", "show chat/one-user --target openai.chat", "--target", "--reference"),
    command("show-reference-short", "show chat/one-user --reference agentscope --target openai.chat", "agentscope", "agentscope-1.0"),
    command("list-dialects", "list dialects", "dialects", "targets"),
    command("list-levels", "list levels", "levels", "choose|cases"),
    command("list-rules-without-star", "list rules anthropic", "anthropic", r"anthropic\.\*"),
    command("list-cases-without-star", "list cases tools", "tools", r"tools/\*"),
    command("new-case-turned-round", "new-case cases talk.json", "cases", "FILE|directory|order|turn", files={"talk.json": SAID, "cases/a.json": SAID}),
    command("new-case-name-with-family", "new-case talk.json cases --name shop/late", "shop/late", "late|letters|a-z", files={"talk.json": SAID}),
    command("new-case-name-underscore", "new-case talk.json cases --name late_answer", "late_answer", "late-answer", files={"talk.json": SAID}),
    command("new-case-example-number", "new-case --from-example 42 cases", "42", "generated/"),
    command("new-case-example-of-a-file", "new-case --from-example talk.json cases", "talk.json", "generated/|without", files={"talk.json": SAID}),
    command("new-case-hunts-nothing", ("new-case", "talk.json", "cases", "--hunts", ""), "hunts", files={"talk.json": SAID}),
    command("coverage-of-target", "coverage --dialect openai.chat", "openai.chat", "mean 'openai'|openai"),
    command("mutants-payloads-none", "mutants --payloads 0", "payloads", "0|1"),
    command("mutants-case-misspelt", "mutants --case chta/*", "chta", "mean 'chat|chat/"),
)  # fmt: skip


def asks(name: str, words: str | tuple[str, ...], *says: str, status: int = USAGE, **more: object) -> Mistake:
    """Options of pytest."""
    parts = tuple(words.split()) if isinstance(words, str) else words
    return Mistake(f"asks-{name}", says, ("pytest", *parts), status, **more)  # type: ignore[arg-type]


ONE = "--promptfmt-impl=mine --promptfmt-case=chat/one-user "
OPTIONS = (
    asks("impl-empty", ("--promptfmt-impl=",), "--promptfmt-impl|promptfmt_impl", "module|name|empty"),
    asks("impl-comma", "--promptfmt-impl=mine,other", "mine,other", "repeat|twice|again|each"),
    asks("impl-with-a-blank-behind", ("--promptfmt-impl=mine ", *CASES), "2 passed|mean 'mine'", status=GREEN),
    asks("impl-colon-and-nothing", "--promptfmt-impl=mine.py:", "mine.py:", "attribute|:"),
    asks("impl-of-an-item", ("--promptfmt-impl=mine:FORMATTERS['openai.chat']", *CASES), "FORMATTERS", "attribute|mean"),
    asks("impl-adapter-alone", "--promptfmt-impl=adapter:", "adapter:", "langchain|name"),
    asks("impl-cmd-alone", "--promptfmt-impl=cmd:", "cmd:", "command|COMMAND"),
    asks("impl-address", "--promptfmt-impl=https://example.org/fmt.git", "https://", "install|address"),
    asks("impl-zero-width", ("--promptfmt-impl=mi\u200bne", *CASES), "U\\+200B|zero.width|mean 'mine'"),
    asks("impl-no-break-space", ("--promptfmt-impl=mine\u00a0", *CASES), "U\\+00A0|no-break|mean 'mine'"),
    asks("impl-in-smart-quotes", ("--promptfmt-impl=“mine”", *CASES), "“|quotes", "mean 'mine'|quotes"),
    asks("case-zero-width", ("--promptfmt-impl=mine", "--promptfmt-case=chat/\u200bone-user"), "U\\+200B|zero.width|mean 'chat/one-user'"),
    asks("case-en-dash", ("--promptfmt-impl=mine", "--promptfmt-case=chat/one–user"), "mean 'chat/one-user'"),
    asks("case-backslash", ("--promptfmt-impl=mine", "--promptfmt-case=chat\\one-user"), "mean 'chat/one-user'"),
    asks("case-not", ("--promptfmt-impl=mine", "--promptfmt-case=!chat/one-user"), "!chat/one-user", "--deselect|-k|mean"),
    asks("case-double-star", ("--promptfmt-impl=mine", "--promptfmt-case=**/one-user"), "1 passed|mean", status=GREEN),
    asks("target-slash", ONE + "--promptfmt-target=openai/chat", "mean 'openai.chat'"),
    asks("target-provider", ONE + "--promptfmt-target=claude", "claude", "anthropic"),
    asks("report-two-in-one", ONE + "--promptfmt-report=json:a.json,html:b.html", "a.json,html:b.html", "repeat|each|again|two"),
    asks("report-blank", (*ONE.split(), "--promptfmt-report=json: a.json"), "a.json", "passed", status=GREEN, leaves=("a.json",)),
    asks("snapshots-of-syrupy", ONE + "--snapshot-update", "--promptfmt-snapshots"),
    asks("revision-with-a-dash", ONE + "--promptfmt-revision=2026-11", "mean '2026.11'|2026.11"),
    asks("revision-of-the-future", ONE + "--promptfmt-revision=2099.01", "2099.01", "2026"),
    asks("examples-comma", ONE + "--promptfmt-examples=1,000", "1,000", "number"),
    asks("timeout-nan", ONE + "--promptfmt-timeout=nan", "nan", "seconds|number"),
    asks("timeout-infinite", ONE + "--promptfmt-timeout=inf", "inf", "0"),
    asks("model-colon", ONE + "--promptfmt-model=openai.*:gpt-5.4", r"openai\.\*=gpt-5.4|="),
    asks("model-without-model", ONE + "--promptfmt-model=openai.*=", "openai", "model"),
    asks("corpus-name-empty", ONE + "--promptfmt-corpus==cases", "=cases", "name|NAME=DIR", files={"cases/a.json": SAID}),
    asks("corpus-name-capital", ONE + "--promptfmt-corpus=Shop=cases", "Shop", "shop|small|lower|a-z", files={"cases/a.json": SAID}),
    asks("check-finding-with-dialect", ONE + "--promptfmt-check=openai.tool-calls-answered", "openai.tool-calls-answered", "protocol"),
    asks("seed-of-a-half", ONE + "--promptfmt-examples=1 --promptfmt-seed=0.5", "0.5", "number"),
)  # fmt: skip


def excuses(name: str, text: str, *says: str, status: int = USAGE) -> Mistake:
    return Mistake(f"excuses-{name}", says, run(), status, files={"promptfmt.toml": text})


def excuse(match: str, more: str = 'reason = "later"') -> str:
    return f"[[xfail]]\nmatch = {match}\n{more}\n"


EXCUSES = (
    excuses("smart-quotes", "[[xfail]]\nmatch = “openai.chat”\nreason = “later”\n", "promptfmt.toml", "line 2", "quotes|“"),
    excuses("no-break-space", excuse('"openai.chat\u00a0/ chat/one-user"'), "U\\+00A0|no-break"),
    excuses("zero-width", excuse('"openai.chat / chat/one-\u200buser"'), "U\\+200B|zero.width|mean", status=RED),
    excuses("brace-open", excuse('"openai.chat / chat/{one,two"'), r"\{one,two", "brace|close|}", status=USAGE),
    excuses("bars", excuse('"openai.chat | chat/one-user | schema"'), r"\|", " / "),
    excuses("arrow", excuse('"openai.chat > chat/one-user"'), ">", " / "),
    excuses("two-colons", excuse('"promptfmt/mine/openai/chat::chat/one-user"'), "openai.chat / chat/one-user"),
    excuses("backslashes", excuse("'openai.chat \\ chat\\one-user'"), " / "),
    excuses("reason-blank", excuse('"openai.chat"', 'reason = "  "'), "reason", "why|empty|blank"),
    excuses("issue-list", excuse('"openai.chat"', 'reason = "later"\nissue = ["#1"]'), "issue", "text|string"),
    excuses("severity", excuse('"openai.chat"', 'reason = "later"\nseverity = "warning"'), "severity", "match"),
    excuses("trailing-comma", "[[xfail]]\nmatch = \"openai.chat\",\nreason = \"later\"\n", "promptfmt.toml", "line 2"),
    excuses("colon", "[[xfail]]\nmatch: \"openai.chat\"\n", "promptfmt.toml", "line 2", "="),
    excuses("any", excuse('"*"'), "stale|not needed|nothing", "Delete", status=RED),
)  # fmt: skip


def filed(
    name: str, *says: str, file: str = "cases/a.json", raw: str | None = None, status: int = USAGE, **case: object
) -> Mistake:
    """A case of one's own with one thing wrong."""
    whole = {"hunts": "a loss", "conversation": {"messages": json.loads(SAID)}} | case
    words = ("pytest", "--promptfmt-impl=mine", "--promptfmt-corpus=cases", "--promptfmt-case=x-cases/*")
    return Mistake(f"filed-{name}", says, words, status, files={file: raw if raw is not None else json.dumps(whole)})


def spoken(name: str, block: object, *says: str, role: str = "user") -> Mistake:
    return filed(f"says-{name}", "a.json", *says, conversation={"messages": [{"role": role, "content": [block]}]})


FILED = (
    filed("expect-an-object", "a.json", "expect", r"list|\[", expect={"demand": "carry"}),
    filed("expect-demand-misspelt", "a.json", "mean 'refuse'", expect=[{"demand": "refuses"}]),
    filed("expect-demand-capital", "a.json", "mean 'carry'", expect=[{"demand": "Carry"}]),
    filed("expect-repair-misspelt", "a.json", "keeep", "mean 'keep'", expect=[{"demand": "either", "repairs": ["keeep"]}]),
    filed("expect-dialects-text", "a.json", "dialects", r"list|\[", expect=[{"demand": "refuse", "dialects": "openai"}]),
    filed("expect-dialects-target", "a.json", "openai.chat", "mean 'openai'", expect=[{"demand": "refuse", "dialects": ["openai.chat"]}]),
    filed("scenarios-text", "a.json", "scenarios", r"list|\[", scenarios="chat"),
    filed("files-list", "a.json", "files", r"object|\{", files=["receipt.png"]),
    filed("files-nowhere", "a.json", "nowhere.png", "is not there|no such|beside|not found", files={"a.png": "./nowhere.png"}),
    filed("request-model", "a.json", "request", "models", request={"model": "gpt-5.4"}),
    filed("request-model-by-target", "a.json", "openai.chat", "mean 'openai'", request={"models": {"openai.chat": "gpt-5.4"}}),
    filed("budget-number", "a.json", "budget", "object|{", budget=100),
    filed("budget-empty", "a.json", "budget", budget={}),
    filed("twin-of-nobody", "a.json", "twin", "nobody", twin="nobody"),
    filed("tags-text", "a.json", "tags", r"list|\[", tags="order"),
    filed("hunts-list", "a.json", "hunts", "text|string|sentence", hunts=["a loss"]),
    filed("conversation-path", "a.json", "conversation", "talk.json|object|list", conversation="talk.json"),
    filed("smart-quotes", "a.json", "line 1", "“|quotes", raw=SAID.replace('"', "“")),
    filed("no-break-spaces", "a.json", "U\\+00A0|no-break", raw=SAID.replace(" ", "\u00a0")),
    filed("single-quotes", "a.json", "line 1", "quotes", raw=SAID.replace('"', "'")),
    filed("nan", "a.json", "NaN", raw=SAID.replace('"Hello"', "NaN")),
    filed("upper-case-ending", "a.JSON", "json", "name|ending|lower", file="cases/a.JSON"),
    filed("python-words", "a.json", "True|None", "true|null", raw='[{"role": "user", "content": None}]'),
    filed("windows-line-ends", "1 passed", raw=SAID.replace(", ", ",\r\n"), status=GREEN),
    spoken("file-in-braces-misspelt", {"type": "image", "source": {"type": "url", "url": "{FILE}/a.png"}}, r"\{FILE\}", r"\{FILES\}"),
    spoken("base64-of-nothing", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "{BASE64 no.png}"}}, "no.png"),
    spoken("media-type-camel", {"type": "image", "source": {"type": "base64", "mediaType": "image/png", "data": "eA=="}}, "mediaType", "media_type"),
    spoken("source-path", {"type": "image", "source": {"type": "path", "path": "a.png"}}, "path", "url"),
    spoken("bare-text", "Hello", r"content\[0\]", "text"),
    spoken("arguments", {"type": "tool_use", "id": "c", "name": "f", "arguments": {}}, "arguments", "input", role="assistant"),
    spoken("reasoning", {"type": "reasoning", "text": "hm"}, "reasoning", "thinking", role="assistant"),
    spoken("thinking-text", {"type": "thinking", "text": "hm"}, "text", "thinking", role="assistant"),
    spoken("result-call-id", {"type": "tool_result", "tool_call_id": "c", "output": "x"}, "tool_call_id", "id", role="tool"),
)  # fmt: skip

LINES = (
    greets("no-formatters-at-all", '{"promptfmt": 1, "name": "mine", "formatters": {}}', "formatters", "target|openai.chat|none"),
    greets("claim-misspelt", '{"promptfmt": 1, "name": "mine", "formatters": {"openai.chat": {"block": []}}}', "mean 'blocks'"),
    greets("limit-misspelt", '{"promptfmt": 1, "name": "mine", "formatters": {"openai.chat": {"refuses": ["system_later"]}}}', "mean 'system-later'"),
    greets("version-number", '{"promptfmt": 1, "name": "mine", "version": 1, "formatters": {"openai.chat": {}}}', "version", "text|string"),
    greets("formatter-list", '{"promptfmt": 1, "name": "mine", "formatters": {"openai.chat": ["tool"]}}', "openai.chat", "blocks|object"),
    answers("error-without-kind", 'say({"id": asked["id"], "error": {"type": "E", "message": "m"}})', "kind", "refused"),
    answers("error-without-message", 'say({"id": asked["id"], "error": {"kind": "raised", "type": "E"}})', "message"),
    answers("id-as-float", 'say({"id": float(asked["id"]), "payload": payload})', "id", r"\.0|whole"),
    answers("payloads", 'say({"id": asked["id"], "payloads": payload})', "payloads", "mean 'payload'|payload"),
    answers("in-a-list", 'say([{"id": asked["id"], "payload": payload}])', "object|list"),
    answers("over-several-lines", 'print(json.dumps({"id": asked["id"], "payload": payload}, indent=2), flush=True)', "one line|line"),
    answers("count-without-budget", 'say({"id": asked["id"], "count": payload}); line = sys.stdin.readline(); ' + ANSWER, "count", "budget"),
    answers("printed-a-list", 'say({"id": asked["id"], "payload": payload, "printed": ["x"]})', "printed", "text|string"),
    answers("changed-input-true", 'say({"id": asked["id"], "payload": payload, "changed_input": True})', "changed_input", "text|place|path"),
    answers("in-latin-1", 'sys.stdout.buffer.write(b\'{"id": 1, "payload": "\\xe9"}\\n\'); sys.stdout.flush()', "UTF-8"),
    answers("an-empty-line-first", "print(flush=True); " + ANSWER, "empty|blank|line"),
)  # fmt: skip


def claims(name: str, text: str, *says: str, status: int = USAGE, **more: object) -> Mistake:
    return Mistake(f"claims-{name}", says, run(), status, MINE + text, **more)  # type: ignore[arg-type]


CLAIMS = (
    claims("limit-underscore", 'CAPABILITIES["openai.chat"]["refuses"] = ["system_later"]', "mean 'system-later'"),
    claims("blocks-text", 'CAPABILITIES["openai.chat"]["blocks"] = ["text"]', "text", "always|beside|leave"),
    claims("truncation-true", 'CAPABILITIES["openai.chat"]["truncation"] = True', "truncation", "'drop'"),
    claims("model-list", 'CAPABILITIES["openai.chat"]["model"] = ["gpt-5.4"]', "model", "text|one|string"),
    claims("list", 'CAPABILITIES = ["tool"]', "CAPABILITIES", "openai.chat|mapping|table"),
    claims("xfails-nowhere", 'XFAILS = "nowhere.toml"', "nowhere.toml", "XFAILS|mine"),
    claims("xfails-list", 'XFAILS = [{"match": "openai.chat"}]', "XFAILS", "file|name"),
    claims("version-tuple", "__version__ = (1, 2)", "passed|version", status=GREEN),
)

SNAPS = (
    shell("snapshots-of-a-file", "pytest -q $ONE --promptfmt-snapshots=snapshots --snapshot-update; pytest $ONE --promptfmt-snapshots=snapshots/mine/openai.chat/chat.json", "chat.json", "directory", status=USAGE, env={"ONE": ONE}),
    shell("snapshots-one-level-too-deep", "pytest -q $ONE --promptfmt-snapshots=snapshots --snapshot-update; pytest $ONE --promptfmt-snapshots=snapshots/mine", "snapshot.missing", "snapshots", status=RED, env={"ONE": ONE}),
    shell("snapshots-cut", "pytest -q $ONE --promptfmt-snapshots=s --snapshot-update; head -c 60 s/mine/openai.chat/chat.json > x; mv x s/mine/openai.chat/chat.json; pytest $ONE --promptfmt-snapshots=s", "chat.json", "snapshot-update|git|JSON", status=USAGE, env={"ONE": ONE}),
    shell("certificate-tampered", "promptfmt certify mine -o c.json && sed -i s/mine/yours/ c.json; promptfmt verify --no-run c.json", "digest|agree", status=2),
    shell("certificate-cut", "promptfmt certify mine -o c.json && head -c 900 c.json > d.json; promptfmt verify d.json", "d.json", "line|cut|end", status=2),
    shell("certificate-source-changed", "promptfmt certify mine -o c.json && echo '# more' >> mine.py; promptfmt verify c.json", "source", status=RED),
    shell("certificate-of-another", "promptfmt certify mine -o c.json && mv mine.py other.py; promptfmt verify c.json", "mine", "--impl", status=2),
)  # fmt: skip


def judged_in_ci(name: str, words: str, *says: str, status: int = RED) -> Mistake:
    """The step of the action, with its inputs as a workflow gives them."""
    step = "\n".join(line.removeprefix(" " * 8) for line in ACTION.split("run: |\n")[1].splitlines())
    unset = (
        "IMPLEMENTATION= OPTIONS= SNAPSHOTS= BASELINE= CERTIFICATE=false REPORT=r GITHUB_STEP_SUMMARY=s GITHUB_OUTPUT=o"
    )
    script = f"export {unset}; export OPTIONS='--promptfmt-case=chat/one-user'; export {words}; . ./step.sh"
    return shell(f"ci-{name}", script, *says, status=status, files={"step.sh": step})


CI = (
    judged_in_ci("no-implementation", "X=1", "--promptfmt-impl", "implementation|name|module"),
    judged_in_ci("certificate-yes", "IMPLEMENTATION=mine CERTIFICATE=yes", "yes", "true"),
    judged_in_ci("baseline-nowhere", "IMPLEMENTATION=mine BASELINE=main/report.json", "main/report.json", "is not there|no such|not found"),
    judged_in_ci("snapshots-nowhere", "IMPLEMENTATION=mine SNAPSHOTS=snapshots", "snapshot", "--snapshot-update"),
)  # fmt: skip


def distribution(name: str, points: str, *says: str, impl: str = "x-thing", files: dict[str, str] | None = None, more: tuple[str, ...] = ()) -> Mistake:  # fmt: skip
    """Another distribution, which adds something wrongly."""
    info = {
        "thing-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n",
        "thing-1.0.dist-info/entry_points.txt": points,
    }
    words = ("pytest", f"--promptfmt-impl={impl}", *(more or CASES))
    return Mistake(f"distribution-{name}", says, words, files=info | (files or {}), env={"PYTHONPATH": "."})


IMPL, DIALECT, CORPUS = (f"[promptfmt.{kind}]\n" for kind in ("implementations", "dialects", "corpora"))
DISTRIBUTIONS = (
    distribution("name-without-x", IMPL + "thing = mine\n", "thing", "x-thing", impl="thing"),
    distribution("module-missing", IMPL + "x-thing = thing_promptfmt\n", "thing", "thing_promptfmt"),
    distribution("attribute-missing", IMPL + "x-thing = mine:NOWHERE\n", "thing", "NOWHERE"),
    distribution("misspelt-by-its-user", IMPL + "x-thing = mine\n", "mean 'x-thing'", impl="x-thin"),
    distribution("dialect-a-function", DIALECT + "x-thing = mine:chat\n", "thing", "Dialect", impl="other.py", files={"other.py": MINE.replace("openai.chat", "x-thing.chat")}),
    distribution("corpus-a-module", CORPUS + "x-thing = mine\n", "thing", "case|directory|package", impl="mine", more=("--promptfmt-corpus=x-thing",)),
)  # fmt: skip

TABLE = (
    *BUILT,
    *READ,
    *JUDGED,
    *OWN_TESTS,
    *STRATEGIES,
    *GUARDS,
    *DRESSED,
    *COMMANDS,
    *OPTIONS,
    *EXCUSES,
    *FILED,
    *LINES,
    *CLAIMS,
    *SNAPS,
    *CI,
    *DISTRIBUTIONS,
)
