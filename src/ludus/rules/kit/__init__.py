"""The conformance kit: does a game keep the promises of the contract?

    for report in check_game(file):
        print(report.name, report.problems)

Every check looks at positions from random games and says what it found in sentences. A game that passes all of them works on the
server, in every client and in the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import GameFile
from ludus.rules.kit import appearance, course, hints, moves, secrets, words
from ludus.rules.kit.sample import BrokenRule, Sample, in_authors_words, take_sample

Check = Callable[[Sample], Iterator[str]]

CHECKS: tuple[tuple[str, Check], ...] = (
    ("compiled rules equal plain Python", course.compiled_equals_plain),
    ("asking changes nothing", course.asking_changes_nothing),
    ("somebody can move until the game is over", course.somebody_can_move),
    ("every game ends", course.games_end),
    ("a win is seen at once", course.outcome_is_in_time),
    ("replay equals play", course.replay_equals_play),
    ("chance is well defined", course.chance_is_well_defined),
    ("moves have squares of their own", moves.squares_are_distinct),
    ("a move changes its squares", moves.squares_change),
    ("every refusal has a reason", moves.refusals_have_reasons),
    ("moves can be written and read", words.move_texts_read_back),
    ("positions can be written and read", words.positions_read_back),
    ("saved games load", words.saved_games_load),
    ("hidden stays hidden", secrets.hidden_stays_hidden),
    ("what is hidden can be imagined", secrets.hidden_can_be_imagined),
    ("every piece has a word and a picture", appearance.pieces_are_known),
    ("hints tell the truth", hints.hints_are_true),
    ("the strategy plays by the rules", hints.strategy_plays_by_the_rules),
)
"""Every check with the promise it stands for."""

MOST_PROBLEMS = 3
"""A check stops after so many problems; they are usually the same one."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one check has found; no problems means that the promise holds."""

    name: str
    problems: tuple[str, ...]


def check_game(file: GameFile, *, seed: int = 1, positions: int = 400) -> Iterator[Report]:
    """Run every check on a sample of positions; the same seed takes the same sample."""
    try:
        sample = take_sample(file, seed=seed, positions=positions)
    except (BrokenRule, GameFileError) as broken:
        yield Report("the rules run", (str(broken),))
        return
    yield Report("the rules run", ())
    for name, check in CHECKS:
        problems: list[str] = []
        try:
            with in_authors_words(file):
                problems.extend(islice(check(sample), MOST_PROBLEMS))
        except (BrokenRule, GameFileError) as broken:
            problems.append(str(broken))
        yield Report(name, tuple(problems))
