"""The connections as the runner sees them: what is sent to whom, written once for everybody who speaks the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import structlog

from ludus.server.outbox import Delivery
from ludus.wire.codec import Codec
from ludus.wire.messages import AnyReply

log = structlog.get_logger("ludus")


class Transport(Protocol):
    """A connection as the runner sees it."""

    codec: Codec

    def send(self, message: bytes) -> None:
        """Send bytes; never waits."""

    def close(self) -> None:
        """End the connection, once everything is sent."""


class Transports(dict[int, Transport]):
    """All connections by number."""

    def deliver(self, deliveries: Iterable[Delivery], *, tracing: bool = False) -> int:
        """Send messages, how many is given back; those for one connection go out together, one for many is written once."""
        letters: dict[int, list[bytes]] = {}
        for connections, reply in deliveries:
            if tracing:  # nothing that a stranger could use
                log.debug("answer", connections=connections, reply=type(reply).__name__, match=getattr(reply, "match", ""))
            written: dict[str, bytes] = {}
            for number in connections:
                transport = self.get(number)
                if transport is None:
                    continue
                name = transport.codec.name
                if name not in written:
                    written[name] = transport.codec.write(reply)
                letters.setdefault(number, []).append(written[name])
        for number, messages in letters.items():
            transport = self.get(number)
            if transport is not None:
                transport.send(b"".join(messages))
        return sum(map(len, letters.values()))

    def tell_all(self, reply: AnyReply) -> None:
        """Send everybody a message that nothing has to be kept for."""
        self.deliver([Delivery(tuple(self), reply)])
