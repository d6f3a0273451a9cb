"""tiktoken's encodings, without its downloads: the ranks are used where their file is in tiktoken's cache."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from promptfmt_reference.agentscope_v1.token import mini

if TYPE_CHECKING:
    from tiktoken import Encoding


def name_for(model: str) -> str:
    """The encoding that tiktoken knows for the model, and ``o200k_base`` for one that it does not know."""
    import tiktoken

    try:
        return tiktoken.encoding_name_for_model(model)
    except KeyError:
        return "o200k_base"


def load(name: str) -> Encoding:
    """The encoding of that name; `FileNotFoundError` where its ranks are not on this machine."""
    import tiktoken

    if name == mini.NAME:
        return mini.encoding()
    ranks = _SAME_RANKS.get(name, name)
    if ranks not in _SHA256:
        raise ValueError(f"no encoding {name!r} is known here; give a tiktoken.Encoding as encoding=")
    path = cached(ranks)
    if path is None or not path.is_file():
        raise FileNotFoundError(_missing(name, path, "does not exist"))
    if hashlib.sha256(path.read_bytes()).hexdigest() != _SHA256[ranks]:  # tiktoken would delete it and fetch another
        raise FileNotFoundError(_missing(name, path, "is not the file that tiktoken expects"))
    return tiktoken.get_encoding(name)


def cached(ranks: str) -> Path | None:
    """Where tiktoken looks for the ranks before it fetches them; `None` where its cache is switched off."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if folder == "":
        return None
    url = f"https://openaipublic.blob.core.windows.net/encodings/{ranks}.tiktoken"
    parent = Path(tempfile.gettempdir(), "data-gym-cache") if folder is None else Path(folder)
    return parent / hashlib.sha1(url.encode()).hexdigest()


def _missing(name: str, path: Path | None, what: str) -> str:
    wrong = "TIKTOKEN_CACHE_DIR is empty, which switches its cache off" if path is None else f"{path} {what}"
    return (
        f"tiktoken's ranks for {name} are not at hand: {wrong}, and nothing is downloaded here. "
        f"Run tiktoken.get_encoding({name!r}) once where there is a network and set TIKTOKEN_CACHE_DIR to the folder "
        f"with the file, or count with another encoding: encoding={mini.NAME!r}, or any tiktoken.Encoding."
    )


_SAME_RANKS = {"o200k_harmony": "o200k_base", "p50k_edit": "p50k_base"}
_SHA256 = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "p50k_base": "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
    "r50k_base": "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
}
