"""AnalysisResult games: names however they are spelled, aliases, files, installed packages, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ludus.games.finder import GAMES, GameFinder, all_games, find_game
from ludus.rules.errors import GameFileError, LudusError
from ludus.rules.gamefile import read_game_file

STARTER = Path(sys.modules["ludus"].__path__[0]) / "rules" / "starter.py"


def write_game(folder: Path, file: str, name: str, *aliases: str) -> Path:
    """A game of that name, in a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file
    path.write_text(STARTER.read_text("utf-8").replace('name="Hexapawn",', f'name="{name}", aliases={aliases!r},'), "utf-8")
    return path


@pytest.fixture
def install(tmp_path, monkeypatch):
    """`install("mine", "My Game")`: a package that offers a game under an entry point of the first name."""

    def installed(entry: str, name: str, *aliases: str) -> Path:
        folder = tmp_path / f"site_{entry}"
        path = write_game(folder, f"offered_{entry}.py", name, *aliases)
        facts = folder / f"offered_{entry}-1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: offered_{entry}\nVersion: 1.0\n", "utf-8")
        (facts / "entry_points.txt").write_text(f"[ludus.games]\n{entry} = offered_{entry}\n", "utf-8")
        monkeypatch.syspath_prepend(str(folder))
        return path

    return installed


@pytest.mark.parametrize(
    ("word", "slug"),
    [
        *((name, name.replace("_", "-")) for name in GAMES),
        ("connect-four", "connect-four"),
        ("Connect Four", "connect-four"),
        ("  CONNECT   four ", "connect-four"),
        ("ConnectFour", "connect-four"),
        ("connect 4", "connect-four"),
        ("Four in a Row", "connect-four"),
        ("tictactoe", "tic-tac-toe"),
        ("noughts-and-crosses", "tic-tac-toe"),
        ("reversi", "othello"),
        ("Draughts", "checkers"),
        ("duell", "conquest"),
    ],
)
def test_a_game_is_found_by_its_name_however_it_is_spelled_and_by_its_aliases(word, slug):
    assert find_game(word).game.slug == slug
    assert GameFinder().find(word).game.slug == slug


def test_every_name_of_every_game_finds_it():
    for file in all_games():
        for word in (file.game.slug, file.game.name, file.path.stem, *file.game.aliases):
            assert find_game(word).path == file.path


def test_the_options_chosen_are_those_of_the_game_that_was_meant():
    assert find_game("Four in a row", {"width": 8}).game.board == (8, 6)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("conect four", "unknown game 'conect four'; did you mean connect-four?"),
        ("reversy", "unknown game 'reversy'; did you mean othello?"),
        ("chess", "unknown game 'chess'; the games are tic-tac-toe, connect-four, checkers,"),
        ("", "unknown game ''; the games are tic-tac-toe,"),
    ],
)
def test_an_unknown_game_is_answered_with_what_may_have_been_meant(word, says):
    with pytest.raises(LudusError) as error:
        find_game(word)
    assert str(error.value).startswith(says)


def test_a_file_is_found_by_its_path(tmp_path, monkeypatch):
    path = write_game(tmp_path, "mine.py", "Fox and Geese")
    monkeypatch.chdir(tmp_path)
    assert find_game("mine.py").path == path
    assert find_game("./mine.py").game.slug == "fox-and-geese"


def test_games_in_files_come_first_and_are_found_by_name(tmp_path):
    finder = GameFinder([write_game(tmp_path, "mine.py", "Fox and Geese", "Foxes")])
    assert list(finder.games)[:2] == ["fox-and-geese", "tic-tac-toe"]
    assert finder.find("foxes").game.name == "Fox and Geese"
    assert finder.find("fox_and_geese").game.name == "Fox and Geese"


def test_over_the_wire_no_file_can_be_named(tmp_path):
    path = write_game(tmp_path, "mine.py", "Fox and Geese")
    with pytest.raises(LudusError, match="unknown game"):
        GameFinder().find(str(path))


def test_two_games_of_one_name_are_refused_with_both_paths(tmp_path):
    path = write_game(tmp_path, "mine.py", "connect four")
    with pytest.raises(LudusError) as error:
        GameFinder([path])
    assert str(error.value) == (
        f"two games are called Connect Four: {path} and {find_game('connect-four').path}; give one of them another name"
    )
    with pytest.raises(LudusError, match=r"two games are called Mine: .*one\.py and .*other\.py;"):
        GameFinder([write_game(tmp_path, "one.py", "Mine"), write_game(tmp_path, "other.py", "Mine")])


def test_the_same_file_twice_is_one_game(tmp_path):
    path = write_game(tmp_path, "mine.py", "Mine")
    shipped = find_game("othello").path
    assert list(GameFinder([path, path, shipped]).games)[:3] == ["mine", "othello", "tic-tac-toe"]


def test_the_name_of_one_game_wins_over_an_alias_of_another(tmp_path):
    finder = GameFinder([write_game(tmp_path, "mine.py", "Reversi")])
    assert finder.find("reversi").game.name == "Reversi"
    assert finder.find("othello").game.name == "Othello"


def test_an_alias_that_two_games_share_is_not_guessed(tmp_path):
    finder = GameFinder([write_game(tmp_path, "mine.py", "International draughts", "Draughts")])
    with pytest.raises(LudusError, match="'draughts' may mean international-draughts or checkers; say which"):
        finder.find("draughts")


def test_an_installed_game_is_found_by_its_entry_point_its_name_and_its_aliases(install):
    path = install("geese", "Fox and Geese", "Foxes")
    for word in ("geese", "Fox and Geese", "foxes"):
        assert find_game(word).path == path
    assert list(GameFinder().games)[-1] == "fox-and-geese"


def test_an_installed_game_never_replaces_one_that_ships(install):
    path = install("connect-four", "Connect Four")
    shipped = Path(sys.modules["ludus.games"].__path__[0]) / "connect_four.py"
    for ask in (lambda: find_game("Connect Four"), lambda: list(all_games())):
        with pytest.raises(LudusError, match="two games are called Connect Four: ") as error:
            ask()
        assert f"{shipped} and {path};" in str(error.value)
    assert find_game("othello").game.name == "Othello"


def test_a_package_that_is_half_gone_does_not_take_the_other_games_with_it(install):
    install("geese", "Fox and Geese").unlink()
    assert find_game("reversi").game.name == "Othello"


def test_aliases_are_a_tuple(tmp_path):
    path = write_game(tmp_path, "mine.py", "Mine")
    path.write_text(path.read_text("utf-8").replace("aliases=()", 'aliases="ours"'), "utf-8")
    with pytest.raises(GameFileError, match=r"aliases='ours': write a tuple, even of one: \('ours',\)"):
        read_game_file(path)
