"""`BotRunner`: a bot on a server, in as many matches as it is in, through all breaks of the connection.

    ask ──► a task that thinks ──► move          a question that is asked again is thought about once;
    a new question, the end ──► the task is cancelled

A program that another one plays for is no different: `choose` is all that is asked of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from ssl import SSLContext

from ludus.clients.bot.bot import RESIGN, Bot, Decision, NoMove
from ludus.clients.bot.engagement import Engagement
from ludus.clients.bot.position import BotPosition
from ludus.clients.connection import Broken, News, Restored, ServerConnection, ServerUnreachable, read_address
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import (
    Accept,
    AnyReply,
    AnyRequest,
    Ask,
    Decline,
    Ended,
    Guest,
    Hello,
    Join,
    LegalMove,
    LoggedIn,
    Login,
    Move,
    MoveList,
    Moves,
    Offered,
    Problem,
    Queue,
    Resign,
    Seated,
    TournamentJoin,
    TournamentReady,
    Unqueue,
)

MISSING = (Kind.NO_MATCH.code, Kind.NO_TOURNAMENT.code)


class BotRunner:
    """One bot and its connection."""

    def __init__(
        self, bot: Bot, connection: ServerConnection, engagement: Engagement, say: Callable[[str], None] = lambda _: None
    ) -> None:
        self.bot, self.connection, self.engagement, self._say = bot, connection, engagement, say
        self.played = 0
        self._thoughts: dict[str, tuple[str, asyncio.Task[None]]] = {}
        self._lists: dict[str, asyncio.Future[list[LegalMove]]] = {}
        self._tables: set[str] = set()
        self._missing: set[str] = set()
        """The tournaments and matches it came for that do not exist."""
        self._arrived = False

    async def run(self) -> None:
        """Play until the engagement is over; raises `ServerUnreachable` if the server cannot be reached or does not let us in."""
        try:
            async with aclosing(self.connection.news()) as heard:
                async for news in heard:
                    await self._hear(news)
                    if self.engagement.games and self.played >= self.engagement.games:
                        break
        finally:
            self.connection.close()
            for _, task in self._thoughts.values():
                task.cancel()
            await asyncio.gather(*(task for _, task in self._thoughts.values()), return_exceptions=True)
            await self.bot.close()

    async def _hear(self, news: News) -> None:
        if isinstance(news, Broken):
            self._say(f"{news.why}; trying again")
        elif isinstance(news, Restored):
            self._say("connected again")
            self._ask(*self.engagement.waiting())
        elif isinstance(news.reply, Problem):
            self._refused(news.reply, news.request)
        elif isinstance(news.reply, Ended):
            await self._ended(news.reply)
        else:
            self._take(news.reply, news.request)

    def _take(self, reply: AnyReply, request: AnyRequest | None) -> None:
        if isinstance(reply, LoggedIn) and not self._arrived:
            self._arrived = True
            wanted = self.connection.entrance.name
            taken = wanted and wanted.casefold() != reply.name.casefold()
            self._say(f"the name {wanted} is not free; here as {reply.name}" if taken else f"here as {reply.name}")
            self._ask(*self.engagement.first_requests())
        elif isinstance(reply, Ask):
            self._think(reply)
        elif isinstance(reply, MoveList) and reply.match in self._lists:
            self._lists.pop(reply.match).set_result(reply.moves)
        elif isinstance(reply, Seated):
            self._say(f"{reply.match}: a seat at {reply.game}, as team {reply.team}")
            if request is not None and reply.free:
                self._tables.add(reply.match)
            if self._has_enough:
                self._ask(Unqueue())  # or the queue would begin another game as soon as this one ends
        elif isinstance(reply, Offered) and reply.match in self.connection.client.playing | self._tables:
            self._answer_offer(reply)

    def _answer_offer(self, offer: Offered) -> None:
        """Play again with whoever wants to; a draw or a move taken back is for people."""
        if offer.player != self.connection.client.name:
            kind = Accept if offer.what == "rematch" and not self._has_enough else Decline
            self._ask(kind(what=offer.what, match=offer.match))

    @property
    def _has_enough(self) -> bool:
        """Whether there are as many games, played and begun, as it came for."""
        wanted = self.engagement.games
        return wanted > 0 and self.played + len(self.connection.client.playing) >= wanted

    def _refused(self, problem: Problem, request: AnyRequest | None) -> None:
        if not self._arrived:
            raise ServerUnreachable(problem.sentence)
        if isinstance(request, (Queue, Unqueue)) and problem.code == "not possible":
            return  # we are waiting already, or not at all
        if isinstance(request, TournamentReady) and request.tournament in self._missing:
            return  # that was said when it wanted to enter
        if problem.code in MISSING and isinstance(request, (Join, TournamentJoin)):
            self._missing.add(request.match if isinstance(request, Join) else request.tournament)
            if not (self.engagement.queue or self.engagement.tables or self.engagement.named - self._missing):
                raise ServerUnreachable(problem.sentence)
        self._say(f"{problem.match + ': ' if problem.match else ''}{problem.sentence}")

    async def _ended(self, ended: Ended) -> None:
        self._forget(ended.match)
        self.played += 1
        self._say(f"{ended.match}: {ended.result}, {ended.sentence}")
        await self.bot.ended(ended.match, ended)
        if ended.match in self._tables:
            self._tables.discard(ended.match)
            self._ask(*self.engagement.open_tables(len(self._tables)))

    # Thinking

    def _think(self, ask: Ask) -> None:
        known = self._thoughts.get(ask.match)
        if known and known[0] == ask.ref:
            return  # asked again after a break: the answer is on its way, or will be
        self._forget(ask.match)
        self._thoughts[ask.match] = ask.ref, asyncio.ensure_future(self._answer(ask))

    def _forget(self, match: str) -> None:
        known = self._thoughts.pop(match, None)
        if known:
            known[1].cancel()
        self._lists.pop(match, None)

    async def _answer(self, ask: Ask) -> None:
        moves = ask.moves or await self._list_moves(ask)
        position = BotPosition(ask, moves)
        try:
            decision = await self.bot.choose(position)
            squares = [] if decision == RESIGN and not position.find(RESIGN) else _squares(decision, position)
        except Exception as error:
            why = str(error) if isinstance(error, NoMove) else f"{type(error).__name__}: {error}"
            self._say(f"{ask.match}: {why}; playing the first legal move instead")
            squares = moves[0].path
        self._ask(Move(squares=squares, match=ask.match, ref=ask.ref) if squares else Resign(match=ask.match))

    async def _list_moves(self, ask: Ask) -> list[LegalMove]:
        found: asyncio.Future[list[LegalMove]] = asyncio.get_running_loop().create_future()
        self._lists[ask.match] = found
        self._ask(Moves(match=ask.match))
        return await found

    def _ask(self, *requests: AnyRequest) -> None:
        for request in requests:
            self.connection.ask(request)


def play(
    bot: Bot,
    host: str,
    engagement: Engagement,
    *,
    name: str = "",
    password: str = "",
    say: Callable[[str], None] = print,
    tls: SSLContext | None = None,
) -> None:
    """Let a bot play on a server until its engagement is over, as a guest or under a name with a password."""
    entrance = Login(name=name, password=password) if password else Guest(name=name)
    connection = ServerConnection(read_address(host, tls), Hello(client="ludus-bot", kind="program", moves="yes"), entrance)
    asyncio.run(BotRunner(bot, connection, engagement, say).run())


def _squares(decision: Decision, position: BotPosition) -> list[tuple[int, int]]:
    """The squares of a move, however it was said."""
    if isinstance(decision, str):
        found = position.find(decision)
        if found is None:
            raise ValueError(f"{decision!r} is no legal move")
        decision = found
    return decision.path if isinstance(decision, LegalMove) else [(x, y) for x, y in decision]
