"""The author's path: a new game from nothing to playing (B1)."""

from __future__ import annotations

from ludus.rules.kit import CHECKS


def test_a_new_game_passes_the_checks_at_once(ludus, tmp_path):  # B1
    ran = ludus("new", "Fox and Geese")
    assert ran.status == 0
    assert "fox_and_geese.py" in ran.out
    assert '"""Fox and Geese:' in (tmp_path / "fox_and_geese.py").read_text("utf-8")
    checked = ludus("check", "./fox_and_geese.py")
    assert checked.status == 0
    assert checked.out.startswith("Fox and Geese (fox_and_geese.py, seed 1)\n")
    assert checked.out.endswith("All promises kept.\n")
    assert checked.out.count("  ok  ") == len(CHECKS)


def test_a_new_game_never_overwrites_an_old_one(ludus, tmp_path):
    ludus("new", "mine")
    before = (tmp_path / "mine.py").read_text("utf-8")
    ran = ludus("new", "mine")
    assert ran.status == 1
    assert ran.errors == "ludus: mine.py is there already; choose another name or folder\n"
    assert (tmp_path / "mine.py").read_text("utf-8") == before


def test_a_file_of_ones_own_works_wherever_a_game_that_ships_does(ludus):  # B1 B2
    ludus("new", "mine")
    assert ludus("perft", "./mine.py", "3").out == "28\n"
    assert ludus("show", "./mine.py").out.startswith("3  o o o\n2  . . .\n1  x x x\n")
    assert "You do not own that piece" in ludus("play", "./mine.py", typed="a3-a2\nquit\n").out


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
