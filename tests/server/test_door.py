"""The door: who is shown out when a password changes."""

from __future__ import annotations

from tests.server.playhouse import Playhouse

from ludus.wire.replies import Done, Goodbye, Problem
from ludus.wire.requests import Login, New, Operator, Password, Reset, Resume

OLD, NEW = "a long password", "a longer password"


def three_times_ann(playhouse):
    """One player on three connections, two of them with the same token, in a match that waits for somebody."""
    here, there, with_token = playhouse.connect(), playhouse.connect(), playhouse.connect()
    here.enter(Login("ann", OLD))
    there.enter(Login("ann", OLD))
    with_token.enter(Resume(here.token))
    here.say(New("tic-tac-toe"))
    return here, there, with_token


def test_who_chooses_a_new_password_is_shown_out_everywhere_else():  # T1
    playhouse = Playhouse()
    here, there, with_token = three_times_ann(playhouse)
    assert here.say(Password(NEW)) == [Done()]
    assert not here.gone
    for other in (there, with_token):
        assert other.gone
        assert other.last(Goodbye).text == "Your password was changed; log in again"
    assert playhouse.connect().refused(Resume(there.token)) == "wrong token"
    assert playhouse.connect().refused(Login("ann", OLD)) == "wrong password"
    assert playhouse.match().seat_of("ann") == 0  # the matches go on
    assert here.back().name == "ann"


def test_while_the_new_password_does_not_hold_nobody_has_to_go():  # T1
    playhouse = Playhouse()
    here, there, with_token = three_times_ann(playhouse)
    assert here.refused(Password("short")) == "wrong field"
    with playhouse.slow() as waiting:
        here.say(Password(NEW))
        job = waiting.pop()
        job.fail(RuntimeError("nobody has time"), playhouse.now)
    assert here.last(Problem).code == "too fast"
    assert not any(other.gone for other in (there, with_token))


def test_who_chooses_one_password_after_the_other_must_wait():  # T1, security
    playhouse = Playhouse()
    ann = playhouse.connect()
    ann.enter(Login("ann", OLD))
    codes = [getattr(ann.say(Password(f"{NEW} {number}"))[-1], "code", "done") for number in range(6)]
    assert codes == ["done"] * 5 + ["too fast"]


def test_who_gets_a_password_from_the_operator_is_shown_out_when_it_holds_even_if_logged_in_meanwhile():  # security
    playhouse = Playhouse()
    here, *_ = three_times_ann(playhouse)
    operator = playhouse.connect()
    operator.say(Operator("operator"))
    with playhouse.slow() as waiting:
        operator.say(Reset("ann", NEW))
        assert not here.gone
        late = playhouse.connect()
        late.enter(Resume(here.token))
        playhouse.work(waiting.pop())
        playhouse.settle()
        assert here.gone
        assert late.gone
    assert operator.last(Done) == Done()
