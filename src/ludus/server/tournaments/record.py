"""The record of a whole tournament as text: how it stands, in the lines of the protocol, then the records of its games.

TOURNAMENT t1 knockout tic-tac-toe over players=2 by=olga winners=ann
RULE best_of 3
...
END TOURNAMENT t1

[Game "tic-tac-toe"]
...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludus.rules.errors import LudusError
from ludus.wire.messages import (
    BracketEntry,
    EntrantEntry,
    PairingEntry,
    PairingGame,
    StandingEntry,
    TournamentRules,
    TournamentShown,
)

BEGIN, END = "TOURNAMENT ", "END TOURNAMENT "

SHORT = {"sb": "sonneborn_berger", "between": "head_to_head", "out": "withdrawn"}
"""Words of a line in the table, and the fields they stand for."""


def record_lines(shown: TournamentShown, records: Sequence[str]) -> list[str]:
    """The lines of a record."""
    lines = shown.render()
    for record in records:
        lines += ["", *record.rstrip("\n").split("\n")]
    return lines


def read_tournament(text: str) -> tuple[TournamentShown, str]:
    """What a record says about the tournament, and the rest of it: the records of its games. Raises `LudusError`."""
    lines = text.split("\n")
    end = next((number for number, line in enumerate(lines) if line.startswith(END)), None)
    if end is None:
        raise LudusError(f"the record of a tournament has no line {END.strip()}")
    draft = _TournamentDraft()
    for number, line in enumerate(lines[:end], 1):
        try:
            draft.take(line.split(" "), line)
        except (msgspec.ValidationError, ValueError, KeyError, IndexError) as error:
            raise LudusError(f"line {number}: {line[:60]!r} is not a line of a tournament's record: {error}") from None
    return draft.shown(), "\n".join(lines[end + 1 :])


class _TournamentDraft:
    """A tournament while its lines are read."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {}
        self.rules: dict[str, Any] = {"options": {}}
        self.players: list[EntrantEntry] = []
        self.table: list[StandingEntry] = []
        self.pairings: list[PairingEntry] = []
        self.bracket: list[list[BracketEntry]] = []

    def take(self, words: list[str], line: str) -> None:
        """Take one line."""
        match words:
            case ["TOURNAMENT", name, kind, game, standing, _, by, winners]:
                self.facts |= {"tournament": name, "kind": kind, "game": game, "standing": standing, "by": _text(_after(by))}
                self.facts["winners"] = [each for each in _after(winners).split(",") if each != "-"]
            case ["PROGRESS", _, games, expected, number]:
                self.facts |= {"games": int(games), "expected": int(expected), "number": int(number)}
            case ["OPTION", option, chosen]:
                self.rules["options"][option] = int(chosen)
            case ["RULE", rule, value]:
                self.rules[rule] = {"yes": True, "no": False}.get(value, value)
            case ["ENTRANT", _, name, rating, *marks]:
                said = _named(marks)
                members = said.pop("members", "").split(",") if "members" in said else []
                self.players.append(_made(EntrantEntry, name=name, rating=rating, members=members, **said))
            case ["PLACE", _, place, player, points, *named]:
                row = {SHORT.get(name, name): value for name, value in _named(named).items()}
                self.table.append(_made(StandingEntry, place=place, player=player, points=points, **row))
            case ["PAIRING", _, pairing, round_, index, first, second, on, winner, how, *_]:
                what = {"pairing": pairing, "round": round_, "index": index, "first": first, "second": second, "games": []}
                ended = {"on": _text(on), "winner": _text(winner), "how": _text(how), "sentence": _rest(line, 10)}
                self.pairings.append(_made(PairingEntry, **what, **ended))
            case ["PLAYED", _, _, game, match, mover, winner, how, *_]:
                ended = {"winner": _text(winner), "how": _text(how), "sentence": _rest(line, 8)}
                self.pairings[-1].games.append(_made(PairingGame, game=game, match=_text(match), mover=mover, **ended))
            case ["BRACKET", _, round_, index, *slots]:
                first, second, winner = ("" if slot == "?" else slot for slot in slots)
                place = _made(BracketEntry, round=round_, index=index, first=first, second=second, winner=winner)
                self.bracket += [[]] * (place.round - len(self.bracket))
                self.bracket[place.round - 1] = [*self.bracket[place.round - 1], place]
            case _:
                raise ValueError("unknown words")

    def shown(self) -> TournamentShown:
        """The tournament; raises `LudusError` where something is missing."""
        lists: dict[str, Any] = {"players": self.players, "table": self.table, "pairings": self.pairings, "bracket": self.bracket}
        try:
            return TournamentShown(**self.facts, rules=_made(TournamentRules, **self.rules), **lists)
        except (TypeError, msgspec.ValidationError) as error:
            raise LudusError(f"the record of a tournament is not complete: {error}") from None


def _made(kind: type[Any], **values: Any) -> Any:
    """A part of the record; numbers are read from their words."""
    return msgspec.convert(values, kind, strict=False)


def _named(words: Sequence[str]) -> dict[str, Any]:
    pairs = (word.partition("=") for word in words)
    return {name: True if value == "yes" else value for name, _, value in pairs}


def _after(word: str) -> str:
    return word.partition("=")[2]


def _text(word: str) -> str:
    """A word that stands for nothing, or for itself."""
    return "" if word == "-" else word


def _rest(line: str, words: int) -> str:
    return line.split(" ", words)[words] if line.count(" ") >= words else ""
