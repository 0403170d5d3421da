"""`BoardLook`: how the squares and pieces of a game are written, from what the server says about the game."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from ludus.wire.messages import Described, DrawnSquare

PLAIN_SQUARES = frozenset({"square", "white", "black", "light", "dark", "ground", "blank", "point"})
"""Types of squares that mean nothing special, where a server does not say."""

_WORD = re.compile(r"(.*?)(\d*)", re.DOTALL)


class BoardLook:
    """A game as it looks."""

    def __init__(self, described: Described) -> None:
        self.described = described
        self.width, self.height = described.width, described.height
        self.points = frozenset(described.points)
        self.lines = described.lines
        self._pieces = {(piece.word, piece.team): piece for piece in described.pieces}
        self._squares = {square.type: square for square in described.squares}
        self._teams = {team.team: team for team in described.teams}

    def written(self, square: DrawnSquare) -> tuple[str, str]:
        """A square in two lines: the piece, and below it its details or what the square is."""
        ground = self.caption(square.type)
        if not square.piece:
            return "", ground
        piece = self._pieces.get((square.piece, square.team))
        if piece and piece.letter:
            return piece.letter, ground
        kind, digits = split_word(square.piece)
        kind = piece.type if piece else kind
        details = square.piece.removeprefix(kind) if piece else digits
        if not details:
            return _of_team(kind, square.team), ground
        if ground and ground == kind:
            ground = ""
        return (details, ground) if ground and not piece else (_of_team(kind, square.team), details)

    def caption(self, kind: str) -> str:
        """What a type of square means to players; nothing for plain ones, and for what the board is made of."""
        square = self._squares.get(kind)
        if kind in self._ground:
            return ""
        return square.says if square else "" if kind in PLAIN_SQUARES else kind

    def shade(self, kind: str) -> str:
        """`light`, `dark`, `special` or `plain`; what nearly every square is, is nothing special."""
        square = self._squares.get(kind)
        return (square and square.shade) or ("special" if self.caption(kind) and self._are_rare else "plain")

    def team_name(self, team: int) -> str:
        """What a team is called."""
        return self._teams[team].name if team in self._teams else f"Team {team}"

    def team_colour(self, team: int) -> str:
        """The colour of a team's pieces, as #rrggbb."""
        return self._teams[team].colour if team in self._teams else ""

    def label(self, x: int, y: int) -> str:
        """The label that a single square has."""
        labels = self.described.labels
        return labels[(y - 1) * self.width + x - 1] if labels else ""

    def name(self, x: int, y: int) -> str:
        """What players call a square."""
        columns, rows = self.described.columns, self.described.rows
        column = columns[x - 1] if columns else ""
        between = "," if column[-1:].isdigit() and rows else ""
        return self.label(x, y) or (column + between + rows[y - 1] if columns and rows else f"{x},{y}")

    def square_named(self, name: str) -> tuple[int, int] | None:
        """The square that players call so."""
        return self._names.get(name.lower())

    def spoken(self, square: DrawnSquare) -> str:
        """A square in words: `c3: White king`."""
        piece = self._pieces.get((square.piece, square.team))
        kind, digits = split_word(square.piece)
        apart = " ".join(digits) if len(digits) > 2 else digits
        whose = f"{self.team_name(square.team)} " if square.team else ""
        says = piece.says if piece else f"{whose}{kind} {apart}".strip() if square.piece else "empty"
        caption = self.caption(square.type)
        return f"{self.name(square.x, square.y)}: {says}" + (f" ({caption})" if caption else "")

    @cached_property
    def _ground(self) -> frozenset[str]:
        """The type that most squares have at the start, if there is one."""
        counted = Counter(square.type for square in self.described.start)
        return frozenset(kind for kind, count in counted.items() if 2 * count > self.width * self.height)

    @cached_property
    def _are_rare(self) -> bool:
        """Whether few squares mean something at the start."""
        return 4 * sum(bool(self.caption(square.type)) for square in self.described.start) <= self.width * self.height

    @cached_property
    def _names(self) -> dict[str, tuple[int, int]]:
        every = [(x, y) for y in range(1, self.height + 1) for x in range(1, self.width + 1)]
        return {self.name(x, y).lower(): (x, y) for x, y in every}


def split_word(word: str) -> tuple[str, str]:
    """The word of a piece, and the digits at its end: die536 is die and 536."""
    found = _WORD.fullmatch(word)
    return (found[1], found[2]) if found and found[1] else (word, "")


def _of_team(word: str, team: int) -> str:
    """Team 2 in capitals, others with their number: so that colours are not needed."""
    return {0: word, 1: word.lower(), 2: word.upper()}.get(team, f"{word}{team}")
