"""When the core wants to be called although nobody says anything: at the moment when something is due, and no later."""

from __future__ import annotations

from tests.server.playhouse import Playhouse

from ludus.server.outbox import Outbox
from ludus.wire.messages import New


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
