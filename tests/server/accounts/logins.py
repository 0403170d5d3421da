"""Logging in without a server: passwords are hashed quickly, and all chance is the same each time."""

from __future__ import annotations

import random

from argon2 import PasswordHasher

from ludus.server.accounts.accounts import Accounts
from ludus.server.accounts.passwords import LoginJob, do
from ludus.server.fault import Fault
from ludus.server.store.changes import DropSession, PutAccount, PutSession

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
HOME, ELSEWHERE = "192.0.2.7", "198.51.100.1"
DAY = 86400.0


def login(accounts, name, password, address=HOME, now=0.0):
    """Log in, with the work done at once."""
    came = accounts.login(name, password, address, now)
    while isinstance(came, LoginJob):
        came = accounts.finish_login(came, do(came.work, QUICK), now)
    return came


def kind(fault):
    assert isinstance(fault, Fault), fault
    return fault.kind


def restarted(*results):
    """The accounts of a server that was restarted with what these results kept."""
    kept_accounts, kept_sessions = {}, {}
    for result in results:
        for change in getattr(result, "changes", result):
            match change:
                case PutAccount(account):
                    kept_accounts[account.name] = account
                case PutSession(session):
                    kept_sessions[session.token] = session
                case DropSession(token):
                    del kept_sessions[token]
    return Accounts(kept_accounts.values(), kept_sessions.values(), random.Random(2).randbytes)
