"""When the core wants to be called although nobody says anything: at the moment when something is due, and no later."""

from __future__ import annotations

from tests.server.playhouse import Playhouse
from tests.server.tournaments.house import TournamentHouse

from ludus.server.lobby.queue import LOOK_EVERY
from ludus.server.outbox import Outbox
from ludus.server.settings import Settings
from ludus.wire.messages import Ask, New, Queue


def test_every_clock_runs_out_at_its_own_moment():  # B9
    playhouse = Playhouse()
    seconds = (33.0, 12.0, 47.5, 12.0, 21.0)
    for number, move in enumerate(seconds):
        playhouse.begin(New("tic-tac-toe", move=move), f"ann{number}", f"bob{number}")
    begun = [playhouse.match(f"m{number}").begun for number in range(1, 6)]
    playhouse.wait(60)
    ended = [playhouse.match(f"m{number}").closed.at for number in range(1, 6)]
    assert [after - before for before, after in zip(begun, ended, strict=True)] == [33.0, 12.0, 47.5, 12.0, 21.0]


def test_a_clock_that_runs_out_is_seen_after_a_restart_too():  # B9 T13
    playhouse = Playhouse()
    playhouse.begin(New("tic-tac-toe", move=33.0), "ann", "bob")
    playhouse.begin(New("tic-tac-toe", move=17.0), "carl", "dora")
    playhouse.restart(after=1000.0)
    again = playhouse.now
    playhouse.wait(60)
    assert [playhouse.match(name).closed.at - again for name in ("m1", "m2")] == [33.0, 17.0]


def test_a_team_mate_moves_at_the_moment_when_somebody_was_away_for_long_enough():  # B5
    playhouse = Playhouse()
    ann, _, cat, _ = playhouse.begin(New("conquest", players=4, move=180), "ann", "bob", "cat", "dan")
    playhouse.wait(3.5)
    ann.leave()
    playhouse.wait(29.5)
    assert not cat.heard(Ask)
    playhouse.wait(0.5)
    assert cat.heard(Ask)


def test_those_who_wait_for_opponents_are_looked_at_again():  # T1
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(Queue("tic-tac-toe"))
    bob.say(Queue("connect-four"))
    playhouse.wait(3.5)
    assert playhouse.core.next_time <= playhouse.now + LOOK_EVERY


def test_a_program_that_says_nothing_is_seated_at_its_moment():  # B16
    playhouse = Playhouse(Settings(game="tic-tac-toe"))
    playhouse.wait(3.5)
    ann, bob = (playhouse.connect(program=True) for _ in range(2))
    seconds = playhouse.settings.policy.connections.greeting_seconds
    playhouse.wait(seconds - 0.1)
    assert not ann.heard(Ask)
    playhouse.wait(0.2)
    assert ann.heard(Ask) or bob.heard(Ask)


def test_a_tournament_starts_when_it_has_waited_for_long_enough():  # T6
    house = TournamentHouse("ann", "bob")
    house.wait(3.5)
    name = house.open("tic-tac-toe", kind="round-robin", wait=20.0)
    house.join(name)
    house.wait(19.9)
    assert house.tournament(name).state.standing == "open"
    house.wait(0.2)
    assert house.tournament(name).state.standing == "playing"


def test_the_next_time_is_the_first_that_has_not_come():
    outbox = Outbox()
    for time in (5.0, 3.0, 5.0, 4.0):
        outbox.wake_at(time)
    seen = []
    while (due := outbox.next_time) is not None:
        seen.append(due)
        outbox.wake(due)
    assert seen == [3.0, 4.0, 5.0]
    outbox.wake_at(3.0)
    assert outbox.next_time == 3.0
