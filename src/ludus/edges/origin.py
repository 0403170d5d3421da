"""Which web pages may talk to this server: its own, and those it was told of."""

from __future__ import annotations

from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def may_come(origin: str | None, host: str, scheme: str, allowed: tuple[str, ...]) -> bool:
    """Whether a page from this origin may; a program sends none, and a browser cannot be made to lie about it.

    With TLS a page that came without it is not ours, whatever its address: anybody on the way may have sent it.
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
