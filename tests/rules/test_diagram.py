"""Boards drawn as text."""

from ludus.rules.diagram import draw
from ludus.rules.positions import read_position


def drawn(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def test_pieces_with_letters_are_drawn_small(rulebook):
    rules = rulebook("tic-tac-toe")
    assert draw(rules.board(read_position(rules, "x.o...." + ".."))).splitlines() == [
        "3  x . o",
        "2  . . .",
        "1  . . .",
        "   a b c",
    ]


def test_conquest_dice_are_drawn_with_the_type_above_the_faces_and_in_two_cases_for_two_teams(rulebook):
    rules = rulebook("conquest")
    lines = draw(rules.board(rules.start())).splitlines()
    assert max(map(len, lines)) <= 80
    assert "|die|die|die|die|key|die|die|die|die|" in lines[-3]
    assert "|536|135|231|632|111|632|231|135|536|" in lines[-2]
    assert "|DIE|DIE|DIE|DIE|KEY|DIE|DIE|DIE|DIE|" in lines[0]
