"""Rules whose logic several providers share; each provider lists them under its own id with its own evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.media import decode_base64, sniff, split_data_uri
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.dialects.schema import unknown_keys
from pytest_promptfmt.payload.request import Request


def images_of(urls: Iterable[tuple[str, str]], types: Sequence[str]) -> Iterator[Breach]:
    """Images in data URIs are of one of `types` by their bytes; `urls` are paths and addresses."""
    for path, url in urls:
        uri = split_data_uri(url)
        data = decode_base64(uri.data) if uri else None
        if data is not None and (actual := sniff(data)) not in types:
            found = {"expected": list(types), "actual": actual}
            yield Breach(path, "the bytes are none of these formats", found)


def too_many(request: Request, limit: str, paths: Sequence[str]) -> Iterator[Breach]:
    """At most as many of something as the request's model takes; `paths` are those of all of them."""
    most = request.model.most(limit)
    if len(paths) > most:
        noun = limit.partition("-")[0]
        found = {"expected": most, "actual": len(paths)}
        yield Breach(paths[int(most)], f"{len(paths)} {noun}, and at most {most} are taken", found, asks=limit)


def no_unknown_keys(request: Request) -> Iterator[Breach]:
    """No keys outside the documented shape."""
    for path, key, known in unknown_keys(request):
        place = jsonpath.join(path, [key])
        yield Breach(place, f"unknown key {key!r}{did_you_mean(key, known)}", {"expected": known, "actual": key})
