"""The connections as the runner sees them: what is sent to whom, written once for everybody who speaks the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ludus.server.outbox import Delivery
from ludus.server.trace import trace_reply
from ludus.wire.codec import Codec
from ludus.wire.line import write_prose
from ludus.wire.messages import AnyReply


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
        for connections, reply, prose in deliveries:
            if tracing:
                trace_reply(connections, reply)
            written: dict[str, bytes] = {}
            for number in connections:
                transport = self.get(number)
                if transport is None:
                    continue
                name = transport.codec.name
                if name not in written:
                    written[name] = transport.codec.write(reply) if prose is None else write_prose(reply, prose)
                letters.setdefault(number, []).append(written[name])
        for number, messages in letters.items():
            transport = self.get(number)
            if transport is not None:
                transport.send(b"".join(messages))
        return sum(map(len, letters.values()))

    def tell_all(self, reply: AnyReply) -> None:
        """Send everybody a message that nothing has to be kept for."""
        self.deliver([Delivery(tuple(self), reply)])
