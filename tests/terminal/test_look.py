"""How squares are written, for games as the server describes them."""

from __future__ import annotations

import pytest

from ludus.clients.terminal.look import BoardLook
from ludus.server.catalogue import Catalogue


@pytest.fixture(scope="module")
def look():
    catalogue = Catalogue()
    return lambda game: BoardLook(catalogue.described(game, {}))


@pytest.mark.parametrize("game", ["othello", "connect-four", "checkers", "tic-tac-toe"])
def test_what_a_board_is_made_of_is_not_written_into_every_square(look, game):  # B2
    board = look(game)
    written = [board.written(square) for square in board.described.start]
    assert all(below == "" for _, below in written)


def test_what_few_squares_are_is_written(look):
    captions = {look("yahtzee").written(square)[1] for square in look("yahtzee").described.start}
    assert len(captions) > 5
