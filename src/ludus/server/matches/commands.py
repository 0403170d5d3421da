"""What can be done in a match. A command checks whether it is allowed, and then gives the events that do it.

    for event in commands.resign(match, "ann", now): ...      `Rooms.do` runs a command and publishes each event

A command applies each event to the match before it gives it, so whoever runs the command sees the match just after that event.
What it returns at its end is the answer: a `Fault` when nothing was done.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal, TypeAlias, TypeVar

from ludus.rules.errors import MoveError, Refusal, RefusalKind
from ludus.rules.play import Happened, Moved
from ludus.rules.typedmove import read_typed_move
from ludus.server.fault import Fault
from ludus.server.matches import events
from ludus.server.matches.chance import draw, mix
from ludus.server.matches.event_limit import is_full
from ludus.server.matches.events import NOBODY, AnyEvent, Closed, Played
from ludus.server.matches.match import Match
from ludus.server.policy import MatchPolicy
from ludus.wire.error_sentences import Kind

Result = TypeVar("Result")
Command: TypeAlias = Generator[AnyEvent, None, Result]
Ending: TypeAlias = Literal["played", "agreed", "resigned", "time", "forfeit", "abandoned"]


def do(match: Match, event: AnyEvent) -> AnyEvent:
    """Apply an event to a match, and give it."""
    match.apply(event)
    return event


# Seats


def sit(match: Match, player: str, seat: int, now: float, level: int = 0, word: str = "") -> Command[Fault | None]:
    """Take a seat in a team, with `NOBODY` in the one with the fewest players. When the last seat is taken, the game begins.

    Whoever takes it could add no `word` to the seed later, and does it now.
    """
    if match.status != "open":
        return Fault(Kind.NO_FREE_SEAT, match.id)
    if match.seat_of(player) != NOBODY:
        return Fault(Kind.NOT_POSSIBLE, "You have a seat in that match already")
    if seat == NOBODY:
        seat = min(range(match.seats), key=lambda other: len(match.teams[other].players))
    if not 0 <= seat < match.seats:
        return Fault(Kind.NOT_POSSIBLE, f"There is no team {seat + 1}; the teams are 1 to {match.seats}")
    if len(match.teams[seat].players) >= match.places(seat):
        return Fault(Kind.NO_FREE_SEAT, f"team {seat + 1} of {match.id}")
    yield do(match, events.Sat(number=match.number + 1, at=now, player=player, seat=seat, level=level))
    if word:
        yield from add_word(match, player, word, now)
    if not match.free:
        yield do(match, events.Began(number=match.number + 1, at=now))
        yield from _go_on(match, now)
    return None


def add_word(match: Match, player: str, word: str, now: float) -> Command[Fault | None]:
    """Add a word to the seed, once, before the game begins: then the server cannot have chosen the dice."""
    if match.seat_of(player) == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if match.status != "open":
        return Fault(Kind.NOT_POSSIBLE, "The game has begun; a word can only be added before")
    if any(player == other for other, _ in match.words):
        return Fault(Kind.NOT_POSSIBLE, "You have added a word already")
    yield do(match, events.Mixed(number=match.number + 1, at=now, player=player, word=word))
    return None


def leave(match: Match, player: str, now: float, *, banned: bool = False) -> Command[Fault | None]:
    """Leave; when the last player of a team leaves during the game, the team resigns, or forfeits if the player is `banned`."""
    seat = match.seat_of(player)
    if seat == NOBODY or match.closed:
        return Fault(Kind.NOT_YOUR_MATCH)
    others = [other for other in match.teams[seat].players if other != player and not match.levels.get(other)]
    if match.begun and not others and banned:
        yield from _lose(match, now, seat, "forfeit", f"{match.rulebook.game.team(seat)} has lost because {player} was banned")
        return None
    if match.begun and not others:
        return (yield from resign(match, player, now))
    yield do(match, events.Stood(number=match.number + 1, at=now, player=player))
    if not match.begun and all(match.levels.get(other) for team in match.teams for other in team.players):
        yield from close(match, now, NOBODY, "abandoned", "Everybody has left")
    elif match.begun:
        yield from _go_on(match, now)
    return None


# Moves


def move(
    match: Match,
    player: str,
    squares: list[tuple[int, int]] | int | str,
    ref: str,
    now: float,
    policy: MatchPolicy,
    *,
    program: bool = False,
) -> Command[Played | Fault]:
    """Make a move, named by its squares, as players write it or, for the computer, by its number. An answer that was accepted
    before is accepted again, and changes nothing. A program that is refused too often loses the game.
    """
    if match.is_late(now):  # a late move has lost, whichever is noticed first
        yield from tick(match, now)
    if ref in match.answered and match.answered[ref].player == player:
        before = match.answered[ref]
        return before if squares in (before.path, before.move, before.text) else Fault(Kind.STALE)
    seat = match.seat_of(player)
    fault = _cannot_move(match, player, seat, ref)
    if fault:
        return fault
    done, path = _play(match, seat, squares)
    if isinstance(done, Refusal):
        return (yield from _refuse(match, player, seat, done, now, policy, program=program))
    text = squares if isinstance(squares, str) else ""
    played = Played(
        number=match.number + 1,
        at=now,
        seat=seat,
        player=player,
        move=done.move,
        path=path,
        ref=ref or match.ref(seat),
        text=text,
    )
    match.note_played(played)
    yield played
    if not match.asked:  # chance decides, or the game is over
        yield from _go_on(match, now)
    return played


def _play(match: Match, seat: int, named: list[tuple[int, int]] | int | str) -> tuple[Moved | Refusal, list[tuple[int, int]]]:
    """Play a move, or say why not; and the squares that name it."""
    if isinstance(named, list):
        return match.play.move(seat, named), named
    if isinstance(named, str):
        try:
            named = read_typed_move(match.rulebook, match.play.state, named, seat)
        except MoveError as error:
            return Refusal(RefusalKind.ILLEGAL, str(error)), []
    path = match.path(seat, named)
    return match.play.play(seat, named), path


def stand_in(match: Match, seat: int, player: str, now: float) -> Command[None]:
    """Have a team-mate make the next move of a team, because the player whose turn it is has gone."""
    yield do(match, events.SteppedIn(number=match.number + 1, at=now, seat=seat, player=player))


def _cannot_move(match: Match, player: str, seat: int, ref: str) -> Fault | None:
    """Why this player may not move now, as the answer to this question."""
    if seat in match.asked and match.next_player(seat) == player:
        return Fault(Kind.STALE) if ref and ref != match.ref(seat) else None
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if match.status != "playing":
        return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YET)
    return Fault(Kind.STALE) if ref else Fault(Kind.NOT_YOUR_TURN)


def _refuse(
    match: Match, player: str, seat: int, refusal: Refusal, now: float, policy: MatchPolicy, *, program: bool
) -> Generator[AnyEvent, None, Fault]:
    patience = policy.illegal_moves
    if program or not is_full(match.log, policy.remarks):  # a person may try for ever, but not have all of it written down
        yield do(match, events.Erred(number=match.number + 1, at=now, seat=seat, player=player))
    if program and match.erred[player] >= patience:
        team = match.rulebook.game.team(seat)
        yield from _lose(match, now, seat, "forfeit", f"{team} has lost by {patience} moves that are not legal")
    return Fault(Kind.NOT_YOUR_TURN if refusal.kind is RefusalKind.NOT_YOUR_TURN else Kind.ILLEGAL, refusal.sentence)


def resign(match: Match, player: str, now: float) -> Command[Fault | None]:
    """Give up, for the whole team."""
    yield from tick(match, now)
    seat = match.seat_of(player)
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if match.status != "playing":
        return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YET)
    yield from _lose(match, now, seat, "resigned", f"{match.rulebook.game.team(seat)} has resigned")
    return None


# Talk


def say(match: Match, player: str, text: str, now: float, seat: int = NOBODY) -> Command[None]:
    """Say something to everybody in the match, or to the team at one seat."""
    yield do(match, events.Spoke(number=match.number + 1, at=now, player=player, text=text, seat=seat))


# Time


def tick(match: Match, now: float) -> Command[None]:
    """End the game if somebody's time is up."""
    if not match.is_late(now):
        return
    late = match.clocks.expired(now)
    if len(late) == match.seats and match.clocks.deadline(late[-1]) == match.clocks.due:  # all choose at once, nobody has chosen
        yield from close(match, now, NOBODY, "abandoned", "Everybody has run out of time")
    else:
        yield from _lose(match, now, late[0], "time", f"{match.rulebook.game.team(late[0])} has run out of time")


def sleep(match: Match, seconds: float, now: float) -> Command[None]:
    """The server was not running: nobody's clock ran."""
    if match.status == "playing" and seconds > 0:
        yield do(match, events.Slept(number=match.number + 1, at=now, seconds=seconds))


# The end


def close(match: Match, now: float, winner: int, how: Ending, sentence: str, loser: int = NOBODY) -> Command[None]:
    """End the match."""
    yield do(match, Closed(number=match.number + 1, at=now, winner=winner, how=how, sentence=sentence, loser=loser))


def _lose(match: Match, now: float, seat: int, how: Ending, sentence: str) -> Command[None]:
    yield from close(match, now, 1 - seat if match.seats == 2 else NOBODY, how, sentence, loser=seat)


def _go_on(match: Match, now: float) -> Command[None]:
    """Draw what chance decides, and see whether the game is over."""
    while match.play.chances and not match.closed:
        drawn = sum(isinstance(step, Happened) for step in match.play.steps)
        chance = draw(mix(match.seed, match.words), drawn, match.play.chances, match.rulebook.weights(match.play.state))
        yield do(match, events.Drawn(number=match.number + 1, at=now, chance=chance))
    result = match.play.result
    if result and not match.closed:
        yield from close(match, now, NOBODY if result.winner is None else result.winner, "played", result.sentence)
