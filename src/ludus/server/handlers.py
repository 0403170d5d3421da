"""Every request and its handler: each topic lists its own, and they are joined here."""

from __future__ import annotations

from ludus.server import session_handlers
from ludus.server.accounts import admin_handlers
from ludus.server.accounts import handlers as account_handlers
from ludus.server.analysis import handlers as analysis_handlers
from ludus.server.context import Handlers
from ludus.server.lobby import handlers as lobby_handlers
from ludus.server.lobby import offer_handlers, queue_handlers, talk_handlers
from ludus.server.matches import handlers as match_handlers
from ludus.server.matches import trial_handlers, view_handlers
from ludus.server.records import handlers as record_handlers
from ludus.server.statistics import handlers as statistics_handlers
from ludus.server.tournaments import handlers as tournament_handlers
from ludus.server.tournaments import standings_handlers

TOPICS: tuple[Handlers, ...] = (
    session_handlers.HANDLERS,
    account_handlers.HANDLERS,
    admin_handlers.HANDLERS,
    lobby_handlers.HANDLERS,
    match_handlers.HANDLERS,
    view_handlers.HANDLERS,
    trial_handlers.HANDLERS,
    offer_handlers.HANDLERS,
    talk_handlers.HANDLERS,
    record_handlers.HANDLERS,
    analysis_handlers.HANDLERS,
    statistics_handlers.HANDLERS,
    queue_handlers.HANDLERS,
    tournament_handlers.HANDLERS,
    standings_handlers.HANDLERS,
)

HANDLERS: Handlers = {request: handler for topic in TOPICS for request, handler in topic.items()}
