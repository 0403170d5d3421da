"""The contract: what the author of a game writes, and what the platform makes of it."""

from ludus.rules.errors import GameFileError, LudusError, MoveError, PositionError, Refusal, RefusalKind
from ludus.rules.game import DRAWS, LOSES, Game
from ludus.rules.notation import Notation, letters, square_name
from ludus.rules.options import option
from ludus.rules.piece import Piece
from ludus.rules.rule import DRAW, ONGOING, bits, count_bits, lowest_bit, rule
from ludus.rules.state import State

__all__ = [
    "DRAW",
    "DRAWS",
    "LOSES",
    "ONGOING",
    "Game",
    "GameFileError",
    "LudusError",
    "MoveError",
    "Notation",
    "Piece",
    "PositionError",
    "Refusal",
    "RefusalKind",
    "State",
    "bits",
    "count_bits",
    "letters",
    "lowest_bit",
    "option",
    "rule",
    "square_name",
]
