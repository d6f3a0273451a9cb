"""No certificates: a client that may not connect needs none of the system's, which take 80 ms to load."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def without_system_certificates() -> Iterator[None]:
    """Within, whoever makes a TLS context loads none; nothing happens where nobody has imported `ssl`."""
    ssl: Any = sys.modules.get("ssl")
    if ssl is None:
        yield
        return
    context = ssl.SSLContext
    held = context.__dict__.get("load_verify_locations"), context.__dict__.get("load_default_certs")
    context.load_verify_locations = context.load_default_certs = lambda *_, **__: None
    try:
        yield
    finally:
        for name, method in zip(("load_verify_locations", "load_default_certs"), held, strict=True):
            if method is None:
                delattr(context, name)
            else:
                setattr(context, name, method)
