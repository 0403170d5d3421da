"""How soon the Yahtzee strategy is worked out, how well it plays, and what playing for the win is good for.

python -m bench.bench_yahtzee            print the tables (about two minutes)
python -m bench.bench_yahtzee --quick    with a tenth of the last rounds
python -m bench.bench_yahtzee --write    write them into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.measuring import against_aim, load, machine, rounded, table, write_section
from ludus.games import find_game
from ludus.games.strategies.yahtzee import YahtzeeStrategy
from ludus.games.strategies.yahtzee_solver import Solver
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

RESULTS = Path(__file__).with_name("results.md")
GAMES, CARDS, LAST_ROUNDS = 100_000, 1000, 40_000
EXPECTED = 254.5877  # the published optimum under the forced joker rule
CLOSE = 60  # cards further apart than this are hardly ever decided by the last round

NOTES = """\
- One thread, processor time; load average {before} before and {after} after. Compiling, once for a version, is not counted.
- The games are played by the rules of the game file, fifteen dice a round, and every decision by the table.
- Last rounds: two cards with one box open each, from games of their own played for the mean and at most {close} points apart;
  both players have the same dice, as in a match. A draw is half a win. The opponent plays for the mean; the difference is
  between playing the same dice for the win and for the mean, with its standard error."""


@dataclass(frozen=True)
class Late:
    """A card with one box open."""

    scores: np.ndarray
    bonuses: int

    @property
    def total(self) -> int:
        """The points so far, the upper bonus aside."""
        return int(self.scores.clip(0).sum()) + 100 * self.bonuses


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_yahtzee", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="play fewer last rounds")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    chosen = parser.parse_args()

    before, solver = load(), Solver()
    solver.solve(solver.blank(), [2**solver.boxes - 2])  # compiles
    begin = time.process_time()
    strategy = YahtzeeStrategy(solver, solver.solve_all())
    build = time.process_time() - begin
    rows = [
        ["working out the table, s", rounded(build), against_aim(build, 120, " s", at_most=True)],
        ["expected score", f"{strategy.expected:.4f}", f"{EXPECTED}: {met(round(strategy.expected, 4) == EXPECTED)}"],
        *game_rows(solver, strategy),
        *last_round_rows(solver, strategy, LAST_ROUNDS // 10 if chosen.quick else LAST_ROUNDS),
    ]
    notes = NOTES.format(before=before, after=load(), close=CLOSE)
    text = "\n\n".join([f"{machine()}.", table(("Yahtzee strategy", "measured", "aim"), rows), notes])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Yahtzee strategy", text)


def met(is_met: bool) -> str:
    """Whether an aim is met, as the other tables say it."""
    return "met" if is_met else "**missed**"


def game_rows(solver: Solver, strategy: YahtzeeStrategy) -> list[list[str]]:
    """Many games of a player alone: their mean, and how fast they go."""
    solver.simulate(strategy.table, 1)  # compiles
    begin = time.process_time()
    totals = solver.simulate(strategy.table, GAMES)
    seconds = time.process_time() - begin
    mean, error = totals.mean(), totals.std() / GAMES**0.5
    near = abs(mean - strategy.expected) <= 0.5
    return [
        [f"mean of {GAMES:,} games, ± its standard error", f"{mean:.2f} ± {error:.2f}", f"within 0.5: {met(near)}"],
        ["games a second", rounded(GAMES / seconds), ""],
    ]


def last_round_rows(solver: Solver, strategy: YahtzeeStrategy, rounds: int) -> list[list[str]]:
    """The last round of matches for two, played for the mean and for the win with the same dice."""
    luck = random.Random(1)
    two = Rulebook(find_game("yahtzee"))
    cards = [late_card(solver.rules, strategy, luck) for _ in range(CARDS)]
    wins: list[float] = []
    gains: list[float] = []
    thinking, thoughts = 0.0, 0
    while len(gains) < rounds:
        mine, theirs = luck.sample(cards, 2)
        if abs(mine.total - theirs.total) > CLOSE:
            continue
        chance = luck.randrange(solver.throws)
        states = [thrown(solver.rules, [card], chance) for card in (mine, theirs)]
        steady, rival = (total_after(strategy, state, moves_of_round(solver.rules, strategy, state)) for state in states)
        match = thrown(two, [mine, theirs], chance)
        begin = time.process_time()
        bold_moves = moves_of_round(two, strategy, match)
        thinking, thoughts = thinking + time.process_time() - begin, thoughts + len(bold_moves)
        bold = total_after(strategy, states[0], bold_moves)
        wins.append(result(steady, rival))
        gains.append(result(bold, rival) - wins[-1])
    gain, error = 100 * np.mean(gains), 100 * np.std(gains) / rounds**0.5
    return [
        [f"{rounds:,} last rounds for the mean, % won", f"{100 * np.mean(wins):.2f}", ""],
        ["for the win, % more won", f"{gain:.2f} ± {error:.2f}", f"> 0: {met(bool(gain > 2 * error))}"],
        ["a decision in the last round, ms", rounded(1000 * thinking / thoughts), ""],
    ]


def late_card(alone: Rulebook, strategy: YahtzeeStrategy, luck: random.Random) -> Late:
    """The card of a game for the mean before its last round."""
    state = alone.start()
    while (state["scores"][0] < 0).sum() > 1:
        state = alone.happen(state, luck.randrange(strategy.solver.throws))
        while alone.acting(state):
            state = alone.play(state, strategy.choose(alone, state, 0))
    return Late(state["scores"][0].copy(), int(state["bonuses"][0]))


def thrown(rules: Rulebook, cards: Sequence[Late], chance: int) -> StateRecord:
    """The last round of players with these cards, the dice just thrown."""
    state = rules.start()
    for seat, card in enumerate(cards):
        state["scores"][seat], state["bonuses"][seat] = card.scores, card.bonuses
    return rules.happen(state, chance)


def moves_of_round(rules: Rulebook, strategy: YahtzeeStrategy, state: StateRecord) -> list[int]:
    """The moves of the first seat in one round."""
    moves: list[int] = []
    while not moves or moves[-1] < strategy.solver.fill:
        moves.append(strategy.choose(rules, state, 0))
        state = rules.play(state, moves[-1], 0)
    return moves


def total_after(strategy: YahtzeeStrategy, state: StateRecord, moves: Sequence[int]) -> float:
    """The final total of a player alone who makes these moves."""
    for move in moves:
        state = strategy.solver.rules.play(state, move)
    scores = state["scores"][0]
    return Late(scores, int(state["bonuses"][0])).total + strategy.before_roll(strategy.solver.card(scores))


def result(ours: float, theirs: float) -> float:
    """1 for a win, a half for a draw, else 0."""
    return (float(np.sign(ours - theirs)) + 1) / 2


if __name__ == "__main__":
    main()
