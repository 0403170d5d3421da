"""Handlers for statistics, leaderboards, and computing all ratings again."""

from __future__ import annotations

from collections import Counter

from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.lists import finished_entry
from ludus.server.statistics.ratings import Ratings, difference, recount
from ludus.server.statistics.tallies import opponents, streaks, tally
from ludus.server.store.changes import Account, DropRatings, EndedMatch, GameTally, PlayedMatch
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

MOST_MATCHES = 10_000
"""Matches of a player that are looked at for streaks and opponents."""

MOST_OPPONENTS = 20
"""Opponents that statistics list."""


def statistics(context: Context, call: Call[messages.Statistics]) -> Steps[Answer]:
    """What a player has done, as far as everybody may know. A guest who has gone is only known by results in the store."""
    wanted = call.request.player or call.player
    if not wanted:
        return Fault(Kind.LOGIN_FIRST)
    known = context.accounts.player(wanted)
    player = known.name if known else wanted
    since = known.since if known else 0.0  # before the account was made, a guest of the same name was somebody else
    store, now, recent = context.store, call.now, context.settings.policy.matches.recent
    try:
        tallies, last, played, scores = yield Job(
            "store",
            lambda: (
                store.statistics(player, now, since),
                store.last_matches(player, recent, now, since),
                store.played(player, MOST_MATCHES, now, since),
                store.scores(player, since),
            ),
            unconditional=True,
        )
    except JobFailed:  # the log says why: players need not know where things are kept
        return Fault(Kind.NOT_NOW, "The results cannot be read")
    if known is None and not last:
        return Fault(Kind.NO_PLAYER, player)
    return messages.StatisticsOf(
        player=player,
        scores=_scores(context.ratings, player, tallies, played),
        last=[finished_entry(each) for each in last],
        matches=tally(scores.get("match", Counter())),
        tournaments=tally(scores.get("tournament", Counter())),
        opponents=_opponents(player, played, call.request.against),
    )


def _scores(ratings: Ratings, player: str, tallies: list[GameTally], played: list[PlayedMatch]) -> list[messages.PlayerScore]:
    rows = streaks(played)
    found = []
    for each in tallies:
        rating, (streak, longest) = ratings.of(player, each.game), rows.get(each.game, (0, 0))
        score = messages.PlayerScore(each.game, each.won, each.lost, each.drawn, each.forfeited, streak=streak, longest=longest)
        if rating.games:
            rated = {
                "rating": rating.shown,
                "deviation": rating.deviation,
                "provisional": rating.is_provisional,
                "course": [int(each) for each in rating.course.split()],
            }
            score = messages.PlayerScore(**{name: getattr(score, name) for name in score.__struct_fields__} | rated)
        found.append(score)
    return found


def _opponents(player: str, played: list[PlayedMatch], against: str) -> list[messages.HeadToHead]:
    met = opponents(player, played)
    if not against:
        return met[:MOST_OPPONENTS]
    return [each for each in met if each.player.lower() == against.lower()] or [messages.HeadToHead(against, 0, 0, 0)]


def leaderboard(context: Context, call: Call[messages.Leaderboard]) -> Answer:
    """Who leads in a game."""
    game = context.catalogue.find(call.request.game)
    if game is None:
        return Fault(Kind.NO_GAME, context.catalogue.unknown(call.request.game))
    leaders, most = context.ratings.leaders(game), context.settings.policy.matches.listed
    rows = [
        messages.LeaderEntry(place, player, rating.shown, rating.deviation, rating.games, rating.is_provisional)
        for place, (player, rating) in enumerate(leaders[:most], 1)
    ]
    return messages.LeaderboardOf(game=game, leaders=rows, more=max(0, len(leaders) - most))


def count_again(context: Context, call: Call[messages.Recount]) -> Steps[Answer]:
    """Compute all ratings again; what ends meanwhile is counted as well."""
    if not (call.connection.operator or call.connection.role == "admin"):
        return Fault(Kind.NOT_ALLOWED)
    store, ratings = context.store, context.ratings
    if ratings.meanwhile is not None:
        return Fault(Kind.NOT_NOW, "All ratings are being computed already")
    ratings.meanwhile = []
    try:
        ended: tuple[list[EndedMatch], list[Account]] = yield Job(
            "store", lambda: (store.ended_matches(), store.load().accounts), unconditional=True
        )
    except JobFailed:
        ratings.meanwhile = None
        return Fault(Kind.NOT_NOW, "The results cannot be read")
    matches, accounts = ended
    known = {match.made.match for match in matches}
    matches += [match for match in ratings.meanwhile if match.made.match not in known]
    ratings.meanwhile = None
    counted = recount(matches, accounts)
    changed = difference(ratings.all, counted.all)
    if changed:
        ratings.replace(counted)
        put = [each.put(player, game) for (player, game), each in counted.all.items()]
        context.outbox.keep(DropRatings(""), *put)
    return messages.Recounted(matches=len(matches), ratings=len(counted.all), changed=changed)


HANDLERS: Handlers = {
    messages.Statistics: statistics,
    messages.Leaderboard: leaderboard,
    messages.Recount: count_again,
}
