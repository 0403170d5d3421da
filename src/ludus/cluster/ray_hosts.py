"""The machines of a Ray cluster. This is the only file that knows Ray, which tells what machines there are, starts a member on
each, restarts it when it dies, and hands out keys. Everything else goes over sockets of our own: a call to Ray takes 2 ms.

A machine offers cores to Ludus as the resource `ludus`. Ray lets in only who has the token of the cluster: see `docs/cluster.md`.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.cluster.hosts import Host
from ludus.cluster.machine import Invitation, Machine
from ludus.rules.errors import LudusError

RESOURCE = "ludus"
"""The name of the resource that counts the cores a machine offers."""

STATUS = "ludus-status"
"""Where in Ray's memory users of a cluster say what they have it do."""

FORGOTTEN = 10.0
"""Seconds after which a status counts no more: it is told anew every second."""

STARTS_WITHIN = 120.0
"""Seconds that a cluster may take to start."""

LEAVES_WITHIN = 20.0
"""Seconds that a machine may take to leave a cluster."""

STARTED = "Ray runtime started"
"""What Ray says when others can join."""

ANSWERS_WITHIN = 5.0
"""Seconds in which the head of a cluster must take a connection."""

START_ONE = "start one with: ludus cluster up, or name another with --cluster HOST:PORT"

TOKEN_FILE = Path.home() / ".ray" / "auth_token"
"""Where the token of a cluster lies, unless the environment names another place."""


def ray_module() -> Any:
    """Ray, with token authentication; raises `LudusError` when it is not installed."""
    require_token()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")  # Ray lets everybody else go first; here --nice says so
    os.environ.setdefault("RAY_agent_register_timeout_ms", "120000")  # a busy machine starts slowly, and Ray gives up soon
    try:
        import ray
    except ImportError:
        raise LudusError("a cluster needs Ray: pip install 'ludus[cluster]'") from None
    return ray


def require_token() -> None:
    """Let nobody in without a token, unless the operator has said otherwise."""
    os.environ.setdefault("RAY_AUTH_MODE", "token")


def make_token() -> Path:
    """The file with the token of this machine's cluster, written now if there is none."""
    named = os.environ.get("RAY_AUTH_TOKEN_PATH")
    path = Path(named) if named else TOKEN_FILE
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32) + "\n", "utf-8")
    return path


@dataclass(frozen=True, slots=True)
class RayNode:
    """What makes this machine a part of a cluster, as long as the process runs."""

    process: subprocess.Popen[bytes]
    log: Path
    """What Ray has said."""

    @property
    def has_begun(self) -> bool:
        """Whether it has become part of the cluster, even if it has left it since."""
        return STARTED in self.log.read_text("utf-8", errors="replace")

    def leave(self) -> None:
        """Leave the cluster; Ray wants to tell the head, so if that is gone, everything is ended the hard way."""
        with suppress(ProcessLookupError):
            self.process.terminate()
            try:
                self.process.wait(LEAVES_WITHIN)
            except subprocess.TimeoutExpired:
                if hasattr(os, "killpg"):  # there are no groups on Windows
                    os.killpg(self.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
                self.process.kill()
                self.process.wait()
        self.log.unlink(missing_ok=True)


def is_up(address: str) -> bool:
    """Whether something answers where a cluster should be; an address that cannot be read is left to Ray."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        return True
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWERS_WITHIN).close()
    except (OSError, OverflowError):
        return False
    return True


def start_head(port: int, cores: int) -> subprocess.Popen[bytes]:
    """Start a cluster on this machine, which offers some of its cores to it, and wait until others can join.

    It lasts until the process ends that this returns.
    """
    make_token()
    node = _started(_command("--head", f"--port={port}", "--include-dashboard=false", "--block", cores=cores))
    end = time.monotonic() + STARTS_WITHIN
    while node.process.poll() is None and time.monotonic() < end:
        if node.has_begun:
            return node.process
        time.sleep(0.1)
    node.process.terminate()
    raise LudusError(f"the cluster cannot be started on port {port}; {node.log} says why")


def join(address: str, cores: int) -> subprocess.Popen[bytes]:
    """Offer cores of this machine to a cluster, as long as the process runs that this returns."""
    return offer(address, cores).process


def offer(address: str, cores: int) -> RayNode:
    """Offer cores of this machine to a cluster, and be able to see what becomes of it."""
    return _started(_command(f"--address={address}", "--block", cores=cores))


def _command(*words: str, cores: int) -> list[str]:
    ray_module()
    offered = f'{{"{RESOURCE}": {cores}}}'
    quiet = "--include-log-monitor=false"  # it takes a hundredth of a core to send logs that nobody reads
    start = [sys.executable, "-m", "ray.scripts.scripts", "start"]
    return [*start, *words, quiet, f"--num-cpus={max(1, cores)}", f"--resources={offered}"]


def _started(command: list[str]) -> RayNode:
    with tempfile.NamedTemporaryFile(prefix="ludus-cluster-", suffix=".log", delete=False) as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)  # noqa: S603
    return RayNode(process, Path(log.name))


class RayHosts:
    """The machines of one Ray cluster."""

    def __init__(self, address: str) -> None:
        self._ray = ray_module()
        if address != "auto" and not is_up(address):  # Ray would look for it for minutes, in words of its own
            raise LudusError(f"no cluster answers at {address}; {START_ONE}")
        try:
            self._ray.init(address=address, namespace="ludus", log_to_driver=False, logging_level="ERROR")
        except Exception as error:
            if address == "auto" and isinstance(error, ConnectionError):
                raise LudusError(f"there is no cluster on this machine; {START_ONE}") from None
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise LudusError(f"the cluster at {address} cannot be reached from this machine: {reason}") from None
        self.address = str(self._ray.util.get_node_ip_address())
        self._kept = self._ray.experimental.internal_kv
        self._user = ""
        self._actors: dict[str, Any] = {}
        self._kind = self._ray.remote(num_cpus=0, max_restarts=-1)(MachineActor)

    def all(self) -> list[Host]:
        """The machines that offer cores now."""
        nodes = [node for node in self._ray.nodes() if node["Alive"] and node["Resources"].get(RESOURCE, 0) >= 1]
        return [Host(node["NodeID"], node["NodeManagerAddress"], int(node["Resources"][RESOURCE])) for node in nodes]

    def start(self, host: Host, name: str, invitation: Invitation) -> None:
        """Start a member of a cluster on a machine."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(node_id=host.name, soft=False)
        self._actors[name] = self._kind.options(scheduling_strategy=here).remote(name, invitation)

    def stop(self, name: str) -> None:
        """End a member."""
        actor = self._actors.pop(name, None)
        if actor is not None:
            self._ray.kill(actor)

    def publish(self, user: str, status: bytes) -> None:
        """Keep a status at the head of the cluster, with the time, because whoever dies cannot take it back."""
        self._user = user
        self._kept._internal_kv_put(user, f"{time.time()}\n".encode() + status, overwrite=True, namespace=STATUS)

    def published(self) -> list[bytes]:
        """What users of the cluster have it do, as far as they are alive."""
        found = []
        for user in self._kept._internal_kv_list("", namespace=STATUS):
            told, _, status = (self._kept._internal_kv_get(user, namespace=STATUS) or b"0\n").partition(b"\n")
            if time.time() - float(told) < FORGOTTEN:
                found.append(status)
        return found

    def close(self) -> None:
        """Let all of them go, and leave the cluster."""
        if self._user:
            self._kept._internal_kv_del(self._user, namespace=STATUS)
        for name in list(self._actors):
            self.stop(name)
        self._ray.shutdown()


class MachineActor:
    """A member of a cluster, kept alive by Ray."""

    def __init__(self, name: str, invitation: Invitation) -> None:
        self._machine = Machine(name, invitation)
        threading.Thread(target=self._machine.run, daemon=True).start()

    def process(self) -> int:
        """The process it runs in; also tells that it has begun."""
        return os.getpid()
