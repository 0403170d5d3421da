"""The first sentence of `ludus play`, and what `help` says."""

from __future__ import annotations

from ludus.cli.play.opponent import ComputerAtKeyboard
from ludus.rules.game import Game

HELP = """\
Type a move as the game writes it ({example}), or its squares.
  moves         list the legal moves
  rules         read the rules of the game
  undo          take back the last move; undo 2 the last two
  hint          ask the computer what it would play
  value         ask the computer who stands better
  level N       set the computer's level, 1 to 10
  position      show the position on one line
  save FILE     save the game
  load FILE     go on with a saved game
  resign        give up
  again         begin a new game
  help, ?       show this again
  quit          leave"""


def introduction(game: Game, computer: ComputerAtKeyboard) -> str:
    """Who plays whom, and that there is help."""
    people = [game.team(seat) for seat in range(game.seats) if seat not in computer.seats]
    machines = [game.team(seat) for seat in sorted(computer.seats)]
    if not machines:
        alone = f"you play {people[0]}" if game.seats == 1 else f"{_listed(people)} at this keyboard"
        return f"{game.name}: {alone}. Type help to see what you can say."
    whom = f"the computer plays {_listed(machines)} {computer.strength}"
    if not people:
        return f"{game.name}: {whom}."
    return f"{game.name}: you play {_listed(people)}, {whom}. Type help to see what you can say."


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
