"""What code does to the address of a picture or a paper on its way."""

from __future__ import annotations

import html
from urllib.parse import quote, unquote, urldefrag, urlsplit

from planted.rewritten.strings import Change, cut, putting, sub


def in_order(url: str) -> str:
    """The parameters of the query by name."""
    parts = urlsplit(url)
    return parts._replace(query="&".join(sorted(parts.query.split("&")))).geturl() if "&" in parts.query else url


ADDRESSES: dict[str, Change] = {
    "no query": lambda url: urlsplit(url)._replace(query="").geturl(),
    "no fragment": lambda url: urldefrag(url).url,
    "small letters": str.lower,
    "quoted once more": lambda url: quote(url, safe=":/?&=#"),
    "unquoted": unquote,
    "without TLS": putting("https://", "http://"),
    "HTML escaped": html.escape,
    "HTML unescaped": html.unescape,
    "no port": sub(r":\d+/", "/"),
    "255 characters": cut(255),
    "single slashes": sub(r"(?<!:)//", "/"),
    "plus as a blank": putting("+", " "),
    "a blank as plus": putting("%20", "+"),
    "a query in order": in_order,
    "one parameter": lambda url: url.partition("&")[0],
    "no empty parameter": sub(r"&\w+=(?=&|$)", ""),
    "only ASCII": lambda url: url.encode("ascii", "ignore").decode(),
}
