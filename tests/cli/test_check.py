"""`ludus check`: what is wrong with a game is explained (B1)."""

from __future__ import annotations


def test_a_broken_promise_is_explained_and_the_exit_is_not_zero(ludus, tmp_path):
    ludus("new", "mine")
    path = tmp_path / "mine.py"
    path.write_text(path.read_text("utf-8").replace("not_your_pawn, not_a_pawn_move)", "not_your_pawn)"), "utf-8")
    ran = ludus("check", "./mine.py")
    assert ran.status == 1
    assert "  WRONG  every refusal has a reason\n         - in MineBoard; pawn 1 1 1;" in ran.out
    assert ran.out.endswith("1 broken promise\n")


def test_a_rule_that_cannot_be_compiled_is_explained_with_its_line(ludus, tmp_path):
    ludus("new", "mine")
    path = tmp_path / "mine.py"
    path.write_text(path.read_text("utf-8").replace("end = start + forward + side\n", "end = start + forward + sid\n"), "utf-8")
    ran = ludus("perft", "./mine.py", "2")
    assert ran.status == 1
    assert ran.errors.rstrip().endswith("mine.py, line 35: sid is not defined")
    assert "numba" in ludus("perft", "./mine.py", "2", "--verbose").errors
