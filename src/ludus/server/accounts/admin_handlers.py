"""Handlers for whoever runs the server, and for administrators."""

from __future__ import annotations

from collections import Counter
from typing import Any

import structlog

from ludus.server.accounts.accounts import NO_REASON, Settled
from ludus.server.accounts.handlers import keep, set_password
from ludus.server.accounts.presence import disconnect, expel
from ludus.server.call import Answer, Call, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.rate_limit import network
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Done, Notice

MOST_LISTED = 10
"""Networks in one list."""

log = structlog.get_logger("ludus")


def operator(context: Context, call: Call[messages.Operator]) -> Answer:
    """Prove, with a token, to run the server."""
    if not context.accounts.operator(call.request.token):
        return Fault(Kind.NOT_POSSIBLE, "That is not the operator token of this server")
    call.connection.operator = True
    return Done()


def ban(context: Context, call: Call[messages.Ban]) -> Answer:
    """Ban a player."""
    request = call.request
    settled = _not_allowed(call) or context.accounts.ban(request.player, request.reason)
    if isinstance(settled, Settled):
        log.info("banned", player=settled.name, why=request.reason)
        expel(context, settled.name, call.now)
        disconnect(context, settled.name, Kind.BANNED.says(request.reason or NO_REASON))
    return keep(context, settled)


def unban(context: Context, call: Call[messages.Unban]) -> Answer:
    """Lift a ban."""
    return keep(context, _not_allowed(call) or context.accounts.unban(call.request.player))


def appoint(context: Context, call: Call[messages.Appoint]) -> Answer:
    """Give a player a role."""
    settled = _not_allowed(call) or context.accounts.appoint(call.request.player, call.request.role)
    if isinstance(settled, Settled):
        for each in context.connections.of(settled.name):
            each.role = call.request.role
    return keep(context, settled)


def reset(context: Context, call: Call[messages.Reset]) -> Steps[Answer]:
    """Give a player a new password."""
    job = _not_allowed(call) or context.accounts.reset(call.request.player, call.request.password)
    return job if isinstance(job, Fault) else (yield from set_password(context, call, job))


def announce(context: Context, call: Call[messages.Announce]) -> Answer:
    """Tell everybody something."""
    fault = _not_allowed(call)
    if fault:
        return fault
    context.outbox.send([each.id for each in context.connections], Notice(text=call.request.text))
    return Done()


def limits(context: Context, call: Call[messages.Limits]) -> Answer:
    """List the most expensive networks, and who was stopped for what."""
    fault = _not_allowed(call)
    if fault:
        return fault
    connected = Counter(network(each.address) for each in context.connections)
    costs = context.pressure.most_expensive(MOST_LISTED)
    return messages.LimitList(
        networks=[
            messages.NetworkCost(each.network, round(each.seconds, 3), each.requests, connected[each.network], each.stopped)
            for each in costs
        ],
        causes=[messages.StopCount(action, cause, times) for (action, cause), times in sorted(context.pressure.counts.items())],
    )


def _not_allowed(call: Call[Any]) -> Fault | None:
    return None if call.connection.operator or call.connection.role == "admin" else Fault(Kind.NOT_ALLOWED)


HANDLERS: Handlers = {
    messages.Operator: operator,
    messages.Ban: ban,
    messages.Unban: unban,
    messages.Appoint: appoint,
    messages.Reset: reset,
    messages.Announce: announce,
    messages.Limits: limits,
}
