"""The commands, as people type them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludus.games import GAMES


def test_help_lists_every_command(ludus):
    ran = ludus("--help")
    assert ran.status == 0
    assert [word for word in ("games", "play", "show", "perft", "analyse", "check", "new") if f"\n  {word} " not in ran.out] == []


def test_without_a_command_help_is_shown(ludus):
    assert "Usage: " in ludus().out + ludus().errors


def test_games_lists_every_game_in_one_line_with_its_options(ludus):
    ran = ludus("games")
    named = [line.split()[0] for line in ran.out.splitlines() if not line.startswith(" ")]
    assert named == [name.replace("_", "-") for name in GAMES]
    assert "--option size=6: squares a side, 5 or 6" in ran.out


@pytest.mark.parametrize("words", [["games"], ["--help"], ["perft", "--help"], ["analyse", "--help"], ["play", "--help"]])
def test_listing_and_help_do_not_load_the_compiler(words):
    code = f"import sys; sys.argv = ['ludus', *{words!r}]\nimport ludus.cli.main as m\ntry:\n m.main()\nexcept SystemExit: pass\n"
    code += "assert 'numba' not in sys.modules\nprint('done')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("done\n")


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


def test_show_draws_a_position_and_says_who_moves(ludus):
    ran = ludus("show", "tic-tac-toe", "--position", "x.o......", "--moves")
    assert ran.out == "3  x . o\n2  . . .\n1  . . .\n   a b c\n\nx.o......\nX to move\nX: a1, b1, c1, a2, b2, c2, b3\n"
    assert "O wins" in ludus("show", "tic-tac-toe", "--position", "xx.ooox..").out


def test_a_saved_position_is_shown_from_its_file(ludus, tmp_path):  # B8
    saved = ludus("show", "conquest", "--save").out
    assert saved.startswith("ConquestBoard\ndie 1 1 1 5 3 6\ndie 2 1 1 1 3 5\ndie 3 1 1 2 3 1\ndie 4 1 1 6 3 2\nkey 5 1 1\n")
    (tmp_path / "start.txt").write_text(saved, "utf-8")
    assert ludus("show", "conquest", "--position", "@start.txt", "--save").out == saved


def test_people_play_at_one_keyboard(ludus, tmp_path):
    ran = ludus("play", "tic-tac-toe", typed="a1\na1\nhelp\nmoves\nb2\nundo\nb2\na2\nsave game.txt\nposition\nc3\na3\n")
    assert "That square is taken" in ran.out
    assert "save FILE" in ran.out
    assert "b1, c1, a2, b2, c2, a3, b3, c3" in ran.out
    assert ran.out.rstrip().endswith("X wins")
    assert (tmp_path / "game.txt").read_text() == "TicTacToeBoard\ncross 1 1 1\ncross 1 2 1\nnought 2 2 2\nturn 2\n"


def test_a_player_may_leave(ludus):
    for typed in ("quit\n", "q\n", ""):
        assert ludus("play", "tic-tac-toe", typed=typed).status == 0


def test_nobody_can_take_back_what_nobody_has_played(ludus):
    assert "Nobody has moved yet" in ludus("play", "tic-tac-toe", typed="undo\n").out


def test_dice_fall_the_same_way_again_with_the_same_seed(ludus):
    once, again = (ludus("play", "yahtzee", "--seed", "5", typed="quit\n").out for _ in range(2))
    assert once == again
    assert once != ludus("play", "yahtzee", "--seed", "6", typed="quit\n").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "conect-four"], "there is no game 'conect-four'; did you mean connect-four?"),
        (["show", "xyzzy"], "there is no game 'xyzzy'; the games are tic-tac-toe, connect-four,"),
        (["show", "./none.py"], "none.py: the file cannot be read: No such file or directory"),
        (["show", "tic-tac-toe", "--position", "x.?......"], "position 'x.?......': character 3, '?', is not one of x o ."),
        (["show", "tic-tac-toe", "--position", "@none.txt"], "none.txt cannot be read: No such file or directory"),
        (["show", "santorini", "--option", "size=9"], "size=9 is not possible: squares a side, 5 or 6"),
        (["show", "santorini", "--option", "depth=5"], "there is no option 'depth'; the options are: size (5 or 6)"),
        (["show", "santorini", "--option", "size"], "--option size: write a name and a whole number, such as size=5"),
        (["perft", "yahtzee", "2"], "too many things may happen by chance within these moves to follow them all"),
        (["check"], "name one game or game file to check, or give --all"),
        (["new", "123"], "'123' is not a name for a game; begin with a letter"),
        (["new", "Mine", "--in", "no/such/folder"], "mine.py cannot be written: No such file or directory"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_a_non_zero_exit(ludus, words, says):
    ran = ludus(*words)
    assert ran.status == 1
    assert ran.errors.startswith("ludus: ")
    assert says in ran.errors.replace("\\", "/")
    assert ran.errors.count("\n") == 1


def test_verbose_shows_where_an_error_came_from(ludus):
    assert "Traceback" in ludus("show", "xyzzy", "--verbose").errors
