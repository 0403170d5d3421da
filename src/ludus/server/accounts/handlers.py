"""Handlers for names, passwords and tokens."""

from __future__ import annotations

from typing import Any

from ludus.server.accounts.accounts import Entered, Settled
from ludus.server.accounts.passwords import Hash, LoginJob, NewPasswordJob, Outcome, Work, do
from ludus.server.accounts.presence import cannot_change_player, disconnect, enter, leave_seats
from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Done, LoggedOut


def login(context: Context, call: Call[messages.Login]) -> Steps[Answer]:
    """Log in or register."""
    connection, request, accounts = call.connection, call.request, context.accounts
    refused = cannot_change_player(context, connection)
    found: Entered | LoginJob | Fault = refused or accounts.login(request.name, request.password, connection.address, call.now)
    while isinstance(found, LoginJob):  # once more where the account has changed meanwhile
        outcome = yield from _work_on(call, found.work)
        found = accounts.finish_login(found, outcome, call.now)
    if isinstance(found, Fault):
        return found
    context.outbox.keep(*context.ratings.welcome(found.changes, call.now))
    if context.connections.get(connection.id) is not connection:  # gone, but the account is made
        context.outbox.keep(*found.changes)
        return None
    reply = enter(context, connection, found, call.now)
    connection.by_password = True
    return reply


def _work_on(call: Call[Any], work: Work) -> Steps[Outcome]:
    """Hash or verify a password; what the connection says meanwhile waits."""
    call.connection.entering = True
    try:
        job = Job("passwords", lambda: do(work), True, address=call.connection.address, registers=isinstance(work, Hash))
        outcome: Outcome = yield job
    except JobFailed:
        return Kind.TOO_FAST
    finally:
        call.connection.entering = False
    return outcome


def guest(context: Context, call: Call[messages.Guest]) -> Answer:
    """Log in without an account."""
    refused = cannot_change_player(context, call.connection)
    entered = refused or context.accounts.guest(call.request.name, call.connection.address, call.now)
    return entered if isinstance(entered, Fault) else enter(context, call.connection, entered, call.now)


def resume(context: Context, call: Call[messages.Resume]) -> Answer:
    """Log in again with a token."""
    refused = cannot_change_player(context, call.connection)
    entered = refused or context.accounts.resume(call.request.token, call.now)
    return entered if isinstance(entered, Fault) else enter(context, call.connection, entered, call.now)


def logout(context: Context, call: Call[messages.Logout]) -> Answer:
    """Log out."""
    connection = call.connection
    if not connection.player:
        return Fault(Kind.LOGIN_FIRST)
    if not connection.guest:
        context.outbox.keep(*context.accounts.logout(connection.token))
        leave_seats(context, connection, call.now)
    elif not context.connections.others(connection):  # otherwise the guest is still here, on another connection
        context.outbox.keep(*context.accounts.logout(connection.token))
        connection.plain = True  # the name is free for anybody now, and the seats must not be
        leave_seats(context, connection, call.now)
    context.connections.forget(connection)
    connection.operator = False
    return LoggedOut()


def password(context: Context, call: Call[messages.Password]) -> Steps[Answer]:
    """Choose a new password. That logs the player out everywhere else."""
    connection = call.connection
    if connection.player and not connection.guest and not connection.by_password:  # a stolen token must not take the account
        return Fault(Kind.NOT_POSSIBLE, "A token is not enough to choose a new password; log in with the old one first")
    job = context.accounts.change_password(connection.token, call.request.password, connection.address, call.now)
    return job if isinstance(job, Fault) else (yield from set_password(context, call, job, stays=True))


def set_password(context: Context, call: Call[Any], job: NewPasswordJob, *, stays: bool = False) -> Steps[Answer]:
    """Hash a new password and set it; every connection of the player is ended, except this one if it stays."""
    outcome = yield from _work_on(call, job.work)
    settled = context.accounts.finish_password(job, outcome, call.now)
    if isinstance(settled, Fault):
        return settled
    disconnect(context, job.name, "Your password was changed; log in again", call.connection, stays=stays)
    return keep(context, settled)


def keep(context: Context, settled: Settled | Fault) -> Answer:
    """Keep what was done to an account."""
    if isinstance(settled, Fault):
        return settled
    context.outbox.keep(*settled.changes)
    return Done()


HANDLERS: Handlers = {
    messages.Login: login,
    messages.Guest: guest,
    messages.Resume: resume,
    messages.Logout: logout,
    messages.Password: password,
}
