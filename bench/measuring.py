"""How things are measured here: alternately, in processor time, and by the median.

Programs that are compared take turns, round by round, so that whatever else the machine does meets all of them alike.
Speeds are per second of processor time of this process, all its threads together: on an idle machine that is the time on
the wall, on a busy one it leaves out the time that others had the core, and more than one thread would only make it worse.
"""

from __future__ import annotations

import datetime
import math
import os
import platform
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeAlias

import numba
import numpy as np

Work: TypeAlias = Callable[[int], int]
"""Does something this many times, and says how many things that made."""


def alternate(works: Sequence[Work], seconds: float, rounds: int) -> list[list[float]]:
    """The speed of each work in each round, in things a second; each takes about this many seconds a round."""
    times = [times_to_fill(work, seconds) for work in works]
    speeds: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for index, work in enumerate(works):
            begin = time.process_time()
            made = work(times[index])
            speeds[index].append(made / (time.process_time() - begin))
    return speeds


def times_to_fill(work: Work, seconds: float) -> int:
    """How many times the work must be done to take so many seconds; finding out warms it up, too."""
    times = 1
    while True:
        begin = time.process_time()
        work(times)
        spent = time.process_time() - begin
        if spent >= 0.8 * seconds:
            return times
        times = math.ceil(times * min(10.0, max(1.25, seconds / max(spent, 1e-6))))


def times_as_fast(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How many times as fast we are: the median over the rounds, in each of which both had the same machine."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def against_aim(value: float, aim: float | None, unit: str = "", *, at_most: bool = False) -> str:
    """An aim, and whether a value meets it."""
    if aim is None:
        return ""
    met = value <= aim if at_most else value >= aim
    return f"{'<=' if at_most else '>='} {aim:g}{unit}: {'met' if met else '**missed**'}"


def rounded(value: float) -> str:
    """A number with three digits that count: 0.0123, 4.56, 789, 12,300."""
    if value == 0 or not math.isfinite(value):
        return str(value)
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{float(f'{value:.3g}'):,.{digits}f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table that is a table in a terminal, too; columns of numbers are ranged right."""
    right = [all(not row[column] or row[column][0].isdigit() for row in rows) for column in range(len(head))]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    rule = [f"{'-' * (width - 1)}{':' if ranged else '-'}" for width, ranged in zip(widths, right, strict=True)]
    lines = [
        "| " + " | ".join(f"{cell:{'>' if ranged else '<'}{width}}" for cell, width, ranged in cells) + " |"
        for cells in (zip(row, widths, right, strict=True) for row in [head, rule, *rows])
    ]
    return "\n".join(lines)


def machine() -> str:
    """The machine and the versions, in a sentence, with today's date."""
    return (
        f"{datetime.datetime.now(tz=datetime.UTC).date().isoformat()}, {_processor()}, {os.cpu_count()} cores, "
        f"{platform.system()}; Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    )


def load() -> str:
    """The load average of the last minute, or a dash where the system does not say."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "-"


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    names = re.findall(r"^model name\s*: (.+)$", told.read_text("utf-8"), re.MULTILINE) if told.exists() else []
    return names[0] if names else platform.processor() or platform.machine()


def write_section(path: Path, heading: str, text: str) -> None:
    """Put a section of second level into a Markdown file, in place of the one with that heading."""
    old = path.read_text("utf-8") if path.exists() else "# Results\n"
    front, *sections = re.split(r"^(?=## )", old, flags=re.MULTILINE)
    kept = [section for section in sections if not section.startswith(f"## {heading}\n")]
    new = "\n\n".join(part.strip() for part in [front, *kept, f"## {heading}\n\n{text}"])
    path.write_text(new + "\n", "utf-8", newline="\n")
