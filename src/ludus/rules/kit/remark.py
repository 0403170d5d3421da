"""What deserves a look without being wrong for sure."""

from __future__ import annotations


class Remark(str):
    """A sentence about something that may be meant just so; it breaks no promise."""

    __slots__ = ()
