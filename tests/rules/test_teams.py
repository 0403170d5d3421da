"""Teams of players (B5)."""

from hypothesis import given
from hypothesis import strategies as st

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
    assert not team.leave("ann", 7)
    assert team.next_player(7) == "bob"
    assert team.leave("bob", 8)
    assert team.next_player(8) is None


@given(st.integers(2, 6), st.integers(0, 40), st.data())
def test_when_somebody_leaves_the_turn_stays_or_passes_to_the_next_and_the_order_stays(size, moves, data):  # B5
    team = Team([f"p{number}" for number in range(size)])
    while len(team.players) > 1:
        following = [team.next_player(moves + more) for more in range(len(team.players))]
        leaver = data.draw(st.sampled_from(team.players))
        team.leave(leaver, moves)
        following.remove(leaver)
        assert [team.next_player(moves + more) for more in range(len(team.players))] == following
        moves += data.draw(st.integers(0, 5))
