"""What the server asks of the process it runs in: an event loop, open files, and short pauses."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import importlib.util
import sys
from collections.abc import Callable

OTHER_FILES = 100
"""Open files for the store, the log and the ports, beside one for each connection."""

LARGE_BLOCK = 1 << 20
"""Bytes from which on a block of memory is asked of the system by itself, and given back by itself."""

M_MMAP_THRESHOLD = -3
"""What the C library calls that."""


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop's event loop, which moves bytes with half the work; None, for Python's own, where it is not installed."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop


def allow_open_files(connections: int) -> int:
    """Ask the system for as many open files as connections need; the number of connections that this allows.

    Each connection is an open file, and many systems allow only 1,024 of them until they are asked for more.
    """
    try:
        import resource
    except ImportError:  # Windows counts them differently
        return connections
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if resource.RLIM_INFINITY in (allowed, most) or wanted <= allowed:
        return connections
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), most))
    return min(connections, most - OTHER_FILES)


def prefer_short_pauses() -> None:
    """Set up Python so that nobody's move waits long for other work.

    Matches are freed without the garbage collector. It looks at new objects, a few at a time, and hardly ever at older ones:
    there are hundreds of thousands of them, and everybody would wait. The thread that writes to the disk gets Python's lock ten
    times as soon as usual, since everybody waits for what it writes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10_000, 1_000)
    sys.setswitchinterval(0.0005)


def give_memory_back() -> None:
    """Have the C library give large blocks back to the system as soon as they are free.

    It would keep up to 32 MB at a time for later, in each thread that ever had so much: checking a password takes 19 MB, and
    after one attack on an account the server would hold on to them for as long as it runs.
    """
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        if hasattr(library, "mallopt"):
            library.mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)
