"""A match as a program plays it."""

from __future__ import annotations

import pickle

import pytest

import ludus


@pytest.fixture(scope="module")
def four():
    return ludus.load("connect-four")


def test_a_move_is_given_by_text_squares_or_number(four):
    match = four.start().push("4").push([(4, 2)]).push(["d3"]).push(3)
    assert match.history == ["4", "4", "4", "4"]
    assert match.position == "4444"
    assert len(match) == 4


def test_an_illegal_move_says_the_rules_sentence_and_changes_nothing(four):
    match = four.start("444444")
    for move, sentence in (("4", "That column is full"), ([(1, 2)], "A disc falls to the lowest empty square in its column")):
        with pytest.raises(ludus.IllegalMove) as refused:
            match.push(move)
        assert refused.value.sentence == sentence
        assert str(refused.value) == f"{move!r} cannot be played: {sentence}"
        assert refused.value.move == move
    for move in (3, 7, -1, 10**9, "9", "", [(9, 9)], ["z9"], [7], []):
        with pytest.raises(ludus.IllegalMove, match=r"cannot be played|is not a move"):
            match.push(move)
    assert match == four.start("444444")


def test_a_match_that_is_over_takes_no_move(four):
    match = four.start("1212121")
    assert match.outcome == ludus.Result(0, "Red wins")
    assert match.over
    assert match.turn is None
    assert list(match.legal) == []
    for move in ("4", 3):
        with pytest.raises(ludus.IllegalMove, match="the game is over: Red wins"):
            match.push(move)


def test_the_legal_moves_are_texts_squares_and_numbers(four):
    legal = four.start("444444").legal
    assert list(legal) == ["1", "2", "3", "5", "6", "7"]
    assert legal.numbers == [0, 1, 2, 4, 5, 6]
    assert legal.squares[0] == ((1, 1),)
    assert "1" in legal
    assert "a1" in legal
    assert ((1, 1),) in legal
    assert 0 in legal
    assert "4" not in legal
    assert 3 not in legal
    assert repr(legal) == "<6 legal moves: 1, 2, 3, 5, 6, 7>"


def test_undo_takes_moves_back(four):
    match = four.start("44").push("4").push("5")
    assert match.undo(2) == four.start("44")
    assert match.undo(0).history == []
    with pytest.raises(ludus.LudusError, match="1 moves cannot be taken back; 0 were made"):
        match.undo()


def test_a_match_may_be_longer_than_its_first_memory():
    match = ludus.load("othello").start()
    long = ludus.load("checkers").start(seed=1)
    for each in (match, long):
        while not each.over and len(each) < 300:
            each.push(each.legal.numbers[len(each) % len(each.legal)])
        history = each.history
        assert len(history) > 55
        assert each.undo(len(each)).history == []


def test_a_preview_leaves_the_match_as_it_is(four):
    match = four.start("121212")
    seen = match.preview("1")
    assert [(square.x, square.y, square.piece.team) for square in seen.changes] == [(1, 4, 1)]
    assert seen.outcome == ludus.Result(0, "Red wins")
    assert seen.captures == ()
    assert match == four.start("121212")
    taken = ludus.load("othello").start().preview("d3" if "d3" in ludus.load("othello").start().legal else 0)
    assert [piece.team for piece in taken.captures] == [2]
    assert taken.turn == 1


def test_chance_is_drawn_by_the_seed_or_given():
    game = ludus.load("santorini")
    assert game.start(seed=5) == game.start(seed=5)
    waiting = game.start(draw=False)
    assert waiting.turn is None
    assert waiting.chances > 1
    with pytest.raises(ludus.IllegalMove, match="chance decides first"):
        waiting.push(0)
    with pytest.raises(ludus.LudusError, match="chance 99 cannot happen now"):
        waiting.happen(99)
    assert waiting.happen(1).history == ["Team 2 begins"]
    assert waiting.turn is not None


def test_a_seat_sees_only_what_it_may():
    match = ludus.load("yahtzee").start(seed=7)
    assert match.acting == (0, 1)
    match.push(match.legal_for(1).numbers[0], seat=1)
    assert match.steps[-1].seat == 1
    with pytest.raises(ludus.IllegalMove, match="it is not the turn of seat 7"):
        match.push(0, seat=7)
    assert str(match.view(0)) != str(match.view(1))


def test_the_same_position_for_the_third_time_is_a_draw():
    match = ludus.load("checkers").start("W:WK29:BK4")
    for text in ("29-25", "4-8", "25-29", "8-4") * 2:
        assert not match.over
        match.push(text)
    assert match.outcome == ludus.Result(None, "The game is drawn: the same position for the third time")
    assert match.turn is None
    with pytest.raises(ludus.IllegalMove, match="the game is over"):
        match.push("29-25")
    assert not match.undo().over


def test_matches_can_be_copied_and_sent_to_another_process(four):
    match = four.start("4").push("4")
    other = match.copy()
    assert other == match
    assert other.push("4") != match
    assert pickle.loads(pickle.dumps(match)) == match  # noqa: S301
    assert repr(pickle.loads(pickle.dumps(four))) == repr(four)  # noqa: S301


def test_what_a_match_looks_like(four):
    match = four.start().push("4")
    assert repr(match) == "<Connect Four after 1 move: Yellow to move>"
    assert str(match).endswith("  . . . x . . .\n  1 2 3 4 5 6 7\n\nYellow to move")
    assert repr(four) == "<Connect Four with width=7, height=6: Red and Yellow on 7 x 6>"
    assert match.state.turn == 1
