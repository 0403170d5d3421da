"""What can go wrong between a client and the server: a kind for programs, a sentence for people."""

from __future__ import annotations

import enum

from ludus.wire.limits import LONGEST_LINE


class Kind(enum.Enum):
    """The kinds of problems: the code that programs read, and the sentence, in which `{}` stands for what it is about."""

    UNREADABLE = "unreadable", "This message cannot be read"
    UNKNOWN_COMMAND = "unknown command", "Unknown command {}"
    WRONG_FIELD = "wrong field", "{}"
    TOO_LONG = "too long", f"A message may have at most {LONGEST_LINE} bytes"
    TOO_MANY_ERRORS = "too many errors", "Too many errors; goodbye"
    TOO_FAST = "too fast", "Too much at once; wait a little"
    TOO_MANY_TRIES = "too fast", "Too many password attempts; try again in {}"
    TOO_MANY_CONNECTIONS = "too many connections", "Too many connections, from your address or in all; try again later"
    WRONG_VERSION = "wrong version", "This server speaks version 1 of the protocol, not {}"

    LOGIN_FIRST = "login first", "Log in first: LOGIN <name> <password>, or GUEST"
    WRONG_PASSWORD = "wrong password", "That is not the password of {}"
    WRONG_TOKEN = "wrong token", "Unknown token; log in with your name and password"
    NAME_TAKEN = "name taken", "The name {} is taken"
    BANNED = "banned", "You may not play here: {}"
    NOT_ALLOWED = "not allowed", "You may not do that"
    NO_PLAYER = "no player", "There is no player called {}"

    NO_GAME = "no game", "There is no game called {}; GAMES lists them"
    NO_PICTURE = "no picture", "This game has no picture called {}"
    NO_MATCH = "no match", "There is no match {}"
    NO_TOURNAMENT = "no tournament", "There is no tournament {}; TOURNAMENTS lists them"
    NOT_IN_A_MATCH = "not in a match", "You are not in a match"
    WHICH_MATCH = "which match", "You are in several matches; say which one: {}"
    NOT_YOUR_MATCH = "not your match", "You are not playing in that match"
    NO_FREE_SEAT = "no free seat", "There is no free seat in {}"
    WRONG_OPTION = "wrong option", "{}"
    WRONG_POSITION = "wrong position", "{}"
    NO_WORKER = "no worker", "Nobody is here now who can analyse {}; ask again later"
    NO_ENCODING = "no encoding", "There is no encoding called {}; there are text and json"
    NOT_YET = "not yet", "The match has not begun"

    ILLEGAL = "illegal", "{}"
    NOT_YOUR_TURN = "not your turn", "It is not your turn"
    GAME_OVER = "game over", "The game is over"
    STALE = "stale", "That question is no longer open"
    NOT_OFFERED = "not offered", "Nobody has offered that"
    NOT_POSSIBLE = "not possible", "{}"
    STOPPING = "stopping", "The server is stopping; no new games begin"
    NOT_NOW = "not now", "{}; ask again later"

    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.sentence = code, sentence

    def says(self, about: str = "") -> str:
        """The sentence, about something."""
        return self.sentence.replace("{}", about)


CODES = {kind.code: kind for kind in reversed(Kind)}
"""Every kind by its code; where several share a code, the first, which is the most general."""
