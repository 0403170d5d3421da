"""Teams of players (B5)."""

from ludus.rules.teams import Team


def test_players_of_a_team_move_in_the_order_they_joined():  # B5
    team = Team(["ann", "bob", "cyd"])
    assert [team.next_player(moves) for moves in range(5)] == ["ann", "bob", "cyd", "ann", "bob"]


def the_last(players: list[str], moves_made: int) -> str:
    return players[-1]


def test_another_way_to_choose_the_next_player_can_be_plugged_in():  # B5
    team = Team(["ann", "bob"], choose=the_last)
    assert team.next_player(0) == "bob"


def test_when_the_last_player_leaves_the_team_resigns():  # B5
    team = Team(["ann", "bob"])
    assert not team.leave("ann")
    assert team.next_player(7) == "bob"
    assert team.leave("bob")
    assert team.next_player(8) is None
