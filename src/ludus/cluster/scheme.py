"""Schemes: the ways in which many machines may share the search of one position. Events and their times in, orders out."""

from __future__ import annotations

from typing import Protocol

from ludus.cluster.jobs import JobsScheme
from ludus.cluster.orders import Order, Told
from ludus.cluster.performance import Performance
from ludus.cluster.question import Question
from ludus.cluster.roots import RootScheme
from ludus.cluster.shared import SharedScheme
from ludus.rules.errors import LudusError
from ludus.search.report import Report


class Scheme(Protocol):
    """Decides about one question. It has no clock: every event comes with its time, in seconds."""

    over: bool
    """Whether the question is answered."""

    @property
    def report(self) -> Report:
        """What is known so far; at any time a legal move."""

    @property
    def workers(self) -> list[str]:
        """The workers that take part."""

    def joined(self, worker: str, now: float) -> list[Order]:
        """A worker is there, perhaps again."""

    def left(self, worker: str, now: float) -> list[Order]:
        """A worker is gone."""

    def heard(self, worker: str, told: Told, now: float) -> list[Order]:
        """A worker has told something, perhaps late or twice."""

    def tick(self, now: float) -> list[Order]:
        """Time has passed."""

    def end(self, now: float) -> list[Order]:
        """Answer now, with what is known."""


SCHEMES: dict[str, type[SharedScheme] | type[JobsScheme]] = {"shared": SharedScheme, "jobs": JobsScheme, "root": RootScheme}
"""The schemes by their names, the default first; the last is there for comparison."""


def scheme_for(name: str, question: Question, performance: Performance, now: float) -> Scheme:
    """The scheme of a name, about to answer a question."""
    if name not in SCHEMES:
        raise LudusError(f"there is no scheme {name!r}; the schemes are {', '.join(SCHEMES)}")
    return SCHEMES[name](question, performance, now)
