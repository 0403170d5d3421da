"""The tokens with which players come back, of which only hashes are kept."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Container, Iterable

from msgspec.structs import replace

from ludus.server.accounts.passwords import Secret
from ludus.server.policy import AccountPolicy
from ludus.server.store.changes import Change, DropSession, PutSession, Session

NOTED = 30
"""How often the use of a token is noted in the time for which it is good. Noting each would write to the store all the time."""


class Sessions:
    """The tokens that players come back with, kept as hashes. Whatever changes comes out as changes."""

    def __init__(self, sessions: Iterable[Session], chance: Callable[[int], bytes], policy: AccountPolicy) -> None:
        self._chance, self._policy = chance, policy
        self._all: dict[str, Session] = {}  # by the hash of the token
        self._tokens: dict[str, list[str]] = {}  # the hashes by player, the most recently used last
        for session in sorted(sessions, key=lambda session: session.made):
            self._add(session)

    def of(self, player: str) -> Session | None:
        """A session of a player, however the name is spelled."""
        tokens = self._tokens.get(player.lower())
        return self._all[tokens[-1]] if tokens else None

    def find(self, token: str, now: float) -> Session | None:
        """The session of a token that is still good."""
        session = self._all.get(_hash(token))
        return None if session is None or self._is_over(session, now) else session

    def holds(self, hashed: str) -> bool:
        """Whether there is still a session with this hash."""
        return hashed in self._all

    def begin(self, player: str, guest: bool, now: float) -> tuple[Secret, list[Change]]:
        """A new token for a player."""
        token = urlsafe_b64encode(self._chance(32)).rstrip(b"=").decode()
        session = Session(_hash(token), player, guest, now)
        self._add(session)
        too_many = self._tokens[player.lower()][: -self._policy.tokens]
        return Secret(token), [PutSession(session), *self._drop(too_many)]

    def use(self, session: Session, now: float) -> list[Change]:
        """Note that a session is used, if that was not noted lately."""
        if now - session.made <= self._lasts(session) / NOTED:
            return []
        self._drop([session.token])
        used = replace(session, made=now)
        self._add(used)
        return [PutSession(used)]

    def end(self, token: str) -> list[Change]:
        """A token is not good any more."""
        return self._drop([_hash(token)])

    def drop_all(self, player: str, but: str = "") -> list[Change]:
        """No token of a player is good any more, but that with one hash."""
        return self._drop([hashed for hashed in self._tokens.get(player.lower(), []) if hashed != but])

    def drop_expired(self, now: float, here: Container[str]) -> list[Change]:
        """Drop sessions that were not used for too long; a guest who is here is using the only one there is."""
        changes: list[Change] = []
        for session in list(self._all.values()):
            if session.guest and session.player in here:
                changes += self.use(session, now)
            elif self._is_over(session, now):
                changes += self._drop([session.token])
        return changes

    def _add(self, session: Session) -> None:
        self._all[session.token] = session
        self._tokens.setdefault(session.player.lower(), []).append(session.token)

    def _drop(self, tokens: list[str]) -> list[Change]:
        changes: list[Change] = []
        for token in tokens:
            if session := self._all.pop(token, None):
                of_player = self._tokens[session.player.lower()]
                of_player.remove(token)
                if not of_player:
                    del self._tokens[session.player.lower()]
                changes.append(DropSession(token))
        return changes

    def _lasts(self, session: Session) -> float:
        return self._policy.guest_seconds if session.guest else self._policy.login_seconds

    def _is_over(self, session: Session, now: float) -> bool:
        return now - session.made > self._lasts(session)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
