"""Two settings of the computer player against each other, on all cores.

    for record in contest(file, Setting.read("seconds=0.2"), Setting.read("depth=2"), games=100, seed=1): ...

Games come in pairs from the same short random opening, in which both settings have each side once. Every game begins with
empty tables, so that with limits of depth or nodes and one thread the same seed gives the same games.
"""

from __future__ import annotations

import os
import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.play import Happened, Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.search.crew import Crew
from ludus.search.limit import Limit
from ludus.search.player import KINDS, Player, player_for
from ludus.search.records import take, written_game

MOST_STEPS = 1000
"""A game that has not ended by then counts as drawn."""

MOST = {"seconds": 10**6, "depth": 100, "nodes": 10**12, "threads": 1024, "megabytes": 2**20}
"""What the numbers of a setting may be at most."""

ATTEMPTS, PATIENCE = 200, 20
"""So often is an opening tried; each time so many have failed, it becomes a move shorter."""

Match: TypeAlias = "Generator[GameRecord, None, None]"
"""The games of a match; closing it ends the match."""

Task: TypeAlias = "tuple[int, tuple[Step, ...]]"
"""The number of a pair, counted from 0, and its opening."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How one of the two thinks."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    megabytes: int = 16
    player: str | None = None
    """The kind of player, one of `KINDS`; by default the best there is for the game."""

    @classmethod
    def read(cls, text: str) -> Setting:
        """The setting that words such as `seconds=0.2,threads=2` describe."""
        known = [field.name for field in fields(cls)]
        chosen: dict[str, Any] = {}
        for word in text.split(","):
            name, equals, number = (part.strip() for part in word.partition("="))
            if not equals:
                raise LudusError(f"{text!r} is not a setting; write one such as depth=2 or seconds=0.2,threads=2")
            if name in chosen:
                raise LudusError(f"{text!r} sets {name} twice")
            if name not in known:
                raise LudusError(f"there is no setting {name!r}; the settings are {', '.join(known)}")
            chosen[name] = _kind(number) if name == "player" else _number(name, number)
        setting = cls(**chosen)
        if setting.limit == Limit() and setting.player != "strategy":
            raise LudusError(f"{text!r} sets no limit; add seconds=, depth= or nodes=")
        return setting

    @property
    def limit(self) -> Limit:
        """How long it may think about a move."""
        return Limit(self.seconds, self.depth, self.nodes)


def _kind(text: str) -> str:
    if text not in KINDS:
        raise LudusError(f"player={text}: the players are {', '.join(KINDS)}")
    return text


def _number(name: str, text: str) -> float:
    try:
        number = float(text) if name == "seconds" else int(text)
    except ValueError:
        raise LudusError(f"{name}={text}: a {'' if name == 'seconds' else 'whole '}number is expected") from None
    if number > MOST[name]:
        raise LudusError(f"{name}={text}: the number must be at most {MOST[name]:,}")
    if not number > 0:
        raise LudusError(f"{name}={text}: the number must be more than 0")
    return number


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played, in the view of setting A."""

    pair: int
    a_seat: int
    moves: str
    """The whole game, as `ludus.search.records` writes it."""
    winner: int | None
    sentence: str

    @property
    def points(self) -> float:
        """What A scored."""
        return 0.5 if self.winner is None else float(self.winner == self.a_seat)


def contest(file: GameFile, a: Setting, b: Setting, *, games: int, seed: int, opening: int = 4) -> Match:
    """Play a match, pair after pair; raises `LudusError` for games that these players cannot play."""
    rulebook = Rulebook(file)
    if file.game.seats != 2:
        raise LudusError(f"the arena is for games of two; {file.game.name} has {file.game.seats} seats here")
    for kind in {a.player, b.player}:
        player_for(rulebook, threads=1, megabytes=1, kind=kind).close()  # compiled here, so that the processes find it done
    tasks = list(enumerate(openings(rulebook, (games + 1) // 2, opening, random.Random(seed))))
    size = max(1, min((os.cpu_count() or 1) // max(a.threads, b.threads), len(tasks)))

    def played() -> Match:
        crew: Crew[Task, list[GameRecord]]
        with Crew(size, Referee, (file.path, dict(file.chosen), a, b, seed)) as crew:
            for pair in crew.results(tasks):
                yield from pair

    return played()


class Referee:
    """Plays pairs of games, in a process of its own."""

    def __init__(self, path: Path, chosen: Mapping[str, int], a: Setting, b: Setting, seed: int) -> None:
        self.rulebook = Rulebook(read_game_file(path, chosen))
        self.settings, self.seed = (a, b), seed

    def __call__(self, task: Task) -> list[GameRecord]:
        """Play a pair, the sides swapped in the second game."""
        pair, opening = task
        return [self._play(pair, opening, a_seat) for a_seat in (0, 1)]

    def _play(self, pair: int, opening: tuple[Step, ...], a_seat: int) -> GameRecord:
        by_seat = self.settings if a_seat == 0 else self.settings[::-1]
        play = play_game(self.rulebook, by_seat, opening, random.Random(f"{self.seed} {pair}"))
        moves, result = written_game(self.rulebook, play.steps), play.result
        if result is None:
            return GameRecord(pair, a_seat, moves, None, f"Nobody has won after {len(play.steps)} moves")
        return GameRecord(pair, a_seat, moves, result.winner, result.sentence)


def play_game(rulebook: Rulebook, by_seat: Sequence[Setting], opening: Sequence[Step], luck: random.Random) -> Play:
    """Play one game from an opening to its end, or for as long as a game may last."""
    players = [_player(rulebook, setting, luck) for setting in by_seat]
    play, past, waiting = Play(rulebook), [], list(opening)[::-1]
    try:
        while not play.result and len(play.steps) < MOST_STEPS:
            past.append(play.state)
            if waiting:
                take(play, waiting.pop())
            elif play.chances:
                take(play, _drawn(play, luck))
            else:
                seat = play.acting[0]
                report = players[seat].choose(play.state, seat, by_seat[seat].limit, past=past[:-1])
                take(play, Moved(seat, -1 if report.move is None else report.move))
    finally:
        for player in players:
            player.close()
    return play


def _player(rulebook: Rulebook, setting: Setting, luck: random.Random) -> Player:
    own = random.Random(luck.getrandbits(64))
    return player_for(rulebook, threads=setting.threads, megabytes=setting.megabytes, kind=setting.player, luck=own)


def openings(rulebook: Rulebook, count: int, moves: int, luck: random.Random) -> Iterator[tuple[Step, ...]]:
    """Random beginnings of so many moves, after which the game goes on; different ones as long as they are easily found."""
    seen: set[bytes] = set()
    for _ in range(count):
        for _ in range(20):
            play = _opening(rulebook, moves, luck)
            if play.state.tobytes() not in seen:
                break
        seen.add(play.state.tobytes())
        yield tuple(play.steps)


def _opening(rulebook: Rulebook, moves: int, luck: random.Random) -> Play:
    """One beginning; where games keep ending too early, a shorter one."""
    for attempt in range(ATTEMPTS):
        play, left = Play(rulebook), max(0, moves - attempt // PATIENCE)
        while not play.result and (left or play.chances):
            if play.chances:
                take(play, _drawn(play, luck))
            else:
                seat = play.acting[0]
                take(play, Moved(seat, luck.choice(rulebook.moves(play.state, seat))))
                left -= 1
        if not play.result:
            return play
    if moves >= ATTEMPTS // PATIENCE:
        raise LudusError(f"an opening of {moves} moves is too long: {rulebook.game.name} is nearly always over by then")
    raise LudusError(f"{rulebook.game.name} is over before it has begun; there is nothing to play")


def _drawn(play: Play, luck: random.Random) -> Happened:
    """A chance, as likely as the game says."""
    weights = play.rulebook.weights(play.state)
    return Happened(luck.choices(range(len(weights)), weights)[0] if weights else luck.randrange(play.chances))
