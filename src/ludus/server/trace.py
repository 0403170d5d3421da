"""What may be written into a log about a request."""

from __future__ import annotations

from ludus.wire.messages import AnyRequest

SECRET = frozenset({"password", "token", "ref", "text"})
"""Fields of requests that are never written into a log."""


def fields_to_log(request: AnyRequest) -> dict[str, object]:
    """What may be logged of a request."""
    return {name: getattr(request, name) for name in request.__struct_fields__ if name not in SECRET and getattr(request, name)}
