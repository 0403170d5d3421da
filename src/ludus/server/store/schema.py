"""The tables. Whoever changes them adds a migration; a test compares the two.

events    what has happened in every match: the truth
matches   how each match stands, so that nobody has to replay one to list it
results   who has won what: follows from the matches that are over
accounts  players, with their role and the hash of their password
sessions  tokens, as hashes, that let a player come back
tournament_events, tournaments   the same for tournaments
scores    who has won which match of several games, and which tournament: follows from the tournaments
ratings   how strong everybody is: follows from the matches that are over
networks  from where the owners of accounts have logged in, as hashes
answers   what was answered lately to requests with an id
meta      one row: when the server was last alive, and the version of Ludus that opened this last
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity()),  # in the order of time: a group shares few pages
    Column("match", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),  # the event as JSON
    PrimaryKeyConstraint("id", name="events_by_id"),
    UniqueConstraint("match", "number", name="events_by_number"),
)

matches = Table(
    "matches",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),  # 7 for m7
    Column("game", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("teams", Text, nullable=False),  # a list of lists of names, as JSON
    Column("moves", Integer, nullable=False),
    Column("made", Double, nullable=False),
    Column("ended", Double, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("winner", Integer, nullable=False),
    Column("how", Text, nullable=False),
    Index("matches_by_number", "number"),
    Index("matches_by_standing", "standing"),
    Index("matches_by_end", "ended"),
)

results = Table(
    "results",
    metadata,
    Column("player", Text, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("result", Text, nullable=False),  # won, lost, drawn or forfeited
    Index("results_by_match", "match"),
    sqlite_with_rowid=False,
)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity()),
    Column("tournament", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),  # the event as JSON
    PrimaryKeyConstraint("id", name="tournament_events_by_id"),
    UniqueConstraint("tournament", "number", name="tournament_events_by_number"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),  # 7 for t7
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("by", Text, nullable=False),
    Column("winners", Text, nullable=False),  # a list of names, as JSON
    Column("made", Double, nullable=False),
    Column("ended", Double, nullable=False),
    Index("tournaments_by_number", "number"),
    Index("tournaments_by_standing", "standing"),
)

scores = Table(
    "scores",
    metadata,
    Column("player", Text, primary_key=True),
    Column("what", Text, primary_key=True),  # match or tournament
    Column("name", Text, primary_key=True),  # t7 for a tournament, t7/3 for its third pairing
    Column("result", Text, nullable=False),  # won, lost, drawn or forfeited
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("course", Text, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("password", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("banned", Text, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("guest", Boolean, nullable=False),
    Column("made", Double, nullable=False),
)

networks = Table(
    "networks",
    metadata,
    Column("player", Text, primary_key=True),
    Column("networks", Text, nullable=False),  # a list of hashes, as JSON
)

answers = Table(
    "answers",
    metadata,
    Column("player", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),  # counts all answers: the newest is the highest
    Column("request", Text, nullable=False),
    Column("reply", LargeBinary, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

meta = Table(
    "meta",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("alive", Double, nullable=False),
    Column("version", Text, nullable=False),
)
