"""What can go wrong between a client and the server: a kind for programs, a sentence for people."""

from __future__ import annotations

import enum


class Kind(enum.Enum):
    """The kinds of problems: the code that programs read, and the sentence, in which `{}` is filled with what it is about."""

    UNREADABLE = "unreadable", "That cannot be read"
    UNKNOWN_COMMAND = "unknown command", "There is no command {}; HELP lists them"
    WRONG_FIELD = "wrong field", "{}"
    TOO_LONG = "too long", "A message may have at most 4096 bytes"
    TOO_MANY_ERRORS = "too many errors", "Too many errors; goodbye"
    TOO_FAST = "too fast", "Too much at once; wait a little"
    TOO_MANY_TRIES = "too fast", "Too many passwords were tried; wait a minute"
    TOO_MANY_CONNECTIONS = "too many connections", "Too many connections, from your address or in all; try again later"
    WRONG_VERSION = "wrong version", "This server speaks version 1 of the protocol, not {}"

    LOGIN_FIRST = "login first", "Log in first: LOGIN <name> <password>, or GUEST"
    WRONG_PASSWORD = "wrong password", "That is not the password of {}"
    WRONG_TOKEN = "wrong token", "That token is not known here; log in with your name and password"
    NAME_TAKEN = "name taken", "{} is somebody else's name"
    BANNED = "banned", "You may not play here: {}"
    NOT_ALLOWED = "not allowed", "You may not do that"
    NO_PLAYER = "no player", "There is no player called {}"

    NO_GAME = "no game", "There is no game called {}; GAMES lists them"
    NO_MATCH = "no match", "There is no match {}"
    NOT_IN_A_MATCH = "not in a match", "You are not in a match"
    WHICH_MATCH = "which match", "You are in several matches; say which: {}"
    NOT_YOUR_MATCH = "not your match", "You do not play in that match"
    NO_FREE_SEAT = "no free seat", "There is no free seat in {}"
    WRONG_OPTION = "wrong option", "{}"
    WRONG_POSITION = "wrong position", "{}"
    NOT_YET = "not yet", "The match has not begun"

    ILLEGAL = "illegal", "{}"
    NOT_YOUR_TURN = "not your turn", "It is not your turn"
    GAME_OVER = "game over", "The game is over"
    STALE = "stale", "That answers a question which is no longer asked"
    NOT_OFFERED = "not offered", "Nobody has offered that"
    NOT_POSSIBLE = "not possible", "{}"
    STOPPING = "stopping", "The server is stopping; no new game begins"
    NOT_NOW = "not now", "{}; ask again later"

    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.sentence = code, sentence

    def says(self, about: str = "") -> str:
        """The sentence, about something."""
        return self.sentence.replace("{}", about)


CODES = {kind.code: kind for kind in reversed(Kind)}
"""Every kind by its code; where several have the same, the first, which says it of anything."""
