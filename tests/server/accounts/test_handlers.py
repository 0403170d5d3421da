"""Account handlers: who is logged out when a password changes, and what is said while one is being hashed."""

from __future__ import annotations

from tests.server.playhouse import Playhouse

from ludus.server.policy import RequestPolicy
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import (
    Done,
    Goodbye,
    LoggedIn,
    Login,
    New,
    Operator,
    Password,
    Ping,
    Pong,
    Problem,
    Quit,
    Reset,
    Resume,
    Seated,
)

OLD, NEW = "a long password", "a longer password"


def three_times_ann(playhouse):
    """One player on three connections, two of them with the same token, in a match that waits for somebody."""
    here, there, with_token = playhouse.connect(), playhouse.connect(), playhouse.connect()
    here.enter(Login("ann", OLD))
    there.enter(Login("ann", OLD))
    with_token.enter(Resume(here.token))
    here.say(New("tic-tac-toe"))
    return here, there, with_token


def test_changing_a_password_logs_the_player_out_everywhere_else():  # T1
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


def test_who_has_only_found_a_token_cannot_take_the_account():  # T1, security
    playhouse = Playhouse()
    ann, thief = playhouse.connect(), playhouse.connect()
    ann.enter(Login("ann", OLD))
    thief.enter(Resume(ann.token))
    assert thief.refused(Password(NEW)) == "not possible"
    thief.say(Login("ann", OLD))
    thief.say(Resume(ann.token))
    assert thief.refused(Password(NEW)) == "not possible"
    thief.say(Login("ann", OLD))
    assert thief.say(Password(NEW)) == [Done()]


def test_while_the_new_password_does_not_hold_nobody_has_to_go():  # T1
    playhouse = Playhouse()
    here, there, with_token = three_times_ann(playhouse)
    assert here.refused(Password("short")) == "wrong field"
    with playhouse.slow() as waiting:
        here.say(Password(NEW))
        playhouse.core.resume(waiting.pop(), playhouse.now, error=RuntimeError("nobody has time"))
    assert here.last(Problem).code == "too fast"
    assert not any(other.gone for other in (there, with_token))


def test_who_chooses_one_password_after_the_other_must_wait():  # T1, security
    playhouse = Playhouse()
    ann = playhouse.connect()
    ann.enter(Login("ann", OLD))
    codes = [getattr(ann.say(Password(f"{NEW} {number}"))[-1], "code", "done") for number in range(6)]
    assert codes == ["done"] * 5 + ["too fast"]


def test_a_password_reset_logs_the_player_out_even_on_connections_made_meanwhile():  # security
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


def test_what_is_said_while_a_password_is_worked_on_is_done_after_it_and_in_order():  # T1
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow() as waiting:
        for request in (Login("ann", OLD), New("tic-tac-toe"), Password(NEW), Login("ann", OLD), Ping()):
            ann.say(request)
        assert len(waiting) == 1  # nobody knows yet who wants a game
    said = [type(reply) for reply in ann.inbox if isinstance(reply, (LoggedIn, Seated, Done, Problem, Pong))]
    assert said == [LoggedIn, Seated, Done, Problem, Pong]
    assert ann.last(Problem).code == "wrong password"  # the new one holds already


def test_who_has_said_the_last_word_before_the_password_is_worked_on_is_answered_all_of_it():  # T1
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow():
        ann.say(Login("ann", OLD))
        ann.say(Ping(id="1"))
        playhouse.core.finish(ann.number)
        playhouse.settle()
        assert not ann.gone
    assert ann.last(Pong).id == "1"
    assert ann.gone


def test_who_says_too_much_while_a_password_is_worked_on_is_told_to_wait():  # T1, security
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow():
        ann.say(Login("ann", OLD))
        assert not any(ann.say(Ping()) for _ in range(RequestPolicy().held))
        assert ann.refused(Ping()) == "too fast"
    assert len(ann.heard(Pong)) == RequestPolicy().held


def test_what_cannot_be_read_is_complained_of_in_its_turn():  # T1, B15
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow():
        ann.say(Login("ann", OLD))
        ann.say(Ping(id="1"))
        playhouse.core.complain(ann.number, Problem.of(Kind.UNREADABLE), playhouse.now)
        ann.say(Ping(id="2"))
        playhouse.core.complain(ann.number, Problem.of(Kind.TOO_MANY_ERRORS), playhouse.now)
        playhouse.core.finish(ann.number)
        playhouse.settle()
        assert not ann.gone
    said = [(type(reply), reply.id) for reply in ann.inbox if isinstance(reply, (LoggedIn, Problem, Pong))]
    assert said == [(LoggedIn, ""), (Pong, "1"), (Problem, ""), (Pong, "2"), (Problem, "")]
    assert ann.gone
    playhouse.core.complain(4711, Problem.of(Kind.UNREADABLE), playhouse.now)  # nobody is there any more


def test_who_leaves_before_the_password_is_worked_on_is_not_missed():  # T1
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow():
        ann.say(Login("ann", OLD))
        ann.say(New("tic-tac-toe"))
        ann.leave()
    assert list(playhouse.core.rooms) == []
    with playhouse.slow():
        again = playhouse.connect()
        again.say(Login("ann", OLD))
        again.say(Quit())
    assert again.heard(LoggedIn)
    assert len(again.heard(Goodbye)) == 1
    assert again.gone
