"""Under which names browsers may reach this server.

    evil.example ──► 203.0.113.9      the stranger's page is loaded, from there
    evil.example ──► 127.0.0.1        then the name points here, and to the browser that page is now ours (DNS rebinding)

A browser says in `Host` which name it used. A number cannot be made to point elsewhere; a name can, so it must be one of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


class HostNames:
    """The names of a server: loopback, what it listens on, those it was given, and those of pages it was told to accept."""

    def __init__(self, listening: str = "127.0.0.1", names: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        pages = (urlsplit(page).hostname or "" for page in origins)
        self._names = {name.lower().rstrip(".") for name in (listening, *names, *pages)}
        self._only_loopback = _is_loopback(listening)

    def know(self, host: str) -> bool:
        """Whether this `Host` is one of ours, whatever the port."""
        try:
            here = urlsplit(f"//{host}")
            name, _ = (here.hostname or "").rstrip("."), here.port
        except ValueError:
            return False
        if not name or "@" in host:
            return False
        return name in self._names or _is_loopback(name) or (_is_number(name) and not self._only_loopback)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    if _is_number(name):
        return ip_address(name).is_loopback
    return name == "localhost" or name.endswith(".localhost")  # which browsers never ask anybody about
