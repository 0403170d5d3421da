"""The URL of a database: what it says, whatever characters its password has, and how it is shown without it.

postgresql://ann:p@ss/w:rd@host:5432/games?sslmode=require
                 ────┬────
                     the password: from the first colon to the last @, even where it should have been written as %40
"""

from __future__ import annotations

import re
from urllib.parse import quote

from sqlalchemy import URL, make_url

_LOGIN = re.compile(r"^([^:/]*:/+|(?![^:/]*:/))([^:/@]*):(.*)@", re.DOTALL)
_SECRET = re.compile(r"([?&][^=&]*pass[^=&]*=)[^&]*", re.IGNORECASE)
RESERVED = re.compile(r"[^A-Za-z0-9._~!$&'()*+,;=%-]")
"""Characters that a password can only have in a URL if they are written as numbers."""


def read_url(url: str) -> URL:
    """The URL as SQLAlchemy has it; raises `ValueError` or `ArgumentError` where it cannot be read."""

    def written_properly(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2]}:{RESERVED.sub(lambda each: quote(each[0], safe=''), found[3])}@"

    return make_url(_LOGIN.sub(written_properly, url))


def without_password(url: str) -> str:
    """The URL, or whatever else was given as one, as it may be shown to anybody."""
    return _SECRET.sub(r"\1***", _LOGIN.sub(r"\1\2:***@", url))


def is_mistyped(name: str) -> bool:
    """Whether the name of a file looks like a URL with a password in it, in which something was left out."""
    return re.match(r"postgres\w*:|[^/\\]*:[^/\\]*@", name) is not None
