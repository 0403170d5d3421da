"""`ludus tournament show`: a tournament as its kind wants to be seen."""

from __future__ import annotations

import pytest
from tests.server.tournaments.house import TournamentHouse

from ludus.cli.tournament import served
from ludus.wire.messages import TournamentShow


@pytest.mark.parametrize(
    ("kind", "column", "bracket"), [("knockout", "", True), ("round-robin", "S.-B.", False), ("swiss", "Buchholz", False)]
)
def test_the_columns_belong_to_the_kind_and_a_knockout_has_its_bracket(kind, column, bracket, monkeypatch, capsys):
    house = TournamentHouse("ann", "bob", "cat", seed=3)
    name = house.open(kind=kind)
    house.join(name)
    house.start(name)
    shown = []
    monkeypatch.setattr(served, "ask_server", lambda *_: house.olga.say(TournamentShow(name))[-1])
    for wanted in ("playing", "over"):
        while house.tournament(name).state.standing != wanted:
            house.play(100)
            house.wait(10)
        capsys.readouterr()
        served.show_tournament("", name)
        shown.append(capsys.readouterr().out.splitlines())
    games = house.tournament(name).state.games_ended
    assert " of about " in shown[0][1]
    assert shown[1][1] == f"{games} game{'s' * (games != 1)} played"
    assert [word for word in ("S.-B.", "Buchholz") if word in shown[1][2]] == ([column] if column else [])
    assert ("Final:" in shown[1]) == bracket
