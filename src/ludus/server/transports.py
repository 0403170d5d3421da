"""The connections as the runner sees them: what is sent to whom, written once for everybody who speaks the same."""

from __future__ import annotations

from collections import defaultdict
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
        letters: defaultdict[Transport, list[bytes]] = defaultdict(list)
        for delivery in deliveries:
            if tracing:
                trace_reply(delivery.connections, delivery.reply)
            written: dict[str, bytes] = {}
            for number in delivery.connections:
                if number not in self:
                    continue
                transport, prose = self[number], delivery.prose
                codec = transport.codec
                if codec.name not in written:
                    written[codec.name] = codec.write(delivery.reply) if prose is None else write_prose(delivery.reply, prose)
                letters[transport].append(written[codec.name])
        for transport, messages in letters.items():
            transport.send(b"".join(messages))
        return sum(map(len, letters.values()))

    def tell_all(self, reply: AnyReply) -> None:
        """Send everybody a message that nothing has to be kept for."""
        self.deliver([Delivery(tuple(self), reply)])
