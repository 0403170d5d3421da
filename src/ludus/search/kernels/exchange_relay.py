"""Entries and marks carried between the search and the sockets, without Python in between: a look takes some microseconds.

    ring of each thread ──► outbox ──► publisher         subscriber ──► inbox ──► table and marks

Sockets are known only by the addresses of C functions: `send` and `receive` (socket, buffer, bytes, flags), `option` and `sleep`.
A message is a word that says what it is, a word with the number of the question, and then the items.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import rule
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
EVENTS, CAN_READ = 15, 1
"""The option that tells what a socket is ready for, and what it says when there is something to read."""


@rule
def relay(ctx: Any, box: Any, rounds: int) -> Any:
    """Look at the sockets this many times, with pauses.

    Ends earlier when a message came that is not news, whose bytes it returns, or when something else is to be done: then it is 0.
    """
    for _ in range(rounds):
        size = hear(ctx, box)
        if size > 0:
            return size
        tell(box)
        if load_flag(box.call) != 0 or is_spoken_to(box):
            return 0
        call_with(box.sleep, box.pause, 0, 0, 0)
    return 0


@rule
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


@rule
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


@rule
def post(box: Any, count: int) -> None:
    """Send the items in the outbox."""
    call_with(box.send, box.publisher, box.outbox, HEAD_BYTES + count * ENTRY_BYTES, AT_ONCE)
    box.sent += count


@rule
def is_spoken_to(box: Any) -> Any:
    """Whether the coordinator has said something."""
    store_word(box.events + 8, np.uint64(8))  # the size of the answer, which the socket changes
    store_word(box.events, np.uint64(0))
    call_with(box.option, box.dealer, EVENTS, box.events, box.events + 8)
    return np.int64(load_word(box.events)) & CAN_READ != 0
