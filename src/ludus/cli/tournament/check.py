"""`ludus tournament check`: a program plays a few games against random moves, and its author is told how it went."""

from __future__ import annotations

import random
import re
import shlex
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import typer

from ludus.cli.terminal.arguments import open_rulebook
from ludus.cli.tournament.contender import MOST_ERRORS, ProgramContender
from ludus.cli.tournament.places import Places, bring_along, confinement_for
from ludus.cli.tournament.plan import Entry, Plan, missing_file
from ludus.cli.tournament.program import ProgramLog
from ludus.cli.tournament.sandbox import supports_namespaces
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.tournaments.offline.game import Contender, GameReport, GameTask, TournamentGame
from ludus.server.tournaments.terms import TournamentTerms

REFUSALS = Plan.refusals
NAME, OPPONENT = "program", "random"
SHOWN = 200
"""Characters of what a program has said that are quoted."""

SLOW = 0.5
"""Of the time for a move; a program that needs more is warned."""


class NotesOnProgram(ProgramLog):
    """Notes what a program does, instead of writing it down."""

    def __init__(self) -> None:
        super().__init__(None)
        self.notes: list[tuple[float, str, str]] = []

    def note(self, what: str, text: str) -> None:
        """Keep a note."""
        self.notes.append((time.monotonic(), what, text))

    def all(self, what: str) -> list[str]:
        """The notes of a kind."""
        return [text for _, kind, text in self.notes if kind == what]

    def slowest(self) -> float:
        """The longest time between a question and the move that answers it."""
        asked, longest = 0.0, 0.0
        for at, what, text in self.notes:
            if what == "asked":
                asked = at
            elif what == "said" and re.search(r'"type"\s*:\s*"move"', text):
                longest = max(longest, at - asked)
        return longest


class RandomContender:
    """Moves at random."""

    def __init__(self, seed: int) -> None:
        self._luck = random.Random(seed)

    def answer(self, game: TournamentGame, seat: int) -> None:
        """Make any move."""
        game.play(seat, self._luck.choice(game.rulebook.moves(game.match.play.state, seat)))

    def close(self) -> None:
        """Nothing is left to do."""


@dataclass
class ProgramReport:
    """What a check has found: what is fine, what could be better, and what is wrong."""

    fine: list[str] = field(default_factory=list)
    better: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The findings as lines."""
        for mark, sentences in (("ok", self.fine), ("hint", self.better), ("wrong", self.wrong)):
            yield from (f"{mark:>5}  {sentence}" for sentence in dict.fromkeys(sentences))


def check_program(command: str, game: str, move: float, games: int, option: list[str] | None) -> bool:
    """Try a program, say what was found, and whether it plays by the protocol."""
    rulebook = open_rulebook(game, option)
    words = _words(command)
    if missing := missing_file(words, Path.cwd()):
        raise LudusError(f"there is no file {missing} here")
    report = try_program(words, rulebook, move, games, Path.cwd())
    for line in report.lines():
        typer.echo(line)
    typer.echo("It plays by the protocol." if not report.wrong else "It does not play by the protocol yet.")
    return not report.wrong


def try_program(command: tuple[str, ...], rulebook: Rulebook, move: float, games: int, beside: Path) -> ProgramReport:
    """Let a program play, in turns as first and second."""
    if rulebook.game.seats != 2:
        raise LudusError(f"tournaments are for games of two; {rulebook.game.name} has {rulebook.game.seats} seats")
    report = ProgramReport()
    terms = TournamentTerms(game=rulebook.game.slug, kind="round-robin")
    entry = Entry(NAME, command)
    plan = Plan(beside / "check.toml", terms, (entry,), move=move)
    with tempfile.TemporaryDirectory(prefix="ludus-check-") as folder:
        places = Places(Path(folder))
        places.make()
        bring_along(plan, entry, places)
        places = Places(Path(folder), supports_namespaces(places.program(NAME).resolve()))
        for number in range(games):
            if not _try_game(plan, entry, places, rulebook, number, report):
                break
    return report


def _try_game(plan: Plan, entry: Entry, places: Places, rulebook: Rulebook, number: int, report: ProgramReport) -> bool:
    """Play one game; whether another is worth it."""
    players = (NAME, OPPONENT) if number % 2 == 0 else (OPPONENT, NAME)
    task = GameTask(1, number + 1, 1, players, f"check {number}", 1, (0, 0))
    game, notes = TournamentGame(rulebook, task, plan.move, plan.refusals), NotesOnProgram()
    program = ProgramContender(entry.command, confinement_for(plan, entry, places), plan.output, notes)
    contenders: dict[str, Contender] = {NAME: program, OPPONENT: RandomContender(number)}
    program.begin("")
    game.begin()
    try:
        while not game.is_over:
            seat = game.next_seat()
            contenders[players[seat]].answer(game, seat)
    finally:
        program.close()
    played = game.report()
    _judge(played, notes, plan, report)
    return not played.vanished


def _judge(played: GameReport, notes: NotesOnProgram, plan: Plan, report: ProgramReport) -> None:
    """Put what happened in a game into sentences."""
    refused = Counter(text.partition(": ")[0] for text in notes.all("refused"))
    report.wrong += _misunderstandings(notes, refused)
    if played.how in ("played", "agreed", "resigned"):
        side = "first" if played.task.players[0] == NAME else "second"
        report.fine.append(f"It played a whole game, moving {side}: {played.sentence} after {played.moves} moves.")
    else:
        report.wrong.append(_failure(played, notes, plan))
    slowest = notes.slowest()
    if played.how != "time" and slowest > SLOW * plan.move:
        report.better.append(f"Its slowest answer took {slowest:.1f} of {plan.move:g} seconds; a busy machine may need longer.")
    answers = [text for text in notes.all("said") if re.search(r'"type"\s*:\s*"move"', text)]
    if any('"ref"' not in text for text in answers):
        report.better.append("It answers without the ref of the question; with it, no late answer is taken for another one.")
    if notes.all("wrote") and not played.vanished:
        report.better.append(f"It writes to its error output, which goes to its log: {_quoted(notes.all('wrote')[0])}")


def _misunderstandings(notes: NotesOnProgram, refused: Counter[str]) -> Iterator[str]:
    """What the program said that could not be understood or done."""
    said = {code: next(text.partition(": ")[2] for text in notes.all("refused") if text.startswith(code)) for code in refused}
    garbage = next((text for text in notes.all("said") if not text.lstrip().startswith("{")), None)
    if garbage is not None:
        yield (
            f"It printed {_quoted(garbage)}, which is not a JSON object. Its output is only for answers; "
            "print everything else to the error output (in Python: print(..., file=sys.stderr))."
        )
    for code, count in refused.items():
        if code == "unreadable" and garbage is not None:
            continue
        times = "once" if count == 1 else f"{count} times"
        if code == "illegal":
            yield f"It made illegal moves, {times} in a game: {said[code]}. A program that makes {REFUSALS} of them loses."
        elif code == "stale":
            yield f"It answered with an old reference, {times} in a game: repeat the ref of the last question."
        else:
            yield f"Something it said was refused, {times} in a game: {said[code]}."


def _failure(played: GameReport, notes: NotesOnProgram, plan: Plan) -> str:
    """Why the program lost without being beaten."""
    if played.how == "time":
        if not notes.all("said"):
            return (
                f"It said nothing for {plan.move:g} seconds after the first question. Does it read its input line by line, "
                "and send each answer at once (in Python: print(..., flush=True))?"
            )
        return f"It did not move within {plan.move:g} seconds. The last it said was {_quoted(notes.all('said')[-1])}."
    if played.vanished:
        why = played.sentence.removeprefix(NAME).strip()
        complaints = [text.strip() for text in notes.all("wrote") if text.strip()]
        complaint = f" It complained: {_quoted(complaints[-1])}." if complaints else ""
        return f"It {why}{'' if 'cannot' in why else ' before the game was over'}.{complaint}"
    if "lines that are no answer" in played.sentence:
        return f"It sent more than {MOST_ERRORS} lines in a game that are no answer, and lost by that."
    return f"It lost the game by failing: {played.sentence}."


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise LudusError(f"{command!r} is not a command: {error}") from None
    if not words:
        raise LudusError('say how the program is started, such as "python bot.py"')
    return words


def _quoted(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")
