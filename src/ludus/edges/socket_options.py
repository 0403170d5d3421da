"""What is asked of the system for each TCP connection."""

from __future__ import annotations

import socket

KEEPALIVE_PROBES = 4
"""Questions to a silent machine before it is given up. By default, systems wait two hours before the first."""


def set_up_socket(peer: socket.socket | None, seconds: int) -> None:
    """Have the system notice when the machine at the other end is gone, and leave every byte in its place."""
    if peer is None:
        return
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)  # telnet sends part of Ctrl-C as urgent
    wanted = {"TCP_KEEPIDLE": seconds, "TCP_KEEPINTVL": max(1, seconds // 4), "TCP_KEEPCNT": KEEPALIVE_PROBES}
    for name, number in wanted.items():  # not every system knows all of these
        if option := getattr(socket, name, None):
            peer.setsockopt(socket.IPPROTO_TCP, option, number)
