"""Accounts: one step to come in, tokens to come back, and nothing secret is kept or shown."""

from __future__ import annotations

import random

import pytest
from argon2 import PasswordHasher
from tests.server.accounts.logins import DAY, ELSEWHERE, HOME, QUICK, kind, login, restarted

from ludus.server.accounts.accounts import Accounts, Entered
from ludus.server.accounts.passwords import Hash, Hashed, LoginJob, Verified, Verify, do
from ludus.server.policy import AccountPolicy
from ludus.server.store.changes import DropSession, PutAccount, PutNetworks, PutSession
from ludus.wire.error_sentences import Kind

# Registering and logging in: T1


def test_a_new_name_is_registered_in_one_step_and_a_known_one_needs_its_password(accounts):  # T1
    first = login(accounts, "Ann", "correct horse")
    assert (first.name, first.role, first.guest) == ("Ann", "player", False)
    assert [type(change) for change in first.changes] == [PutAccount, PutNetworks, PutSession]
    again = login(accounts, "Ann", "correct horse")
    assert [type(change) for change in again.changes] == [PutSession]
    fault = login(accounts, "Ann", "incorrect horse")
    assert kind(fault) is Kind.WRONG_PASSWORD
    assert fault.sentence == "That is not the password of Ann"


def test_the_first_spelling_of_a_name_is_kept(accounts):  # T1
    login(accounts, "Ann", "correct horse")
    assert login(accounts, "aNN", "correct horse").name == "Ann"
    assert kind(login(accounts, "ANN", "incorrect horse")) is Kind.WRONG_PASSWORD
    assert accounts.player("ann").name == "Ann"


def test_of_two_who_register_a_name_at_once_one_wins_and_the_other_needs_the_winners_password(accounts):  # T1
    one = accounts.login("Ann", "correct horse", HOME, 0.0)
    two = accounts.login("ann", "battery staple", ELSEWHERE, 0.0)
    three = accounts.login("ANN", "correct horse", ELSEWHERE, 0.0)
    assert all(isinstance(job.work, Hash) for job in (one, two, three))
    assert accounts.finish_login(one, do(one.work, QUICK), 0.0).name == "Ann"
    two, three = (accounts.finish_login(job, do(job.work, QUICK), 0.0) for job in (two, three))
    assert isinstance(two.work, Verify)
    assert kind(accounts.finish_login(two, do(two.work, QUICK), 0.0)) is Kind.WRONG_PASSWORD
    assert accounts.finish_login(three, do(three.work, QUICK), 0.0).name == "Ann"


def test_accounts_and_tokens_survive_a_restart(accounts):  # T1
    ann = login(accounts, "Ann", "correct horse")
    after = restarted(ann)
    assert after.resume(ann.token.reveal(), 10.0).name == "Ann"
    assert login(after, "ann", "correct horse").name == "Ann"


def test_a_password_that_is_too_short_is_refused_and_the_sentence_says_so(accounts):
    fault = login(accounts, "Ann", "short12")
    assert (kind(fault), fault.sentence) == (Kind.WRONG_FIELD, "A password needs at least 8 characters")
    assert accounts.player("Ann") is None


@pytest.mark.parametrize("name", ["guest", "Guest7", "computer", "Computer3", "server", "OPERATOR"])
def test_nobody_is_called_like_the_server_or_what_it_calls_others(accounts, name):
    assert kind(login(accounts, name, "correct horse")) is Kind.NAME_TAKEN
    assert accounts.guest(name, HOME, 0.0).name == "guest1"


def test_a_hash_made_with_less_care_is_replaced_at_the_next_login(accounts):
    login(accounts, "Ann", "correct horse")
    better = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    job = accounts.login("Ann", "correct horse", HOME, 0.0)
    entered = accounts.finish_login(job, do(job.work, better), 0.0)
    assert [type(change) for change in entered.changes] == [PutAccount, PutSession]
    assert isinstance(login(accounts, "Ann", "correct horse"), Entered)


def test_a_password_changed_while_an_old_one_is_verified_is_verified_again(accounts):
    login(accounts, "Ann", "correct horse")
    job = accounts.login("Ann", "correct horse", HOME, 0.0)
    reset = accounts.reset("Ann", "battery staple")
    accounts.finish_password(reset, do(reset.work, QUICK), 0.0)
    again = accounts.finish_login(job, Verified(right=True), 0.0)
    assert isinstance(again, LoginJob)
    assert kind(accounts.finish_login(again, do(again.work, QUICK), 0.0)) is Kind.WRONG_PASSWORD


# Throttling


def test_guessing_is_throttled_and_the_owner_still_gets_in(accounts):
    login(accounts, "Ann", "correct horse", HOME)
    kinds = [kind(login(accounts, "Ann", f"guess {number}", ELSEWHERE)) for number in range(8)]
    assert kinds == [Kind.WRONG_PASSWORD] * 5 + [Kind.TOO_MANY_TRIES] * 3
    assert kind(login(accounts, "Ann", "correct horse", ELSEWHERE)) is Kind.TOO_MANY_TRIES
    assert login(accounts, "Ann", "correct horse", HOME).name == "Ann"


def test_many_guesses_at_the_same_time_do_not_slip_through(accounts):
    login(accounts, "Ann", "correct horse", HOME)
    jobs = [accounts.login("Ann", f"guess {number}", ELSEWHERE, 0.0) for number in range(100)]
    assert sum(isinstance(job, LoginJob) for job in jobs) == 5


def test_when_nobody_has_time_for_a_password_the_attempt_counts_for_nothing():
    policy = AccountPolicy(guesses_at_once=1, guess_seconds=1e9, newcomers_at_once=1, newcomer_seconds=1e9)
    accounts = Accounts([], [], random.Random(1).randbytes, policy=policy)
    for _ in range(3):
        assert kind(accounts.finish_login(accounts.login("Ann", "correct horse", HOME, 0.0), Kind.TOO_FAST, 0.0)) is Kind.TOO_FAST
    assert isinstance(login(accounts, "Ann", "correct horse"), Entered)
    for _ in range(3):
        assert kind(accounts.finish_login(accounts.login("Ann", "correct horse", HOME, 0.0), Kind.TOO_FAST, 0.0)) is Kind.TOO_FAST
    assert isinstance(login(accounts, "Ann", "correct horse"), Entered)
    assert kind(login(accounts, "Bob", "correct horse")) is Kind.TOO_FAST
    assert kind(accounts.guest("", HOME, 0.0)) is Kind.TOO_FAST


# Guests


def test_a_guest_has_the_name_asked_for_if_it_is_free_and_a_number_else(accounts):
    login(accounts, "Ann", "correct horse")
    names = [accounts.guest(name, HOME, 0.0).name for name in ("Bob", "bob", "ANN", "", "Carol")]
    assert names == ["Bob", "guest1", "guest2", "guest3", "Carol"]


def test_a_guest_can_come_back_with_the_token_even_after_a_restart(accounts):
    bob = accounts.guest("Bob", HOME, 0.0)
    assert bob.guest
    again = restarted(bob).resume(bob.token.reveal(), 60.0)
    assert (again.name, again.guest, again.role) == ("Bob", True, "player")
    assert restarted(bob).guest("Bob", HOME, 0.0).name == "guest1"


def test_nobody_registers_the_name_a_guest_has_not_even_while_the_password_is_hashed(accounts):
    job = accounts.login("Bob", "correct horse", HOME, 0.0)
    bob = accounts.guest("Bob", HOME, 0.0)
    assert kind(accounts.finish_login(job, do(job.work, QUICK), 0.0)) is Kind.NAME_TAKEN
    assert accounts.logout(bob.token.reveal()) == [DropSession(bob.changes[0].session.token)]
    assert isinstance(login(accounts, "Bob", "correct horse"), Entered)


# Sessions


def test_a_token_is_good_for_thirty_days_after_its_last_use_and_a_guests_for_one(accounts):
    ann, bob = login(accounts, "Ann", "correct horse"), accounts.guest("Bob", HOME, 0.0)
    for entered, days in ((ann, 30), (bob, 1)):
        token = entered.token.reveal()
        assert isinstance(accounts.resume(token, days * DAY), Entered)
        assert isinstance(accounts.resume(token, 2 * days * DAY), Entered)
        assert kind(accounts.resume(token, 3 * days * DAY + 1)) is Kind.WRONG_TOKEN


def test_that_a_token_is_used_is_not_noted_each_time(accounts):
    token = login(accounts, "Ann", "correct horse").token.reveal()
    assert accounts.resume(token, 0.9 * DAY).changes == []
    noted = accounts.resume(token, 1.1 * DAY).changes
    assert [change.session.made for change in noted] == [1.1 * DAY]
    assert accounts.resume(token, 1.2 * DAY).changes == []


def test_expired_sessions_are_dropped_but_a_guest_who_is_here_keeps_the_name(accounts):
    ann, bob, carol = (
        login(accounts, "Ann", "correct horse"),
        accounts.guest("Bob", HOME, 0.0),
        accounts.guest("Carol", HOME, 0.0),
    )
    assert accounts.drop_expired(60.0, here={"Bob"}) == []
    changes = accounts.drop_expired(2 * DAY, here={"Bob"})
    assert {type(change) for change in changes} == {PutSession, DropSession}
    assert accounts.resume(bob.token.reveal(), 2.5 * DAY).name == "Bob"
    assert kind(accounts.resume(carol.token.reveal(), 2.5 * DAY)) is Kind.WRONG_TOKEN
    assert accounts.guest("Carol", HOME, 2.5 * DAY).name == "Carol"
    assert accounts.resume(ann.token.reveal(), 2.5 * DAY).name == "Ann"


def test_a_player_has_only_so_many_sessions_and_loses_the_oldest(accounts):
    tokens = [login(accounts, "Ann", "correct horse", now=float(now)).token.reveal() for now in range(AccountPolicy().tokens + 1)]
    assert kind(accounts.resume(tokens[0], 100.0)) is Kind.WRONG_TOKEN
    assert all(isinstance(accounts.resume(token, 100.0), Entered) for token in tokens[1:])


def test_after_logging_out_the_token_is_not_known(accounts):
    token = login(accounts, "Ann", "correct horse").token.reveal()
    assert [type(change) for change in accounts.logout(token)] == [DropSession]
    assert kind(accounts.resume(token, 0.0)) is Kind.WRONG_TOKEN
    assert accounts.logout(token) == []


# Secrets


def test_tokens_are_256_random_bits_in_43_characters(accounts):
    tokens = {accounts.guest("", HOME, 0.0).token.reveal() for _ in range(20)}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {43}


def test_no_password_and_no_token_is_shown_or_kept_in_clear(accounts):
    results = []
    for _ in range(2):
        job = accounts.login("Ann", "correct horse", HOME, 0.0)
        outcome = do(job.work, QUICK)
        entered = accounts.finish_login(job, outcome, 0.0)
        results += [job, outcome, entered, entered.changes]
    token = entered.token.reveal()
    resumed = accounts.resume(token, 2 * DAY)
    new = accounts.change_password(token, "battery staple", HOME, 2 * DAY)
    settled = accounts.finish_password(new, Hashed(do(new.work, QUICK).hash), 2 * DAY)
    results += [resumed, new, settled, settled.changes, accounts, vars(accounts)]
    for result in results:
        shown = f"{result} {result!r}"
        assert "horse" not in shown
        assert "staple" not in shown
        assert token not in shown
        assert "let-me-run-this" not in shown
