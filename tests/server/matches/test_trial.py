"""What is asked before a move: the board drawn, a move tried, a hint; none of it changes a game (B7)."""

from __future__ import annotations

from tests.server.playhouse import Playhouse, first_move

from ludus.wire.messages import Ask, Diagram, Diagrammed, Ended, Hint, Hinted, Join, Move, New, Tried, Try, Watch


def test_a_move_is_tried_and_nothing_changes():  # B7
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", position="xx.oo...."), "ann", "bob")
    before = playhouse.match().number
    tried = ann.say(Try(text="c3"))[-1]
    assert isinstance(tried, Tried)
    assert (tried.text, tried.path, tried.turn, tried.result) == ("c3", [(3, 3)], [], "X wins")
    assert [(square.x, square.y, square.piece) for square in tried.squares] == [(3, 3, "cross")]
    assert ann.say(Try([(3, 1)]))[-1].turn == [2]
    assert ann.refused(Try(text="a1a1")) == "illegal"
    assert ann.refused(Try([(1, 3)])) == "illegal"
    assert ann.refused(Try([(9, 9)])) == "illegal"
    assert ann.refused(Try()) == "wrong field"
    assert bob.refused(Try(text="c3")) == "not your turn"
    assert playhouse.match().number == before


def test_what_is_hidden_stays_hidden_when_a_move_is_tried():  # B7, B15
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("yahtzee"), "ann", "bob")
    move = playhouse.match().rulebook.moves(playhouse.match().play.state, 0)[0]
    tried = ann.say(Try(playhouse.match().path(0, move)))[-1]
    assert (tried.turn, tried.chance, tried.result) == ([], False, "")


def test_the_board_is_drawn_for_whoever_asks():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.move((2, 2))
    assert bob.say(Diagram())[-1].lines[1:6] == ["m1  X: ann   O: bob (you)", "", "3  . . .", "2  . x .", "1  . . ."]
    stranger = playhouse.connect()
    assert isinstance(stranger.say(Diagram("m1"))[-1], Diagrammed)
    assert stranger.refused(Diagram("m9")) == "no match"


def test_hints_are_given_against_the_computer_and_where_everybody_has_agreed():
    playhouse = Playhouse(think=first_move)
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe", computer=1))
    assert ann.say(Hint())[-1] == Hinted(match="m1", text="a1", path=[(1, 1)])
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m2"))
    assert ann.refused(Hint("m2")) == "not possible"
    ann.say(New("tic-tac-toe", hints="yes"))
    bob.say(Join("m3"))
    assert isinstance(ann.say(Hint("m3"))[-1], Hinted)
    assert bob.refused(Hint("m3")) == "not your turn"
    assert bob.refused(Hint("m1")) == "not your match"


def test_the_end_of_a_match_carries_its_last_board():  # T14
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", position="xx.oo...."), "ann", "bob")
    (cat,) = playhouse.guests("cat")
    cat.say(Watch("m1"))
    ann.say(Move(text="c3", ref=ann.last(Ask).ref))
    for person, team in ((ann, 1), (bob, 2), (cat, 0)):
        board = person.last(Ended).board
        assert (board.team, board.history, board.turn) == (team, ["c3"], [])
        assert [square.piece for square in board.squares if square.y == 3] == ["cross"] * 3
