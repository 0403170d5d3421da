"""`ludus play`: people at one keyboard, and against the computer."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.cli.play.opponent import ComputerAtKeyboard
from ludus.cli.terminal.thinker import Interrupted, Thinker
from ludus.games import all_games
from ludus.rules.diagram import draw
from ludus.search.report import Report

LAST_STONE = Path(__file__).parents[1] / "search" / "last_stone.py"


def test_people_play_at_one_keyboard(ludus, tmp_path):
    ran = ludus("play", "tic-tac-toe", typed="a1\na1\nhelp\nmoves\nb2\nundo\nb2\na2\nsave game.txt\nposition\nc3\na3\n")
    assert "That square is taken" in ran.out
    assert "save FILE" in ran.out
    assert "b1, c1, a2, b2, c2, a3, b3, c3" in ran.out
    assert ran.out.rstrip().endswith("X wins")
    assert (
        tmp_path / "game.txt"
    ).read_text() == "TicTacToeBoard\ncross 1 1 1\ncross 1 2 1\nnought 2 2 2\nturn 2\n# played a1 b2 a2\n"


def test_a_player_may_leave(ludus):
    for typed in ("quit\n", "q\n", ""):
        assert ludus("play", "tic-tac-toe", typed=typed).status == 0


def test_nobody_can_take_back_what_nobody_has_played(ludus):
    assert "Nobody has moved yet" in ludus("play", "tic-tac-toe", typed="undo\n").out


def test_dice_fall_the_same_way_again_with_the_same_seed(ludus):
    once, again = (ludus("play", "yahtzee", "--seed", "5", typed="quit\n").out for _ in range(2))
    assert once == again
    assert once != ludus("play", "yahtzee", "--seed", "6", typed="quit\n").out


def test_with_a_level_the_computer_plays_the_second_team(ludus):
    ran = ludus("play", "tic-tac-toe", "--level", "2", typed="b2\nposition\nquit\n")
    assert ran.out.count("The computer plays ") == 1
    assert sorted(ran.out.splitlines()[-2].removeprefix("X to move: ")) == list(".......ox")
    assert ran.status == 0


def test_with_seconds_too(ludus):  # M3
    assert "The computer plays " in ludus("play", "tic-tac-toe", "--seconds", "0", typed="b2\nquit\n").out


def test_the_computer_stops_a_win_and_takes_one(ludus):  # E5
    ran = ludus("play", "connect-four", "--level", "2", typed="1\n1\n1\nquit\n")
    assert ran.out.count("The computer plays ") == 3
    assert "The computer plays 1\n" in ran.out
    won = ludus("play", "connect-four", "--position", "121212", "--computer", "Red", "--level", "1")
    assert "The computer plays 1\n" in won.out
    assert won.out.endswith("Red wins\n")


def test_two_computers_never_beat_each_other_at_tic_tac_toe(ludus):  # M1
    ran = ludus("play", "tic-tac-toe", "--computer", "1", "--computer", "o", "--level", "10")
    assert ran.out.count(" for X\n") == 5
    assert ran.out.count(" for O\n") == 4
    assert ran.out.endswith("The board is full: a draw\n")


def test_undo_takes_back_the_answer_of_the_computer_too(ludus):
    ran = ludus("play", "tic-tac-toe", "--level", "2", typed="b2\nundo\nposition\nundo\nquit\n")
    assert "X to move: .........\n" in ran.out
    assert "X to move: You have not moved yet\n" in ran.out


def test_undo_takes_back_as_many_moves_as_it_is_told(ludus):
    ran = ludus("play", "tic-tac-toe", typed="a1\nb2\nc3\nundo 2\nposition\nundo two\nundo 0\nundo 9\nposition\nquit\n")
    assert "O to move: ......x..\n" in ran.out
    assert "'two' is not a number of moves; undo 2 takes back two of yours" in ran.out
    assert "'0' is not a number of moves" in ran.out
    assert "X to move: .........\n" in ran.out


def test_undo_does_not_take_back_how_the_computer_began(ludus):
    ran = ludus("play", "connect-four", "--computer", "1", "--level", "2", typed="undo\n1\nundo\nposition\nquit\n")
    begun = ran.out.partition("The computer plays ")[2].partition("\n")[0]
    assert "Yellow to move: You have not moved yet\n" in ran.out
    assert f"Yellow to move: {begun}\n" in ran.out


def test_people_may_ask_for_a_hint_and_for_the_value(ludus):
    ran = ludus("play", "connect-four", "--position", "4453556", typed="hint\nvalue\n7\nlevel 2\nvalue\nquit\n")
    assert "Yellow to move: The computer would play 7, expecting " in ran.out
    assert ", looking 6 moves ahead\n" in ran.out
    assert ", looking 2 moves ahead\n" in ran.out
    assert "The computer plays" not in ran.out
    sure = ludus("play", "connect-four", "--position", "121212", typed="hint\nvalue\nquit\n").out
    assert "Red to move: The computer would play 1\n" in sure
    assert "Red to move: Red wins in 1 move\n" in sure


def test_the_level_may_change_on_the_way(ludus):
    ran = ludus("play", "tic-tac-toe", typed="level\nlevel 3\nlevel 9\nlevel 11\nlevel best\nhelp\nquit\n")
    assert "The computer looks 6 moves ahead\n" in ran.out
    assert "The computer looks 3 moves ahead\n" in ran.out
    assert "The computer thinks 3 seconds a move\n" in ran.out
    assert ran.out.count("Say a level from 1 to 10: level 5\n") == 2
    assert "  level N " in ran.out


def test_a_look_one_move_ahead_is_one_move(ludus):
    ran = ludus("play", "connect-four", "--position", "4453556", typed="level 1\nvalue\nquit\n")
    assert ", looking 1 move ahead\n" in ran.out


def test_control_c_while_the_computer_thinks_asks_for_the_best_so_far(rulebook, monkeypatch):
    rules = rulebook("tic-tac-toe")
    best = Report(4, 0, False, (4,), 1, 9, 0.1, 0.5)

    def interrupted(*_, **__):
        raise Interrupted(best)

    monkeypatch.setattr(Thinker, "think", interrupted)
    assert ComputerAtKeyboard(rules, frozenset({1})).think(rules.start(), 0, []) is best
    with pytest.raises(KeyboardInterrupt):  # nobody is at the keyboard who could leave
        ComputerAtKeyboard(rules, frozenset({0, 1})).think(rules.start(), 0, [])


def test_the_position_is_not_told_where_it_holds_secrets(ludus):  # G6
    ran = ludus("play", "yahtzee", "--seed", "5", typed="position\nquit\n")
    assert "Team 1 to move: The position would show what is hidden; " in ran.out
    assert "pool" not in ran.out


def test_at_yahtzee_it_advises_and_tells_nobody_what_it_has_chosen(ludus):  # G6
    typed = "hint\nvalue\nlevel 3\nkeep 2 3 4 5 5\nscore chance\nquit\n"
    ran = ludus("play", "yahtzee", "--seed", "5", "--computer", "2", typed=typed)
    assert "Team 1 to move: The computer would play keep 2 3 4 5, expecting 254.9 points in the end\n" in ran.out
    assert "Team 1 to move: Team 1 can expect 254.9 points in the end\n" in ran.out
    assert "The computer knows a strategy for this game, and plays it at every level\n" in ran.out
    assert ran.out.count("The computer has chosen\n") == 1
    assert "The computer plays" not in ran.out


def test_two_computers_with_the_same_dice_draw_at_yahtzee(ludus):  # G6
    ran = ludus("play", "yahtzee", "--seed", "5", "--computer", "1", "--computer", "2")
    assert ran.out.count("The computer has chosen for Team 2\n") == 13
    assert "The game is drawn: the totals are " in ran.out


def test_three_can_play_with_the_computer(ludus):
    typed = "a1\nhint\nvalue\nlevel\nlevel 8\nquit\n"
    ran = ludus("play", LAST_STONE, "--computer", "2", "--level", "3", typed=typed)
    assert ran.out.count("The computer plays ") == 1
    assert "Team 3 to move: The computer would play " in ran.out
    assert "% of the points\n" in ran.out
    assert "The computer looks at 2,500 positions for a move\n" in ran.out
    assert "The computer thinks 1 second a move\n" in ran.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--computer", "3"], "--computer 3: the teams are 1 (X) and 2 (O)"),
        (["--level", "3", "--seconds", "2"], "give --level or --seconds, not both"),
        (["--seconds", "inf"], "--seconds inf: write a number of seconds, such as 2"),
    ],
)
def test_what_cannot_be_is_one_sentence(ludus, words, says):
    ran = ludus("play", "tic-tac-toe", *words)
    assert (ran.out, ran.errors, ran.status) == ("", f"ludus: {says}\n", 1)


def test_it_says_who_plays_whom_and_that_there_is_help(ludus):
    alone = ludus("play", "othello", typed="quit\n").out
    assert alone.startswith("Othello: Black and White at this keyboard. Type help to see what you can say.\n")
    against = ludus("play", "tic-tac-toe", "--computer", "1", "--level", "7", typed="quit\n").out
    assert against.startswith("Tic-tac-toe: you play O, the computer plays X at level 7. Type help to see what\nyou can say.\n")


def test_a_saved_game_keeps_its_moves_and_is_not_overwritten_unasked(ludus, tmp_path):
    ran = ludus("play", "connect-four", typed="4\n4\nsave g.txt\n1\nsave g.txt\nn\nsave g.txt\ny\nquit\n")
    assert "g.txt already exists. Overwrite it? (y/n) Not saved\n" in ran.out
    assert (tmp_path / "g.txt").read_text().endswith("# played 4 4 1\n")
    again = ludus("play", "connect-four", typed="load g.txt\nundo\nposition\nundo\nposition\nload none.txt\nquit\n")
    assert "Yellow to move: 44\n" in again.out.replace("Red to move: 44", "Yellow to move: 44")
    assert "Yellow to move: 4\n" in again.out
    assert "none.txt cannot be read: No such file or directory" in again.out
    other = ludus("play", "connect-four", "--position", "@g.txt", typed="undo\nposition\nquit\n")
    assert "Red to move: 44\n" in other.out
    assert "44" not in ludus("show", "connect-four", "--position", "@g.txt").errors


def test_a_saved_game_from_a_position_of_its_own_keeps_that(ludus, tmp_path):
    ludus("play", "tic-tac-toe", "--position", "x...o....", typed="b1\nsave g.txt\nquit\n")
    assert "# begun TicTacToeBoard; " in (tmp_path / "g.txt").read_text()
    ran = ludus("play", "tic-tac-toe", "--position", "@g.txt", typed="undo\nposition\nundo\nquit\n")
    assert "X to move: x...o....\n" in ran.out
    assert "Nobody has moved yet" in ran.out


def test_a_file_changed_by_hand_counts_as_it_stands(ludus, tmp_path):
    (tmp_path / "g.txt").write_text("TicTacToeBoard\ncross 1 1 1\nturn 2\n# played b2\n")
    ran = ludus("play", "tic-tac-toe", "--position", "@g.txt", typed="position\nundo\nquit\n")
    assert "O to move: ......x..\n" in ran.out
    assert "Nobody has moved yet" in ran.out


def test_somebody_may_resign_take_that_back_and_play_again(ludus):
    ran = ludus("play", "tic-tac-toe", typed="a1\nresign\nmoves\nundo\nresign\nagain\nagain\nb2\nagain\nn\nagain\ny\n")
    assert ran.out.count("O resigns: X wins\n") == 2
    assert "The game is over; say again for another, or quit\n" in ran.out
    assert ran.out.count("This game is not over; begin another? (y/n) ") == 2
    assert ran.out.count("3  . . .\n2  . . .\n1  . . .\n") == 4


def test_a_full_board_is_called_a_draw(ludus):
    ran = ludus("play", "tic-tac-toe", "--position", "xoxxoo.x.", typed="a1\nc1\n")
    assert ran.out.endswith("The board is full: a draw\n")


def test_help_and_rules_are_at_hand(ludus):
    ran = ludus("play", "checkers", typed="?\nrules\nquit\n")
    assert "  resign        give up\n" in ran.out
    assert "Why a move may be refused\n" in ran.out


def test_lists_wrap_between_moves(ludus):
    ran = ludus("play", "conquest", typed="moves\nquit\n")
    listed = ran.out.partition("Team 1 to move: ")[2].splitlines()
    assert all(len(line) < 80 for line in listed)
    assert all(line.endswith(",") for line in listed[:-2])
    hand = ludus("play", "yahtzee", "--seed", "5", typed="moves\nquit\n").out.partition("Team 1 to move: ")[2].splitlines()
    assert all(each.strip().startswith("keep ") for line in hand[:-1] for each in line.rstrip(",").split(", "))


def test_filled_boxes_keep_their_names(ludus):
    ran = ludus("play", "yahtzee", "--seed", "5", typed="keep all\nchance\nroll\nroll\nones\nquit\n")
    assert "|  19   |   0   |" in ran.out
    assert "|yahtzee|chance | extra |" in ran.out.split("|  19   |   0   |")[1].splitlines()[1]


@pytest.mark.parametrize("game", [file.game.slug for file in all_games()])
def test_every_board_fits_a_small_terminal(game, rulebook):
    rules = rulebook(game, compiled=False)
    drawn = draw(rules.board(rules.start())).splitlines()
    assert len(drawn) + 7 <= 24  # the introduction, a status, and the prompt
    assert max(map(len, drawn)) < 80
