"""The scheme *root*: plain root splitting. Every move of the position is a job, and none is split further or done twice.

It is here to be measured beside the others: the first move takes most of the time, and nobody can help with it.
"""

from __future__ import annotations

from ludus.cluster.jobs import JobsScheme


class RootScheme(JobsScheme):
    """Hands out the moves of the position, each whole."""

    deepest_split = 0
    repeats_slow_jobs = False
