"""A game being played: moves, refusals, results, replay."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games import GAMES, find_game
from ludus.rules.errors import LudusError, Refusal, RefusalKind
from ludus.rules.play import Happened, Moved, Play, Result
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook


def test_a_legal_move_is_played_and_the_next_team_moves(rulebook):  # B5
    play = Play(rulebook("tic-tac-toe"))
    assert play.acting == (0,)
    assert play.move(0, [(2, 2)]) == Moved(seat=0, move=4)
    assert play.acting == (1,)
    assert play.rulebook.board(play.state).at(2, 2).piece.word == "cross"


def test_a_refused_move_changes_nothing(rulebook):  # B7
    play = Play(rulebook("tic-tac-toe"))
    play.move(0, [(2, 2)])
    before = play.state.tobytes()
    assert play.move(1, [(2, 2)]) == Refusal(RefusalKind.ILLEGAL, "That square is taken")
    assert play.move(1, [(9, 9)]) == Refusal(RefusalKind.ILLEGAL, "The square 9 9 does not exist")
    assert play.move(0, [(1, 1)]) == Refusal(RefusalKind.NOT_YOUR_TURN, "It is not your turn")
    assert play.play(1, 99) == Refusal(RefusalKind.ILLEGAL, "99 is not the number of a legal move")
    assert play.state.tobytes() == before
    assert len(play.steps) == 1


def test_a_finished_game_takes_no_moves(rulebook):
    play = Play(rulebook("tic-tac-toe"), read_position(rulebook("tic-tac-toe"), "xxxoo...."))
    assert play.result == Result(0, "X wins")
    assert play.acting == ()
    assert play.move(1, [(1, 1)]) == Refusal(RefusalKind.GAME_OVER, "The game is over")


def test_a_full_board_is_a_draw_because_nobody_can_move(rulebook):
    rules = rulebook("tic-tac-toe")
    play = Play(rules, read_position(rules, "xoxxoooxx"))
    assert play.result == Result(None, "The board is full: a draw")


def test_the_third_time_a_position_comes_up_is_a_draw(rulebook):  # G3 G5
    rules = rulebook("checkers")
    play = Play(rules, read_position(rules, "B:WK30:BK3"))
    there_and_back = [(0, 0), (1, 0), (0, 1), (1, 1)]
    home = play.state.tobytes()
    for _ in range(2):
        assert play.result is None
        moves = [None, None]
        for seat, way in there_and_back:
            legal = rules.moves(play.state)
            moves[seat] = legal[0] if way == 0 else next(move for move in legal if _undoes(rules, play, move, home))
            assert not isinstance(play.play(seat, moves[seat]), Refusal)
    assert play.result == Result(None, "The game is drawn: the same position for the third time")


def _undoes(rules, play, move, home) -> bool:
    """Whether a move brings the mover's piece back to where it stood at home."""
    start = rules.game.state.from_bytes(home)
    after = rules.board(rules.play(play.state, move))
    mover = int(play.state["turn"]) + 1
    mine = [square for square in rules.board(start).squares if square.piece and square.piece.team == mover]
    return all(after.at(square.x, square.y).piece == square.piece for square in mine)


def test_chance_is_drawn_by_the_caller_and_checked(rulebook):
    play = Play(rulebook("santorini"))
    assert (play.chances, play.acting) == (2, ())
    with pytest.raises(LudusError, match="chance 2 cannot happen now; 2 are possible"):
        play.happen(2)
    assert play.happen(1) == Happened(1)
    assert (play.chances, play.acting) == (0, (1,))


def play_at_random(rules: Rulebook, luck: random.Random, most: int) -> Play:
    """A player who knows nothing about the game: it looks at the squares of the legal moves and names one of them."""
    play = Play(rules)
    while not play.result and len(play.steps) < most:
        if play.chances:
            play.happen(luck.randrange(play.chances))
            continue
        seat = luck.choice(play.acting)
        asked = rules.asked(play.state, seat)
        squares = rules.squares(asked, luck.choice(rules.moves(play.state, seat)))
        assert not isinstance(play.move(seat, [rules.xy(square) for square in squares]), Refusal)
    return play


@pytest.mark.parametrize("name", GAMES)
def test_a_player_who_knows_only_squares_plays_every_game_to_its_end(rulebook, name):  # B2 B5
    play = play_at_random(rulebook(name), random.Random(7), most=3000)
    assert play.result is not None
    assert play.result.sentence


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(GAMES), seed=st.integers(0, 2**32), most=st.integers(0, 40))
def test_replaying_the_steps_gives_the_same_game(name, seed, most):
    rules = Rulebook(find_game(name))
    play = play_at_random(rules, random.Random(seed), most)
    again = Play.replay(rules, play.steps)
    assert again.state.tobytes() == play.state.tobytes()
    assert again.result == play.result


def test_steps_that_cannot_be_are_not_replayed(rulebook):
    with pytest.raises(LudusError, match="step 2 cannot be replayed: It is not your turn"):
        Play.replay(rulebook("tic-tac-toe"), [Moved(0, 4), Moved(0, 5)])
