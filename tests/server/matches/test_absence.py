"""When the player whose turn it is has gone, the turn passes to a team-mate who is there (B5)."""

from __future__ import annotations

from tests.server.playhouse import Playhouse

from ludus.wire.messages import Ask, Ended, Move, New, Notice

TEAMS = New("conquest", players=4, move=180)


def test_the_turn_passes_to_a_team_mate_after_the_stated_time():  # B5
    playhouse = Playhouse()
    ann, bob, cat, dan = playhouse.begin(TEAMS, "ann", "bob", "cat", "dan")
    old = ann.last(Ask).ref
    ann.leave()
    playhouse.wait(29)
    assert not cat.heard(Ask)
    playhouse.wait(1)
    assert cat.last(Notice).text == "ann is away, so cat moves for Team 1 (m1)"
    assert cat.last(Ask).team == 1
    back = ann.back()
    assert not back.heard(Ask)  # it is cat's move now
    assert back.refused(Move([(1, 1), (1, 6)], match="m1", ref=old)) == "stale"
    cat.move((1, 1), (1, 6))
    bob.move((5, 8), (5, 7))
    assert cat.heard(Ask)[-1].board.history[-1] == "5,8-5,7"  # the order of the team is as it was
    playhouse.wait(190)
    assert dan.last(Ended).result == "win"  # somebody who is there and does not move has lost


def test_who_has_been_away_for_long_is_not_waited_for_again():  # B5
    playhouse = Playhouse()
    _, bob, cat, dan = people = playhouse.begin(TEAMS, "ann", "bob", "cat", "dan")
    people[0].leave()
    playhouse.wait(30)
    cat.move((1, 1), (1, 6))
    bob.move((5, 8), (5, 7))
    cat.say(Move(text="1,6-1,1", match="m1"))
    if not playhouse.match().awaits("dan"):
        cat.say(Move(text="5,1-5,2", match="m1"))
    dan.move((5, 7), (5, 8))
    assert playhouse.match().next_player(0) == "cat"


def test_nobody_steps_in_where_nobody_is_there_and_a_restart_forgets_nothing():  # B5, B17
    playhouse = Playhouse()
    ann, _, cat, _ = playhouse.begin(TEAMS, "ann", "bob", "cat", "dan")
    ann.leave()
    playhouse.wait(30)
    assert playhouse.match().next_player(0) == "cat"
    playhouse.restart()
    assert playhouse.match().next_player(0) == "cat"
    playhouse.wait(100)
    again = ann.back()
    playhouse.wait(1)
    assert again.last(Ask).team == 1
    assert cat.gone
