"""How each connection is told things: in the bare lines of the protocol, or with drawn boards and sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.server.connections import Connections
from ludus.server.outbox import Delivery


def in_style(deliveries: list[Delivery], connections: Connections) -> list[Delivery]:
    """The same messages, those for people who read sentences apart from the others, by the width of their windows."""
    return list(_apart(deliveries, connections))


def _apart(deliveries: list[Delivery], connections: Connections) -> Iterator[Delivery]:
    for delivery in deliveries:
        plain: list[int] = []
        prose: dict[int, list[int]] = {}
        for number in delivery.connections:
            if number in connections.readers and (connection := connections.get(number)):
                prose.setdefault(connection.width, []).append(number)
            else:
                plain.append(number)
        if plain:
            yield Delivery(tuple(plain), delivery.reply)
        for width, numbers in prose.items():
            yield Delivery(tuple(numbers), delivery.reply, width)
