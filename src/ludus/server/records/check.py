"""Checking a record: every step is legal, chance did what the seed says, and the result is what the rules say.

Who was told the commitment before the game, and finds it in the record, knows that nobody chose the dice.
"""

from __future__ import annotations

import re

from ludus.rules.errors import LudusError
from ludus.rules.gametext import CHANCE, take
from ludus.rules.play import Happened, Moved, Play, Step
from ludus.rules.recordtext import DRAW, NO_RESULT, begin, moves_by_text, result_text
from ludus.rules.rulebook import BOARD_FULL, Rulebook
from ludus.server.matches.chance import commitment, draw, mix
from ludus.server.records.record import MatchRecord, Word

DECIDED = ("resigned", "time", "forfeit")
"""Ways to end a game before the rules do that give it a winner."""


ONCE_FULL = " has no legal move: the game is drawn"
"""How records of earlier versions tell that the board was full."""


def check_record(rulebook: Rulebook, record: MatchRecord) -> Play:
    """The game that a record tells; raises `LudusError` with a sentence when it cannot have been played like that."""
    if record.game != rulebook.game.slug:
        raise LudusError(f"the record is of a game of {record.game}, not of {rulebook.game.slug}")
    if len(record.teams) not in (0, rulebook.game.seats):
        raise LudusError(f"the record names {len(record.teams)} teams; {rulebook.game.slug} has {rulebook.game.seats}")
    if record.seed and not record.commitment:
        raise LudusError("the commitment is missing, so nobody can check that the seed was chosen before the game")
    if record.seed and commitment(record.seed) != record.commitment:
        raise LudusError("the commitment is not the hash of the seed")
    play = begin(rulebook, record.position)
    for word in record.words:
        take(play, _step(play, word, record))
    _check_result(play, record)
    return play


def doubt(record: MatchRecord) -> str:
    """What a record leaves open although nothing in it is wrong."""
    if record.is_over and record.commitment and not record.seed:
        return "the seed is missing, so nobody can check it against the commitment"
    return ""


def _step(play: Play, word: Word, record: MatchRecord) -> Step:
    """The step that a word means; raises `LudusError` when it cannot be taken now."""
    if play.result:
        raise LudusError(f"line {word.line}: {word.text!r} comes after the end of the game: {play.result.sentence}")
    if play.chances:
        return _chance(play, word, record)
    listed = (moves_by_text(play.rulebook, play.state, play.acting, seat) for seat in play.acting)
    step = next((moves[word.text] for moves in listed if word.text in moves), None)
    if step is None:
        number = sum(isinstance(step, Moved) for step in play.steps) + 1
        raise LudusError(f"line {word.line}: {word.text!r} is not a legal move there, as move {number}")
    return step


def _chance(play: Play, word: Word, record: MatchRecord) -> Happened:
    chance = word.text.removeprefix(CHANCE)
    if chance == word.text or not re.fullmatch("[0-9]{1,40}", chance) or int(chance) >= play.chances:
        raise LudusError(f"line {word.line}: chance is awaited there, *0 to *{play.chances - 1}, not {word.text!r}")
    if record.seed:
        number = sum(isinstance(step, Happened) for step in play.steps)
        drawn = draw(mix(record.seed, record.luck), number, play.chances, play.rulebook.weights(play.state))
        if drawn != int(chance):
            raise LudusError(f"line {word.line}: the seed gives *{drawn} there, not {word.text}")
    elif record.is_over:
        raise LudusError(f"line {word.line}: the record tells no seed, so nobody can check {word.text}")
    return Happened(int(chance))


def _check_result(play: Play, record: MatchRecord) -> None:
    seats, result, how = play.rulebook.game.seats, record.result, record.how
    if play.result:
        winner = -1 if play.result.winner is None else play.result.winner
        should = result_text(seats, winner, -1, "played")
        if result != should or how not in ("played", ""):
            told = f"{result} ({how})" if how else result
            raise LudusError(f"the result is told as {told}, but by the rules it is {should}: {play.result.sentence}")
        earlier = play.result.sentence == BOARD_FULL and record.ending.endswith(ONCE_FULL)
        if record.ending and record.ending != play.result.sentence and not earlier:
            raise LudusError(f"the ending is told as {record.ending!r}, but by the rules it is {play.result.sentence!r}")
        return
    wins = {result_text(seats, seat, -1, how) for seat in range(seats)} | {
        result_text(seats, -1, seat, how) for seat in range(seats)
    }
    possible = {"": {NO_RESULT}, "agreed": {DRAW}, "abandoned": {NO_RESULT, *wins}, **dict.fromkeys(DECIDED, wins)}
    if how == "played":
        raise LudusError("the game is told as played to its end, but by the rules it is not over")
    if how not in possible:
        raise LudusError(f"a game does not end by {how!r}; the ways are played, {', '.join(filter(None, possible))}")
    if result not in possible[how]:
        raise LudusError(f"the result is told as {result}, which cannot be for a game that {_ended(how)}")


def _ended(how: str) -> str:
    """How a game ended, as the end of a sentence."""
    return {"": "goes on", "agreed": "was drawn by agreement", "abandoned": "was abandoned"}.get(how, f"ended by {how}")
