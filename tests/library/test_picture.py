"""Boards as pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ludus


@pytest.mark.parametrize("name", ludus.game_names())
def test_every_game_has_a_picture(name):
    match = ludus.load(name, compiled=False).start(seed=1)
    picture = ElementTree.fromstring(match._repr_svg_())  # noqa: S314  our own
    width, height = match.game.board
    squares = [shape for shape in picture.iter("{http://www.w3.org/2000/svg}rect") if shape.get("stroke-opacity")]
    assert len(squares) == width * height
    pieces = sum(square.piece is not None for square in match.view().squares)
    assert len(picture.findall("{http://www.w3.org/2000/svg}svg")) == pieces
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert set(match._status().splitlines()) <= set(texts)


def test_the_last_move_is_marked():
    match = ludus.load("connect-four", compiled=False).start("4")
    assert match.view().marked == frozenset()
    assert match.push("4").view().marked == {10}
    assert match.view().at(4, 2).piece.team == 2
    assert repr(match.view()) == "<Connect Four, 7 x 6: Red to move>"
