"""The programs that are compared: Ludus, and its peers where they are installed and have the game."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from typing import Any

from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.rules.perft import perft
from ludus.rules.positions import read_position
from ludus.rules.random_games import random_games
from ludus.rules.rulebook import Rulebook


@dataclass(frozen=True)
class Played:
    """Random games that were played, and their moves, where the program says how many."""

    games: int
    moves: int | None


@dataclass(frozen=True)
class Contender:
    """A program that plays random games of one game, and counts move sequences."""

    name: str
    play: Callable[[int], Played]
    """Play this many random games."""
    count: Callable[[int], int] | None = None
    """Count the sequences of this many moves; the moves of the last level are counted, not played."""
    depth: int = 0
    """How far to count, so that it takes a second or so."""
    least_ratio: float | None = None
    """The aim: how many times as many random games a second Ludus plays, at least."""


# Ludus


def ludus(name: str, depth: int, position: str = "", chance: int | None = None) -> Contender:
    """Ludus itself; counting begins at a position, or after a chance has happened. Raises `LudusError`."""
    rulebook = Rulebook(find_game(name))
    start = rulebook.start()
    begin = read_position(rulebook, position) if position else start
    if chance is not None:
        begin = rulebook.happen(begin, chance)
    seeds = count(1)

    def play(games: int) -> Played:
        tally = random_games(rulebook, start, games, seed=next(seeds))
        if tally.endless:
            raise LudusError(f"{name}: {tally.endless} of {games} random games did not end")
        return Played(games, tally.moves)

    play(1)  # compiles it, and finds what is wrong with the file
    return Contender("Ludus", play, lambda depth: perft(rulebook, begin, depth), depth)


# The peers, with how far they count: a second of them is fewer moves ahead than a second of ours

OPEN_SPIEL = {"tic_tac_toe": 6, "connect_four": 7, "checkers": 7, "othello": 7}
PYDRAUGHTS = {"checkers": 4}
FASTER_THAN_OPEN_SPIEL = 50


def peers(name: str) -> Iterator[Contender]:
    """The peers that have a game."""
    spiel, draughts = installed("pyspiel"), installed("draughts")
    if spiel and name in OPEN_SPIEL:
        game = spiel.load_game(name)
        yield open_spiel_in_python(game, OPEN_SPIEL[name])
        yield open_spiel_in_cpp(spiel, game)
    if draughts and name in PYDRAUGHTS:
        yield pydraughts(draughts, PYDRAUGHTS[name])


def installed(module: str) -> Any:
    """A module, or None where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def peer_versions() -> list[str]:
    """The peers and their versions, or that they are missing."""
    known = {"pyspiel": ("OpenSpiel", "open_spiel"), "draughts": ("pydraughts", "pydraughts")}
    return [
        f"{name} {version(package)}" if installed(module) else f"{name} is not installed, and skipped (`make bench` installs it)"
        for module, (name, package) in known.items()
    ]


def open_spiel_in_python(game: Any, depth: int) -> Contender:
    """OpenSpiel as most of its users write it: a loop in Python over its states in C++."""
    chance = random.Random(1)

    def play(games: int) -> Played:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
        return Played(games, moves)

    def sequences(state: Any, depth: int) -> int:
        actions = state.legal_actions()  # none when the game is over
        if depth == 1:
            return len(actions)
        return sum(sequences(state.child(action), depth - 1) for action in actions)

    return Contender(
        "OpenSpiel, from Python", play, lambda depth: sequences(game.new_initial_state(), depth), depth, FASTER_THAN_OPEN_SPIEL
    )


def open_spiel_in_cpp(spiel: Any, game: Any) -> Contender:
    """OpenSpiel without leaving C++: the rollouts of its MCTS player, which looks at the first position only."""
    seeds = count(1)

    def play(games: int) -> Played:
        rollouts = spiel.RandomRolloutEvaluator(n_rollouts=games, seed=next(seeds))
        player = spiel.MCTSBot(game, rollouts, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False, seed=1, verbose=False)
        player.mcts_search(game.new_initial_state())
        return Played(games, None)

    return Contender("OpenSpiel, in C++", play)


def pydraughts(draughts: Any, depth: int) -> Contender:
    """Pydraughts, which is written in Python."""
    chance = random.Random(1)

    def play(games: int) -> Played:
        moves = 0
        for _ in range(games):
            board = draughts.Board(variant="english")
            while not board.is_over():
                board.push(chance.choice(board.legal_moves()))
                moves += 1
        return Played(games, moves)

    def sequences(board: Any, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += sequences(board, depth - 1)
            board.pop()
        return total

    return Contender("pydraughts", play, lambda depth: sequences(draughts.Board(variant="english"), depth), depth)
