"""A wire that can be cut: a proxy in front of a server, in a thread of its own."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Wire:
    """Passes bytes on to a port, until it is cut; the port may change when a server is started again."""

    def __init__(self, port: int) -> None:
        self.target, self.whole = port, True
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection; new ones are closed at once."""
        self.whole = False
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def mend(self, port: int | None = None) -> None:
        """Let connections through again."""
        self.target, self.whole = port or self.target, True

    def close(self) -> None:
        """End it."""
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target), 5) if self.whole else None
            except OSError:
                far = None
            if far is None:
                near.close()
                continue
            far.settimeout(None)
            self._open |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for each in (source, target):  # the other thread may be in the middle of a call on it: whoever is last closes both
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._lock:
            ended = {source, target} - self._open
            self._open -= {source, target}
        for each in ended:
            each.close()
