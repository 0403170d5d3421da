"""A server and its clients in one thread, where everything goes wrong that can: a seed decides what, so it goes wrong again.

    clients ── up ──► Core ──► commit (torn, or kept and not told) ──► down ──► clients
       ▲  each connection in order, all of them mixed; lost, doubled, late │
       └── resume with the token, say again what was not answered ◄── crash ┘

After the chaos everything works, and every game is played to its end. Then the store is compared with what everybody was told.
"""

from __future__ import annotations

import random
from collections import deque
from functools import cache

from tests.server.clients import Client, Pair, Yahtzee
from tests.server.playhouse import NOON, OPEN_DOORS, catalogue

from ludus.rules.positions import write_position
from ludus.server.accounts.accounts import Accounts
from ludus.server.call import Task
from ludus.server.core import Core
from ludus.server.matches.events import AnyEvent, Closed, Played
from ludus.server.outbox import Group
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.records.writer import write_record
from ludus.server.settings import Settings
from ludus.server.store.memory import MemoryStore, PowerLost
from ludus.wire.messages import AnyReply, AnyRequest, New, Seek

CHAOS, CALM = 160, 500
"""Steps while everything goes wrong, and the most steps after that until every game is over."""

SEEKS = (
    *(Seek("tic-tac-toe", move=60.0), Seek("tic-tac-toe", move=0.0, main=90.0, increment=2.0)),
    Seek("connect-four", options={"width": 4, "height": 4}),
)


class Wire:
    """A connection: what is on its way to the server, None for its end, and what is on its way back."""

    def __init__(self, number: int, client: Client) -> None:
        self.number, self.client = number, client
        self.up: deque[AnyRequest | None] = deque()
        self.down: deque[AnyReply] = deque()


class Simulation:
    """One run. `careless` is a server that tells before it keeps: what these tests are there to notice."""

    def __init__(self, seed: int, *, careless: bool = False) -> None:
        self.luck, self.careless = random.Random(seed), careless
        self.now = NOON
        self.store = MemoryStore()
        self.crashes = 0
        self.wires: dict[int, Wire] = {}
        self.wire_of: dict[Client, Wire] = {}
        self.numbers = 0
        self.clients = [client for number in range(self.luck.choice((1, 1, 2))) for client in self._pair(number)]
        self._start()

    def _pair(self, number: int) -> tuple[Client, Client]:
        luck, games = self.luck, self.luck.choice((1, 1, 2))
        if luck.random() < 0.04:
            pair = Pair(New("yahtzee", position=last_round().position), games)
        elif luck.random() < 0.3:
            pair = Pair(New("tic-tac-toe", delay=luck.choice((0.0, 5.0))), games)
        else:
            pair = Pair(luck.choice(SEEKS), games, number)
        return Client(luck, pair, last_round()), Client(luck, pair, last_round())

    # The server

    def _start(self) -> None:
        """Start a server with what is in the store; all connections are gone."""
        kept = self.store.load()
        accounts = Accounts(kept.accounts, kept.sessions, self.luck.randbytes, policy=OPEN_DOORS)
        self.core = Core(kept, self.store, catalogue(), Settings(), accounts, self.luck.randbytes)
        self.core.restore(kept, self.core.revive(kept), self.now)
        self.tasks: list[Task] = []
        self.wires.clear()
        for client in self.clients:
            self.wire_of.pop(client, None)
            client.cut()

    def crash(self) -> None:
        """The power was lost in a commit: start again with what the store has, which is the whole group or nothing of it."""
        self.crashes += 1
        for wire in list(self.wires.values()):
            for _ in range(self.luck.randint(0, len(wire.down))):
                self.carry_down(wire)  # what was sent before may still arrive
        self.store = self.store.restarted()
        self.now += self.luck.choice((0.0, 1.0, 30.0))
        self._start()

    def pump(self) -> bool:
        """Keep and tell what has come up; whether there was something."""
        group = self.core.take(self.now)
        if self.careless:
            self._tell(group)
        if group.changes:
            try:
                self.store.commit(group.changes, self.now)
            except PowerLost:
                self.crash()
                return True
        if not self.careless:
            self._tell(group)
        self.tasks += group.tasks
        return bool(group)

    def _tell(self, group: Group) -> None:
        for delivery in group.deliveries:
            for number in delivery.connections:
                if number in self.wires:
                    self.wires[number].down.append(delivery.reply)

    def work(self) -> None:
        """Do a job that something waits for."""
        task = self.tasks.pop(self.luck.randrange(len(self.tasks)))
        self.core.resume(task, self.now, task.job.work())

    def tick(self, seconds: float) -> None:
        """Let time pass; it may go backwards."""
        self.now += seconds
        self.core.tick(self.now)

    # The network

    def connect(self, client: Client) -> None:
        """A client that is not connected connects."""
        self.numbers += 1
        wire = self.wires[self.numbers] = self.wire_of[client] = Wire(self.numbers, client)
        self.core.connect(wire.number, "127.0.0.1", self.now, line=False, program=True)
        wire.up.extend(client.hello())

    def cut(self, client: Client) -> None:
        """A connection breaks: what was on its way to the client is lost, what was sent may still arrive, or a part of it."""
        wire = self.wire_of.pop(client)
        for _ in range(self.luck.randint(0, len(wire.up))):
            wire.up.pop()
        wire.up.append(None)
        wire.down.clear()
        client.cut()

    def carry_up(self, wire: Wire) -> None:
        """The server gets the next message of a connection."""
        request = wire.up.popleft()
        if request is None:
            self.core.disconnect(wire.number, self.now)
            del self.wires[wire.number]
        else:
            self.core.receive(wire.number, request, self.now)

    def carry_down(self, wire: Wire) -> None:
        """The client gets the next message, and answers."""
        reply = wire.down.popleft()
        if self.wire_of.get(wire.client) is wire:
            wire.up.extend(wire.client.hear(reply))

    # The run

    def run(self) -> None:
        """Chaos, then calm, then the comparison."""
        for _ in range(CHAOS):
            self._go_on()
            self._go_wrong()
        for _ in range(CALM):
            if all(client.done for client in self.clients):
                break
            for _ in range(8):
                self._go_on()
        else:
            raise AssertionError(f"not over: {[client.state for client in self.clients]}")
        self.check()

    def _go_on(self) -> None:
        """One thing happens as it should."""
        luck, pick = self.luck, self.luck.random()
        if pick < 0.05:
            self.tick(2 * luck.random())
        elif pick < 0.55 and (wires := [wire for wire in self.wires.values() if wire.up]):
            self.carry_up(luck.choice(wires))
            if pick < 0.4:
                self.pump()
        elif wires := [wire for wire in self.wires.values() if wire.down]:
            self.carry_down(luck.choice(wires))
        elif self.tasks:
            self.work()
        elif not self.pump():
            client = luck.choice(self.clients)
            wire = self.wire_of.get(client)
            if wire is None:
                self.connect(client)
            else:
                wire.up.extend(client.think())

    def _go_wrong(self) -> None:
        """Perhaps one thing happens as it should not."""
        luck, pick = self.luck, self.luck.random()
        if pick < 0.01:
            self.store.lose_power(luck.randint(1, 3), kept=luck.random() < 0.5)
        elif pick < 0.03:
            client = luck.choice(self.clients)
            if client in self.wire_of:
                self.cut(client)
        elif pick < 0.04:
            self.tick(luck.choice((5.0, 70.0, -50.0, 700.0)))
        elif pick < 0.08:
            client = luck.choice(self.clients)
            if client in self.wire_of:
                self.wire_of[client].up.extend(client.again())

    # The comparison

    def check(self) -> None:
        """What everybody was told is in the store, once, and every game has a record that proves itself."""
        told = {match for client in self.clients for match in client.matches}
        happened = {match: self.store.events(match) for match in told}
        for match, log in happened.items():
            _check_log(match, log)
        for client in self.clients:
            client.check(happened)
        assert len(self.store.load().matches) == 0, "a match was never over"


def _check_log(match: str, log: list[AnyEvent]) -> None:
    """Every event once, one end, no question answered twice, and a record that can be checked."""
    assert [event.number for event in log] == list(range(1, len(log) + 1))
    assert sum(isinstance(event, Closed) for event in log) == 1, f"{match} has not one end"
    refs = [event.ref for event in log if isinstance(event, Played)]
    assert len(refs) == len(set(refs)), "a question was answered twice"
    terms = log[0].terms
    rules = catalogue().prepare(terms.game, terms.options)
    check_record(rules, read_record("\n".join(write_record(rules, match, log))))


@cache
def last_round() -> Yahtzee:
    """A game of Yahtzee before its last round, and the squares that are needed to play it; all games are ready then."""
    catalogue().prepare("tic-tac-toe", {})
    catalogue().prepare("connect-four", {"width": 4, "height": 4})
    rules, luck = catalogue().prepare("yahtzee", {}), random.Random(0)
    state = rules.start()
    while (state["scores"] < 0).sum() > 2 or rules.acting(state):
        seats = rules.acting(state)
        if seats:
            state = rules.play(state, luck.choice(rules.moves(state, seats[0])), seats[0])
        else:
            state = rules.happen(state, luck.randrange(rules.chances(state)))
    thrown = rules.happen(state, 0)
    paths = []
    for seat in rules.acting(thrown):
        keeps = [rules.squares(rules.asked(thrown, seat), move) for move in (0, 31)]
        kept = rules.play(thrown, 31, seat)
        box = rules.squares(rules.asked(kept, seat), rules.moves(kept, seat)[0])
        paths.append([[rules.xy(square) for square in path] for path in (*keeps, box)])
    return Yahtzee(write_position(rules, state), paths)


def run(seed: int) -> None:
    """Run a seed, and name it when it fails."""
    try:
        Simulation(seed).run()
    except Exception as error:
        raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
