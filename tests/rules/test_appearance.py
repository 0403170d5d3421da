"""What an author says about how a game looks: labels, lines, a status, words for chance, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.games import find_game
from ludus.rules import Game, GameFileError, Piece, State, rule
from ludus.rules.appearance import describe, picture_named
from ludus.rules.diagram import draw
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import check_game
from ludus.rules.pictures import plain_picture, team_colours
from ludus.rules.rulebook import Rulebook
from ludus.rules.rules_text import rules_text

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def test_teams_that_are_called_by_colours_are_drawn_in_them():
    assert team_colours(("White", "Black"), 2) == ("#f4eee0", "#2b3330")
    assert team_colours(("Red", "Team 2"), 2) == team_colours((), 2)
    assert team_colours(("Grey", "gray"), 2) == team_colours((), 2)


def test_letters_can_be_read_on_dark_and_on_bright_pieces():
    pawn = Piece("pawn", 1, "p")
    assert 'fill="#fff6ea"' in plain_picture(pawn, "#2b3330")
    assert 'fill="#222"' in plain_picture(pawn, "#f4eee0")


def plain(name: str) -> Rulebook:
    path = EXAMPLES / f"{name}.py"
    return Rulebook(read_game_file(path) if path.exists() else find_game(name), compiled=False)


def drawn(name: str) -> list[str]:
    rules = plain(name)
    return draw(rules.board(rules.start())).splitlines()


def test_labels_agree_with_the_notation():
    assert drawn("connect-four")[-1] == "  1 2 3 4 5 6 7"
    assert drawn("othello")[0] == "1  . . . . . . . ."
    assert drawn("othello")[3:5] == ["4  . . . o x . . .", "5  . . . x o . . ."]
    assert drawn("checkers")[2:4] == ["      b9      b10     b11     b12", "  .13     .14     .15     .16"]
    assert drawn("conquest")[-1].split() == list("123456789")


def test_a_board_of_points_is_drawn_with_its_lines():
    rules = plain("nine_mens_morris")
    state = rules.play(rules.start(), rules.moves(rules.start())[0])
    lines = draw(rules.board(state)).splitlines()
    assert lines[:3] == ["7  w-----------o-----------o", "   |           |           |", "6  |   o-------o-------o   |"]
    assert lines[6] == "4  o---o---o       o---o---o"
    assert lines[-1] == "   a   b   c   d   e   f   g"
    assert rules.status(state) == "White has 8 in hand, Black has 9 in hand"


def test_diagonals_are_drawn_too():
    game = small_game(lines=(((1, 1), (2, 2)), ((2, 2), (3, 3)), ((1, 3), (2, 2)), ((2, 2), (3, 1)), ((1, 1), (3, 1))))
    assert drawn_with(game) == ["3  o       o", "     \\   /", "2      o", "     /   \\", "1  o-------o", "   a   b   c"]


def test_types_of_squares_keep_the_letters_of_pieces():
    @rule
    def kind(state, square):
        """The middle is a tower."""
        return 1 if square == 4 else 0

    game = small_game(square_types=("square", "tower"), kind=kind)
    lines = drawn_with(game, {0: 1, 4: 1})
    assert "|  x  |" in lines[7]  # and not the word "stone"
    assert "|tower|" in lines[5]
    assert "|  x  |" in lines[4]


def test_a_description_tells_clients_all_there_is():
    look = describe(plain("nine_mens_morris").game)
    assert (look.width, look.height, len(look.points), len(look.lines)) == (7, 7, 24, 32)
    assert [piece.picture for piece in look.pieces] == ["man-1", "man-2"]
    assert look.pieces[1].says == "Black man"
    checkers = describe(find_game("checkers").game)
    assert (checkers.columns, checkers.rows) == ((), ())
    assert checkers.labels[:4] == ("29", "", "30", "")
    assert [square.shade for square in checkers.squares] == ["light", "dark"]
    assert describe(find_game("othello").game).first_row_on_top


def test_pictures_have_names_even_where_pieces_are_too_many_to_list():
    yahtzee = find_game("yahtzee").game
    assert describe(yahtzee).pieces == ()
    assert ">23<" in (picture_named(yahtzee, "score23-2") or "")
    assert picture_named(yahtzee, "score23-9") is None
    assert picture_named(yahtzee, "square-roll") is None  # it has none of its own


def test_squares_may_have_pictures():
    game = small_game(square_types=("tower",), square_picture=lambda _type: "<svg/>")
    assert picture_named(game, "square-tower") == "<svg/>"
    assert describe(game).squares[0].picture == "square-tower"


def test_chance_is_told_in_words():
    rules = plain("einstein")
    assert rules.chance_text(rules.start(), 3) == "Red rolls a 4"
    assert rules.status(rules.happen(rules.start(), 3)) == "The die shows 4"


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"column_labels": ("1", "2")}, r"column_labels= has 2 labels, but board=\(3, 3\) needs 3"),
        ({"square_labels": ("1",)}, r"square_labels= has 1 labels, but board=\(3, 3\) needs 9"),
        ({"lines": (((1, 1), (1, 4)),)}, r"lines= has an end at \(1, 4\), which is not on board=\(3, 3\)"),
    ],
)
def test_labels_and_lines_must_fit_the_board(parts, sentence):
    with pytest.raises(GameFileError, match=sentence):
        small_game(**parts)


def test_the_kit_finds_a_status_that_is_no_line(tmp_path):
    source = (EXAMPLES / "nine_mens_morris.py").read_text("utf-8")
    path = tmp_path / "morris.py"
    path.write_text(source.replace('return ", ".join(hands) or "All men are placed"', 'return "a\\nb"'), "utf-8")
    assert "status says 'a\\nb'" in found(path, "every line for people is one line")
    path.write_text(source.replace("for pair in pairwise(mill)\n", "for pair in pairwise(mill[:2])\n"), "utf-8")
    assert "where no line ends" in found(path, "labels agree with moves")


def test_the_kit_says_when_labels_and_moves_disagree(tmp_path):
    path = tmp_path / "four.py"
    source = Path(find_game("connect-four").path).read_text("utf-8")
    path.write_text(source.replace("    column_labels=", "    _labels=").replace("    row_labels=(),\n", ""), "utf-8")
    path.write_text("\n".join(line for line in path.read_text("utf-8").splitlines() if "_labels=" not in line), "utf-8")
    said = found(path, "labels agree with moves", remarks=True)
    assert "a move is written '1', but its first square is labelled 'a1'" in said


def test_the_rules_can_be_read():
    text = "\n".join(rules_text(find_game("connect-four")))
    assert "Drop discs into columns; four in a row win." in text
    assert "x Red disc" in text
    assert "For example: 1, 2, 3, 4" in text
    assert "width: columns; 4 to 9, usually 7" in text
    text = "\n".join(rules_text(find_game("conquest")))
    assert "- key, in 2 forms\n  - die, in 48 forms\n" in text
    assert "A move: The squares as x,y: 1,1-1,5-2,5\n" in text
    assert "`" not in text


def found(path: Path, promise: str, *, remarks: bool = False) -> str:
    """What a check says about a file, with rules as plain Python."""
    reports = check_game(read_game_file(path), positions=20, compiled=False, only=[promise])
    report = next(report for report in reports if report.name == promise)
    return "\n".join(report.remarks if remarks else report.problems)


def small_game(**parts) -> Game:
    @rule
    def nothing(state, *others):
        """Nothing happens."""
        return 0

    stone = {1: Piece("stone", 1, "x")}
    rules = {"legal": nothing, "play": nothing, "outcome": nothing}
    return Game(name="Small", board=(3, 3), state=State(cells=("i1", 9), turn="i1"), most_moves=1, pieces=stone, **rules, **parts)


def drawn_with(game: Game, stones: dict[int, int] | None = None) -> list[str]:
    """The board of a game that is not in a file, with stones on some squares."""
    from ludus.rules.board import Board, Square

    stones = stones or {}
    squares = tuple(
        Square(at % 3 + 1, at // 3 + 1, game.square_types[game.kind(None, at) if game.kind else 0], game.piece(stones.get(at, 0)))
        for at in range(9)
    )
    return draw(Board(game.board_name, 3, 3, squares, game.layout)).splitlines()
