"""The commands with Ray, as tests give them."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Mapping

LUDUS = [sys.executable, "-m", "ludus"]


def ludus(environment: Mapping[str, str], *words: str) -> str:
    """What a command says; it must succeed."""
    done = subprocess.run([*LUDUS, *words], env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
