"""Which lines of the rules have run, as plain Python."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from ludus.rules.source import Source, Statement


class Reach:
    """Notes the lines of the rules as they run; a rule whose lines have all run is left alone, so that it runs at full speed."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._path = str(source.path)
        self._seen: set[int] = set()
        self._missing: dict[str, set[Statement]] = {name: set() for name in source.rules}
        for statement in source.statements:
            self._missing[statement.rule].add(statement)

    @property
    def missing(self) -> list[Statement]:
        """The statements that have not run, in the order of the file; of those below each other, the first."""
        missing = sorted((each for rest in self._missing.values() for each in rest), key=lambda each: each.first)
        return [each for at, each in enumerate(missing) if at == 0 or each.first > missing[at - 1].last + 1]

    @contextmanager
    def noted(self) -> Iterator[None]:
        """While this lasts, the lines that run in this thread are noted."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:  # noqa: ARG002  as Python calls it
        code: CodeType = frame.f_code
        if code.co_filename != self._path or not self._missing.get(code.co_name):
            return None
        frame.f_trace_lines = True
        return self._stepped

    def _stepped(self, frame: FrameType, event: str, argument: Any) -> Any:  # noqa: ARG002  as Python calls it
        line = frame.f_lineno
        if event == "line" and line not in self._seen:
            self._seen.add(line)
            left = self._missing[frame.f_code.co_name]
            left -= {each for each in left if each.first <= line <= each.last}
        return self._stepped
