"""Every request has exactly one handler, listed in the room it belongs to."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from ludus.server.handlers import HANDLERS, ROOMS
from ludus.wire.messages import AnyRequest


def test_every_request_of_the_wire_has_exactly_one_handler():
    listed = Counter(request for room in ROOMS for request in room)
    assert {request: listed[request] for request in get_args(AnyRequest)} == dict.fromkeys(get_args(AnyRequest), 1)
    assert set(HANDLERS) == set(get_args(AnyRequest))


def test_every_handler_lives_in_the_room_that_lists_it():
    for room in ROOMS:
        assert len({handler.__module__ for handler in room.values()}) == 1
