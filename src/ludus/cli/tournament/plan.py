"""`Plan`: what a tournament file says, read from TOML. Whatever is wrong is said with the file, the line, and what was expected.

game = "santorini"
kind = "round-robin"

[[player]]
name = "ann"
command = "python ann.py"
"""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ludus.nearest import nearest
from ludus.rules.errors import LudusError
from ludus.search.arena.settings import Setting
from ludus.search.levels import LEVELS
from ludus.server.tournaments.terms import TournamentTerms, why_not

KINDS = ("knockout", "round-robin", "swiss", "arena")
ORDERS = ("list", "random", "rating")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")
SCRIPT = re.compile(r"\.(py|js|mjs|ts|rb|jar|pl|lua|php|sh|exe)$")
WAYS = ("command", "level", "engine")
"""How a player may play, one of them."""


@dataclass(frozen=True)
class Entry:
    """A player of the file: a program with its command, a level of the computer, or a setting of it."""

    name: str
    command: tuple[str, ...] = ()
    folder: str = ""
    """What a program brings along, copied into the folder it runs in; without it, the files that its command names."""
    level: int = 0
    setting: Setting | None = None
    rating: float = 0.0

    @property
    def is_program(self) -> bool:
        """Whether it is a program of its own."""
        return bool(self.command)

    @property
    def plays(self) -> Setting:
        """How the computer plays for it, if it is no program."""
        return self.setting or Setting(level=self.level)


@dataclass(frozen=True)
class Plan:
    """A tournament as its file describes it."""

    path: Path
    terms: TournamentTerms
    players: tuple[Entry, ...]
    seed: int = 1
    options: dict[str, int] = field(default_factory=dict)
    move: float = 10.0
    """Seconds for each move."""
    opening: int = 0
    """Random moves at the beginning of each game, the same for both games of a double pairing."""
    refusals: int = 3
    """Illegal moves with which a program loses the game."""
    cpu: int = 60
    """Seconds of processor time for a program in a game."""
    memory: int = 1024
    """Megabytes for a program."""
    output: int = 1
    """Megabytes a program may print in a game."""
    game_place: str = ""
    """The file and line that name the game."""


_Bound = tuple[type, float, float, str]
_NUMBERS: dict[str, _Bound] = {
    "best_of": (int, 1, 101, "a whole number from 1 to 101, in a knockout an odd one"),
    "rounds": (int, 1, 1024, "a whole number from 1 to 1024"),
    "slots": (int, 2, 1024, "a power of two such as 8"),
    "minutes": (float, 0.01, 10080, "a number of minutes, such as 10"),
    "replays": (int, 0, 100, "a whole number from 0 to 100"),
    "grace": (float, 0, 86400, "a number of seconds from 0 to 86400"),
    "at_once": (int, 1, 100, "a whole number from 1 to 100"),
    "seed": (int, 0, 2**63, "a whole number from 0 on"),
    "move": (float, 0.01, 86400, "a number of seconds, such as 10"),
    "opening": (int, 0, 100, "a whole number from 0 to 100"),
    "refusals": (int, 1, 1000, "a whole number from 1 to 1000"),
    "cpu": (int, 0, 86400, "a whole number of seconds, or 0 for no limit"),
    "memory": (int, 0, 2**20, "a whole number of megabytes, or 0 for no limit"),
    "output": (int, 1, 1024, "a whole number of megabytes from 1 to 1024"),
}
_TERMS = ("best_of", "rounds", "slots", "replays", "grace", "at_once")
KEYS = ("game", "kind", "order", "double", "options", "player", *_NUMBERS)
PLAYER_KEYS = ("name", *WAYS, "folder", "rating")


def read_plan(path: Path) -> Plan:
    """The plan in a file; raises `LudusError`."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudusError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        held = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"(.*) \(at line (\d+), column (\d+)\)", str(error))
        where, what = (f", line {found.group(2)}, column {found.group(3)}", found.group(1)) if found else ("", str(error))
        raise LudusError(f"{path}{where}: this is not TOML: {what[0].lower()}{what[1:]}") from None
    return _PlanReader(path, text, held).plan()


def missing_file(command: tuple[str, ...], beside: Path) -> str:
    """A file that a command names and that is not there, or nothing; only what looks like a program's file is looked for."""
    named = (word for word in command if SCRIPT.search(word) and not word.startswith("-"))
    return next((word for word in named if not (beside / word).is_file()), "")


class _PlanReader:
    """Goes through what the file holds."""

    def __init__(self, path: Path, text: str, held: dict[str, Any]) -> None:
        self.path, self.lines, self.held = path, text.splitlines(), held

    def plan(self) -> Plan:
        held = self.held
        self._known(held, KEYS, None)
        game = self._text(held, "game", 'the name of a game, such as "santorini"', None)
        kind: Any = self._one_of(held, "kind", KINDS, "round-robin")
        order: Any = self._one_of(held, "order", ORDERS, "list")
        if not isinstance(held.get("double", False), bool):
            self._wrong("double", "true or false", held["double"], None)
        numbers = {name: self._number(held, name, None) for name in _NUMBERS if name in held}
        seconds = {"seconds": 60.0 * numbers.pop("minutes")} if "minutes" in numbers else {}
        ours = {
            name: numbers.pop(name) for name in ("best_of", "rounds", "slots", "replays", "grace", "at_once") if name in numbers
        }
        terms = TournamentTerms(game=game, kind=kind, order=order, double=held.get("double", False), **ours, **seconds)
        players = self._players()
        why = why_not(terms, len(players))
        if why:
            named = next((name for name in KEYS if re.match(rf"{name}\b", why)), "kind")
            raise LudusError(f"{self.path}, line {self._line(named, None)}: {why}")
        return Plan(self.path, terms, players, options=self._options(), game_place=self._place("game", None), **numbers)

    def _players(self) -> tuple[Entry, ...]:
        held = self.held.get("player")
        if not isinstance(held, list) or not all(isinstance(each, dict) for each in held):
            raise LudusError(f"{self.path}: players are missing; each begins with a line [[player]]")
        players = tuple(self._player(each, number) for number, each in enumerate(held))
        seen: dict[str, str] = {}
        for number, player in enumerate(players):
            if player.name.lower() in seen:
                self._wrong("name", "a name that no other player has", player.name, number)
            seen[player.name.lower()] = player.name
        return players

    def _player(self, held: dict[str, Any], number: int) -> Entry:
        self._known(held, PLAYER_KEYS, number)
        name = self._text(held, "name", 'a name, such as "ann"', number)
        if not NAME.fullmatch(name):
            self._wrong("name", "letters, digits, - and _ only, beginning with a letter, at most 24", name, number)
        chosen = [way for way in WAYS if way in held]
        if len(chosen) != 1:
            told = "nothing says how it plays" if not chosen else f"{' and '.join(chosen)} cannot both be said"
            raise LudusError(f"{self._place('name', number)}: {name} needs one of command, level and engine; {told}")
        folder, rating = held.get("folder", ""), held.get("rating", 0.0)
        if not isinstance(folder, str) or (folder and not (self.path.parent / folder).is_dir()):
            self._wrong("folder", f"a folder beside {self.path.name}", folder, number)
        if not isinstance(rating, int | float) or isinstance(rating, bool):
            self._wrong("rating", "a number", rating, number)
        way, said = chosen[0], held[chosen[0]]
        return Entry(name, **getattr(self, f"_{way}")(said, number), folder=folder, rating=float(rating))

    def _command(self, said: object, number: int) -> dict[str, Any]:
        try:
            words = tuple(shlex.split(said)) if isinstance(said, str) else ()
        except ValueError:
            words = ()
        if not words:
            self._wrong("command", 'a command, such as "python bot.py"', said, number)
        beside = self.path.parent / str(self.held["player"][number].get("folder", ""))
        if missing := missing_file(words, beside):
            raise LudusError(f"{self._place('command', number)}: there is no file {missing} in {beside.resolve()}")
        return {"command": words}

    def _level(self, said: object, number: int) -> dict[str, Any]:
        if not isinstance(said, int) or isinstance(said, bool) or not 1 <= said <= len(LEVELS):
            self._wrong("level", f"a whole number from 1 to {len(LEVELS)}", said, number)
        return {"level": said}

    def _engine(self, said: object, number: int) -> dict[str, Any]:
        if not isinstance(said, str):
            self._wrong("engine", 'a setting, such as "depth=2" or "seconds=0.2"', said, number)
        try:
            return {"setting": Setting.read(said)}
        except LudusError as error:
            raise LudusError(f"{self._place('engine', number)}: {error}") from None

    def _options(self) -> dict[str, int]:
        held = self.held.get("options", {})
        if not isinstance(held, dict) or not all(type(value) is int for value in held.values()):
            self._wrong("options", "whole numbers by name, such as { size = 5 }", held, None)
        return dict(held)

    # One value

    def _text(self, held: dict[str, Any], name: str, expected: str, number: int | None) -> str:
        if name not in held:
            raise LudusError(f"{self._place(name, number)}: {name} is missing; {expected} is expected")
        if not isinstance(held[name], str) or not held[name]:
            self._wrong(name, expected, held[name], number)
        return str(held[name])

    def _one_of(self, held: dict[str, Any], name: str, choices: tuple[str, ...], default: str) -> str:
        said = held.get(name, default)
        if said not in choices:
            self._wrong(name, f"one of {', '.join(choices)}", said, None)
        return str(said)

    def _number(self, held: dict[str, Any], name: str, number: int | None) -> Any:
        kind, least, most, expected = _NUMBERS[name]
        said = held[name]
        fits = isinstance(said, int | float if kind is float else int) and not isinstance(said, bool)
        if not fits or not least <= said <= most:
            self._wrong(name, expected, said, number)
        return kind(said)

    def _known(self, held: dict[str, Any], keys: tuple[str, ...], number: int | None) -> None:
        for name in held:
            if name not in keys:
                near = nearest(name, keys)
                hint = f"did you mean {near}?" if near else f"possible are {', '.join(keys)}"
                raise LudusError(f"{self._place(name, number)}: {name!r} is unknown here; {hint}")

    def _wrong(self, name: str, expected: str, said: object, number: int | None) -> NoReturn:
        told = (
            f'"{said}"'
            if isinstance(said, str)
            else {True: "true", False: "false"}.get(said, said)
            if type(said) is bool
            else said
        )
        raise LudusError(f"{self._place(name, number)}: {name} must be {expected}, not {told}")

    def _place(self, name: str, number: int | None) -> str:
        return f"{self.path}, line {self._line(name, number)}"

    def _line(self, name: str, number: int | None) -> int:
        """The line that sets a name, at the top or in a player's part; where none does, the line in which that part begins."""
        begin, seen = 0, -1
        for place, line in enumerate(self.lines):
            if line.strip().replace(" ", "").startswith("[[player]]"):
                seen += 1
                begin = place if seen == number else begin
            inside = seen == number if number is not None else True
            if inside and re.match(rf"\s*(\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[=\]]", line):
                return place + 1
        return begin + 1
