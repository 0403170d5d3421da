"""How fast a Python program plays with the library, beside the loops that users of other libraries write.

python -m bench.bench_library            print the tables (about two minutes)
python -m bench.bench_library --quick    roughly, in half a minute
python -m bench.bench_library --write    write them into bench/results.md, too

One by one: the same random games are played move by move; every move is checked to be legal, and after each it is asked whether
the game is over. In batches: random legal moves, chosen and made, in many games at once.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import ludus
from bench.contenders import installed
from bench.measuring import Work, against_aim, alternate, load, machine, rounded, table, times_as_fast, write_section
from ludus.rl import GameBatch
from ludus.rules.play import Moved

RESULTS = Path(__file__).with_name("results.md")
Games: TypeAlias = "Sequence[Sequence[int]]"

ONE_BY_ONE_AIM, BATCH_AIM = 3.0, 20.0
BATCH = 1024


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help="write the tables into bench/results.md")
    chosen = parser.parse_args()
    seconds, rounds = (0.2, 3) if chosen.quick else (1.0, 9)
    parts = [one_by_one(seconds, rounds), in_batches(seconds, rounds), chess_loops(seconds, rounds)]
    text = "\n\n".join([f"{machine()}; load {load()}. {PROSE}", *(part for part in parts if part)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "The library", text)


PROSE = """Connect Four from Python. Speeds are moves a second of processor time on one core, the median of the rounds; every
contender plays the same games."""


def random_sequences(count: int) -> Games:
    """Whole random games of Connect Four, each as the numbers of its columns from 0."""
    game, luck, told = ludus.load("connect-four"), random.Random(1), []
    for _ in range(count):
        match = game.start()
        while not match.over:
            match.push(luck.choice(match.listed()))
        told.append([step.move for step in match.steps if isinstance(step, Moved)])
    return told


# One by one


def repeated(games: Sequence[Sequence[Any]], play: Callable[[Sequence[Any]], None]) -> Work:
    """Play the same games again and again; gives the number of moves made."""
    moves = sum(map(len, games))

    def work(times: int) -> int:
        for _ in range(times):
            for game in games:
                play(game)
        return times * moves

    return work


def in_library(name: str) -> Callable[[Sequence[Any]], None]:
    """The library: a game by its moves, as numbers or as players write them."""
    game = ludus.load(name)

    def play(moves: Sequence[Any]) -> None:
        match = game.start()
        for move in moves:
            match.push(move)
            if match.over:
                break

    return play


def by_text(games: Games) -> Work:
    """The library: moves as players write them."""
    return repeated([[str(move + 1) for move in moves] for moves in games], in_library("connect-four"))


def spiel_checked(spiel: Any) -> Callable[[Sequence[int]], None]:
    """OpenSpiel: its own check of legality."""
    game = spiel.load_game("connect_four")

    def play(moves: Sequence[int]) -> None:
        state = game.new_initial_state()
        for move in moves:
            state.apply_action_with_legality_check(move)
            if state.is_terminal():
                break

    return play


def spiel_listed(spiel: Any) -> Callable[[Sequence[int]], None]:
    """OpenSpiel: the loop of its examples, which asks for the legal actions before each move."""
    game = spiel.load_game("connect_four")

    def play(moves: Sequence[int]) -> None:
        state = game.new_initial_state()
        for move in moves:
            if move not in state.legal_actions():
                raise ValueError(move)
            state.apply_action(move)
            if state.is_terminal():
                break

    return play


def one_by_one(seconds: float, rounds: int) -> str:
    """The table for games played move by move."""
    games, spiel = random_sequences(200), installed("pyspiel")
    works: dict[str, Work] = {
        "Ludus, `match.push(3)`": repeated(games, in_library("connect-four")),
        'Ludus, `match.push("4")`': by_text(games),
    }
    if spiel:
        works["pyspiel, `legal_actions`, then `apply_action`"] = repeated(games, spiel_listed(spiel))
        works["pyspiel, `apply_action_with_legality_check`"] = repeated(games, spiel_checked(spiel))
    speeds = dict(zip(works, alternate(list(works.values()), seconds, rounds), strict=True))
    return "### One by one\n\n" + compared(speeds, ONE_BY_ONE_AIM, aimed=lambda name: "legal_actions" in name)


# In batches


def in_batch(size: int) -> Work:
    """The library: a batch of games, which lists the legal moves and chooses among them in compiled code, too."""
    batch = GameBatch(ludus.load("connect-four"), size)

    def work(times: int) -> int:
        for _ in range(times):
            batch.step(batch.random_actions())
        return times * size

    return work


def spiel_random(spiel: Any) -> Work:
    """OpenSpiel: one game after the other, with moves drawn from the legal ones."""
    game, luck = spiel.load_game("connect_four"), random.Random(1)

    def work(times: int) -> int:
        made = 0
        for _ in range(times):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(luck.choice(state.legal_actions()))
                made += 1
        return made

    return work


def pgx_batch(pgx: Any, size: int) -> Work:
    """Pgx: a batch of games on the processor, compiled by JAX, with moves drawn from the legal ones."""
    jax, wrappers = installed("jax"), installed("pgx.experimental.wrappers")
    env = pgx.make("connect_four")

    def step(state: Any, key: Any) -> Any:
        action = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return jax.vmap(wrappers.auto_reset(env.step, env.init))(state, action, jax.random.split(key, size))

    stepped, started = jax.jit(step), jax.jit(jax.vmap(env.init))
    first = started(jax.random.split(jax.random.PRNGKey(1), size))

    def work(times: int) -> int:
        state = first
        for number in range(times):
            state = stepped(state, jax.random.PRNGKey(number))
        jax.block_until_ready(state.current_player)
        return times * size

    return work


def in_batches(seconds: float, rounds: int) -> str:
    """The table for many games at once."""
    spiel, pgx = installed("pyspiel"), installed("pgx")
    works: dict[str, Work] = {f"Ludus, {BATCH:,} games at once": in_batch(BATCH)}
    if spiel:
        works["pyspiel, one game after the other"] = spiel_random(spiel)
    if pgx:
        works[f"pgx on the processor, {BATCH:,} games at once"] = pgx_batch(pgx, BATCH)
    speeds = dict(zip(works, alternate(list(works.values()), seconds, rounds), strict=True))
    return "### In batches, random moves\n\n" + compared(speeds, BATCH_AIM, aimed=lambda name: "pyspiel" in name)


# Moves as texts


def chess_loops(seconds: float, rounds: int) -> str:
    """Moves as players write them, beside python-chess: another game, but the loop that its users know."""
    chess = installed("chess")
    if not chess:
        return ""
    luck, told = random.Random(1), []
    for _ in range(20):
        board = chess.Board()
        texts: list[str] = []
        while not board.is_game_over() and len(texts) < 60:
            move = luck.choice(list(board.legal_moves))
            texts.append(board.san(move))
            board.push(move)
        told.append(texts)

    def in_chess(texts: Sequence[str]) -> None:
        board = chess.Board()
        for text in texts:
            board.push_san(text)

    works: dict[str, Work] = {'Ludus, Connect Four, `match.push("4")`': by_text(random_sequences(50))}
    works["Ludus, checkers"] = by_text_of("checkers", 20)
    works["python-chess, `board.push_san(...)`"] = repeated(told, in_chess)
    speeds = dict(zip(works, alternate(list(works.values()), seconds, rounds), strict=True))
    return "### Moves as players write them\n\n" + compared(speeds, None, aimed=lambda _: False)


def by_text_of(name: str, count: int) -> Work:
    """The library: moves of another game as players write them."""
    game, luck, told = ludus.load(name), random.Random(1), []
    for _ in range(count):
        match = game.start()
        while not match.over and len(match) < 60:
            match.push(luck.choice(match.listed()))
        told.append(match.history)
    return repeated(told, in_library(name))


def compared(speeds: dict[str, list[float]], aim: float | None, aimed: Callable[[str], bool]) -> str:
    """A table of speeds, and how many times as fast the first is as each other."""
    ours = next(iter(speeds.values()))
    rows = []
    for name, theirs in speeds.items():
        times = times_as_fast(ours, theirs)
        rows.append([name, rounded(median(theirs)), rounded(times), against_aim(times, aim if aimed(name) else None)])
    peers = [f"{package} {version(package)}" for module, package in PEERS.items() if installed(module)]
    note = f"\n\nBeside {', '.join(peers)}." if peers else ""
    return table(["", "moves a second", "times as fast", "aim"], rows) + note


PEERS = {"pyspiel": "open_spiel", "pgx": "pgx", "chess": "chess"}

if __name__ == "__main__":
    main()
