"""Entries and marks carried between the search and the sockets, without Python in between: a look takes some microseconds.

    ring of each thread ──► outbox ──► publisher         subscriber ──► inbox ──► table and marks

Sockets are known only by the addresses of C functions: `send` and `receive` (socket, buffer, bytes, flags), `poll`, `sleep`
and `clock`.
A message is a word that says what it is, a word with the number of the question, and then the items.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import inner, rule
from ludus.search.constants import ENTRY_BYTES, RING_BITS
from ludus.search.intrinsics import call_with, load_flag, load_word, store_word

take: Callable[..., Any]

HEAD_BYTES = 16
MOST_ITEMS = 1 << RING_BITS
RING_MASK = MOST_ITEMS - 1
PLACE_BYTES = 32
"""Of a thread's place: the addresses of its ring, of how much it has sent and of its flag for news, and how much was told."""

AT_ONCE = 1
"""The flag that lets a socket answer at once, whatever the answer is."""
CALLED = 2
"""What `wait` says when the coordinator has said something."""
READABLE, HAPPENED = 1 << 32, 48
"""In the second word of what is waited for: to want something to read, and the bit that says that there is."""
SHORTEST_WAIT = 1000
"""Microseconds: sockets wait for whole milliseconds."""


@rule
def relay(ctx: Any, box: Any, rounds: int) -> Any:
    """Send news this many times, with pauses, and take in what comes meanwhile as soon as it comes.

    Ends earlier when a message came that is not news, whose bytes it returns, or when something else is to be done: then it is 0.
    """
    for _ in range(rounds):
        tell(box)
        told, left = microseconds(box), box.pause
        while left >= SHORTEST_WAIT:
            events = wait(box, left // 1000)
            size = hear(ctx, box)
            if size > 0:
                return size
            if load_flag(box.call) != 0 or events & CALLED != 0:
                return 0
            left = told + box.pause - microseconds(box)
            if events != 0 and left >= SHORTEST_WAIT:
                call_with(box.sleep, SHORTEST_WAIT // 2, 0, 0, 0)  # more comes from others: hear them together
                left -= SHORTEST_WAIT // 2
    return 0


@inner
def hear(ctx: Any, box: Any) -> Any:
    """Take in all news that have come; returns the size of a message that is none and waits in the inbox, or 0."""
    heard = 0
    while True:
        size = call_with(box.receive, box.subscriber, box.inbox, box.most_bytes, AT_ONCE)
        if size < 0:
            break
        if size < HEAD_BYTES or size > box.most_bytes or np.int64(load_word(box.inbox + 8)) != box.question:
            continue
        if load_word(box.inbox) != box.news:
            return size
        count = (size - HEAD_BYTES) // ENTRY_BYTES
        box.useful += take(ctx, box.inbox + HEAD_BYTES, count)
        box.taken += count
        heard += count
    if heard > 0:
        for thread in range(box.threads):
            store_word(np.int64(load_word(box.places + thread * PLACE_BYTES + 16)), np.uint64(1))
    return 0


@inner
def tell(box: Any) -> None:
    """Send what the threads have found since the last time; the oldest is lost if that was too long ago."""
    store_word(box.outbox, box.news)
    store_word(box.outbox + 8, np.uint64(box.question))
    count = 0
    for thread in range(box.threads):
        place = box.places + thread * PLACE_BYTES
        ring, sent = np.int64(load_word(place)), load_flag(np.int64(load_word(place + 8)))
        for number in range(max(np.int64(load_word(place + 24)), sent - RING_MASK), sent):
            item, copy = ring + (number & RING_MASK) * ENTRY_BYTES, box.outbox + HEAD_BYTES + count * ENTRY_BYTES
            store_word(copy, load_word(item))
            store_word(copy + 8, load_word(item + 8))
            count += 1
            if count == MOST_ITEMS:
                post(box, count)
                count = 0
        store_word(place + 24, np.uint64(sent))
    if count > 0:
        post(box, count)


@inner
def post(box: Any, count: int) -> None:
    """Send the items in the outbox."""
    call_with(box.send, box.publisher, box.outbox, HEAD_BYTES + count * ENTRY_BYTES, AT_ONCE)
    box.sent += count


@inner
def wait(box: Any, milliseconds: int) -> Any:
    """Wait until there is something to read; returns from whom."""
    store_word(box.waits, np.uint64(box.subscriber))
    store_word(box.waits + 8, np.uint64(READABLE))
    store_word(box.waits + 16, np.uint64(box.dealer))
    store_word(box.waits + 24, np.uint64(READABLE))
    call_with(box.poll, box.waits, 2, milliseconds, 0)
    news = np.int64(load_word(box.waits + 8)) >> HAPPENED & 1
    return news | (np.int64(load_word(box.waits + 24)) >> HAPPENED & 1) << 1


@inner
def microseconds(box: Any) -> Any:
    """The time of a clock that never jumps."""
    call_with(box.clock, box.monotonic, box.waits, 0, 0)
    return np.int64(load_word(box.waits)) * 1_000_000 + np.int64(load_word(box.waits + 8)) // 1000
