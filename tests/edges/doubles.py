"""A transport, a port and a runner as one connection sees them, held by the test: no socket, and only the time it lets pass."""

from __future__ import annotations

from types import SimpleNamespace

from ludus.edges.fair_share import FairShare
from ludus.edges.limits import Addresses
from ludus.edges.tcp import TcpTransport
from ludus.server.policy import ConnectionPolicy


class Transport:
    """Takes what is sent; `stuck` bytes of it are never read."""

    def __init__(self, address="10.0.0.1", socket=None):
        self.address, self.sent, self.closing, self.cut, self.stuck = address, b"", False, False, 0
        self.reading, self.half_closed = True, False
        self.socket, self.sslcontext = socket, None

    def get_extra_info(self, name):
        """Where it comes from, its socket if it has one, and whether it speaks TLS."""
        peer = (self.address, 4711) if self.address else None
        return {"peername": peer, "socket": self.socket, "sslcontext": self.sslcontext}.get(name)

    def write(self, data):
        """Take bytes."""
        assert not self.closing
        assert not self.half_closed
        self.sent += data

    def get_write_buffer_size(self):
        """What was not read."""
        return self.stuck

    def pause_reading(self):
        """Let the client wait."""
        self.reading = False

    def resume_reading(self):
        """Read again."""
        self.reading = True

    def can_write_eof(self):
        """Whether one half can be closed."""
        return True

    def write_eof(self):
        """Close one half, after all is sent."""
        self.half_closed = True

    def is_closing(self):
        """Whether it has ended."""
        return self.closing

    def close(self):
        """End, after all is sent."""
        self.closing = True

    def abort(self):
        """End now."""
        self.closing = self.cut = True


class Timer:
    """A call that is due some time."""

    def __init__(self, due, call):
        self.due, self.call = due, call

    def cancel(self):
        """Not any more."""
        self.call = lambda: None


class House:
    """A port and a runner as a connection sees them, and the time."""

    def __init__(self, **policy):
        self.now, self.timers, self.said, self.came, self.gone = 100.0, [], [], [], []
        self.moves = set()  # what counts as a move though it begins with no command
        self.policy = ConnectionPolicy(**policy)
        self.addresses, self.connections, self.refused = Addresses(self.policy), set(), set()
        self.clock, self.loop, self.runner = lambda: self.now, self, self
        self.share = FairShare(self.policy, self.addresses.pressure, self, self.clock, self.clock)

    def call_soon(self, call):
        """Call something as soon as time passes."""
        return self.call_later(0.0, call)

    def call_later(self, seconds, call, *arguments):
        """Call something later."""
        self.timers.append(Timer(self.now + seconds, lambda: call(*arguments)))
        return self.timers[-1]

    def pass_time(self, seconds):
        """Let time pass, and look around as the port does."""
        self.now += seconds
        for timer in [timer for timer in self.timers if timer.due <= self.now]:
            timer.call()
            self.timers.remove(timer)
        for connection in [*self.connections, *self.refused]:
            connection.check(self.now)

    def connect(self, front, address, *, program, silent):
        """Somebody comes."""
        self.came.append(SimpleNamespace(front=front, address=address, program=program, silent=silent))
        return len(self.came)

    def is_program(self, number):
        """Somebody speaks JSON after all."""
        self.came[number - 1].program = True

    def complain(self, number, problem, said=""):
        """What somebody said cannot be read: this house has nothing else to say, and says so at once."""
        front = self.came[number - 1].front
        front.send(front.codec.write(problem))
        return said in self.moves

    def resize(self, number, width):
        """A telnet program says how wide its window is."""
        self.said.append(f"{number} is {width} wide")

    def ask_again(self, number):
        """A move could not be read."""
        self.said.append(f"ask {number} again")

    def receive(self, number, request):
        """Somebody says something."""
        assert number
        self.said.append(request)

    def finish(self, number):
        """Somebody will say nothing more."""
        self.said.append(f"{number} has finished")

    def disconnect(self, number):
        """Somebody goes."""
        self.gone.append(number)

    def open(self, address="10.0.0.1"):
        """A new connection and its transport."""
        connection, transport = (
            TcpTransport(self, address or "local", self.addresses.come(address or "local")),
            Transport(address),
        )
        connection.connection_made(transport)
        return connection, transport
