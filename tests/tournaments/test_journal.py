"""The journal of a tournament: what was cut off did not happen, and what is damaged is said."""

from __future__ import annotations

import pytest

from ludus.cli.tournament.director import Director
from ludus.cli.tournament.journal import Journal, read_journal
from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Entry, Plan
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


def test_a_tournament_whose_beginning_was_cut_off_begins_again(tmp_path):
    plan = Plan(
        tmp_path / "t.toml",
        TournamentTerms(game="tic-tac-toe", kind="round-robin"),
        tuple(Entry(name, level=1) for name in ("ann", "bob", "cat")),
    )
    places = Places(tmp_path / "out")
    places.make()
    Director(plan, places).close()
    whole = places.events.read_bytes()
    places.events.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]) + b'{"event":"regis')
    again = Director(plan, places)
    again.close()
    assert again.tournament.state.standing == "playing"
    assert Tournament.restored(read_journal(places.events)).state.pairings == again.tournament.state.pairings
    assert len(places.events.read_bytes().splitlines()) == len(whole.splitlines())


def test_games_that_were_being_played_are_played_anew(tmp_path):
    plan = Plan(
        tmp_path / "t.toml",
        TournamentTerms(game="tic-tac-toe", kind="round-robin"),
        tuple(Entry(name, level=1) for name in ("ann", "bob")),
    )
    places = Places(tmp_path / "out")
    places.make()
    first = Director(plan, places)
    game = first.tournament.ready()[0]
    first.tournament.begin_game(game, first.now)
    first.journal.keep(first.tournament)
    first.close()
    again = Director(plan, places)
    again.close()
    assert again.tournament.ready() == [game]
    assert again.now - first.now < 60
