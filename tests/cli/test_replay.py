"""`ludus replay`: records are checked, and shown again."""

from __future__ import annotations

import re

from tests.server.records.random_matches import RandomMatch

from ludus.server.records.writer import write_record


def saved(path, *matches) -> None:
    lines = [line for match in matches for line in [*write_record(match.rules, "m7", match.log), ""]]
    path.write_text("\n".join(lines), "utf-8")


def played(rules, seed, how="played", most=3000) -> RandomMatch:
    match = RandomMatch(rules, seed, options=rules.file.chosen)
    match.go_on(most)
    match.close(how)
    return match


def test_every_game_in_a_file_is_checked(ludus, rulebook, tmp_path):
    games = [rulebook("tic-tac-toe"), rulebook("santorini", size=5), rulebook("yahtzee")]
    matches = [played(rules, "5eed") for rules in games]
    resigned = played(rulebook("connect-four"), "5eed", "resigned", most=1)
    saved(tmp_path / "games.txt", *matches, resigned)
    ran = ludus("replay", "games.txt")
    assert (ran.status, ran.errors) == (0, "")
    lines = ran.out.splitlines()
    for match, line in zip(matches, lines, strict=False):
        moves = sum(hasattr(step, "move") for step in match.play.steps)
        assert line == f"m7 {match.rules.game.slug}: {moves} moves, {match.play.result.sentence}: ok"
    assert lines[3:] == ["m7 connect-four: 1 move, Team 1 is out by resigned: ok"]


def test_a_game_that_was_changed_is_told_and_the_others_are_checked_too(ludus, rulebook, tmp_path):
    match = played(rulebook("tic-tac-toe"), "5eed")
    saved(tmp_path / "games.txt", match, match)
    text = (tmp_path / "games.txt").read_text("utf-8")
    (tmp_path / "games.txt").write_text(text.replace('"5eed"', '"seed"', 1), "utf-8")
    ran = ludus("replay", "games.txt")
    assert ran.status == 1
    wrong, right = ran.out.splitlines()
    assert wrong == "m7 tic-tac-toe: wrong: the commitment is not the hash of the seed"
    assert right.endswith(": ok")


def changed(path, *pairs) -> None:
    """Change a file."""
    text = path.read_text("utf-8")
    for before, after in pairs:
        text = re.sub(before, after, text, count=1, flags=re.MULTILINE)
    path.write_text(text, "utf-8")


def test_a_tag_that_is_missing_or_forged_is_named(ludus, rulebook, tmp_path):
    match, file = played(rulebook("tic-tac-toe"), "5eed"), tmp_path / "games.txt"
    ending = match.play.result.sentence
    commitment, seed = r"^\[Commitment.*\n", r"^\[Seed.*\n"
    promised = "wrong: the commitment is missing, so nobody can check that the seed was chosen before the game"
    forged = f"wrong: the ending is told as 'Ann is best', but by the rules it is {ending!r}"
    for pairs, verdict in (
        ([(commitment, "")], promised),
        ([(r'^\[Ending ".*"', '[Ending "Ann is best"')], forged),
        ([(seed, "")], "ok, but the seed is missing, so nobody can check it against the commitment"),
        ([(seed, ""), (commitment, "")], "ok"),
    ):
        saved(file, match)
        changed(file, *pairs)
        assert ludus("replay", "games.txt").out.endswith(f": {verdict}\n")


def test_a_record_may_be_pasted_from_a_terminal(ludus, rulebook, tmp_path):
    lines = write_record(rulebook("yahtzee"), "m7", played(rulebook("yahtzee"), "5eed").log)
    shown = ["ANSWER 3", *(f"RECORD {line}".rstrip() for line in lines), "END RECORD m7"]
    (tmp_path / "game.txt").write_text("\n".join(shown), "utf-8")
    ran = ludus("replay", "game.txt")
    assert (ran.status, ran.out[-5:]) == (0, ": ok\n")
    (tmp_path / "empty.txt").write_text("\n")
    assert ludus("replay", "empty.txt").errors == "ludus: empty.txt is empty\n"


def test_the_board_is_shown_after_every_move(ludus, rulebook, tmp_path):
    saved(tmp_path / "game.txt", played(rulebook("tic-tac-toe"), "s", "time", most=2))
    out = ludus("replay", "game.txt", "--show").out
    boards = out.split("\n\n")
    assert boards[0] == "3  . . .\n2  . . .\n1  . . .\n   a b c"
    assert boards[1].startswith("1. X: ")
    assert boards[2].startswith("2. O: ")
    assert [board.count("x") + board.count("o") for board in boards[:3]] == [0, 1, 2]


def test_a_game_of_ones_own_is_checked_by_its_file(ludus, tmp_path):
    ludus("new", "Fox")
    (tmp_path / "game.txt").write_text('[Game "fox"]\n[Match "m1"]\n\n1. a1-a2\n')
    assert (
        ludus("replay", "game.txt").out
        == "m1 fox: wrong: unknown game 'fox'; the games are "
        + ", ".join(line.split()[0] for line in ludus("games").out.splitlines() if not line.startswith(" "))
        + "\n"
    )
    ran = ludus("replay", "game.txt", "--game", "./fox.py")
    assert (ran.out, ran.status) == ("m1 fox: 1 move, not over yet: ok\n", 0)


def test_a_record_cannot_name_a_file_to_be_executed(ludus, tmp_path):
    (tmp_path / "trap.py").write_text("open('sprung', 'w')")
    (tmp_path / "game.txt").write_text('[Game "./trap.py"]\n[Match "m1"]\n\n1. a1-a2\n')
    ran = ludus("replay", "game.txt")
    assert (ran.status, (tmp_path / "sprung").exists()) == (1, False)
    assert "'./trap.py' is a file, not the name of a game; if you trust it, give it with --game" in ran.out
    (tmp_path / "arena.txt").write_text(ARENA.replace("Tic-tac-toe", "./trap.py"))
    assert ludus("replay", "arena.txt").errors.startswith("ludus: './trap.py' is a file")
    assert not (tmp_path / "sprung").exists()


ARENA = """\
# Tic-tac-toe: A depth=1 against B depth=2, seed 1
# 1: A is X, B is O; X wins
a1 b1 a2 b2 a3
# 2: A is O, B is X; X wins
a1 c1 a2 c2 a3
"""


def test_games_of_the_arena_are_replayed(ludus, tmp_path):
    (tmp_path / "arena.txt").write_text(ARENA)
    ran = ludus("replay", "arena.txt")
    assert (ran.status, ran.errors) == (0, "")
    assert ran.out == "1 tic-tac-toe: 5 moves, X wins: ok\n2 tic-tac-toe: 5 moves, X wins: ok\n"
    (tmp_path / "arena.txt").write_text(ARENA.replace("a1 c1", "a1 a1"))
    assert ludus("replay", "arena.txt").errors == "ludus: line 5, word 2: 'a1' cannot be played there\n"


def test_what_cannot_be_read_is_one_sentence(ludus, tmp_path):
    assert ludus("replay", "none.txt").errors == "ludus: none.txt cannot be read: No such file or directory\n"
    (tmp_path / "letter.txt").write_text("Dear Ann")
    assert ludus("replay", "letter.txt").errors == "ludus: the file does not say its game; name it with --game\n"
    (tmp_path / "bad.txt").write_text('[Game "x"]\n[Oops]\n')
    assert ludus("replay", "bad.txt").errors == "ludus: line 2: a tag looks like [Game \"conquest\"], not '[Oops]'\n"
