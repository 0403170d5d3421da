"""Every message of the protocol, from the topic it belongs to; here the topics are joined, and nowhere else.

    session  who you are, help          match    moves, the board, the result      admin  running a server
    lists    games, matches, players    chat     offers, chat
    lobby    new, join, watch, leave    records  saved positions, records
    trial    boards drawn, moves tried  talk     words to players, challenges
    description  a game's rules and looks
    analysis     positions, decisions
    statistics  what players have done
    queue    waiting for an opponent    tournament, standings  tournaments: taking part, how they stand

A new message is one class in its topic, and a name in the unions at the end of that file: its fields, its example and its lines
as text are there, too. Every class can be imported from here.
"""

from __future__ import annotations

from typing import TypeAlias

from ludus.wire.messages import (
    admin,
    analysis,
    chat,
    description,
    lists,
    lobby,
    match,
    queue,
    records,
    session,
    standings,
    statistics,
    talk,
    tournament,
    trial,
)
from ludus.wire.messages.admin import *  # noqa: F403  # so that a new message is listed in one file, its own
from ludus.wire.messages.analysis import *  # noqa: F403
from ludus.wire.messages.base import NO_TOURNAMENT as NO_TOURNAMENT
from ludus.wire.messages.base import MatchSoFar as MatchSoFar
from ludus.wire.messages.base import Reply as Reply
from ludus.wire.messages.base import Request as Request
from ludus.wire.messages.base import Times as Times
from ludus.wire.messages.chat import *  # noqa: F403
from ludus.wire.messages.description import *  # noqa: F403
from ludus.wire.messages.lists import *  # noqa: F403
from ludus.wire.messages.lobby import *  # noqa: F403
from ludus.wire.messages.match import *  # noqa: F403
from ludus.wire.messages.queue import *  # noqa: F403
from ludus.wire.messages.records import *  # noqa: F403
from ludus.wire.messages.session import *  # noqa: F403
from ludus.wire.messages.standings import *  # noqa: F403
from ludus.wire.messages.statistics import *  # noqa: F403
from ludus.wire.messages.talk import *  # noqa: F403
from ludus.wire.messages.tournament import *  # noqa: F403
from ludus.wire.messages.tournament_entries import *  # noqa: F403
from ludus.wire.messages.trial import *  # noqa: F403

TOPICS = (
    session,
    lists,
    description,
    statistics,
    lobby,
    queue,
    match,
    trial,
    chat,
    talk,
    records,
    analysis,
    tournament,
    standings,
    admin,
)
"""The topics, in the order in which HELP and the protocol's page tell of them."""

AnyRequest: TypeAlias = (
    session.SessionRequest
    | lists.ListsRequest
    | description.DescriptionRequest
    | statistics.StatisticsRequest
    | lobby.LobbyRequest
    | queue.QueueRequest
    | match.MatchRequest
    | trial.TrialRequest
    | chat.ChatRequest
    | talk.TalkRequest
    | records.RecordsRequest
    | analysis.AnalysisRequest
    | tournament.TournamentRequest
    | standings.StandingsRequest
    | admin.AdminRequest
)
"""Whatever a client may say."""

AnyReply: TypeAlias = (
    session.SessionReply
    | lists.ListsReply
    | description.DescriptionReply
    | statistics.StatisticsReply
    | lobby.LobbyReply
    | queue.QueueReply
    | match.MatchReply
    | trial.TrialReply
    | chat.ChatReply
    | talk.TalkReply
    | records.RecordsReply
    | analysis.AnalysisReply
    | tournament.TournamentReply
    | standings.StandingsReply
    | admin.AdminReply
)
"""Whatever the server may say."""

REPLY_EXAMPLES: tuple[Reply, ...] = tuple(reply for topic in TOPICS for reply in topic.EXAMPLES)
"""One of each reply, at least."""
