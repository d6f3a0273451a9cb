"""Rules whose logic several providers share; each provider lists them under its own id with its own evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.media import decode_base64, sniff, split_data_uri
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.dialects.schema import unknown_keys
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import thinks


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


def too_big(request: Request, limit: str, path: str, size: int, unit: str) -> Iterator[Breach]:
    """One thing is no bigger than the request's model takes it."""
    most = request.model.most(limit)
    if size > most:
        yield Breach(
            path, f"{size} {unit}, and at most {most} are taken", {"expected": most, "actual": size}, asks=limit
        )


def missing_thought(request: Request) -> str:
    """The question that a thought's absence asks, by the way in which the request thinks; empty where it does not.

    A request that says no more than that it thinks does as its model is used to: adaptively where that is known of it.
    """
    thinking = request.context.get("thinking")
    if not thinks(thinking):
        return ""
    way = thinking.get("type") if isinstance(thinking, dict) else None
    adaptive = way == "adaptive" or (way is None and "thinking-missing-adaptive" in request.model.facts)
    return "thinking-missing-adaptive" if adaptive else "thinking-missing"


@asks("tools-empty")
def tools_nonempty(request: Request) -> Iterator[Breach]:
    """The list of tools on offer, where it is given, is not empty."""
    if request.tools == []:
        yield Breach(request.tools_path, "the list of tools is empty; leave the key out")


def no_unknown_keys(request: Request) -> Iterator[Breach]:
    """No keys outside the documented shape."""
    for path, key, known in unknown_keys(request):
        place = jsonpath.join(path, [key])
        yield Breach(place, f"unknown key {key!r}{did_you_mean(key, known)}", {"expected": known, "actual": key})
