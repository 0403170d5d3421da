"""How long the next depth will take."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Growth:
    """Learns by how much each depth takes longer than the one before.

    Odd and even depths differ in most games, so the factor is taken over two depths at a time.
    """

    seconds: dict[int, float] = field(default_factory=dict)
    factor: float = 4.0

    def note(self, depth: int, seconds: float) -> None:
        """A depth took so long."""
        if depth == 1:
            self.seconds.clear()
        self.seconds[depth] = seconds
        if depth > 4 and self.seconds.get(depth - 2, 0.0) > 0.001:
            seen = max(1.0, seconds / self.seconds[depth - 2]) ** 0.5
            self.factor += (seen - self.factor) * 0.5

    def next_depth(self) -> float | None:
        """How many seconds the next depth is expected to take."""
        return self.seconds_for(max(self.seconds) + 1) if self.seconds else None

    def seconds_for(self, depth: int) -> float | None:
        """How many seconds a depth is expected to take by itself."""
        if not self.seconds:
            return None
        known = max(self.seconds)
        return self.seconds[known] * float(self.factor ** (depth - known))
