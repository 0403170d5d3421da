"""Swiss pairings by the FIDE (Dutch) system, as the library py4swiss computes them; the only file that knows it.

The tournament is told to the library as its report file would tell it: players by their starting number, and what each did in
every round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2
from typing import Any

from ludus.rules.errors import LudusError
from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.standings import PairingResult

NO_OPPONENT = 0
"""The starting number of nobody."""


def usual_rounds(players: int) -> int:
    """Enough rounds to find the best with some certainty, but never more than can be played without meeting twice."""
    return max(1, min(most_rounds(players), ceil(log2(max(2, players))) + 1))


def most_rounds(players: int) -> int:
    """In more rounds than this somebody would have to meet somebody twice."""
    return players - 1 if players % 2 == 0 else players


def swiss_round(
    order: Sequence[str], results: Iterable[PairingResult], number: int, rounds: int, away: Iterable[str] = ()
) -> list[tuple[str, str]] | None:
    """The pairs of round `number`, from 1, who moves first standing first, and with `BYE` the player who rests.

    `order` is the starting order, best first; those who are `away` are not paired. None where nobody can be paired any more
    without meeting somebody again.
    """
    engine, trf = _library()
    numbers = {player: place for place, player in enumerate(order, 1)}
    gone = {numbers[player] for player in away}
    history: dict[str, list[Any]] = {player: _tokens(trf, player, results, number, numbers) for player in order}
    if len(order) - len(gone) < 2:
        return None
    try:
        pairings = engine.Engine.generate_pairings(_report(trf, numbers, history, rounds, gone))
    except engine.PairingError:
        return None
    named = [*order, BYE]
    return [(named[pairing.white - 1], named[pairing.black - 1]) for pairing in pairings]


def _library() -> tuple[Any, Any]:
    """The library's pairing engine and its report file; imported late, for those who hold no Swiss tournaments."""
    try:
        import py4swiss.trf.results
        import py4swiss.trf.sections
        from py4swiss.engines.dutch import engine
    except ImportError:
        raise LudusError("Swiss pairings need the package py4swiss, which does not exist for this system") from None
    return engine, py4swiss.trf


def _tokens(trf: Any, player: str, results: Iterable[PairingResult], number: int, numbers: Mapping[str, int]) -> list[Any]:
    """What a player did in each round before this one."""
    by_round = {result.round: result for result in results if player in (result.first, result.second)}
    return [_token(trf.results, player, by_round.get(earlier), numbers) for earlier in range(1, number)]


def _token(words: Any, player: str, result: PairingResult | None, numbers: Mapping[str, int]) -> Any:
    if result is None or result.second == BYE:
        sign = "Z" if result is None else {1.0: "U", 0.5: "H"}[result.points(player)]  # not there, a bye, one for half a point
        return words.RoundResult(id=NO_OPPONENT, color=words.ColorToken.BYE_OR_NOT_PAIRED, result=words.ResultToken(sign))
    colour = words.ColorToken.WHITE if player == result.first else words.ColorToken.BLACK
    points = result.points(player)
    sign = {1.0: "1", 0.5: "=", 0.0: "0"}[points] if result.played else "+" if points else "-"
    return words.RoundResult(id=numbers[result.opponent(player)], color=colour, result=words.ResultToken(sign))


def _report(trf: Any, numbers: Mapping[str, int], history: Mapping[str, list[Any]], rounds: int, gone: set[int]) -> Any:
    x_section = trf.sections.XSection(number_of_rounds=rounds, zeroed_ids=gone)
    system = x_section.scoring_point_system
    sections = [
        trf.sections.PlayerSection(
            code=trf.codes.PlayerCode.PLAYER,
            starting_number=place,
            points_times_ten=sum(system.get_points_times_ten(result) for result in history[player]),
            rank=place,
            results=history[player],
        )
        for player, place in numbers.items()
    ]
    return trf.ParsedTrf(player_sections=sections, x_section=x_section)
