"""Moves as players write them, and why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ludus.rules.errors import MoveError, UnreadableMove
from ludus.rules.notation import square_name, square_number
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, StateRecord, copy_of

PATHS_KEPT = 20_000
"""Moves that are kept as text; the same few are made in every match of a game."""


def move_text(rulebook: Rulebook, state: StateRecord, move: int, seat: int | None = None) -> str:
    """A move as the game's players write it."""
    state = rulebook.asked(state, seat)
    squares = rulebook.squares(state, move)
    if rulebook.game.move_text:
        return rulebook.game.move_text(PlainState(state), move, squares)
    return squares_text(squares, rulebook.width)


def squares_text(squares: Iterable[int], width: int) -> str:
    """A move as its squares, for games that have no notation of their own."""
    return "-".join([square_name(square, width) for square in squares])


@lru_cache(maxsize=PATHS_KEPT)
def path_text(path: tuple[tuple[int, int], ...], width: int) -> str:
    """The same for squares as x and y, counted from 1."""
    return squares_text([(y - 1) * width + x - 1 for x, y in path], width)


def read_move(rulebook: Rulebook, state: StateRecord, text: str, seat: int | None = None) -> int:
    """The legal move that a text means, in the game's notation or as squares; raises `MoveError` with the rule it breaks."""
    wanted = " ".join(text.lower().split())
    moves = rulebook.moves(state, seat)
    for move in moves:
        if move_text(rulebook, state, move, seat).lower() == wanted:
            return move
    squares = _squares_in(rulebook, state, wanted, seat)
    if not squares:
        example = move_text(rulebook, state, moves[0], seat) if moves else ""
        raise UnreadableMove(f"{text.strip()!r} is not a move" + (f"; moves look like {example}" if example else ""))
    found = rulebook.find(state, squares, seat)
    if found is None:
        raise MoveError(why_not(rulebook, state, [rulebook.xy(square) for square in squares], seat))
    return found


def _squares_in(rulebook: Rulebook, state: StateRecord, text: str, seat: int | None) -> tuple[int, ...] | None:
    """The squares that a text names, in the game's own notation or as `b2-b3`."""
    game = rulebook.game
    named = game.read_squares(PlainState(rulebook.asked(state, seat)), text) if game.read_squares else None
    if named:
        return named
    squares = [square_number(word, game.board) for word in re.split(r"[-+\s]|(?<=\d)x", text) if word]
    return None if None in squares else tuple(square for square in squares if square is not None)


def why_not(rulebook: Rulebook, state: StateRecord, squares: Sequence[tuple[int, int]], seat: int | None = None) -> str:
    """Why these squares, as x and y, name no legal move: the sentence of the first rule they break."""
    if not squares:
        return "A move names at least one square"
    for x, y in squares:
        if not (1 <= x <= rulebook.width and 1 <= y <= rulebook.height):
            last = len(squares) > 1 and (x, y) == squares[-1]
            return "The destination square does not exist" if last else f"The square {x} {y} does not exist"
    named = tuple((y - 1) * rulebook.width + x - 1 for x, y in squares)
    return broken_rule(rulebook, state, named, seat) or _plain_reason(rulebook, state, named, seat)


def broken_rule(rulebook: Rulebook, state: StateRecord, squares: tuple[int, ...], seat: int | None = None) -> str | None:
    """The sentence of the first of the game's own rules that these squares break."""
    asked = PlainState(copy_of(rulebook.asked(state, seat)))
    for reason in rulebook.game.reasons:
        if reason(asked, squares):
            return sentence_of(reason)
    return None


def sentence_of(reason: object) -> str:
    """The sentence that says what a rule demands: its docstring."""
    return " ".join((getattr(reason, "__doc__", None) or "").split()).rstrip(".")


def _plain_reason(rulebook: Rulebook, state: StateRecord, squares: tuple[int, ...], seat: int | None) -> str:
    """What can be said from the list of legal moves alone, for games that give no reasons."""
    asked = rulebook.asked(state, seat)
    legal = [rulebook.squares(asked, move) for move in rulebook.moves(state, seat)]
    names = [square_name(square, rulebook.width) for square in squares]
    for length in range(1, len(squares) + 1):
        if not any(path[:length] == squares[:length] for path in legal):
            if length == 1:
                return f"No legal move starts on {names[0]}"
            return f"After {'-'.join(names[: length - 1])} you cannot go on to {names[length - 1]}"
    return f"The move {'-'.join(names)} is not finished"


def line_texts(rulebook: Rulebook, state: StateRecord, line: Iterable[int]) -> list[str]:
    """The moves of a line, as players write them, as far as no chance comes between them."""
    texts = []
    for move in line:
        if rulebook.chances(state) or move not in rulebook.moves(state):
            break
        texts.append(move_text(rulebook, state, move))
        state = rulebook.play(state, move)
    return texts
