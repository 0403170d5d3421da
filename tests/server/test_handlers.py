"""Every request has exactly one handler, listed under its topic."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from ludus.server.handlers import HANDLERS, TOPICS
from ludus.wire.messages import AnyRequest


def test_every_request_of_the_wire_has_exactly_one_handler():
    listed = Counter(request for topic in TOPICS for request in topic)
    assert {request: listed[request] for request in get_args(AnyRequest)} == dict.fromkeys(get_args(AnyRequest), 1)
    assert set(HANDLERS) == set(get_args(AnyRequest))


def test_every_handler_lives_in_the_module_that_lists_it():
    for topic in TOPICS:
        assert len({handler.__module__ for handler in topic.values()}) == 1
