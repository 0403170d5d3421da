"""The record of a whole tournament as text: how it stands, in the lines of the protocol, then the records of its games."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.wire.messages import TournamentShown


def record_lines(shown: TournamentShown, records: Sequence[str]) -> list[str]:
    """The lines of a record."""
    lines = shown.render()
    for record in records:
        lines += ["", *record.rstrip("\n").split("\n")]
    return lines
