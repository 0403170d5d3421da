"""Writing the record of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from ludus.rules.play import Happened, Moved, Step
from ludus.rules.recordtext import NO_RESULT, begin, move_lines, result_text, tag_line
from ludus.rules.rulebook import Rulebook
from ludus.server.matches import events
from ludus.server.matches.chance import commitment
from ludus.server.matches.events import AnyEvent, Closed, Made, Terms
from ludus.server.records.record import NAMES


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
    tags["Tournament"] = made.tournament
    tags["Options"] = " ".join(f"{name}={value}" for name, value in made.terms.options.items())
    tags["Position"] = made.terms.position
    tags["Clock"] = _clock(made.terms)
    tags["Commitment"] = commitment(made.seed)
    tags["Luck"] = " ".join(f"{event.player} {event.word}" for event in happened if isinstance(event, events.Mixed))
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
    lines = [tag_line(name, text) for name, text in tags.items() if text or name in always or name.startswith("Team")]
    return [*lines, "", *move_lines(begin(rulebook, made.terms.position), steps)]


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
