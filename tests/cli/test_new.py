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
    assert ran.errors == "ludus: mine.py already exists; choose another name or folder\n"
    assert (tmp_path / "mine.py").read_text("utf-8") == before


def test_a_file_of_ones_own_works_wherever_a_game_that_ships_does(ludus):  # B1 B2
    ludus("new", "mine")
    assert ludus("perft", "./mine.py", "3").out == "28\n"
    assert ludus("show", "./mine.py").out.startswith("3  o o o\n2  . . .\n1  x x x\n")
    assert "You do not own that piece" in ludus("play", "./mine.py", typed="a3-a2\nquit\n").out
