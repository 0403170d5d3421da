"""Everything asked once that a match will ask, so that nobody waits for the compiler in the middle of a game."""

from __future__ import annotations

from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook


def try_out(rulebook: Rulebook) -> None:
    """Play one move, and look at the board; compiles whatever is not compiled yet."""
    play = Play(rulebook)
    while play.chances:
        rulebook.weights(play.state)
        play.happen(0)
    rulebook.look(play.state)
    for seat in play.acting[:1]:
        asked = rulebook.asked(play.state, seat)
        move = rulebook.moves(asked)[0]
        path = [rulebook.xy(square) for square in rulebook.squares(asked, move)]
        Play(rulebook, play.state).play(seat, move)
        play.move(seat, path)
