"""The compiled way of news between a search and its sockets: real sockets of ZeroMQ, and searches of their own."""

from __future__ import annotations

import threading
import time
from contextlib import closing, contextmanager

import pytest
import zmq

from ludus.cluster import relay as relays
from ludus.cluster.relay import FOUND, HEAD, MOST_BYTES, NEWS, Relay
from ludus.cluster.searcher import Searcher
from ludus.rules.errors import LudusError
from ludus.search.constants import ENTRY_BYTES, RING_BITS, WIN
from ludus.search.limit import NO_END

PAUSE = 0.001
QUESTION = 7


class Side:
    """A search with a relay, and the sockets that it hears and speaks through."""

    def __init__(self, context: zmq.Context, rules, name: str, cores: int) -> None:
        self.searcher = Searcher(rules, cores, 1)
        self.publisher, self.subscriber, self.dealer = (context.socket(kind) for kind in (zmq.PUB, zmq.SUB, zmq.PAIR))
        self.publisher.bind(f"inproc://{name}-news")
        self.dealer.bind(f"inproc://{name}")
        self.subscriber.setsockopt(zmq.SUBSCRIBE, b"")
        self.relay = Relay(self.searcher, self.publisher, self.subscriber, self.dealer)

    def close(self) -> None:
        """End its threads."""
        self.searcher.close()


@pytest.fixture
def sides(rulebook):
    """Sides that listen to each other."""

    @contextmanager
    def make(*cores: int):
        context = zmq.Context()
        made = [Side(context, rulebook("connect-four"), f"side{number}", count) for number, count in enumerate(cores)]
        for side in made:
            for number, other in enumerate(made):
                if other is not side:
                    side.subscriber.connect(f"inproc://side{number}-news")
            side.relay.ask(QUESTION)
        try:
            yield made
        finally:
            for side in made:
                side.close()
            context.destroy(linger=0)

    return make


def search(worker, rules, depth: int) -> int:
    worker.prepare(rules.start(), 1)
    worker.share(0, 5, 10)
    for ahead in range(1, depth + 1):
        assert worker.search(ahead, -WIN, WIN, NO_END)
    return int(worker.context["nodes"])


def test_what_all_threads_find_reaches_the_other_machine_and_its_threads_are_told(sides, rulebook):  # M2
    rules = rulebook("connect-four")
    with sides(2, 2) as (one, other):
        nodes = search(one.searcher.pool.workers[1], rules, 9)
        assert one.relay.run(PAUSE, PAUSE) == b""
        assert other.relay.run(PAUSE, PAUSE) == b""
        sent, taken, useful = one.relay.counts[0], *other.relay.counts[1:]
        assert sent == taken > 100
        assert 0 < useful < taken  # the rest are marks
        assert [int(worker.context["heard"]) for worker in other.searcher.pool.workers] == [1, 1]
        assert search(other.searcher.pool.first, rules, 9) < nodes / 2


def test_news_of_another_question_or_from_before_it_are_left_out(sides, rulebook):
    with sides(1, 1) as (one, other):
        search(one.searcher.pool.first, rulebook("connect-four"), 6)
        one.relay.ask(QUESTION + 1)  # what was found until now belongs to the question before
        one.relay.run(PAUSE, PAUSE)
        assert one.relay.counts[0] == 0
        search(one.searcher.pool.first, rulebook("connect-four"), 6)
        one.relay.run(PAUSE, PAUSE)
        other.relay.run(PAUSE, PAUSE)
        assert one.relay.counts[0] > 0
        assert other.relay.counts == (0, 0, 0)


def test_more_than_a_message_holds_goes_into_several_and_the_oldest_is_lost(sides):
    with sides(3, 1) as (one, other):
        for worker in one.searcher.pool.workers:
            worker.context["sent"] += 3 << RING_BITS  # the ring has gone round three times
        one.relay.run(PAUSE, PAUSE)
        other.relay.run(PAUSE, PAUSE)
        assert one.relay.counts[0] == other.relay.counts[1] == 3 * ((1 << RING_BITS) - 1)


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"n",
        HEAD.pack(NEWS, QUESTION) + b"x" * (ENTRY_BYTES - 1),
        HEAD.pack(NEWS, QUESTION) + b"x" * MOST_BYTES,
        HEAD.pack(FOUND, QUESTION + 1) + b"another question",
    ],
    ids=["empty", "short", "half an item", "too long", "stale"],
)
def test_messages_that_are_no_news_of_this_question_do_nothing(sides, message):
    with sides(1, 1) as (one, other):
        one.publisher.send(message)
        one.publisher.send(HEAD.pack(FOUND, QUESTION) + b"a finding")
        assert other.relay.run(PAUSE, PAUSE) == b"a finding"
        assert other.relay.counts == (0, 0, 0)


@pytest.mark.parametrize("who", ["coordinator", "searcher"])
def test_the_loop_ends_at_once_when_somebody_calls(sides, who):  # M3
    with sides(1) as (one,), closing(one.dealer.context.socket(zmq.PAIR)) as coordinator:
        coordinator.connect("inproc://side0")
        if who == "coordinator":
            coordinator.send(b"stop")
        else:
            one.searcher.call[0] = 1
        begun = time.monotonic()
        assert one.relay.run(60.0, PAUSE) == b""
        assert time.monotonic() - begun < 30
        one.relay.run(PAUSE, PAUSE)
        assert one.searcher.call[0] == 0


def test_what_comes_during_a_pause_is_heard_at_once(sides):  # M2
    with sides(1, 1) as (one, other):
        later = threading.Timer(0.1, one.publisher.send, [HEAD.pack(FOUND, QUESTION) + b"a finding"])
        later.start()
        begun = time.monotonic()
        assert other.relay.run(60.0, 60.0) == b"a finding"
        assert time.monotonic() - begun < 30
        later.join()


def test_where_the_functions_cannot_be_found_a_sentence_says_what_works_there(monkeypatch):
    def missing(name):
        raise OSError(name)

    monkeypatch.setattr(relays.ctypes, "CDLL", missing)
    with pytest.raises(LudusError, match=r"cannot take part through Ray; `ludus worker --connect HOST` needs no Ray"):
        relays._functions()
