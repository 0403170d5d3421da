"""Tournament files: what they may say, and that every mistake is told with the file, the line and what was expected."""

from __future__ import annotations

import pytest

from ludus.cli.tournament.plan_reader import read_plan
from ludus.rules.errors import LudusError

TWO = '[[player]]\nname = "ann"\nlevel = 1\n[[player]]\nname = "bob"\nengine = "depth=2"\n'
GOOD = f'game = "tic-tac-toe"\nkind = "knockout"\nbest_of = 3\n{TWO}'


def read(tmp_path, text):
    path = tmp_path / "t.toml"
    path.write_text(text, "utf-8")
    return read_plan(path)


def test_a_file_with_everything(tmp_path):
    (tmp_path / "cat").mkdir()
    (tmp_path / "cat" / "bot.py").touch()
    plan = read(
        tmp_path,
        'game = "santorini"\nkind = "swiss"\nrounds = 2\nseed = 7\nmove = 0.5\nmemory = 0\ncpu = 5\noutput = 2\nopening = 4\n'
        'order = "rating"\ngrace = 5\nat_once = 2\noptions = { size = 5 }\n'
        f'{TWO}[[player]]\nname = "cat"\ncommand = "python bot.py -x \'a b\'"\nfolder = "cat"\nrating = 1500\n',
    )
    assert (plan.terms.kind, plan.terms.rounds, plan.terms.order, plan.seed, plan.options) == (
        "swiss",
        2,
        "rating",
        7,
        {"size": 5},
    )
    assert [entry.name for entry in plan.players] == ["ann", "bob", "cat"]
    assert plan.players[2].command == ("python", "bot.py", "-x", "a b")
    assert plan.players[1].setting
    assert plan.players[1].setting.depth == 2


TEAM = """game = "tic-tac-toe"
[[player]]
name = "ann"
level = 1

[[player]]
name = "reds"
rating = 3

[[player.member]]
name = "bob"
level = 2

[[player.member]]
name = "cat"
engine = "depth=2"
"""


def test_a_team_has_members_that_play_in_different_ways(tmp_path):
    ann, reds = read(tmp_path, TEAM).players
    assert (ann.members, ann.everybody, ann.is_computer) == ((), (ann,), True)
    assert (reds.name, reds.rating, reds.is_computer) == ("reds", 3.0, False)
    assert [(member.name, member.level) for member in reds.members] == [("bob", 2), ("cat", 0)]


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('name = "cat"', 'name = "Bob"', 15, 'name must be a name that nobody else has, not "Bob"'),
        ('name = "cat"', 'name = "ann"', 15, 'name must be a name that nobody else has, not "ann"'),
        ("rating = 3", "level = 3", 8, "reds is a team: level is said of its members, not of itself"),
        ('engine = "depth=2"', 'engine = "deep=2"', 16, "there is no setting 'deep'; the settings are "),
        ('engine = "depth=2"', "", 15, "cat needs one of command, level and engine; nothing says how it plays"),
        ('engine = "depth=2"', 'command = "python nosuch.py"', 16, "there is no file nosuch.py in "),
        ("level = 2", "level = 2\nrating = 5", 13, "'rating' is unknown here; possible are name, command, level, engine, folder"),
        ('[[player.member]]\nname = "cat"\nengine = "depth=2"\n', "", 6, "reds is a team and needs 2 to 8 members, not 1"),
    ],
)
def test_every_mistake_in_a_team_is_told_with_its_line(tmp_path, old, new, line, sentence):
    assert old in TEAM
    with pytest.raises(LudusError) as caught:
        read(tmp_path, TEAM.replace(old, new))
    assert str(caught.value).startswith(f"{tmp_path / 't.toml'}, line {line}")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("said", ['"bob"', "[1, 2]", "{ bob = 1 }"])
def test_members_are_written_in_parts_of_their_own(tmp_path, said):
    with pytest.raises(LudusError, match=r"t\.toml, line 9: reds is a team and needs 2 to 8 members, each of which begins with"):
        read(tmp_path, f"{TEAM[: TEAM.index('rating = 3')]}rating = 3\nmember = {said}\n")


def test_what_is_left_out_has_its_usual_value(tmp_path):
    plan = read(tmp_path, f'game = "tic-tac-toe"\n{TWO}')
    assert (plan.terms.kind, plan.terms.best_of, plan.terms.double, plan.seed, plan.move) == ("round-robin", 1, False, 1, 10.0)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("best_of = 3", "best_of = 4", 3, "best_of must be odd in a knockout, so that somebody wins, not 4"),
        ("best_of = 3", "best_of = 0", 3, "best_of must be a whole number from 1 to 101, in a knockout an odd one, not 0"),
        (
            "best_of = 3",
            'best_of = "three"',
            3,
            'best_of must be a whole number from 1 to 101, in a knockout an odd one, not "three"',
        ),
        ("best_of = 3", "best_of = true", 3, "best_of must be a whole number from 1 to 101, in a knockout an odd one, not true"),
        ("best_of = 3", "bestof = 3", 3, "'bestof' is unknown here; did you mean best_of?"),
        ("best_of = 3", "slots = 6", 3, "slots must be a power of two such as 2, 4 or 8, not 6"),
        ("best_of = 3", "best_of = ", 3, "this is not TOML: invalid value"),
        ('"knockout"', '"league"', 2, 'kind must be one of knockout, round-robin, swiss, arena, not "league"'),
        ('game = "tic-tac-toe"', "", 1, 'game is missing; the name of a game, such as "santorini" is expected'),
        ('name = "ann"', 'name = "bob"', 8, 'name must be a name that nobody else has, not "bob"'),
        ('name = "ann"', 'name = "BOB"', 8, 'name must be a name that nobody else has, not "bob"'),
        ('name = "ann"', 'name = "../ann"', 5, "name must be letters, digits, - and _ only, beginning with a letter, at most 24"),
        ("level = 1", "level = 11", 6, "level must be a whole number from 1 to 10, not 11"),
        ("level = 1", "levle = 1", 6, "'levle' is unknown here; did you mean level?"),
        ("level = 1", "", 5, "ann needs one of command, level and engine; nothing says how it plays"),
        (
            "level = 1",
            'level = 1\ncommand = "x"',
            5,
            "ann needs one of command, level and engine; command and level cannot both be said",
        ),
        ("level = 1", 'command = ""', 6, 'command must be a command, such as "python bot.py", not ""'),
        ("level = 1", 'command = "python nosuch.py"', 6, "there is no file nosuch.py in "),
        ("level = 1", 'level = 1\nfolder = "nosuch"', 7, 'folder must be a folder beside t.toml, not "nosuch"'),
        ('"depth=2"', '"deep=2"', 9, "there is no setting 'deep'; the settings are "),
    ],
)
def test_every_mistake_is_told_with_its_line(tmp_path, old, new, line, sentence):
    assert old in GOOD
    with pytest.raises(LudusError) as caught:
        read(tmp_path, GOOD.replace(old, new))
    told = str(caught.value)
    assert told.startswith(f"{tmp_path / 't.toml'}, line {line}")
    assert sentence in told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "tic-tac-toe"\n', "players are missing; each begins with a line [[player]]"),
        ('game = "tic-tac-toe"\n[[player]]\nname = "ann"\nlevel = 1\n', "a tournament needs at least two players, not 1"),
        (
            f'game = "tic-tac-toe"\nkind = "swiss"\nrounds = 5\n{TWO}',
            "2 players can play at most 1 Swiss rounds without meeting twice",
        ),
        (f'game = "tic-tac-toe"\noptions = {{ size = "big" }}\n{TWO}', "options must be whole numbers by name"),
    ],
)
def test_what_is_wrong_as_a_whole(tmp_path, text, sentence):
    with pytest.raises(LudusError, match=r"t\.toml") as caught:
        read(tmp_path, text)
    assert sentence in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(LudusError, match="cannot be read: No such file"):
        read_plan(tmp_path / "nosuch.toml")
