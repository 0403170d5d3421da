"""What follows from the matches of one player: streaks, and how they have done against everybody they met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ludus.server.statistics.ratings import COMPUTER
from ludus.server.store.changes import PlayedMatch
from ludus.wire.messages import HeadToHead, PlayerTally


def streaks(played: Iterable[PlayedMatch]) -> dict[str, tuple[int, int]]:
    """By game: the games won one after the other up to now, or less than 0 for games lost, and the longest row of wins.

    The matches are given newest first.
    """
    now: dict[str, int] = {}
    row: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    ended: set[str] = set()
    for match in played:
        game, sign = match.game, {"won": 1, "drawn": 0}.get(match.result, -1)
        if game not in ended and (not now.get(game) or (now[game] > 0) == (sign > 0)) and sign:
            now[game] = now.get(game, 0) + sign
        else:
            now.setdefault(game, 0)
            ended.add(game)
        row[game] = row[game] + 1 if sign > 0 else 0
        longest[game] = max(longest[game], row[game])
    return {game: (now[game], longest[game]) for game in now}


def opponents(player: str, played: Iterable[PlayedMatch]) -> list[HeadToHead]:
    """Everybody a player has met, those met most often first; all computers are one."""
    counts: dict[str, Counter[str]] = {}
    for match in played:
        own = next(team for team in match.teams if player in team)
        for other in (other for team in match.teams if team is not own for other in team):
            counts.setdefault("computer" if COMPUTER.fullmatch(other) else other, Counter())[match.result] += 1
    met = sorted(counts.items(), key=lambda each: (-each[1].total(), each[0]))
    return [HeadToHead(other, each["won"], each["lost"] + each["forfeited"], each["drawn"]) for other, each in met]


def tally(counts: Counter[str]) -> PlayerTally:
    """How often each result came up."""
    return PlayerTally(counts["won"], counts["lost"], counts["drawn"], counts["forfeited"])
