"""`Accounts`: who plays here. Names and passwords, guests, the tokens to come back with, roles and bans.

    login ──► LoginJob ──(a thread hashes)──► finish_login ──► Entered
                 ▲                                 │
                 └── somebody was faster ──────────┘

Everything is a value: what is to be kept comes out as changes, what is not done as a `Fault`. Of passwords and tokens only hashes
are kept. `Ann` and `ann` are the same player, called as the first spelling said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from itertools import count
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from ludus.server.accounts.login_throttle import LoginThrottle
from ludus.server.accounts.passwords import Hash, Hashed, LoginJob, NewPasswordJob, Outcome, Secret, Verified, Verify
from ludus.server.accounts.sessions import Sessions
from ludus.server.fault import Fault
from ludus.server.policy import AccountPolicy
from ludus.server.store.changes import Account, Change, KnownNetworks, PutAccount, Session
from ludus.wire.error_sentences import Kind
from ludus.wire.words import Role

RESERVED = re.compile(r"(guest|computer|server|operator)\d*")
"""Names that the server gives, or that would be taken for its own."""

NO_REASON = "no reason given"


class KnownPlayer(Struct, frozen=True):
    """Somebody known here, with or without an account."""

    name: str
    role: str
    guest: bool
    since: float = 0.0  # when the account was made


class Entered(Struct, frozen=True):
    """Somebody has come in; with the token they can come back."""

    name: str
    token: Secret
    role: str
    guest: bool
    changes: list[Change]


class Settled(Struct, frozen=True):
    """It is done to the player of this name."""

    name: str
    changes: list[Change]


class Accounts:
    """All accounts, guests and sessions. `chance` gives random bytes; `operator` is the operator token, if any."""

    def __init__(
        self,
        accounts: Iterable[Account],
        sessions: Iterable[Session],
        chance: Callable[[int], bytes],
        *,
        operator: str = "",
        policy: AccountPolicy | None = None,
        networks: Iterable[KnownNetworks] = (),
    ) -> None:
        self._accounts = {_key(account.name): account for account in accounts}
        self._sessions = Sessions(sessions, chance, policy or AccountPolicy())
        self._throttle = LoginThrottle(policy or AccountPolicy(), networks)
        self._operator = Secret(operator)
        self._numbers = count(1)

    def player(self, name: str) -> KnownPlayer | None:
        """The player of this name, however it is spelled."""
        if account := self._accounts.get(_key(name)):
            return KnownPlayer(account.name, account.role, guest=False, since=account.made)
        if session := self._sessions.of(name):
            return KnownPlayer(session.player, "player", guest=True)
        return None

    def operator(self, token: str) -> bool:
        """Whether this is the token of whoever runs the server."""
        return bool(self._operator.reveal()) and self._operator == Secret(token)

    # Coming in

    def login(self, name: str, password: str, address: str, now: float) -> LoginJob | Fault:
        """Log in; a name that nobody has makes a new account."""
        account = self._accounts.get(_key(name))
        if account is None:
            return self._register(name, password, address, now)
        if account.banned:
            return _banned(account)
        if not self._throttle.attempt(_key(name), address, now):
            return Fault(Kind.TOO_MANY_TRIES, in_words(self._throttle.wait(_key(name), address, now)))
        return LoginJob(account.name, address, Verify(Secret(account.password), Secret(password)))

    def _register(self, name: str, password: str, address: str, now: float) -> LoginJob | Fault:
        if not self._is_free(name):
            return Fault(Kind.NAME_TAKEN, name)
        work = Hash(Secret(password))
        if wrong := work.unfit(name):
            return Fault(Kind.WRONG_FIELD, wrong)
        if not self._throttle.newcomer(address, now):
            return Fault(Kind.TOO_FAST)
        return LoginJob(name, address, work)

    def finish_login(self, job: LoginJob, outcome: Outcome, now: float) -> Entered | LoginJob | Fault:
        """Let somebody in after the work on the password. If the account has changed meanwhile, there is another job to do."""
        key = _key(job.name)
        account = self._accounts.get(key)
        match job.work, outcome:
            case Hash(), Hashed(hash=made) if self._is_free(job.name):
                changes = self._put(Account(job.name, made.reveal(), "player", now)) + self._throttle.welcome(key, job.address)
                return self._enter(job.name, changes, now)
            case Verify(hash=known), Verified(right=right, rehashed=rehashed) if account and known == Secret(account.password):
                if not right:
                    return Fault(Kind.WRONG_PASSWORD, account.name)
                self._throttle.forgive(key, job.address, now)
                if account.banned:
                    return _banned(account)
                changes = self._throttle.welcome(key, job.address)
                changes += self._put(replace(account, password=rehashed.reveal())) if rehashed else []
                return self._enter(account.name, changes, now)
            case Hash(), _:
                self._throttle.turned_away(job.address, now)
            case Verify(), _:
                self._throttle.forgive(key, job.address, now)
        if outcome is Kind.TOO_FAST:
            return Fault(Kind.TOO_FAST)
        return self.login(job.name, job.work.password.reveal(), job.address, now)

    def guest(self, name: str, address: str, now: float) -> Entered | Fault:
        """Come in without an account, under this name if it is free."""
        if not self._throttle.newcomer(address, now):
            return Fault(Kind.TOO_FAST)
        if not name or not self._is_free(name):
            name = next(free for number in self._numbers if self.player(free := f"guest{number}") is None)
        return self._enter(name, [], now)

    def resume(self, token: str, now: float) -> Entered | Fault:
        """Come back with a token."""
        session = self._sessions.find(token, now)
        if session is None:
            return Fault(Kind.WRONG_TOKEN)
        account = self._accounts.get(_key(session.player))
        if account and account.banned:
            return _banned(account)
        role = account.role if account else "player"
        return Entered(session.player, Secret(token), role, session.guest, self._sessions.use(session, now))

    def logout(self, token: str) -> list[Change]:
        """Give up a token. A guest's name is free again."""
        return self._sessions.end(token)

    def drop_expired(self, now: float, here: Container[str]) -> list[Change]:
        """Drop what was not used for too long; a guest who is `here`, connected or in a match, keeps the name.

        To be called now and then, and after a restart before anybody comes in.
        """
        return self._sessions.drop_expired(now, here)

    # New passwords

    def change_password(self, token: str, password: str, address: str, now: float) -> NewPasswordJob | Fault:
        """Choose a new password, which ends the player's other sessions.

        It counts as a guess: hashing costs the server as much, and nobody changes a password all the time.
        """
        session = self._sessions.find(token, now)
        if session is None:
            return Fault(Kind.LOGIN_FIRST)
        job = self.reset(session.player, password)
        if isinstance(job, Fault):
            return job
        if not self._throttle.attempt(_key(job.name), address, now):
            return Fault(Kind.TOO_FAST)
        return replace(job, keep=session.token, address=address)

    def reset(self, name: str, password: str) -> NewPasswordJob | Fault:
        """Give a player a new password; all tokens of the player are dropped."""
        account = self._account(name)
        if isinstance(account, Fault):
            return account
        work = Hash(Secret(password))
        if wrong := work.unfit(account.name):
            return Fault(Kind.WRONG_FIELD, wrong)
        return NewPasswordJob(account.name, work)

    def finish_password(self, job: NewPasswordJob, outcome: Outcome, now: float) -> Settled | Fault:
        """Set the new password, unless its owner was banned meanwhile."""
        if job.keep and not self._sessions.holds(job.keep):
            return Fault(Kind.LOGIN_FIRST)
        if not isinstance(outcome, Hashed):
            if job.keep:
                self._throttle.forgive(_key(job.name), job.address, now)
            return Fault(Kind.TOO_FAST)
        changes = self._put(replace(self._accounts[_key(job.name)], password=outcome.hash.reveal()))
        return Settled(job.name, changes + self._sessions.drop_all(job.name, but=job.keep))

    # For those who run the server

    def ban(self, name: str, reason: str) -> Settled | Fault:
        """Ban a player; a guest only loses the name, because there is nothing else to take."""
        player = self.player(name)
        if player is None:
            return Fault(Kind.NO_PLAYER, name)
        changes = self._sessions.drop_all(player.name)
        if not player.guest:
            changes += self._put(replace(self._accounts[_key(name)], banned=reason or NO_REASON))
        return Settled(player.name, changes)

    def unban(self, name: str) -> Settled | Fault:
        """Lift a ban; a guest who was banned has none to lift."""
        if self.player(name) is None:
            return Fault(
                Kind.NOT_POSSIBLE, f"{name} has no account, so there is no ban to lift; a banned guest only loses the name"
            )
        return self._settle(name, lambda account: replace(account, banned=""))

    def appoint(self, name: str, role: Role) -> Settled | Fault:
        """Give a player a role."""
        return self._settle(name, lambda account: replace(account, role=role))

    def _settle(self, name: str, change: Callable[[Account], Account]) -> Settled | Fault:
        account = self._account(name)
        return account if isinstance(account, Fault) else Settled(account.name, self._put(change(account)))

    # What is kept

    def _is_free(self, name: str) -> bool:
        return self.player(name) is None and not RESERVED.fullmatch(_key(name))

    def _account(self, name: str) -> Account | Fault:
        player = self.player(name)
        if player is None:
            return Fault(Kind.NO_PLAYER, name)
        if player.guest:
            return Fault(Kind.NOT_POSSIBLE, f"{player.name} is a guest, without an account")
        return self._accounts[_key(name)]

    def _put(self, account: Account) -> list[Change]:
        self._accounts[_key(account.name)] = account
        return [PutAccount(account)]

    def _enter(self, name: str, changes: list[Change], now: float) -> Entered:
        account = self._accounts.get(_key(name))
        token, begun = self._sessions.begin(name, account is None, now)
        return Entered(name, token, account.role if account else "player", account is None, changes + begun)


def in_words(seconds: float) -> str:
    """How long somebody has to wait."""
    return f"{ceil(seconds)} seconds" if seconds < 100 else f"{ceil(seconds / 60)} minutes"


def _key(name: str) -> str:
    return name.lower()


def _banned(account: Account) -> Fault:
    return Fault(Kind.BANNED, account.banned)
