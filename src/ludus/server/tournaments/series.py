"""A pairing's games: who has won, and whether another is to be played.

In a knockout somebody must go on: a match ends at more than half of `best_of` wins, and a drawn game is played again. After
`replays` drawn games that were played again, one more draw ends the match, and it is decided by, in this order,

    1. more games won,
    2. fewer games lost by vanishing, illegal moves or time,
    3. the better place in the starting order.

Elsewhere drawn games count: the pairing ends when nobody can catch up or all `best_of` games are played, and may be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

GameEnd: TypeAlias = Literal["played", "agreed", "resigned", "time", "forfeit", "vanished", "abandoned"]
"""How a game ended."""

DRAWN = ""
"""The winner of what nobody has won."""

FAILURES = ("time", "forfeit", "vanished")
"""Ways to lose a game that are the loser's own fault."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game of a pairing ended."""

    number: int
    winner: str
    how: GameEnd
    sentence: str = ""
    match: str = ""

    def points(self, player: str) -> float:
        """What a player scored in it."""
        return 0.5 if self.winner == DRAWN else float(self.winner == player)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a pairing ended: who has won, or `DRAWN`, and why in a few words."""

    winner: str
    how: Literal["played", "tie-break", "forfeit", "bye"]
    sentence: str


def mover(first: str, second: str, number: int) -> str:
    """Who makes the first move in game `number`, from 1: it alternates, also when a game is played again."""
    return first if number % 2 else second


def wins(games: Sequence[GameResult], player: str) -> int:
    """How many of these games a player has won."""
    return sum(game.winner == player for game in games)


def match_verdict(
    first: str, second: str, games: Sequence[GameResult], best_of: int, replays: int, better: str
) -> Verdict | None:
    """The verdict on a knockout match, None while it goes on; `better` has the better place in the starting order."""
    score = {player: wins(games, player) for player in (first, second)}
    for player, won in score.items():
        if won > best_of // 2:
            return Verdict(player, "played", f"{player} has won {won} of {len(games)} games")
    if sum(game.winner == DRAWN for game in games) <= replays:
        return None
    failed = {player: sum(game.how in FAILURES for game in games if game.winner not in (DRAWN, player)) for player in score}
    worth = {player: (score[player], -failed[player], player == better) for player in score}
    winner = max(worth, key=worth.__getitem__)
    loser = second if winner == first else first
    if score[winner] != score[loser]:
        why = "more games won"
    else:
        why = "fewer games lost by failing" if failed[winner] != failed[loser] else "the better place in the starting order"
    return Verdict(winner, "tie-break", f"{winner} goes on after {replays + 1} drawn games: {why}")


def mini_match_verdict(first: str, second: str, games: Sequence[GameResult], best_of: int) -> Verdict | None:
    """The verdict where a pairing may be drawn, None while it goes on."""
    one, two = wins(games, first), wins(games, second)
    if len(games) < best_of and max(one, two) <= best_of // 2:
        return None
    if one == two:
        return Verdict(DRAWN, "played", "drawn")
    winner = first if one > two else second
    return Verdict(winner, "played", f"{winner} has won {max(one, two)} to {min(one, two)}")
