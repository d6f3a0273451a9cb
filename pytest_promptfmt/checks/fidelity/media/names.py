"""What media are called: documents as their files, nowhere as another one's file; addresses however they are spelled.

A name is free in how it is spelled, cut, or told apart from the same name; whoever came as bytes alone has none.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.conversation import Base64Source, Document
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import MediaPart

_SURE = 8
"""So many letters in front say which file it is, whatever follows: names are cut and made unique."""

_NEUTRAL = re.compile("(document|doc|file|attachment|paper|pdf)?[0-9]*")
"""What anything may be called."""

_PORTS = {"http": ":80", "https": ":443"}


def misnamed(found: Iterable[tuple[GivenMedia, Position, MediaPart]], *, neutral: bool) -> Iterator[Finding]:
    """Documents under others' names; `neutral` says that the provider asks for names that tell nothing."""
    documents = [(given, part) for given, _, part in found if isinstance(given.media, Document)]
    for given, part in documents:
        own, said = _plain(_file(given)), _plain(part.name or "")
        if not (own and said) or _is(own, said) or any(_twin(given, other) for other, _ in documents):
            continue
        others = [_file(other) for other, _ in documents if other is not given]
        whose = next((name for name in others if _plain(name) == said and not _NEUTRAL.fullmatch(said)), None)
        about, names = (given.index,), {"expected": _file(given), "actual": part.name}
        if whose is not None:
            message = f"the document {cut(_file(given))} is called {cut(part.name or '')}, as another one is"
            yield loss("document-name", part.path, message, about, **names)
        elif not neutral:
            message = f"the document {cut(_file(given))} is called {cut(part.name or '')}"
            yield loss("renamed-document", part.path, message, about, **names)


def _file(given: GivenMedia) -> str:
    """The name of its file; empty where it came without one."""
    source = given.media.source
    if isinstance(source, Base64Source) or source.url.lower().startswith("data:"):
        return ""
    if "://" not in source.url:
        return os.path.basename(source.url)
    return unquote(PurePosixPath(urlsplit(source.url).path).name)


def _plain(name: str) -> str:
    """The letters and digits before the ending."""
    folded = unicodedata.normalize("NFKC", PurePosixPath(name).stem).casefold()
    return "".join(sign for sign in folded if sign.isalnum())


def _is(own: str, said: str) -> bool:
    spelled = "".join(sign for sign in own if sign.isascii())
    return said in own or own in said or own[:_SURE] == said[:_SURE] or (bool(spelled) and spelled in said)


def _twin(given: GivenMedia, other: GivenMedia) -> bool:
    return other is not given and other.content == given.content


def address(url: str) -> str:
    """An address as it is asked for: what RFC 3986 (6.2) calls the same is spelled alike, beyond ASCII it is coded.

    Clients that parse addresses (pydantic, yarl, browsers) hand them on so; a file's, and a bucket's, stays as it is.
    """
    try:
        scheme, host, path, *rest = urlsplit(url)
    except ValueError:  # no address at all
        return url
    if not host or scheme == "data":
        return url
    if scheme in _PORTS:
        host, path = _host(host.lower()).removesuffix(_PORTS[scheme]), _without_dots(path) or "/"
    whole = urlunsplit((scheme, host.lower(), path, *rest))
    return re.sub("%[0-9A-Fa-f]{2}", _spelled, quote(whole, "%/:?#[]@!$&'()*+,;=~", errors="surrogatepass"))


def _host(name: str) -> str:
    """A host as names are looked up (RFC 3490)."""
    try:
        return name if name.isascii() else name.encode("idna").decode()
    except UnicodeError:
        return name


def _without_dots(path: str) -> str:
    """A path without the segments `.` and `..` (RFC 3986, 5.2.4)."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == ".." and len(kept) > 1:
            kept.pop()
        elif segment not in (".", ".."):
            kept.append(segment)
    return "/".join([*kept, ""] if path.endswith(("/.", "/..")) else kept)


def _spelled(coded: re.Match[str]) -> str:
    """A coded octet in capitals, or the letter that need not be coded."""
    letter = unquote(coded[0], "latin-1")
    return letter if letter.isascii() and (letter.isalnum() or letter in "-._~") else coded[0].upper()
