"""A JSON file of the user's, or an error that says where it is none."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from pytest_promptfmt.common.text import cut, safe, typographic_hint


class NotJson(ValueError):
    """It is no JSON that can be read; the text names the file and the place."""


def json_of(data: bytes, name: str, *, exact: bool = False) -> Any:
    """The JSON value in the bytes of the file `name`; raises `NotJson`.

    Where it is `exact`, it must say the same to every reader: no key twice, no NaN.
    """
    try:
        hooks: dict[str, Any] = {"object_pairs_hook": _each_once, "parse_constant": _no_json} if exact else {}
        return json.loads(data.decode("utf-8-sig"), **hooks)
    except _Ambiguous as error:
        raise NotJson(f"{name} {error}") from None
    except UnicodeDecodeError as error:
        raise NotJson(f"{name} {no_text(data) or f'is not UTF-8: byte {error.start}'}") from None
    except json.JSONDecodeError as error:
        if what := no_text(data):
            raise NotJson(f"{name} {what}") from None
        raise NotJson(f"{name}:{error.lineno}:{error.colno} is no JSON: {_instead(error)}") from None
    except RecursionError:
        raise NotJson(f"{name} is nested too deeply") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise NotJson(f"{name} has a number that is too long to be read") from None


_PICTURE = "is a picture, and no text in UTF-8: paste what it shows"
_BEGINNINGS = (
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"%PDF", "is a PDF: paste its text"),
    (b"\x1f\x8b", "is compressed (gzip): unpack it, as gunzip does"),
    (b"BZh", "is compressed (bzip2): unpack it"),
    (b"\xfd7zXZ", "is compressed (xz): unpack it"),
    (b"7z\xbc\xaf", "is compressed (7z): unpack it"),
    (b"\x04\x22\x4d\x18", "is compressed (lz4): unpack it"),
    (b"Rar!", "is compressed (rar): unpack it"),
    (b"\x93NUMPY", "is an array (NumPy): write what it holds as JSON"),
    (b"ARROW1", "is a table (Arrow): write the row as JSON, and paste that"),
    (b"Obj\x01", "is a table (Avro): write the row as JSON, and paste that"),
    (b"PK\x03\x04", "is compressed (zip): unpack it"),
    (b"(\xb5/\xfd", "is compressed (zstd): unpack it"),
    (b"SQLite format 3\0", "is a database (SQLite): select the request, and paste its text"),
    (b"PAR1", "is a table (Parquet): write the row as JSON, and paste that"),
    (b"\x80\x04\x95", "is a pickle: write it with json.dump, and give that"),
    (b"\x80\x05\x95", "is a pickle: write it with json.dump, and give that"),
    (b"\xd4\xc3\xb2\xa1", "is a capture of packets: export the request as text, or as HAR"),
    (b"\x0a\x0d\x0d\x0a", "is a capture of packets: export the request as text, or as HAR"),
    (b"{\\rtf", "is rich text (RTF): save it as plain text"),
    (b"version https://git-lfs", "is a pointer of Git LFS, and not the file itself: run 'git lfs pull'"),
    (b"\xff\xfe", "is UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16: save it as UTF-8"),
)


def no_text(data: bytes) -> str:
    """What a file is by its first bytes, and what to do; empty of what may be text."""
    return next((what for begins, what in _BEGINNINGS if data.startswith(begins)), "")


def _instead(error: json.JSONDecodeError) -> str:
    """What the reader says, and what stands there instead of JSON where it is something common."""
    before, behind = error.doc[: error.pos].rstrip(), error.doc[error.pos :].lstrip()
    if not error.doc.strip():
        return "it is empty"
    numbered = "its lines have numbers in front: take them out" if _NUMBERED.match(error.doc) else ""
    found = numbered or next((words for stands, words in _COMMON if re.match(stands, behind)), "")
    comma = "a comma stands behind the last item" if before.endswith(",") and behind[:1] in ("}", "]") else ""
    cut_off = "it ends in the middle: it was cut off" if not behind or error.msg.startswith("Unterminated") else ""
    behind_all = "there is more behind the first value" if error.msg == "Extra data" else ""
    more = typographic_hint(error.doc[error.pos : error.pos + 1]) or found or comma or cut_off or behind_all
    return f"{error.msg}; {more}" if more else error.msg


_NUMBERED = re.compile(r"\s*1\b[^\n]*\n\s*2\b")
_COMMON = (
    ("[\0-\x08]", "it is no text in UTF-8, but UTF-16 or binary"),
    ("'|(?:None|True|False)\\b", "it is Python's spelling: json.dumps writes JSON"),
    ("//|/[*]|#", "JSON has no comments"),
    ("```", "the fence of Markdown (```) stands around it: take it out"),
    (r"[$%>]+ ", "what was typed stands before it: keep what was printed"),
    (r"[.]{3}", "what was left out (...) has to be written"),
    ("[{\\[].*", "each line is a value of its own: a file holds one"),
    ("curl\\b|(?:GET|POST) ", "it is a request: 'promptfmt why' reads those"),
    ("<{7}|={7}|>{7}", "it has the marks of a merge (<<<<<<<): settle them"),
    ("-----BEGIN PGP", "it is signed (PGP): take the signature off, and give what it is of"),
    ("<", "it is markup, as a page is, and no payload: download the file itself"),
)


class _Ambiguous(Exception):
    """JSON that readers understand differently."""


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise _Ambiguous(f"has the key {cut(safe(twice), 100)!r} twice in one object")
    return found


def _no_json(name: str) -> Any:
    raise _Ambiguous(f"has {name}, which is no JSON")
