"""Passwords; nobody reads a `Secret` by accident.

Hashing passwords is slow, and done by a few threads of their own. The core of the server only says what is to be done (`Hash`,
`Verify`) and is told later what came out (`Hashed`, `Verified`).
"""

from __future__ import annotations

import hmac
import unicodedata
from typing import Literal, TypeAlias

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from msgspec import Struct

from ludus.wire.error_sentences import Kind
from ludus.wire.limits import SHORTEST_PASSWORD

HASHER = PasswordHasher(time_cost=3, memory_cost=19 * 1024, parallelism=1)
"""Argon2id with OWASP's minimum of 19 MiB and one pass more than its two: 56 ms on a core of our build machine. More memory would
make guessing dearer, but this server is meant to run on small machines too. One lane, because the pool keeps the cores busy."""


class Secret:
    """A password or token: whatever is printed or logged, it is not shown. `reveal` does so on purpose."""

    __slots__ = ("_word",)

    def __init__(self, word: str) -> None:
        self._word = word

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._word.encode(), other._word.encode())

    def __hash__(self) -> int:
        return hash(self._word)

    def reveal(self) -> str:
        """The word itself."""
        return self._word


class Hash(Struct, frozen=True):
    """A new password is to be hashed."""

    password: Secret

    def unfit(self, name: str) -> str:
        """What is wrong with it as the password of this player, if anything."""
        word = self.password.reveal()
        if len(word) < SHORTEST_PASSWORD:
            return f"A password needs at least {SHORTEST_PASSWORD} characters"
        return "A password must not be your name" if word.lower() == name.lower() else ""


class Verify(Struct, frozen=True):
    """A password is to be compared with a hash."""

    hash: Secret
    password: Secret


class Hashed(Struct, frozen=True):
    """The hash of a new password."""

    hash: Secret


class Verified(Struct, frozen=True):
    """Whether the password was right; a new hash when the old one was made with less care than today's."""

    right: bool
    rehashed: Secret | None = None


class LoginJob(Struct, frozen=True):
    """Somebody wants to come in: the password is to be hashed for a new name, verified for a known one."""

    name: str
    address: str
    work: Hash | Verify


class NewPasswordJob(Struct, frozen=True):
    """A player gets a new password; of the player's sessions only that with the hash `keep` goes on.

    `address` is where the player is who chose it; empty when an administrator did.
    """

    name: str
    work: Hash
    keep: str = ""
    address: str = ""


PasswordJob: TypeAlias = LoginJob | NewPasswordJob
Work: TypeAlias = Hash | Verify
Busy: TypeAlias = Literal[Kind.TOO_FAST]
"""Too many passwords are waiting already."""
Outcome: TypeAlias = Hashed | Verified | Busy


def do(work: Work, hasher: PasswordHasher = HASHER) -> Hashed | Verified:
    """Hash or verify a password: slow, on purpose."""
    password = unicodedata.normalize("NFC", work.password.reveal())  # keyboards disagree on how an é is put together
    if isinstance(work, Hash):
        return Hashed(Secret(hasher.hash(password)))
    known = work.hash.reveal()
    try:
        hasher.verify(known, password)
    except (VerifyMismatchError, InvalidHashError):  # what is no hash is nobody's password
        return Verified(right=False)
    return Verified(right=True, rehashed=Secret(hasher.hash(password)) if hasher.check_needs_rehash(known) else None)
