"""Anthropic's rules over documents by value: their bytes are a PDF's, of no more pages than the model reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.dialects.anthropic.images import base64_sources
from pytest_promptfmt.dialects.rules import Breach, may_ask
from pytest_promptfmt.dialects.shared_rules import too_many
from pytest_promptfmt.payload.request import Request

_PAGE = re.compile(rb"/Type\s*/Page(?![a-zA-Z])")


def _pdfs(request: Request) -> Iterator[tuple[str, bytes]]:
    for path, source in base64_sources(request, "document"):
        data = source.get("data")
        content = decode_base64(data) if isinstance(data, str) else None
        if source.get("media_type") == "application/pdf" and content is not None:
            yield f"{path}.data", content


def document_readable(request: Request) -> Iterator[Breach]:
    """The bytes of a document by value are those of a PDF."""
    for path, content in _pdfs(request):
        if b"%PDF-" not in content[:1024]:
            yield Breach(path, "the document is empty" if not content else "the bytes begin as no PDF's do")


@may_ask("pages-per-request")
def document_pages(request: Request) -> Iterator[Breach]:
    """All PDFs of a request have as many pages as the model reads, as far as pages can be counted in their bytes."""
    pages = [path for path, content in _pdfs(request) for _ in _PAGE.finditer(content)]
    yield from too_many(request, "pages-per-request", pages)
