"""The server's log: one line per event, for people or as JSON."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up_logs(form: str, *, debug: bool) -> None:
    """Write logs to the standard error stream, as text or JSON; with `debug`, what was called with what."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if debug else logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
