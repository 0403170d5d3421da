"""What the server asks of the process it runs in."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHECKING = """
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from ludus.cli.composition.process import give_memory_back
from ludus.server.accounts.passwords import HASHER

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

give_memory_back()
with ThreadPoolExecutor(2) as threads:
    before = megabytes()
    list(threads.map(HASHER.hash, ["guess one", "guess two", "guess three", "guess four", "guess five", "guess six"]))
    print(megabytes() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do it in their own way")
def test_the_memory_of_password_checks_is_given_back():  # security
    done = subprocess.run([sys.executable, "-c", CHECKING], capture_output=True, check=True, text=True)
    assert float(done.stdout) < 5, "two threads would keep 38 MB"
