"""The games in a file, each played through again: valid, or not and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from ludus.cli.terminal.arguments import open_rulebook
from ludus.cli.terminal.status import status_of
from ludus.games.finder import is_path
from ludus.rules.errors import LudusError
from ludus.rules.gametext import replay
from ludus.rules.play import Play
from ludus.rules.recordtext import begin
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import COMMENT
from ludus.server.records.check import check_record, doubt
from ludus.server.records.reader import read_records
from ludus.server.tournaments.check import check_tournament
from ludus.server.tournaments.record import BEGIN, read_tournament
from ludus.wire.messages import TournamentExported, TournamentShown
from ludus.wire.messages.base import counted


@dataclass(frozen=True)
class ValidGame:
    """A game that was played by the rules; `doubt` is what its record leaves open."""

    title: str
    start: Play
    play: Play
    ending: str
    doubt: str = ""


@dataclass(frozen=True)
class InvalidGame:
    """A game that was not played by the rules, and why."""

    title: str
    sentence: str


@dataclass(frozen=True)
class ValidTournament:
    """A tournament whose games are right, and whose table follows from them."""

    title: str
    ending: str


def games_in(text: str, game: str | None) -> Iterator[ValidGame | InvalidGame | ValidTournament]:
    """Every game in a text: records of a server, also pasted from a terminal, a whole tournament, or lines that the arena
    saved.
    """
    text = _as_saved(text)
    if text.startswith(("{", BEGIN)):
        shown, text = _tournament(text)
        games = list(_records(text, game)) if text.strip() else []
        yield _judged(shown, text, [found.title.split()[0] for found in games if isinstance(found, InvalidGame)])
        yield from games
        return
    if any(line.startswith("[") for line in text.splitlines()):
        yield from _records(text, game)
    else:
        yield from _lines(text, game)


def _as_saved(text: str) -> str:
    """The text without what a terminal shows around it: `RECORD` before each line, and `END RECORD` after the last."""
    lines = text.splitlines()
    if not any(line.startswith(("RECORD [", f"RECORD {BEGIN}")) for line in lines):
        return text
    return "\n".join(line.removeprefix("RECORD").removeprefix(" ") for line in lines if line.split(" ")[0] == "RECORD")


def _tournament(text: str) -> tuple[TournamentShown, str]:
    """A whole tournament, as text or as JSON, and the records of its games."""
    if text.startswith(BEGIN):
        return read_tournament(text)
    try:
        exported = msgspec.json.decode(text, type=TournamentExported)
    except msgspec.DecodeError as error:
        raise LudusError(f"this JSON is not a tournament that was exported: {error}") from None
    return exported.shown, "\n".join(exported.records.values())


def _judged(shown: TournamentShown, text: str, wrong: list[str]) -> ValidTournament | InvalidGame:
    """What the whole of a tournament is worth; it is no better than its games."""
    title = f"{shown.tournament} {shown.game} {shown.kind}"
    try:
        check_tournament(shown, {record.match: record for record in read_records(text)})
    except LudusError as error:
        return InvalidGame(title, str(error))
    if wrong:
        return InvalidGame(title, f"{counted(len(wrong), 'game')} cannot be as recorded: {', '.join(wrong)}")
    won = f"won by {' and '.join(shown.winners)}" if shown.winners else shown.standing
    return ValidTournament(title, f"{counted(len(shown.players), 'player')}, {counted(shown.games, 'game')}, {won}")


def _records(text: str, game: str | None) -> Iterator[ValidGame | InvalidGame]:
    rulebooks: dict[str, Rulebook] = {}
    for record in read_records(text):
        title = f"{record.match} {record.game}".strip()
        try:
            options = [f"{name}={value}" for name, value in record.options.items()]
            same = f"{record.game} {options} {record.position}"
            if same not in rulebooks:
                rulebooks[same] = open_rulebook(game or _named(record.game), options, record.position)
            rulebook = rulebooks[same]
            play = check_record(rulebook, record)
        except LudusError as error:
            yield InvalidGame(title, str(error))
        else:
            ending = play.result.sentence if play.result else record.ending or "not over yet"
            yield ValidGame(title, begin(rulebook, record.position), play, ending, doubt(record))


def _lines(text: str, game: str | None) -> Iterator[ValidGame]:
    """Games of the arena: a line each, and the name of the game in the title."""
    lines = text.splitlines()
    title = lines[0] if lines else ""
    if game is None and not (title.startswith(COMMENT) and ": A " in title):
        raise LudusError("the file does not say its game; name it with --game")
    rulebook = open_rulebook(game or _named(title.removeprefix(COMMENT).partition(":")[0].strip()), None)
    for number, play in enumerate(replay(rulebook, lines), 1):
        yield ValidGame(f"{number} {rulebook.game.slug}", Play(rulebook), play, status_of(play))


def _named(game: str) -> str:
    """The game that a file names; only the person at the keyboard may name a file to be executed."""
    if is_path(game):
        raise LudusError(f"{game!r} is a file, not the name of a game; if you trust it, give it with --game")
    return game
