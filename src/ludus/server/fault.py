"""`Fault`: why something was not done."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.wire.error_sentences import Kind


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something was not done: a kind, and what it is about."""

    kind: Kind
    about: str = ""

    @property
    def sentence(self) -> str:
        """The fault in words."""
        return self.kind.says(self.about)
