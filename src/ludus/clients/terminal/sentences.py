"""What is said about a match in a sentence, for the window and for plain lines."""

from __future__ import annotations

from ludus.clients.terminal.followed_match import FollowedMatch
from ludus.clients.terminal.look import BoardLook
from ludus.wire.messages import (
    AnyReply,
    Challenged,
    Goodbye,
    Hinted,
    Notice,
    Problem,
    Queued,
    Shouted,
    Told,
    TournamentNews,
    TournamentOver,
    Unchallenged,
)

RESULTS = {"win": "You have won", "lose": "You have lost", "draw": "A draw", "over": "The game is over"}


def sentence_of(reply: AnyReply) -> str:
    """What a message says to the person, if it is meant for one and is about no board."""
    if isinstance(reply, (Problem, TournamentNews, TournamentOver)):
        return reply.sentence
    if isinstance(reply, (Notice, Goodbye)):
        return reply.text
    if isinstance(reply, Queued):
        others = f"{reply.others} other{'s' * (reply.others != 1)} waiting" if reply.others else "nobody else yet"
        return f"Waiting for an opponent at {reply.game}: {others}. The game begins by itself."
    if isinstance(reply, (Told, Shouted)):
        return f"{reply.player} {'tells you' if isinstance(reply, Told) else 'shouts'}: {reply.text}"
    if isinstance(reply, Challenged):
        return f"{reply.by} challenges {reply.player} to {reply.game}"
    if isinstance(reply, Unchallenged):
        return f"{reply.by}'s challenge to {reply.to} is over: {reply.player} does not want to play"
    return f"The computer would play {reply.text}" if isinstance(reply, Hinted) else ""


def result_of(match: FollowedMatch) -> str:
    """How a match ended."""
    if match.result is None:
        return ""
    points = f" ({' : '.join(map(str, match.scores))})" if match.scores else ""
    return f"{RESULTS[match.result.result]}: {match.result.sentence}{points}"


def status_of(match: FollowedMatch, look: BoardLook | None) -> str:
    """Whose turn it is, with what the game says of itself; or how it ended."""
    if match.result:
        return result_of(match)
    if not match.has_begun:
        return ""
    more = f"  ·  {match.status}" if match.status else ""
    if match.is_my_turn and match.entry and match.entry.entered:
        whole = f", Enter again to play {match.entry.text}" if match.entry.whole else ""
        chosen = " ".join(look.name(*square) if look else f"{square[0]},{square[1]}" for square in match.entry.entered)
        return f"Your move: {chosen} ...{whole}{more}"
    if match.is_my_turn:
        return f"Your move{more}"
    teams = " and ".join(team_in_words(match, look, team) for team in match.turn)
    return f"{teams or 'Nobody'} to move{more}"


def team_in_words(match: FollowedMatch, look: BoardLook | None, team: int) -> str:
    """A team: what the game calls it, and who plays in it."""
    name = look.team_name(team) if look else f"Team {team}"
    players = match.teams[team - 1] if 0 < team <= len(match.teams) else []
    shown = [f"{player} (level {match.levels[player]})" if player in match.levels else player for player in players]
    return f"{', '.join(shown)} ({name})" if shown else name


def offer_of_others(match: FollowedMatch) -> str:
    """What another team offers us; empty if nothing."""
    return next((what for what, team in match.offers.items() if match.team and team != match.team), "")


def clock_text(seconds: float | None) -> str:
    """A clock as people read it, to a tenth in the last ten seconds."""
    if seconds is None:
        return ""
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
