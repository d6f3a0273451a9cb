"""A value as programs write it: JavaScript, Python, Ruby, PHP, Swift, Lua, JSON with comments, printed objects.

What a value is made of is alike in all of them, so one reader takes them all, and more than each of them would.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pytest_promptfmt.capture.programs import patterns
from pytest_promptfmt.capture.programs.expressions import Call, NoValue, Unsaid
from pytest_promptfmt.capture.programs.meaning import number_of, unescaped

_DEEPEST = 150


class Reader:
    """Reads values out of a text, one after the other; `known` are the values that names stand for.

    `cut` says that the text ended before its last bracket; it is only read as far as that if `may_be_cut`. Whether any
    value would have gone on there is what `ran_out` says.
    """

    def __init__(self, text: str, known: Mapping[str, Any], *, may_be_cut: bool = False) -> None:
        self.text, self.known, self.may_be_cut = text, known, may_be_cut
        self.at, self.cut, self._depth = 0, False, 0
        self.ran_out = self._lines = self._parted = False

    def value_at(self, start: int) -> Any:
        """The value that begins there; `at` is where it ends. Raises `NoValue`."""
        self.at, self.cut, self._depth = start, False, 0
        self._lines = self._parted = False
        return self._value()

    @property
    def _char(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def _blank(self) -> None:
        if (char := self._char).isspace() or char in "/#\\":
            self._matched(patterns.BLANK)

    def _is(self, *starts: str) -> bool:
        return self.text.startswith(starts, self.at)

    def _matched(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def _ended(self) -> bool:
        """Has the text ended where it may not? Then all that is open is closed, unless it may not be cut."""
        if self.at < len(self.text):
            return False
        self.ran_out = True
        if not self.may_be_cut:
            raise NoValue("the text ends here")
        self.cut = True
        return True

    def _value(self) -> Any:
        self._blank()
        if self._char in patterns.BEFOREHAND:
            while self._matched(patterns.BEFORE):
                self._blank()
            if self._matched(patterns.ROW):
                return self._bracketed(keyed=False)
        char = self._char
        if self._is("@{", "@("):
            self.at += 1
            return self._bracketed(keyed=self._char == "{", lines=True)
        if self._matched(patterns.NO_KEYS):
            return {}
        if char == "[" and (printed := self._matched(patterns.INSPECTED)):
            return Unsaid(printed[0])
        if char in patterns.CLOSING:
            return self._bracketed(keyed=char == "{")
        if char in patterns.QUOTING and (quote := self._matched(patterns.QUOTE)):
            return self._texts(quote[1])
        if (char.isdecimal() or char in "+-") and (number := self._matched(patterns.NUMBER)):
            return number_of(number[0])
        if char == "<" and (printed := self._matched(patterns.PRINTED)):
            said = printed[2]
            return said.strip("'\"") if said else Unsaid(printed[0])
        if char == ":" and (symbol := self._matched(patterns.SYMBOL)):
            return symbol[1]
        if name := self._matched(patterns.NAME):
            return self._named(name[0], name.start())
        raise NoValue(f"no value at character {self.at}")

    def _open(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NoValue("nested too deeply")
        self.at += 1

    def _close(self) -> None:
        self.at += 1
        self._depth -= 1

    def _bracketed(self, *, keyed: bool, lines: bool = False) -> Any:
        """What stands in brackets; of `lines` each may be an item of its own, as in PowerShell."""
        opening, outside = self.text[self.at], self._lines
        self._lines = lines
        self._open()
        items, pairs, comma = [], {}, False
        while True:
            self._blank()
            if self._ended() or self._is(patterns.CLOSING[opening]):
                break
            if self._char in patterns.SPREADING and (spread := self._matched(patterns.SPREAD)):
                inner = self._item()
                if isinstance(inner, dict):
                    pairs.update(inner)
                elif isinstance(inner, list):
                    items += inner
                elif not keyed:
                    items.append(Unsaid(spread[0] + getattr(inner, "words", "")))
            elif keyed and not pairs and (self._char == "{" or (items and self._char in patterns.QUOTING)):
                items.append(self._item())  # Lua's, whose lists have braces, too
            elif keyed:
                self._pair(pairs, items)
            else:
                gives = patterns.PAIRED if opening == "[" else patterns.ARROW
                item = self._item(gives=gives)
                if self._matched(gives):
                    pairs[str(item)] = self._item()
                elif not self.cut or not isinstance(item, Unsaid):
                    items.append(item)
            self._blank()
            comma = self._comma(patterns.CLOSING[opening]) or comma
        self._close()
        self._lines, self._parted = outside, False
        if keyed and items and pairs:
            raise NoValue("both keys and items")
        if not items and (keyed or pairs):
            return pairs
        return items[0] if opening == "(" and len(items) == 1 and not (comma or lines) else items

    def _comma(self, closing: str) -> bool:
        """Goes over a comma; where there is none, what is open has to end."""
        parted, self._parted = self._parted, False
        if self._matched(patterns.COMMA) or parted:
            return True
        if not self._ended() and not self._is(closing):
            raise NoValue(f"neither , nor {closing} at character {self.at}")
        return False

    def _pair(self, pairs: dict[str, Any], items: list[Any]) -> None:
        """One key with its value; a text alone, before any key, is the first of a list."""
        if quote := self._matched(patterns.QUOTE):
            key = self._texts(quote[1])
        elif name := self._matched(patterns.KEY):
            key = name[1]
        elif number := self._matched(patterns.NUMBER):
            key = number[0]
        elif self._matched(patterns.BRACKETED) and (quote := self._matched(patterns.QUOTE)):  # Lua's
            key = self._texts(quote[1])
            self._matched(patterns.CLOSED)
        elif computed := self._matched(patterns.COMPUTED):
            key = computed[1] or computed[2]
        elif self._matched(patterns.HALF_A_KEY) and self._ended():
            return
        else:
            raise NoValue(f"no key at character {self.at}")
        self._blank()
        if self._ended():
            return
        if self._matched(patterns.GIVES):
            value = self._item()
        elif self._is(",", "}") and not quote:
            value = self.known.get(key, Unsaid(key))
        elif self._is(",", "}") and not pairs:
            items.append(key)
            return
        else:
            raise NoValue(f"no value for a key at character {self.at}")
        if not (isinstance(value, Unsaid) and value.is_absent):
            pairs[key] = value

    def _item(self, *, gives: re.Pattern[str] | None = None) -> Any:
        """A value within brackets, or before what `gives` it another; one that goes on otherwise is what it says."""
        self._blank()
        start = self.at
        if self._ended():
            return Unsaid("")
        try:
            value = self._value()
        except NoValue:
            if self.at >= len(self.text) or self._is(",", "}", "]", ")"):
                raise
            self._pass()
            return Unsaid(self.text[start : self.at].strip())
        if self._lines and self._matched(patterns.LINE_ENDS):
            self._parted = True
            return value
        if self._char not in patterns.OVER:
            self._matched(patterns.TYPED)
            self._blank()
        is_key = gives is not None and isinstance(value, (str, int)) and gives.match(self.text, self.at)
        if is_key or self._is(",", "]", "}", ")") or self._ended():
            return value
        self._pass()
        return Unsaid(self.text[start : self.at].strip())

    def _pass(self) -> None:
        """Goes on to where an item ends, over brackets and texts."""
        open_ = 0
        while not self._ended():
            char = self.text[self.at]
            if char in "\"'`" and (quote := self._matched(patterns.QUOTE)):
                self._text(quote[1])
                continue
            if not open_ and (char in ",}])" or (self._lines and char in ";\n")):
                self._parted = char in ";\n"
                self.at += self._parted
                return
            open_ += char in "{[("
            open_ -= char in "}])"
            self.at += 1

    def _texts(self, quote: str) -> Any:
        """A text, or several that follow each other or are added up; what is called on one is not known."""
        found = self._text(quote)
        while not self._lines:
            before = self.at
            self._blank()
            self._matched(patterns.JOINS)
            following = self._matched(patterns.QUOTE)
            if following is None:
                self.at = before
                return found
            found += self._text(following[1])
        return found

    def _text(self, quote: str) -> str:
        start = self.at
        while True:
            end = self.text.find(quote, self.at)
            if end < 0 or (
                quote in "\"'" and "\n" in self.text[self.at : end] and not patterns.ENDS.match(self.text, end + 1)
            ):
                self.at = len(self.text)
                self._ended()
                return unescaped(self.text[start:])
            backslashes = len(self.text[start:end]) - len(self.text[start:end].rstrip("\\"))
            self.at = end + len(quote)
            if backslashes % 2 == 0:
                return unescaped(self.text[start:end])

    def _named(self, name: str, start: int) -> Any:
        if name in patterns.CONSTANTS:
            self._matched(patterns.CALLED)
            return patterns.CONSTANTS[name]
        if name in ("NaN", "Infinity"):
            return float(name.lower()[:3])
        if self._matched(patterns.CALLS) and self._is("("):
            return self._call(name, start)
        if name[:1].isupper() and self._matched(patterns.FIELDS):
            return self._bracketed(keyed=True)
        return self.known.get(name, Unsaid(name))

    def _call(self, name: str, start: int) -> Any:
        self._open()
        given: list[Any] = []
        named: dict[str, Any] = {}
        while True:
            self._blank()
            if self._ended() or self._is(")"):
                break
            if self._matched(patterns.SPREAD_GIVEN):
                inner = self._item()
                named.update(inner if isinstance(inner, dict) else {})
            elif name in patterns.MAPS and (pair := self._matched(patterns.QUOTE)):
                key = self._texts(pair[1])
                self._matched(patterns.TO)
                named[key] = self._item()
            elif argument := self._matched(patterns.NAMED):
                value = self._item()
                if not (isinstance(value, Unsaid) and value.is_absent):
                    named[argument[1]] = value
            else:
                item = self._item(gives=patterns.ARROW)
                if self._matched(patterns.ARROW):  # PHP's array(…)
                    named[str(item)] = self._item()
                else:
                    given.append(item)
            self._blank()
            self._comma(")")
        self._close()
        return Call(name, tuple(given), named, self.text[start : self.at])
