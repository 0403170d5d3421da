"""Reading the debug log of a server: what was begun and never ended (B17)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

ANSWERED = ("Played", "SteppedIn", "Stood", "Undone", "Erred")
"""What ends a question, beside the end of the match."""


INSIDE = "local"
"""The address of connections that begin and end with the server itself."""


class DebugLog:
    """What a log tells, line by line: connections, matches and questions that are still open."""

    def __init__(self) -> None:
        self.lines, self.unreadable = 0, 0
        self.counts: Counter[str] = Counter()
        self.connections: dict[int, str] = {}
        self.matches: dict[str, str] = {}
        self.questions: dict[tuple[str, int], str] = {}
        self.problems: list[str] = []

    def read(self, lines: Iterable[str]) -> DebugLog:
        """Follow the lines of a log."""
        for line in lines:
            self.lines += 1
            try:
                event = json.loads(line)
                self._follow(event, event["event"])
            except (ValueError, KeyError, TypeError, AttributeError):
                self.unreadable += 1
        return self

    def _follow(self, told: dict[str, Any], event: str) -> None:
        at = str(told.get("timestamp", ""))
        self.counts[event] += 1
        if told.get("level") in ("warning", "error", "critical"):
            self.problems.append(f"{at} {told['level']}: {event}")
        if event == "connect" and told.get("address") != INSIDE:
            self.connections[told["connection"]] = f"{at} connection {told['connection']} from {told.get('address', '?')}"
        elif event == "disconnect":
            self.connections.pop(told["connection"], None)
        elif event == "ask":
            match, team = told["match"], told["team"]
            self.questions[match, team] = f"{at} match {match}: team {team} is asked for a move"
        elif event == "happened":
            self._happened(told, at)

    def _happened(self, told: dict[str, Any], at: str) -> None:
        """Something happened in a match."""
        match, kind = told["match"], told["kind"]
        if kind == "Made":
            self.matches[match] = f"{at} match {match} made by {told.get('by', '?')}"
        elif kind == "Closed":
            self.matches.pop(match, None)
            self.questions = {place: said for place, said in self.questions.items() if place[0] != match}
        elif kind in ANSWERED:
            self.questions.pop((match, told.get("seat", -1) + 1), None)

    def report(self) -> list[str]:
        """What the log tells, for people."""
        said = [f"{self.lines:,} lines, {self.counts['receive']:,} requests, {self.counts['connect']:,} connections"]
        if self.unreadable:
            said.append(f"{self.unreadable:,} lines are not from a debug log")
        for what, still_open in (
            ("connections never closed", self.connections),
            ("matches never closed", self.matches),
            ("questions never answered", self.questions),
        ):
            said += [f"{len(still_open):,} {what}", *(f"  {each}" for each in still_open.values())]
        said += [f"{len(self.problems):,} warnings and errors", *(f"  {each}" for each in self.problems)]
        return said
