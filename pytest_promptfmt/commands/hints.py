"""What may have been meant by words that a command does not know."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pytest_promptfmt.common.did_you_mean import nearest

_ONE_WORD_MORE = {
    "verify": "where the implementation has another name here: --impl={more}",
    "explain": "it takes one id; a provider's words are read by 'promptfmt why FILE --error TEXT'",
    "validate": "it judges one file: run it once for each",
    "show": "an id is one word: {case}/{more}",
}
"""Of a command that takes one word, and was given one `more`."""
_OTHERS = {
    **dict.fromkeys(("provider", "api", "format", "target"), "dialect"),
    **dict.fromkeys(("message", "answer", "response"), "error"),
    **dict.fromkeys(("out", "output", "write"), "fix"),
    **dict.fromkeys(("force", "overwrite", "yes"), "replace"),
    **dict.fromkeys(("offline", "static", "dry-run", "check-only", "norun"), "no-run"),
    "dialect": "target",
}
"""What others call an option."""
_OF_OTHER_COMMANDS = {"level": "'promptfmt certify NAME -o FILE --level LEVEL' asks for a level"}
_IMPLEMENTATION = ("impl", "implementation", "formatter", "module", "name")
_NAMES = {
    *("request", "input", "path", "body", "payload", "har", "curl", "log", "file", "case", "rule", "id", "finding"),
    *("cert", "old", "new", "baseline"),
}
"""What others call that which stands without an option."""
_WITHOUT_OPTION: dict[str, tuple[str, ...]] = {
    "why": ("files",),
    "show": ("case",),
    "explain": ("id",),
    "validate": ("file",),
    "verify": ("certificate",),
    "compare": ("old", "new"),
}


def meant(options: argparse.Namespace, odd: Sequence[str]) -> str:
    """Behind a semicolon; empty where nobody knows. `options` are those that were understood, `odd` the other words."""
    hint = _of_the_command(options, odd) or _of_an_option(options, odd)
    if not hint and any(str(value).startswith("cmd:") for value in vars(options).values()):
        hint = "quote a command with blanks: 'cmd:COMMAND WORDS'"
    return f"; {hint}" if hint else ""


def meant_for(missing: Sequence[str], words: Sequence[str], actions: Sequence[argparse.Action]) -> str:
    """Where an option is missing: another word of the line that may stand for it, behind a semicolon."""
    option = missing[-1].rpartition("/")[2]
    known = {name for action in actions for name in action.option_strings}
    odd = [word for word in words if word[:2] == "--" and word.partition("=")[0] not in known]
    if odd and option[:2] == "--":
        name, _, value = odd[0].partition("=")
        value = value or next(iter(words[words.index(odd[0]) + 1 :]), "")
        return f"; {name} is none: did you mean {option} {value}".rstrip() + "?"
    alone = [word for word in words if word[:1] != "-"]
    if missing[-1].startswith("-o/") and len(alone) > sum(not action.option_strings for action in actions):
        return f"; did you mean -o {alone[-1]}?"
    return ""


def _of_the_command(options: argparse.Namespace, odd: Sequence[str]) -> str:
    """What this command takes in another way."""
    name, word = _name(odd), odd[-1]
    is_option = odd[0].startswith("-")
    if options.asked == "report" and odd[0].startswith("--"):
        return f"a form is FORMAT:PATH, such as {name}:{word if len(odd) > 1 else 'FILE'}"
    if options.asked in _ONE_WORD_MORE and not is_option:
        return _ONE_WORD_MORE[options.asked].format(**vars(options) | {"more": word})
    if options.asked == "certify" and name in _IMPLEMENTATION:
        return f"it is named without an option: promptfmt certify {options.implementation} -o {options.output}"
    if "impl" in vars(options) and len(odd) == 1 and not word.startswith("-"):
        return f"an implementation is named by its option: --impl={word}"
    if len(odd) == 1 and name in _NAMES and "=" not in odd[0] and (given := _given(options)):
        return f"it is named without an option: promptfmt {options.asked} {given}"
    return ""


def _of_an_option(options: argparse.Namespace, odd: Sequence[str]) -> str:
    """An option of this command that is like it, or one of another's."""
    if not odd[0].startswith("--"):
        return ""
    name, value = _name(odd), odd[0].partition("=")[2] or (odd[-1] if len(odd) > 1 else "NAME")
    if options.asked == "list":
        return f"globs choose: '{value}.*'"
    known = [key.replace("_", "-") for key in vars(options)]
    near = _OTHERS.get(name) or nearest(name, known) or name
    key = near.replace("-", "_")
    if key in vars(options):
        return f"did you mean --{near if isinstance(vars(options)[key], bool) else f'{near}={value}'}?"
    return _OF_OTHER_COMMANDS.get(near, "")


def _name(odd: Sequence[str]) -> str:
    return odd[0].removeprefix("--").partition("=")[0]


def _given(options: argparse.Namespace) -> str:
    """What a command was given without an option, as it is typed."""
    given = [vars(options)[name] for name in _WITHOUT_OPTION.get(options.asked, ())]
    return " ".join(each[-1] if isinstance(each, list) else each for each in given)
