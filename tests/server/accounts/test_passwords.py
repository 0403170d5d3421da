"""Passwords are hashed by a few threads, and shown to nobody."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from ludus.server.accounts.passwords import HASHER, Hash, Hashed, LoginJob, NewPasswordJob, Secret, Verified, Verify, do

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = Secret("correct horse")


def test_a_password_is_right_for_its_own_hash_only():  # T1
    made = do(Hash(PASSWORD), QUICK)
    assert isinstance(made, Hashed)
    assert do(Verify(made.hash, PASSWORD), QUICK) == Verified(right=True)
    assert do(Verify(made.hash, Secret("incorrect horse")), QUICK) == Verified(right=False)


def test_the_hash_is_argon2id_with_at_least_what_owasp_asks_for():
    made = do(Hash(PASSWORD))
    assert made.hash.reveal().startswith("$argon2id$")
    assert HASHER.memory_cost >= 19 * 1024
    assert HASHER.time_cost >= 2


def test_what_is_no_hash_is_nobodys_password():
    assert do(Verify(Secret(""), PASSWORD), QUICK) == Verified(right=False)


def test_an_e_with_an_accent_is_the_same_from_every_keyboard():
    made = do(Hash(Secret("caf\u00e9 cr\u00e8me")), QUICK)
    assert do(Verify(made.hash, Secret("cafe\u0301 cre\u0300me")), QUICK) == Verified(right=True)


def test_a_hash_made_with_less_care_is_made_anew_when_the_password_is_right():
    old = do(Hash(PASSWORD), QUICK).hash
    better = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    assert do(Verify(old, Secret("incorrect horse")), better) == Verified(right=False)
    new = do(Verify(old, PASSWORD), better).rehashed
    assert new is not None
    assert do(Verify(new, PASSWORD), better) == Verified(right=True)


@pytest.mark.parametrize(
    ("word", "says"), [("short12", "at least 8 characters"), ("Ann-Marie", "must not be your name"), ("12345678", "")]
)
def test_a_new_password_has_eight_characters_and_is_not_the_name(word, says):
    assert says in Hash(Secret(word)).unfit("ann-marie")
    assert bool(says) == bool(Hash(Secret(word)).unfit("ann-marie"))


def test_passwords_and_hashes_are_not_shown():
    hashed = Secret("$argon2id$...")
    for holder in (
        PASSWORD,
        Hash(PASSWORD),
        Verify(hashed, PASSWORD),
        Hashed(hashed),
        Verified(right=True, rehashed=hashed),
        LoginJob("Ann", "192.0.2.7", Verify(hashed, PASSWORD)),
        NewPasswordJob("Ann", Hash(PASSWORD), ""),
    ):
        shown = f"{holder} {holder!r} {[holder]}"
        assert "horse" not in shown
        assert "argon2" not in shown
