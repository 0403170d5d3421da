"""`ludus show`."""

from __future__ import annotations


def test_show_draws_a_position_and_says_who_moves(ludus):
    ran = ludus("show", "tic-tac-toe", "--position", "x.o......", "--moves")
    assert ran.out == "3  x . o\n2  . . .\n1  . . .\n   a b c\n\nx.o......\nX to move\nX: a1, b1, c1, a2, b2, c2, b3\n"
    assert "O wins" in ludus("show", "tic-tac-toe", "--position", "xx.ooox..").out


def test_a_saved_position_is_shown_from_its_file(ludus, tmp_path):  # B8
    saved = ludus("show", "conquest", "--save").out
    assert saved.startswith("ConquestBoard\ndie 1 1 1 5 3 6\ndie 2 1 1 1 3 5\ndie 3 1 1 2 3 1\ndie 4 1 1 6 3 2\nkey 5 1 1\n")
    (tmp_path / "start.txt").write_text(saved, "utf-8")
    assert ludus("show", "conquest", "--position", "@start.txt", "--save").out == saved
