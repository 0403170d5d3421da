"""Reading records. Nothing is checked here but how they are written; `check.py` does the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ludus.rules.errors import LudusError
from ludus.rules.gametext import CHANCE
from ludus.rules.recordtext import NO_RESULT, read_tag, words_in
from ludus.rules.savefile import COMMENT
from ludus.server.records.record import NAMES, MatchRecord, Word


def read_record(text: str) -> MatchRecord:
    """The one record in a text; raises `LudusError` with the line that is wrong."""
    records = read_records(text)
    if len(records) != 1:
        raise LudusError(f"one record is expected, not {len(records)}")
    return records[0]


def read_records(text: str) -> list[MatchRecord]:
    """All records in a text, one after the other; raises `LudusError` with the line that is wrong."""
    drafts: list[_Draft] = []
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        draft = drafts[-1] if drafts else None
        if line.startswith("["):
            if draft is None or draft.has_all_tags:
                draft = _Draft(number)
                drafts.append(draft)
            draft.take_tag(number, line)
        elif not line:
            if draft:
                draft.has_all_tags = True
        elif not line.startswith(COMMENT):
            if draft is None:
                raise LudusError(f'line {number}: a record begins with [Game "..."], not {_shortened(line)}')
            draft.take_moves(number, line)
    return [draft.record() for draft in drafts]


@dataclass
class _Draft:
    """A record while its lines are read."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    moves: int = 0
    numbered: bool = False
    has_all_tags: bool = False

    def take_tag(self, number: int, line: str) -> None:
        tag = read_tag(line)
        if tag is None:
            raise LudusError(f'line {number}: a tag looks like [Game "conquest"], not {_shortened(line)}')
        if tag[0] in self.tags:
            raise LudusError(f"line {number}: the tag {tag[0]} was given before")
        self.tags[tag[0]] = tag[1]

    def take_moves(self, number: int, line: str) -> None:
        self.has_all_tags = True
        for word in words_in(line):
            if self.numbered:
                self.words.append(Word(word, number))
                self.moves, self.numbered = self.moves + 1, False
            elif word == f"{self.moves + 1}.":
                self.numbered = True
            elif word.startswith(CHANCE):
                self.words.append(Word(word, number))
            else:
                raise LudusError(f"line {number}: {self.moves + 1}. is expected before the next move, not {_shortened(word)}")

    def record(self) -> MatchRecord:
        tags = self.tags
        if "Game" not in tags:
            raise LudusError(f'line {self.line}: this record does not say its game: [Game "..."]')
        if self.numbered:
            raise LudusError(f"the record that begins in line {self.line} ends before move {self.moves + 1}")
        teams: list[list[str]] = []
        while f"Team{len(teams) + 1}" in tags:
            teams.append([name for name in tags[f"Team{len(teams) + 1}"].split(NAMES) if name])
        options = {}
        for word in tags.get("Options", "").split():
            name, _, value = word.partition("=")
            if not re.fullmatch(r"-?\d+", value):
                raise LudusError(f"line {self.line}: an option looks like size=5, not {_shortened(word)}")
            options[name] = int(value)
        names = ("Match", "Date", "Position", "Clock", "Commitment", "Seed", "Ending", "How")
        texts = {name.lower(): tags.get(name, "") for name in names}
        result = tags.get("Result", NO_RESULT)
        lucky = tags.get("Luck", "").split(" ") if tags.get("Luck") else []
        if len(lucky) % 2:
            raise LudusError(f"line {self.line}: Luck has a name and a word for each player, not {_shortened(tags['Luck'])}")
        luck = list(zip(lucky[::2], lucky[1::2], strict=True))
        return MatchRecord(
            luck=luck, game=tags["Game"], teams=teams, options=options, result=result, words=self.words, line=self.line, **texts
        )


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
