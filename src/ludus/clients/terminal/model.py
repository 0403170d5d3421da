"""`ClientModel`: what a client knows of a server, from what the server says. It draws nothing and sends nothing; `hear` gives the
requests that should follow. The window and the plain lines share it.
"""

from __future__ import annotations

from ludus.clients.terminal.followed_match import FollowedMatch
from ludus.clients.terminal.look import BoardLook
from ludus.clients.terminal.sentences import sentence_of
from ludus.wire.messages import (
    AnyReply,
    AnyRequest,
    Ask,
    Challenged,
    Describe,
    Described,
    GameEntry,
    GameList,
    Games,
    LoggedIn,
    MatchBoard,
    MatchEntry,
    Matches,
    MatchList,
    Moves,
    PlayerEntry,
    PlayerList,
    Players,
    Problem,
    Seated,
    TournamentEntry,
    TournamentList,
    TournamentNews,
    TournamentOver,
    TournamentPlayers,
    Tournaments,
    TournamentShow,
    TournamentShown,
    TournamentStanding,
    TournamentTree,
    Unchallenged,
)

LookKey = tuple[str, tuple[tuple[str, int], ...]]

LISTS: tuple[AnyRequest, ...] = (Matches(), Tournaments(), Players())
"""What is asked for again and again while somebody looks at the lobby."""


class ClientModel:
    """Who we are, what there is, the matches we follow, and what was said last."""

    def __init__(self) -> None:
        self.name, self.is_guest = "", True
        self.games: list[GameEntry] = []
        self.matches: list[MatchEntry] = []
        self.players: list[PlayerEntry] = []
        self.tournaments: list[TournamentEntry] = []
        self.shown: dict[str, TournamentShown] = {}
        self.followed: dict[str, FollowedMatch] = {}
        self.challenge: Challenged | None = None
        """What somebody challenges us to, while that is open."""
        self.said, self.said_at, self.is_problem = "", 0.0, False
        self._looks: dict[LookKey, BoardLook] = {}
        self._asked: set[LookKey] = set()

    def hear(self, reply: AnyReply, request: AnyRequest | None, now: float) -> list[AnyRequest]:
        """Take in a message; the requests that follow from it."""
        if isinstance(reply, LoggedIn):
            self.name, self.is_guest = reply.name, reply.guest
            return [Games(), *LISTS]
        if isinstance(reply, Described):
            asked = reply.game, tuple(sorted(request.options.items())) if isinstance(request, Describe) else ()
            self._looks[asked] = BoardLook(reply)
        elif isinstance(reply, (GameList, MatchList, PlayerList, TournamentList, TournamentShown)):
            self._take_list(reply)
        elif isinstance(reply, (Challenged, Unchallenged)):
            mine = isinstance(reply, Challenged) and reply.player == self.name
            self.challenge = reply if mine and isinstance(reply, Challenged) else None
        if sentence := sentence_of(reply):
            self.said, self.said_at, self.is_problem = sentence, now, isinstance(reply, Problem)
        follow: list[AnyRequest] = []
        if isinstance(reply, (TournamentNews, TournamentOver, TournamentPlayers, TournamentStanding, TournamentTree)):
            follow += [TournamentShow(tournament=reply.tournament)] if reply.tournament in self.shown else []
        match = getattr(reply, "match", "")
        if match and (match in self.followed or isinstance(reply, (Seated, MatchBoard, Ask))):
            follow += self._follow(self.followed.setdefault(match, FollowedMatch(match)), reply, now)
        return follow

    def look_of(self, game: str, options: dict[str, int]) -> BoardLook | None:
        """How a game looks, if that is known."""
        return self._looks.get((game, tuple(sorted(options.items()))))

    def describe(self, game: str, options: dict[str, int]) -> list[AnyRequest]:
        """What to ask for to know how a game looks; nothing if it was asked for."""
        key = game, tuple(sorted(options.items()))
        if key in self._asked:
            return []
        self._asked.add(key)
        return [Describe(game=game, options=options)]

    def follow(self, match: str) -> FollowedMatch:
        """The match of that name, which we are about to watch if we do not follow it yet."""
        return self.followed.setdefault(match, FollowedMatch(match))

    @property
    def waiting(self) -> list[FollowedMatch]:
        """The matches in which a move of ours is awaited."""
        return [match for match in self.followed.values() if match.is_my_turn]

    def game(self, name: str) -> GameEntry | None:
        """The game of that name."""
        return next((game for game in self.games if game.game == name), None)

    def _follow(self, match: FollowedMatch, reply: AnyReply, now: float) -> list[AnyRequest]:
        match.hear(reply, now)
        follow = self.describe(match.game, match.options) if match.has_begun else []
        if isinstance(reply, Ask) and match.entry is None:
            follow.append(Moves(match=match.match))
        return follow

    def _take_list(self, reply: GameList | MatchList | PlayerList | TournamentList | TournamentShown) -> None:
        if isinstance(reply, GameList):
            self.games = reply.games
        elif isinstance(reply, MatchList):
            self.matches = reply.matches
        elif isinstance(reply, PlayerList):
            self.players = reply.players
        elif isinstance(reply, TournamentList):
            self.tournaments = reply.tournaments
        else:
            self.shown[reply.tournament] = reply
