"""New passwords, bans and roles."""

from __future__ import annotations

import random

from tests.server.accounts.logins import HOME, QUICK, kind, login, restarted

from ludus.server.accounts.accounts import Accounts, Entered, Settled
from ludus.server.accounts.passwords import NewPasswordJob, Verified, do
from ludus.server.store.changes import DropSession, PutAccount
from ludus.wire.error_sentences import Kind

# New passwords, bans, roles


def test_a_new_password_holds_at_once_and_logs_out_everywhere_else(accounts):
    here, there = (login(accounts, "Ann", "correct horse").token.reveal() for _ in range(2))
    job = accounts.change_password(here, "battery staple", HOME, 0.0)
    settled = accounts.finish_password(job, do(job.work, QUICK), 0.0)
    assert [type(change) for change in settled.changes] == [PutAccount, DropSession]
    assert isinstance(accounts.resume(here, 0.0), Entered)
    assert kind(accounts.resume(there, 0.0)) is Kind.WRONG_TOKEN
    assert kind(login(accounts, "Ann", "correct horse")) is Kind.WRONG_PASSWORD
    assert isinstance(login(accounts, "Ann", "battery staple"), Entered)


def test_a_password_can_be_chosen_only_by_who_is_logged_in_with_an_account(accounts):
    token = login(accounts, "Ann", "correct horse").token.reveal()
    assert kind(accounts.change_password(token, "short12", HOME, 0.0)) is Kind.WRONG_FIELD
    assert kind(accounts.change_password("no-token", "battery staple", HOME, 0.0)) is Kind.LOGIN_FIRST
    guest = accounts.guest("Bob", HOME, 0.0).token.reveal()
    assert accounts.change_password(guest, "battery staple", HOME, 0.0).sentence == "Bob is a guest, without an account"
    job = accounts.change_password(token, "battery staple", HOME, 0.0)
    assert kind(accounts.finish_password(job, Kind.TOO_FAST, 0.0)) is Kind.TOO_FAST


def test_changing_ones_password_again_and_again_is_throttled_like_guessing_it(accounts):  # T1
    token = login(accounts, "Ann", "correct horse").token.reveal()
    for _ in range(5):  # nobody had time for it: that counts for nothing
        busy = accounts.change_password(token, "battery staple", HOME, 0.0)
        assert kind(accounts.finish_password(busy, Kind.TOO_FAST, 0.0)) is Kind.TOO_FAST
    jobs = [accounts.change_password(token, f"battery staple {number}", HOME, 0.0) for number in range(5)]
    for job in jobs:
        assert isinstance(accounts.finish_password(job, do(job.work, QUICK), 0.0), Settled)
    assert kind(accounts.change_password(token, "battery staple", HOME, 0.0)) is Kind.TOO_FAST
    assert kind(login(accounts, "Ann", "battery staple 4")) is Kind.TOO_MANY_TRIES
    assert kind(accounts.change_password(token, "short12", HOME, 0.0)) is Kind.WRONG_FIELD
    assert isinstance(login(accounts, "Ann", "battery staple 4", now=60.0), Entered)
    assert all(isinstance(accounts.reset("Ann", "battery staple"), NewPasswordJob) for _ in range(9))  # who runs the server


def test_a_reset_password_is_not_undone_by_a_thief_who_was_changing_it(accounts):
    token = login(accounts, "Ann", "correct horse").token.reveal()
    theft = accounts.change_password(token, "mine for ever", HOME, 0.0)
    reset = accounts.reset("ann", "battery staple")
    assert isinstance(accounts.finish_password(reset, do(reset.work, QUICK), 0.0), Settled)
    assert kind(accounts.finish_password(theft, do(theft.work, QUICK), 0.0)) is Kind.LOGIN_FIRST
    assert isinstance(login(accounts, "Ann", "battery staple"), Entered)


def test_who_is_banned_is_out_until_let_in_again(accounts):
    ann = login(accounts, "Ann", "correct horse")
    job = accounts.login("Ann", "correct horse", HOME, 0.0)
    banned = accounts.ban("ann", "rude")
    assert banned.name == "Ann"
    assert kind(accounts.resume(ann.token.reveal(), 0.0)) is Kind.WRONG_TOKEN
    assert accounts.login("Ann", "correct horse", HOME, 0.0).sentence == "You may not play here: rude"
    assert kind(accounts.finish_login(job, Verified(right=True), 0.0)) is Kind.BANNED
    assert kind(restarted(ann, banned).login("Ann", "correct horse", HOME, 0.0)) is Kind.BANNED
    accounts.unban("Ann")
    assert isinstance(login(accounts, "Ann", "correct horse"), Entered)


def test_a_ban_without_a_reason_is_a_ban(accounts):
    login(accounts, "Ann", "correct horse")
    accounts.ban("Ann", "")
    assert kind(login(accounts, "Ann", "correct horse")) is Kind.BANNED


def test_a_guest_who_is_banned_loses_the_name(accounts):
    bob = accounts.guest("Bob", HOME, 0.0)
    assert [type(change) for change in accounts.ban("bob", "rude").changes] == [DropSession]
    lifted = accounts.unban("bob")
    assert lifted.sentence == "bob has no account, so there is no ban to lift; a banned guest only loses the name"
    assert kind(accounts.resume(bob.token.reveal(), 0.0)) is Kind.WRONG_TOKEN
    assert accounts.player("Bob") is None


def test_a_role_holds_from_the_next_time_on_and_after_a_restart(accounts):
    ann = login(accounts, "Ann", "correct horse")
    appointed = accounts.appoint("ann", "organiser")
    assert accounts.player("Ann").role == "organiser"
    assert restarted(ann, appointed).resume(ann.token.reveal(), 0.0).role == "organiser"


def test_what_is_done_to_nobody_is_refused(accounts):
    for fault in (
        accounts.ban("Zoe", ""),
        accounts.appoint("Zoe", "admin"),
        accounts.reset("Zoe", "correct horse"),
    ):
        assert kind(fault) is Kind.NO_PLAYER
    assert kind(accounts.unban("Zoe")) is Kind.NOT_POSSIBLE
    accounts.guest("Bob", HOME, 0.0)
    assert kind(accounts.appoint("Bob", "admin")) is Kind.NOT_POSSIBLE


def test_only_the_operators_token_is_the_operators(accounts):
    assert accounts.operator("let-me-run-this")
    assert not accounts.operator("let-me-run-thi")
    assert not accounts.operator("")
    assert not Accounts([], [], random.Random(1).randbytes).operator("")
