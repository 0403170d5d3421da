"""The journal of a tournament: what was cut off did not happen, and what is damaged is said."""

from __future__ import annotations

import pytest

from ludus.cli.tournament.journal import Journal, read_journal
from ludus.rules.errors import LudusError
from ludus.server.tournaments.terms import TournamentTerms
from ludus.server.tournaments.tournament import Tournament


def kept(path):
    tournament = Tournament.open("t", TournamentTerms(game="tic-tac-toe", kind="knockout"), 1, 5.0)
    for player in ("ann", "bob", "cat"):
        tournament.enter(player, 6.0)
    tournament.start(7.0)
    journal = Journal(path)
    journal.keep(tournament)
    journal.keep(tournament)
    journal.close()
    return tournament


def test_the_same_events_come_back(tmp_path):
    tournament = kept(tmp_path / "events")
    assert read_journal(tmp_path / "events") == tournament.events
    assert read_journal(tmp_path / "nothing") == []


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_line_that_was_cut_off_is_taken_away(tmp_path, cut):
    path = tmp_path / "events"
    tournament = kept(path)
    path.write_bytes(path.read_bytes()[:-cut])
    assert read_journal(path) == tournament.events[:-1]
    assert read_journal(path) == tournament.events[:-1]
    again = Journal(path, len(tournament.events) - 1)
    again.keep(tournament)
    again.close()
    assert read_journal(path) == tournament.events


def test_a_damaged_line_in_the_middle_is_an_error(tmp_path):
    path = tmp_path / "events"
    kept(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b"garbage\n", *lines[2:]]))
    with pytest.raises(LudusError, match="line 2: this is not an event"):
        read_journal(path)
