"""Random games played to their end at full speed, and the figures they give."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from ludus.rules.game import LOSES
from ludus.rules.kit.counters import Counters
from ludus.rules.kit.walks import after, step_at_random
from ludus.rules.play import Moved
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

MOST_GAMES = 40
"""No more games than this are played."""

MOST_WORK = 100_000_000
"""Legal moves and squares that may be looked at in all of them; on the largest boards this is one game."""


TAIL = 7
"""How many of the last positions of a game are kept."""


@dataclass(slots=True)
class RandomGame:
    """One game from its beginning to its end."""

    moves: list[int]
    """How many moves each seat has made."""
    middle: StateRecord
    """A position from the middle of the game."""
    chances: int = 0
    """How often something happened by chance."""
    listed: list[int] = field(default_factory=list)
    """How many legal moves there were each time."""
    outcome: int = ONGOING
    tail: deque[StateRecord] = field(default_factory=lambda: deque(maxlen=TAIL))
    """The last positions."""

    @property
    def last(self) -> StateRecord:
        """The position in which it ended."""
        return self.tail[-1]

    @property
    def before(self) -> StateRecord | None:
        """The position before that."""
        return self.tail[-2] if len(self.tail) > 1 else None

    @property
    def steps(self) -> int:
        """How many moves were made and chances happened."""
        return sum(self.moves) + self.chances


@dataclass(frozen=True, slots=True)
class Figures:
    """What random games look like."""

    teams: tuple[str, ...]
    games: int
    shortest: int
    usual: int
    longest: int
    """Moves in a game: the fewest, the middle, the most."""
    moves: tuple[int, ...]
    wins: tuple[int, ...]
    """Moves made and games won, for each seat."""
    draws: int
    unfinished: int
    fewest: int
    average: float
    most: int
    """Legal moves in a position."""
    most_moves: int
    """The most that the game says."""
    chances: float
    """How often something happens by chance in a game."""
    never_reached: tuple[int, ...]
    """The lines of the rules that did not run."""

    def lines(self) -> Iterator[str]:
        """The figures in words."""
        lengths = f"{self.shortest} to {self.longest} moves, half of them at most {self.usual}"
        yield f"{self.games} random game{'s' * (self.games != 1)}: {lengths}"
        width = max(map(len, self.teams))
        for team, moves, wins in zip(self.teams, self.moves, self.wins, strict=True):
            yield f"{team:<{width}}  {moves:>6} moves  {wins:>3} win{'s' * (wins != 1)}"
        unfinished = f", {self.unfinished} without an end" if self.unfinished else ""
        yield f"drawn games: {self.draws}{unfinished}"
        listed = f"{self.fewest} to {self.most}, {self.average:.1f} on average"
        yield f"legal moves in a position: {listed}; most_moves={self.most_moves}"
        yield f"chances in a game: {self.chances:.1f}" if self.chances else "nothing happens by chance"
        never = ", ".join(map(str, self.never_reached))
        yield f"lines of rules never reached: {never or 'none'}"


class SampleGames:
    """A series of random games."""

    def __init__(self, rulebook: Rulebook, luck: random.Random, longest: int) -> None:
        self._rulebook, self._luck, self._longest = rulebook, luck, longest
        self._work = 0
        self.counters = Counters(rulebook.game)
        self.played: list[RandomGame] = []

    @property
    def has_time(self) -> bool:
        """Whether another game may be played; after one without an end, the others would be no different."""
        endless = bool(self.played) and self.played[-1].steps >= self._longest
        return len(self.played) < MOST_GAMES and self._work < MOST_WORK and not endless

    def play_another(self) -> None:
        """Play one more game."""
        game = self._play()
        self._work += sum(game.listed) + game.steps * self._rulebook.width * self._rulebook.height
        self.played.append(game)

    def _play(self) -> RandomGame:
        rulebook, state = self._rulebook, self._rulebook.start()
        game = RandomGame([0] * rulebook.game.seats, state, tail=deque([state], TAIL))
        next_middle = 1
        while game.steps < self._longest:
            game.outcome = rulebook.raw_outcome(state)
            if game.outcome != ONGOING:
                break
            step, listed = step_at_random(rulebook, state, self._luck)
            if step is None:
                if rulebook.game.acts is None:
                    game.outcome = 1 - int(state["turn"]) if rulebook.game.stuck == LOSES else DRAW
                break
            before, state = state, after(rulebook, state, step)
            game.tail.append(state)
            self.counters.note(before, state, len(self.played))
            if isinstance(step, Moved):
                game.moves[step.seat] += 1
                game.listed.append(listed)
            else:
                game.chances += 1
            if game.steps == next_middle:  # after 1, 2, 3, 5, 8, 12, ...: some way before the end, whenever that comes
                game.middle, next_middle = state, next_middle + next_middle // 2 + 1
        return game

    def figures(self, never_reached: tuple[int, ...]) -> Figures:
        """What the games look like, and the lines of rules that did not run."""
        game, played = self._rulebook.game, self.played
        lengths = [sum(each.moves) for each in played]
        listed = [count for each in played for count in each.listed] or [0]
        return Figures(
            teams=tuple(game.team(seat) for seat in range(game.seats)),
            games=len(played),
            shortest=min(lengths),
            usual=int(median(lengths)),
            longest=max(lengths),
            moves=tuple(sum(each.moves[seat] for each in played) for seat in range(game.seats)),
            wins=tuple(sum(each.outcome == seat for each in played) for seat in range(game.seats)),
            draws=sum(each.outcome == DRAW for each in played),
            unfinished=sum(each.outcome == ONGOING for each in played),
            fewest=min(listed),
            average=sum(listed) / len(listed),
            most=max(listed),
            most_moves=game.most_moves,
            chances=sum(each.chances for each in played) / len(played),
            never_reached=never_reached,
        )
