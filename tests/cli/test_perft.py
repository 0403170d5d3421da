"""`ludus perft`."""

from __future__ import annotations


def test_perft_prints_the_count_on_the_last_line(ludus):
    assert ludus("perft", "connect-four", "6").out == "117649\n"
    divided = ludus("perft", "connect-four", "3", "--divide").out.splitlines()
    assert divided == [f"{column}: 49" for column in range(1, 8)] + ["343"]
    assert ludus("perft", "connect-four", "0").out == "1\n"


def test_perft_counts_from_a_position(ludus):
    assert ludus("perft", "tic-tac-toe", "2", "--position", "x.o......").out == "42\n"


def test_a_position_text_may_choose_the_size_of_the_board(ludus):  # G4
    text = "5 1 b2,d4 b4,d2 00000/00000/00000/00000/00000"
    assert ludus("perft", "santorini", "2", "--position", text).out == "6176\n"
