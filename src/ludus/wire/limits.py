"""How long and how many: the limits of the protocol, which both codecs and the framing keep."""

from __future__ import annotations

LONGEST_LINE = 4096
"""The longest message a client may send, in bytes, without its line end."""

SHORTEST_ANALYSIS = 0.1
"""Seconds of the shortest time limit of an analysis (M3), and of the shortest one that an estimate makes (E2)."""

SHORTEST_PASSWORD = 8
"""The fewest characters of a new password. The only other rule is that it is not the name: that is today's norm, and enough
where guessing is throttled."""

LONGEST_NAME = 24
"""The most characters of a player's name."""

LONGEST_WORD = 64
"""The most characters of a word, such as a game's name or an id."""

LONGEST_TEXT = 1000
"""The most characters of a text that must be there, such as chat or a password."""

LONGEST_OPTIONAL_TEXT = 2000
"""The most characters of a text that may be left out: the position of NEW is one."""

MOST_SQUARES = 64
"""The most squares that name one move."""

MOST_OPTIONS = 16
"""The most options of a game that one request may set."""

MOST_ERRORS = 50
"""The unreadable messages after which a connection is closed."""

LONGEST_QUOTE = 40
"""The most characters of what was sent that an error repeats."""
