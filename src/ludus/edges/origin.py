"""Which web pages may connect to this server: its own, and those given with --origin."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def may_come(origin: str | None, host: str, scheme: str, allowed: tuple[str, ...]) -> bool:
    """Whether a page from this origin may connect. Programs send no origin, and a page cannot make a browser lie about its own.

    On a server with TLS, a page that came without TLS is not ours, whatever its address: anybody on the way may have sent it.
    """
    if origin is None or origin in allowed:
        return True
    try:
        page, here = urlsplit(origin), urlsplit(f"{scheme}://{host}")
        port, our_port = page.port or DEFAULT_PORTS.get(page.scheme), here.port or DEFAULT_PORTS.get(scheme)
    except ValueError:
        return False
    schemes = ("https",) if scheme == "wss" else ("http", "https")
    return page.scheme in schemes and bool(page.hostname) and (page.hostname, port) == (here.hostname, our_port)


def is_origin(text: str) -> bool:
    """Whether this is an origin as browsers write it: no path, no final slash, no capital letters."""
    return re.fullmatch(r"https?://([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", text) is not None
