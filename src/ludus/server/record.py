"""The record of a match as text, which people can read and anybody can check.

    [Game "connect-four"]                   tags: a name and a text in quotes, escaped as in JSON
    [Match "m7"]
    [Team1 "ann, bob"]
    [Commitment "c0ffee..."]                the hash of the seed, told before the game
    [Seed "1f6a..."]                        told after it
    [Result "1-0"]                          1/2 for a draw, * for none; with other than two teams the numbers of those that won
    ...
                                            an empty line
    1. 4 2. 4 3. 3 *5 4. 2 ...              the moves, numbered, as the game's players write them; *5 is chance number 5

Where several may move at once the team stands before the move, `4. 2:keep_6`; where several moves are written alike, as with two
sixes to keep one of, `keep_6#2` is the second of them. Moves that were taken back are left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ludus.rules.errors import LudusError
from ludus.rules.gametext import CHANCE, COMMENT, step_text, take
from ludus.rules.play import Happened, Moved, Play, Step
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook
from ludus.server import events
from ludus.server.chance import commitment
from ludus.server.events import AnyEvent, Closed, Made, Terms

WIDTH = 80
"""Lines of moves are no longer than this."""

NO_RESULT = "*"
DRAW = "1/2"
NAMES = ", "
"""Stands between the players of a team."""


@dataclass(frozen=True)
class Word:
    """A move or a chance as written, and the line it stands in."""

    text: str
    line: int


@dataclass(frozen=True)
class Record:
    """A match as its record tells it; nothing is checked yet."""

    game: str
    match: str
    date: str
    teams: list[list[str]]
    options: dict[str, int]
    position: str
    clock: str
    commitment: str
    seed: str
    result: str
    ending: str
    how: str
    words: list[Word]
    line: int

    @property
    def is_over(self) -> bool:
        """Whether the match had ended when the record was written."""
        return bool(self.how) or self.result != NO_RESULT


# Writing


def write_record(rulebook: Rulebook, match: str, happened: Sequence[AnyEvent]) -> list[str]:
    """The record of a match, from what has happened in it; the seed, and what is hidden, only when it is over."""
    made = happened[0]
    if not isinstance(made, Made):
        raise ValueError(f"the first event of a match is {made}, and should be how it was made")
    closed = next((event for event in happened if isinstance(event, Closed)), None)
    began = next((event for event in happened if isinstance(event, events.Began)), made)
    tags = {"Game": made.terms.game, "Match": match, "Date": datetime.fromtimestamp(began.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    for seat, team in enumerate(_teams(rulebook.game.seats, happened), 1):
        tags[f"Team{seat}"] = NAMES.join(team)
    tags["Options"] = " ".join(f"{name}={value}" for name, value in made.terms.options.items())
    tags["Position"] = made.terms.position
    tags["Clock"] = _clock(made.terms)
    tags["Commitment"] = commitment(made.seed)
    if closed:
        tags["Seed"] = made.seed
        tags["Result"] = result_text(rulebook.game.seats, closed.winner, closed.loser, closed.how)
        tags["Ending"] = closed.sentence
        tags["How"] = closed.how
    else:
        tags["Result"] = NO_RESULT
    hides = rulebook.game.secret or rulebook.game.private
    steps = [] if hides and not closed else _steps(happened)
    always = ("Game", "Match", "Result")
    lines = [f"[{name} {_quoted(text)}]" for name, text in tags.items() if text or name in always or name.startswith("Team")]
    return [*lines, "", *_wrapped(_numbered(begin(rulebook, made.terms.position), steps))]


def _teams(seats: int, happened: Iterable[AnyEvent]) -> list[list[str]]:
    """Who played: who had a seat when the game began, also when they left before its end."""
    teams: list[list[str]] = [[] for _ in range(seats)]
    begun = False
    for event in happened:
        match event:
            case events.Began():
                begun = True
            case events.Sat(player=player, seat=seat):
                teams[seat].append(player)
            case events.Stood(player=player) if not begun:
                teams = [[other for other in team if other != player] for team in teams]
    return teams


def _clock(terms: Terms) -> str:
    times = {"move": terms.move, "main": terms.main, "increment": terms.increment}
    return " ".join(f"{name}={seconds:g}" for name, seconds in times.items() if seconds)


def result_text(seats: int, winner: int, loser: int, how: str) -> str:
    """Who has won, as a tag says it."""
    if winner < 0 and loser < 0:
        return DRAW if how in ("played", "agreed") else NO_RESULT
    won = [seat for seat in range(seats) if (seat == winner if winner >= 0 else seat != loser)]
    if seats == 2:
        return "1-0" if 0 in won else "0-1"
    return ",".join(str(seat + 1) for seat in won) or NO_RESULT


def _steps(happened: Iterable[AnyEvent]) -> list[Step]:
    """The steps of the game, without those that were taken back."""
    steps: list[Step] = []
    for event in happened:
        match event:
            case events.Played(seat=seat, move=move):
                steps.append(Moved(seat, move))
            case events.Drawn(chance=chance):
                steps.append(Happened(chance))
            case events.Undone(steps=count):
                del steps[len(steps) - count :]
    return steps


def begin(rulebook: Rulebook, position: str) -> Play:
    """The game before its first step."""
    return Play(rulebook, read_position(rulebook, position) if position else None)


def _numbered(play: Play, steps: Iterable[Step]) -> Iterable[str]:
    """Each step as written, moves with their number."""
    moves = 0
    for step in steps:
        if isinstance(step, Moved):
            moves += 1
            text = next(text for text, move in moves_by_text(play, (step.seat,)).items() if move == step)
            yield f"{moves}. {text}"
        else:
            yield step_text(play.rulebook, play.state, step)
        take(play, step)


def moves_by_text(play: Play, seats: Iterable[int]) -> dict[str, Moved]:
    """Every move that these seats can make now, by how a record writes it: no two are written alike."""
    acting = play.acting
    found: dict[str, Moved] = {}
    for seat in seats:
        alike: Counter[str] = Counter()
        for step in (Moved(seat, move) for move in play.rulebook.moves(play.state, seat)):
            word = step_text(play.rulebook, play.state, step)
            alike[word] += 1
            whose = f"{seat + 1}:" if len(acting) > 1 else ""
            which = f"#{alike[word]}" if alike[word] > 1 else ""
            found[whose + word + which] = step
    return found


def _wrapped(words: Iterable[str]) -> list[str]:
    """Lines of these words; a move stays with its number."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".lstrip()
        lines[-1:] = [longer] if len(longer) <= WIDTH else [lines[-1], word]
    return [line for line in lines if line]


def _quoted(text: str) -> str:
    """A text in quotes, on one line whatever it holds."""
    return json.dumps(text, ensure_ascii=False)


# Reading


def read_record(text: str) -> Record:
    """The one record in a text; raises `LudusError` with the line that is wrong."""
    records = read_records(text)
    if len(records) != 1:
        raise LudusError(f"one record is expected, not {len(records)}")
    return records[0]


def read_records(text: str) -> list[Record]:
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
        found = re.fullmatch(r'\[(\w+) +(".*")\]', line)
        try:
            text = json.loads(found.group(2)) if found else None
        except ValueError:
            text = None
        if not found or text is None:
            raise LudusError(f'line {number}: a tag looks like [Game "conquest"], not {_shortened(line)}')
        if found.group(1) in self.tags:
            raise LudusError(f"line {number}: the tag {found.group(1)} was given before")
        self.tags[found.group(1)] = text

    def take_moves(self, number: int, line: str) -> None:
        self.has_all_tags = True
        for word in line.split():
            if self.numbered:
                self.words.append(Word(word, number))
                self.moves, self.numbered = self.moves + 1, False
            elif word == f"{self.moves + 1}.":
                self.numbered = True
            elif word.startswith(CHANCE):
                self.words.append(Word(word, number))
            else:
                raise LudusError(f"line {number}: {self.moves + 1}. is expected before the next move, not {_shortened(word)}")

    def record(self) -> Record:
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
        return Record(game=tags["Game"], teams=teams, options=options, result=result, words=self.words, line=self.line, **texts)


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
