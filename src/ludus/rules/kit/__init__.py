"""The conformance kit: does a game keep the promises of the contract?

    for report in check_game(file):
        print(report.name, report.problems)

Every check looks at positions from random games and says what it found in sentences. A game that passes all of them works on the
server, in every client and in the search.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.rules.kit import (
    appearance,
    compilation,
    course,
    facts,
    hints,
    lines,
    lines_shown,
    moves,
    numbers,
    purity,
    secrets,
    sign,
    turns,
    words,
)
from ludus.rules.kit.faults import in_authors_words
from ludus.rules.kit.games import Figures
from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample, the_rules_run
from ludus.rules.kit.watch import LONGEST_CALL, Endless, watched

Check: TypeAlias = Callable[[Sample], Iterator[str]]

CHECKS: tuple[tuple[str, Check], ...] = (
    ("the facts agree", facts.facts_agree),
    ("rules only compute", purity.rules_only_compute),
    ("the rules run", the_rules_run),
    ("rules answer with whole numbers", numbers.answers_are_whole_numbers),
    ("the turn passes", turns.the_turn_passes),
    ("dice are rolled again", turns.dice_are_rolled_again),
    ("the rules compile", compilation.the_rules_compile),
    ("compiled rules equal plain Python", compilation.compiled_equals_plain),
    ("asking changes nothing", compilation.asking_changes_nothing),
    ("every piece has a word and a picture", appearance.pieces_are_known),
    ("somebody can move until the game is over", course.somebody_can_move),
    ("every game ends", course.games_end),
    ("a win is seen at once", course.outcome_is_in_time),
    ("counters have room", numbers.counters_have_room),
    ("replay equals play", course.replay_equals_play),
    ("chance is well defined", course.chance_is_well_defined),
    ("moves have squares of their own", moves.squares_are_distinct),
    ("a move changes its squares", moves.squares_change),
    ("every refusal has a reason", moves.refusals_have_reasons),
    ("every line for people is one line", lines_shown.lines_are_lines),
    ("moves can be written and read", words.move_texts_read_back),
    ("labels agree with moves", lines_shown.labels_agree),
    ("positions can be written and read", words.positions_read_back),
    ("saved games load", words.saved_games_load),
    ("hidden stays hidden", secrets.hidden_stays_hidden),
    ("what is hidden can be imagined", secrets.hidden_can_be_imagined),
    ("value has the right sign", sign.value_has_the_right_sign),
    ("every line of a rule runs", lines.every_line_runs),
    ("hints tell the truth", hints.hints_are_true),
    ("the strategy plays by the rules", hints.strategy_plays_by_the_rules),
)
"""Every check with the promise it stands for."""

NEEDED = {
    "rules only compute",
    "the rules run",
    "rules answer with whole numbers",
    "the rules compile",
    "every piece has a word and a picture",
}
"""Where one of these is broken, the others would only say the same again."""

UNTRACED = {"the rules compile", "the strategy plays by the rules"}
"""Here no rule runs as plain Python, and noting lines would cost much."""

MOST_PROBLEMS = 3
"""A check stops after this many problems; they are usually the same one."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What one check has found; no problems means that the promise holds."""

    name: str
    problems: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    """What deserves a look, but may be meant just so."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is going on, every now and then, for those who wait."""

    name: str
    doing: str


__all__ = ["CHECKS", "CheckReport", "Figures", "Progress", "Sample", "check_game", "examine"]

Event: TypeAlias = Progress | CheckReport | Figures


def check_game(
    file: GameFile, *, seed: int = 1, positions: int = 400, compiled: bool = True, only: Collection[str] = ()
) -> Iterator[CheckReport]:
    """Run every check, or only some, on a sample of positions; the same seed takes the same sample."""
    events = examine(Sample(file, seed, positions, compiled), only=only)
    return (event for event in events if isinstance(event, CheckReport))


def examine(sample: Sample, limit: float = LONGEST_CALL, only: Collection[str] = ()) -> Iterator[Event]:
    """Run every check, with a limit in seconds for each call of a rule; tells what goes on, what was found, and figures."""
    for name, check in CHECKS:
        if only and name not in only and name not in NEEDED:
            continue
        sample.doing = ""
        report, ended = yield from _run(sample, name, check, limit)
        yield report
        if ended or (name in NEEDED and report.problems):
            return
    yield sample.games.figures(tuple(statement.first for statement in sample.reach.missing))


def _run(sample: Sample, name: str, check: Check, limit: float) -> Generator[Event, None, tuple[CheckReport, bool]]:
    """Run one check; also says whether that must be the last one."""
    found: list[str] = []

    def work() -> None:
        noting = sample.reach.noted() if name not in UNTRACED and sample.reach.missing else nullcontext()
        with noting, in_authors_words(sample.file):
            for sentence in check(sample):
                found.append(sentence)
                if sum(not isinstance(each, Remark) for each in found) == MOST_PROBLEMS:
                    break

    looking, ended = watched(work, sample.file, limit), False
    try:
        for _ in looking:
            yield Progress(name, sample.doing)
    except Endless as endless:
        found.append(str(endless))
        ended = True
    except LudusError as broken:
        found.append(str(broken))
    problems = tuple(islice(dict.fromkeys(each for each in found if not isinstance(each, Remark)), MOST_PROBLEMS))
    remarks = tuple(str(each) for each in found if isinstance(each, Remark))
    return CheckReport(name, problems, remarks), ended
