"""Reading a `Plan` from TOML. Whatever is wrong is said with the file, the line, and what was expected.

game = "santorini"
kind = "round-robin"

[[player]]
name = "ann"
command = "python ann.py"

[[player]]
name = "reds"

[[player.member]]
name = "bob"
command = "python bob.py"

[[player.member]]
name = "computer"
level = 3
"""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from ludus.cli.tournament.plan import Entry, Plan, missing_file
from ludus.nearest import nearest
from ludus.rules.errors import LudusError
from ludus.search.arena.settings import Setting
from ludus.search.levels import LEVELS
from ludus.server.tournaments.terms import MOST_IN_A_TEAM, TournamentTerms, why_not

KINDS = ("knockout", "round-robin", "swiss", "arena")
ORDERS = ("list", "random", "rating")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")
WAYS = ("command", "level", "engine")
"""How a player may play, one of them."""

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
MEMBER_KEYS = ("name", *WAYS, "folder")
PLAYER_KEYS = (*MEMBER_KEYS, "rating", "member")

Part: TypeAlias = tuple[int, ...]
"""A part of the file: the number of a player, and that of a member of a team; from 0."""

TOP: Part = ()


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


class _PlanReader:
    """Goes through what the file holds."""

    def __init__(self, path: Path, text: str, held: dict[str, Any]) -> None:
        self.path, self.lines, self.held = path, text.splitlines(), held

    def plan(self) -> Plan:
        held = self.held
        self._known(held, KEYS, TOP)
        game = self._text(held, "game", 'the name of a game, such as "santorini"', TOP)
        kind: Any = self._one_of(held, "kind", KINDS, "round-robin")
        order: Any = self._one_of(held, "order", ORDERS, "list")
        if not isinstance(held.get("double", False), bool):
            self._wrong("double", "true or false", held["double"], TOP)
        numbers = {name: self._number(held, name, TOP) for name in _NUMBERS if name in held}
        seconds = {"seconds": 60.0 * numbers.pop("minutes")} if "minutes" in numbers else {}
        ours = {
            name: numbers.pop(name) for name in ("best_of", "rounds", "slots", "replays", "grace", "at_once") if name in numbers
        }
        terms = TournamentTerms(game=game, kind=kind, order=order, double=held.get("double", False), **ours, **seconds)
        players = self._players()
        why = why_not(terms, len(players))
        if why:
            named = next((name for name in KEYS if re.match(rf"{name}\b", why)), "kind")
            raise LudusError(f"{self.path}, line {self._line(named, TOP)}: {why}")
        return Plan(self.path, terms, players, options=self._options(), game_place=self._place("game", TOP), **numbers)

    def _players(self) -> tuple[Entry, ...]:
        held = self.held.get("player")
        if not isinstance(held, list) or not all(isinstance(each, dict) for each in held):
            raise LudusError(f"{self.path}: players are missing; each begins with a line [[player]]")
        players = tuple(self._entrant(each, (number,)) for number, each in enumerate(held))
        seen: set[str] = set()
        for number, player in enumerate(players):
            named = [(player, (number,)), *((member, (number, place)) for place, member in enumerate(player.members))]
            for entry, part in named:
                if entry.name.lower() in seen:
                    self._wrong("name", "a name that nobody else has", entry.name, part)
                seen.add(entry.name.lower())
        return players

    def _entrant(self, held: dict[str, Any], part: Part) -> Entry:
        """A player, or a team with its members."""
        self._known(held, PLAYER_KEYS, part)
        rating = held.get("rating", 0.0)
        if not isinstance(rating, int | float) or isinstance(rating, bool):
            self._wrong("rating", "a number", rating, part)
        if "member" not in held:
            return replace(self._player(held, part), rating=float(rating))
        name = self._name(held, part)
        own = [key for key in (*WAYS, "folder") if key in held]
        if own:
            raise LudusError(f"{self._place(own[0], part)}: {name} is a team: {own[0]} is said of its members, not of itself")
        members = held["member"]
        fits = isinstance(members, list) and all(isinstance(each, dict) for each in members)
        if not fits or not 2 <= len(members) <= MOST_IN_A_TEAM:
            told = f"not {len(members)}" if fits else "each of which begins with a line [[player.member]]"
            raise LudusError(f"{self._place('member', part)}: {name} is a team and needs 2 to {MOST_IN_A_TEAM} members, {told}")
        for place, each in enumerate(members):
            self._known(each, MEMBER_KEYS, (*part, place))
        return Entry(
            name,
            rating=float(rating),
            members=tuple(self._player(each, (*part, place)) for place, each in enumerate(members)),
        )

    def _name(self, held: dict[str, Any], part: Part) -> str:
        name = self._text(held, "name", 'a name, such as "ann"', part)
        if not NAME.fullmatch(name):
            self._wrong("name", "letters, digits, - and _ only, beginning with a letter, at most 24", name, part)
        return name

    def _player(self, held: dict[str, Any], part: Part) -> Entry:
        """Whoever makes moves: a player, or a member of a team."""
        name, chosen = self._name(held, part), [way for way in WAYS if way in held]
        if len(chosen) != 1:
            told = "nothing says how it plays" if not chosen else f"{' and '.join(chosen)} cannot both be said"
            raise LudusError(f"{self._place('name', part)}: {name} needs one of command, level and engine; {told}")
        folder = held.get("folder", "")
        if not isinstance(folder, str) or (folder and not (self.path.parent / folder).is_dir()):
            self._wrong("folder", f"a folder beside {self.path.name}", folder, part)
        match chosen[0]:
            case "command":
                return Entry(name, command=self._command(held["command"], folder, part), folder=folder)
            case "level":
                return Entry(name, level=self._level(held["level"], part), folder=folder)
            case _:
                return Entry(name, setting=self._engine(held["engine"], part), folder=folder)

    def _command(self, said: object, folder: str, part: Part) -> tuple[str, ...]:
        try:
            words = tuple(shlex.split(said)) if isinstance(said, str) else ()
        except ValueError:
            words = ()
        if not words:
            self._wrong("command", 'a command, such as "python bot.py"', said, part)
        beside = self.path.parent / folder
        if missing := missing_file(words, beside):
            raise LudusError(f"{self._place('command', part)}: there is no file {missing} in {beside.resolve()}")
        return words

    def _level(self, said: object, part: Part) -> int:
        if not isinstance(said, int) or isinstance(said, bool) or not 1 <= said <= len(LEVELS):
            self._wrong("level", f"a whole number from 1 to {len(LEVELS)}", said, part)
        return said

    def _engine(self, said: object, part: Part) -> Setting:
        if not isinstance(said, str):
            self._wrong("engine", 'a setting, such as "depth=2" or "seconds=0.2"', said, part)
        try:
            return Setting.read(said)
        except LudusError as error:
            raise LudusError(f"{self._place('engine', part)}: {error}") from None

    def _options(self) -> dict[str, int]:
        held = self.held.get("options", {})
        if not isinstance(held, dict) or not all(type(value) is int for value in held.values()):
            self._wrong("options", "whole numbers by name, such as { size = 5 }", held, TOP)
        return dict(held)

    # One value

    def _text(self, held: dict[str, Any], name: str, expected: str, part: Part) -> str:
        if name not in held:
            raise LudusError(f"{self._place(name, part)}: {name} is missing; {expected} is expected")
        if not isinstance(held[name], str) or not held[name]:
            self._wrong(name, expected, held[name], part)
        return str(held[name])

    def _one_of(self, held: dict[str, Any], name: str, choices: tuple[str, ...], default: str) -> str:
        said = held.get(name, default)
        if said not in choices:
            self._wrong(name, f"one of {', '.join(choices)}", said, TOP)
        return str(said)

    def _number(self, held: dict[str, Any], name: str, part: Part) -> Any:
        kind, least, most, expected = _NUMBERS[name]
        said = held[name]
        fits = isinstance(said, int | float if kind is float else int) and not isinstance(said, bool)
        if not fits or not least <= said <= most:
            self._wrong(name, expected, said, part)
        return kind(said)

    def _known(self, held: dict[str, Any], keys: tuple[str, ...], part: Part) -> None:
        for name in held:
            if name not in keys:
                near = nearest(name, keys)
                hint = f"did you mean {near}?" if near else f"possible are {', '.join(keys)}"
                raise LudusError(f"{self._place(name, part)}: {name!r} is unknown here; {hint}")

    def _wrong(self, name: str, expected: str, said: object, part: Part) -> NoReturn:
        told = (
            f'"{said}"'
            if isinstance(said, str)
            else {True: "true", False: "false"}.get(said, said)
            if type(said) is bool
            else said
        )
        raise LudusError(f"{self._place(name, part)}: {name} must be {expected}, not {told}")

    def _place(self, name: str, part: Part) -> str:
        return f"{self.path}, line {self._line(name, part)}"

    def _line(self, name: str, part: Part) -> int:
        """The line that sets a name, in a part or at the top; where none does, the line in which the part begins."""
        begin, seen = 0, TOP
        for place, line in enumerate(self.lines):
            head = line.strip().replace(" ", "")
            if head.startswith("[[player]]"):
                seen = (seen[0] + 1 if seen else 0,)
            elif head.startswith("[[player.member]]") and seen:
                seen = (seen[0], seen[1] + 1 if len(seen) > 1 else 0)
            if head.startswith("[[") and seen == part[: len(seen)]:
                begin = place
            if part in (TOP, seen) and re.match(rf"\s*(\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[=\]]", line):
                return place + 1
        return begin + 1
