"""`ludus analyse`, as people and programs use it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.booked_game import write_booked_game

from ludus.cli.terminal.batch import Batch
from ludus.cli.terminal.thinker import Interrupted, Thinker
from ludus.rules.positions import read_position
from ludus.search.engine import Engine
from ludus.search.limit import Limit

#   | | | | |O| | |
#   | | | |O|X| | |
#   | | |O|X|X|X| |     O to move; X threatens to win on the far right
REFERENCE = "4453556"

PENNIES = Path(__file__).parents[1] / "search" / "pennies.py"
RACE = Path(__file__).parents[1] / "search" / "dice_race.py"


def test_the_reference_position_is_answered_with_the_far_right_column(ludus):  # M10
    drawn = "  . . . . o . .\n  . . . o x . .\n  . . o x x x .\n  1 2 3 4 5 6 7\n\nYellow to move\nbest move  7\n"
    ran = ludus("analyse", "connect-four", "--position", REFERENCE, "--depth", "6")
    assert drawn in ran.out
    assert "\ndepth      6 of 6 (100%)\n" in ran.out
    assert "\r" not in ran.out
    assert ran.status == 0


def test_json_holds_everything_that_was_found(ludus):  # M10
    found = json.loads(ludus("analyse", "connect-four", "--position", REFERENCE, "--depth", "4", "--json").out)
    assert found["position"] == REFERENCE
    assert (found["move"], found["line"][0], found["team"]) == ("7", "7", 2)
    assert (found["depth"], found["completed"], found["exact"], found["ends_in"]) == (4, 1.0, False, None)
    assert type(found["value"]) is int
    assert found["nodes"] > 4
    assert found["seconds"] > 0
    assert found["estimate"] > 0


def test_a_whole_game_is_searched_to_its_end(ludus):  # M1
    found = json.loads(ludus("analyse", "tic-tac-toe", "--json").out)
    assert (found["value"], found["exact"], found["depth"], found["completed"]) == (0, True, 9, 1.0)
    assert found["position"] == "........."
    assert "\nvalue      a draw\n" in ludus("analyse", "tic-tac-toe").out
    assert "\nvalue      X wins in 5 moves\n" in ludus("analyse", "tic-tac-toe", "--position", "x.o......").out


def test_a_win_at_once_needs_no_search(ludus):  # E5
    found = json.loads(ludus("analyse", "connect-four", "--position", "121212", "--json").out)
    assert (found["move"], found["value"], found["exact"], found["ends_in"], found["nodes"]) == ("1", 99_999, True, 1, 0)


@pytest.mark.parametrize("seconds", ["0", "0.1"])
def test_however_little_time_there_is_a_legal_move_is_the_answer(ludus, seconds):  # M3
    found = json.loads(ludus("analyse", "connect-four", "--seconds", seconds, "--json").out)
    assert found["move"] in list("1234567")
    assert found["seconds"] < float(seconds) + 0.5


def test_a_search_ends_after_so_many_positions(ludus):
    found = json.loads(ludus("analyse", "connect-four", "--nodes", "20000", "--threads", "1", "--table", "8", "--json").out)
    assert 1000 < found["nodes"] < 40_000
    assert found["depth"] >= 2


def test_a_finished_game_says_so(ludus):  # E3
    assert ludus("analyse", "tic-tac-toe", "--position", "xxxoo....").out.endswith("\nThe game is over: X wins\n")
    found = json.loads(ludus("analyse", "tic-tac-toe", "--position", "xxxoo....", "--json").out)
    assert (found["move"], found["line"], found["exact"], found["ends_in"]) == (None, [], True, 0)


def test_a_batch_gives_a_line_for_each_position(ludus, tmp_path):
    (tmp_path / "positions.txt").write_text(f"{REFERENCE}\n\n9\n1212121\n121212\n", "utf-8")
    ran = ludus("analyse", "connect-four", "--batch", "positions.txt", "--depth", "4")
    first, bad, over, won = ran.out.splitlines()
    assert first.split("\t")[:2] == [REFERENCE, "7"]
    assert bad == "line 3: position '9': character 1, '9', is not a column from 1 to 7"
    assert [over.split("\t"), won.split("\t")] == [["1212121", "-", "-100000"], ["121212", "1", "99999"]]
    assert (ran.errors, ran.status) == ("ludus: 1 of 4 positions could not be analysed\n", 1)


def test_a_batch_is_read_from_a_pipe_and_remembers_what_it_has_found(ludus):
    words = ("analyse", "connect-four", "--batch", "-", "--depth", "7", "--threads", "1", "--json")
    ran = ludus(*words, typed=f"{REFERENCE}\nnonsense\n{REFERENCE}\n")
    once, wrong, again = map(json.loads, ran.out.splitlines())
    assert once["move"] == again["move"] == "7"
    assert again["nodes"] < once["nodes"]
    assert wrong["position"] == "nonsense"
    assert wrong["error"].startswith("line 2: position 'nonsense': ")
    assert ran.status == 1


def test_a_batch_may_mix_the_sizes_that_positions_name(ludus):  # G4
    small = "5 1 b2,d4 b4,d2 00000/00000/00000/00000/00000"
    ran = ludus(
        "analyse",
        "santorini",
        "--batch",
        "-",
        "--depth",
        "1",
        typed=f"{small}\n6 ? - - 000000/000000/000000/000000/000000/000000\n",
    )
    assert ran.out.startswith(f"{small}\t")
    assert ran.out.splitlines()[1].split("\t")[1] == "*"
    assert ran.status == 0


def test_yahtzee_is_analysed_for_a_team_by_what_it_can_see(ludus):  # G6
    dice = "thrown 1; pool 1 4 4 6 6 1 2 3 4 5 6 1 2 3 4; dice 1 4 4 6 6 1 4 4 6 6; used 5 5; rolls 2 2"
    position = f"YahtzeeBoard; scores {' '.join(['-1'] * 26)}; {dice}"
    ran = ludus("analyse", "yahtzee", "--position", position)
    said = ["Team 1 to move", "best move  keep 6 6", "value      Team 1 can expect 253.9 points in the end"]
    assert (ran.out.splitlines()[-3:], ran.errors, ran.status) == (said, "", 0)
    found = json.loads(ludus("analyse", "yahtzee", "--position", position, "--team", "2", "--json").out)
    assert (found["team"], found["move"], found["remark"]) == (2, "keep 6 6", "253.9 points in the end")


def test_where_games_are_played_out_the_share_of_the_points_is_told(ludus):
    ran = ludus("analyse", PENNIES, "--nodes", "20000")
    said = ran.out.splitlines()
    assert said[-4] == "Team 1 to move"
    share = re.fullmatch(r"value      Team 1 can expect (\d+)% of the points", said[-2])
    assert 30 < int(share[1]) < 70  # it is fair, and threads learn in an order of their own
    assert said[-1].startswith("searched   20,00")
    found = json.loads(ludus("analyse", PENNIES, "--nodes", "2000", "--team", "2", "--json").out)
    assert 0.3 < found["share"] < 0.7
    assert not found["exact"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["yahtzee"], "470,184,984,576 things may happen by chance here; give --seed N to draw one of them"),
        (["tic-tac-toe", "--team", "3"], "--team 3: the teams are 1 (X) and 2 (O)"),
        (["tic-tac-toe", "--team", "O", "--json"], "O has nothing to choose now"),
        ([str(PENNIES), "--depth", "3", "--json"], "a depth of 3 does not end a Monte Carlo player; give seconds or nodes"),
        (["tic-tac-toe", "--batch", "-", "--best", "2"], "--best is for one position, not for --batch"),
        (["tic-tac-toe", "--batch", "none.txt"], "none.txt cannot be read: No such file or directory"),
        (["tic-tac-toe", "--batch", "-", "--position", "........."], "give --position or --batch, not both"),
    ],
)
def test_what_cannot_be_analysed_is_one_sentence(ludus, words, says):
    ran = ludus("analyse", *words)
    assert (ran.out, ran.errors, ran.status) == ("", f"ludus: {says}\n", 1)


def test_a_move_from_the_book_is_called_one(ludus, tmp_path):  # E5
    write_booked_game(tmp_path)
    said = ludus("analyse", "booked.py").out.splitlines()
    assert said[-2:] == ["best move  b2", "value      not searched: the move is from the game's book"]
    found = json.loads(ludus("analyse", "booked.py", "--json").out)
    assert (found["move"], found["line"], found["from_book"], found["estimate"]) == ("b2", ["b2"], True, None)
    ran = ludus("play", "booked.py", "--level", "8", typed="hint\nvalue\nquit\n")
    assert "X to move: The computer would play b2, from the game's book\n" in ran.out
    assert "X to move: Not searched: the move is from the game's book\n" in ran.out


def test_numbers_beyond_all_bounds_are_no_trouble(ludus):
    assert json.loads(ludus("analyse", "tic-tac-toe", "--seconds", "1e300", "--json").out)["exact"]
    assert ludus("analyse", "tic-tac-toe", "--table", "1000000000000").status == 2


def test_control_c_in_a_batch_prints_what_was_found_about_the_position_in_hand(rulebook, monkeypatch, capsys):
    rules = rulebook("connect-four")
    batch = Batch("connect-four", None, None, Limit(depth=1), 1, 1, as_json=False)

    def interrupted(thinker, state, seat, limit):
        raise Interrupted(thinker.player.choose(state, seat, limit))

    monkeypatch.setattr(Thinker, "think", interrupted)
    with pytest.raises(KeyboardInterrupt):
        batch.analyse([REFERENCE, "1"])
    value = Engine(rules, threads=1, megabytes=1).search(read_position(rules, REFERENCE), Limit(depth=1)).value
    assert capsys.readouterr().out == f"{REFERENCE}\t7\t{value}\n"


DOCS = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")


def test_the_page_shows_what_programs_get(ludus, tmp_path):
    shown = re.search(r"^\$ ludus (analyse tic-tac-toe .*--json)\n(.*)$", DOCS, re.MULTILINE)
    told, found = json.loads(shown[2]), json.loads(ludus(*shown[1].split(), "--threads", "1").out)
    assert {**told, "seconds": 0} == {**found, "seconds": 0}
    assert list(told) == list(found)
    assert all(f"`{field}`" in DOCS for field in found)
    shown = re.search(r"^\$ ludus (analyse connect-four --batch positions.txt .*)\n((?:.*\n)*?)```", DOCS, re.MULTILINE)
    lines = [re.sub(r"^line 3: position '(.*?)'.*", r"\1", line.split("\t")[0]) for line in shown[2].splitlines()[:-1]]
    (tmp_path / "positions.txt").write_text("\n".join(lines), "utf-8")
    ran = ludus(*shown[1].split(), "--threads", "1")
    assert ran.out + ran.errors == shown[2]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_shows_how_it_stands_and_control_c_ends_it_with_the_best_so_far():
    terminal, end = os.openpty()
    command = [sys.executable, "-m", "ludus", "analyse", "connect-four", "--seconds", "inf"]
    with subprocess.Popen(command, stdin=end, stdout=end, stderr=end) as process:
        os.close(end)
        shown = read_until(terminal, r"\r[^\r\n]")
        process.send_signal(signal.SIGINT)
        shown += read_until(terminal, "the end")
        assert process.wait() == 0
    assert "searching, " in shown or "  depth " in shown
    assert "Red to move\r\nbest move  " in shown
    assert "searched   " in shown


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory cannot be limited like this")
def test_without_enough_memory_the_table_is_smaller_and_a_sentence_says_so():  # M3
    limited = "import resource, ludus.cli.terminal.entry as m; resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30,) * 2); m.main()"
    words = ["analyse", "tic-tac-toe", "--table", "65536", "--threads", "1", "--json"]
    done = subprocess.run([sys.executable, "-c", limited, *words], capture_output=True, text=True, check=False)
    assert re.fullmatch(r"ludus: not enough memory for a table of 65536 MB; using \d+ MB\n", done.stderr)
    assert json.loads(done.stdout)["exact"]


def read_until(terminal: int, sign: str) -> str:
    """What a terminal shows until a sign appears, or until nobody writes to it any more."""
    shown = ""
    while not re.search(sign, shown):
        try:
            more = os.read(terminal, 1000).decode()
        except OSError:  # how Linux says that the other end is closed
            more = ""
        if not more:
            break
        shown += more
    return shown


def test_the_best_moves_are_listed_with_their_lines(ludus):
    ran = ludus("analyse", "tic-tac-toe", "--position", "xx.oo....", "--best", "3")
    lines = ran.out.splitlines()
    assert lines[0] == "X to move"
    assert lines[1].split() == ["1.", "c3", "X", "wins", "in", "1", "move"]
    assert [line.split()[0] for line in lines[1:4]] == ["1.", "2.", "3."]
    found = json.loads(ludus("analyse", "tic-tac-toe", "--position", "xx.oo....", "--best", "3", "--json").out)
    assert found[0]["move"] == "c3"
    assert len(found) == 3


def test_a_position_before_a_chance_is_averaged_or_drawn(ludus):
    ran = ludus("analyse", str(RACE), "--depth", "2")
    assert ran.out.startswith("Chance decides first: ")
    assert "\non average " in ran.out
    found = json.loads(ludus("analyse", str(RACE), "--depth", "2", "--json").out)
    assert sum(each["probability"] for each in found["chances"]) == pytest.approx(1)
    drawn = ludus("analyse", str(RACE), "--depth", "2", "--seed", "1").out
    assert drawn.startswith("*")
    assert "to move\nbest move" in drawn


def test_positions_before_a_chance_are_averaged_or_drawn_in_a_batch_too(ludus):
    words = ["analyse", str(RACE), "--depth", "2", "--batch", "-"]
    start = "DiceRaceBoard; turn 1"
    (alone,) = ludus(*words, typed=start).out.splitlines()
    found = json.loads(ludus(*words, "--json", typed=start).out)
    assert alone == f"{start}\t*\t{found['value']}"
    assert found["position"] == start
    assert len(found["chances"]) == 3
    drawn = ludus(*words, "--seed", "1", typed=start).out.rstrip().split("\t")
    assert drawn[1] in [each["move"] for each in found["chances"]]


def test_comments_in_a_batch_are_skipped(ludus, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("# openings\nx........\n", "utf-8")
    assert len(ludus("analyse", "tic-tac-toe", "--batch", str(file)).out.splitlines()) == 1
