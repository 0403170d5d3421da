"""Guessing passwords is slow, nobody can lock another one out, and memory is bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.server.accounts.login_throttle import LoginThrottle
from ludus.server.policy import AccountPolicy
from ludus.server.rate_limit import Bucket, Buckets, Rate, network

RATES = st.builds(Rate, burst=st.integers(1, 10), every=st.sampled_from([0.25, 1.0, 8.0]))
STEPS = st.lists(st.integers(-200, 200).map(lambda quarters: quarters / 4), max_size=60)


@given(RATES, STEPS)
def test_a_bucket_never_gives_more_than_its_burst_and_what_time_has_brought(rate, steps):
    now, bucket, taken, waited = 1000.0, Bucket(rate, 1000.0), 0, 0.0
    for step in steps:
        now += step
        waited += max(0.0, step)
        taken += bucket.take(now)
        assert taken <= rate.burst + waited / rate.every


@given(RATES, STEPS)
def test_whoever_waits_long_enough_is_let_through_again_whatever_was_before(rate, steps):
    now, bucket = 1000.0, Bucket(rate, 1000.0)
    for step in steps:
        now += step
        bucket.take(now)
    assert bucket.take(now + rate.every)


@given(RATES, st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 8)), max_size=80))
def test_keyed_buckets_are_as_many_single_ones_though_full_ones_are_forgotten(rate, uses):
    now, keyed, single = 0.0, Buckets(rate, most=1_000), {key: Bucket(rate, 0.0) for key in "abcde"}
    for key, step in uses:
        now += step
        assert keyed.allows(key, now) == single[key].allows(now)
        assert keyed.take(key, now) == single[key].take(now)


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 3)), max_size=200))
def test_no_more_than_so_many_buckets_are_remembered(uses):
    now, buckets = 0.0, Buckets(Rate(2, 100.0), most=8)
    for key, step in uses:
        now += step
        buckets.take(str(key), now)
        assert len(buckets) <= 8


def test_old_buckets_are_forgotten_when_they_are_full_again():
    buckets = Buckets(Rate(2, 10.0), most=1_000)
    for key in range(100):
        buckets.take(str(key), 0.0)
    assert len(buckets) == 100
    buckets.take("new", 20.0)
    assert len(buckets) == 1


@pytest.mark.parametrize(
    ("address", "same", "another"),
    [
        ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"),
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::3"),
        ("fe80::1%eth0", "fe80::2", "fe81::1"),
        ("a socket", "a socket", "another socket"),
    ],
)
def test_the_addresses_of_one_household_count_as_one(address, same, another):
    assert network(address) == network(same) != network(another)


def fails(throttle, account, address, now, times=1):
    """The number of wrong passwords that were looked at."""
    return sum(throttle.attempt(account, address, now) for _ in range(times))


def test_wrong_passwords_for_one_account_from_one_address_are_soon_slow():
    throttle = LoginThrottle(AccountPolicy())
    assert fails(throttle, "ann", "192.0.2.7", 0.0, times=100) == 5
    assert fails(throttle, "ann", "192.0.2.7", 60.0, times=100) == 1


def test_one_address_cannot_try_a_password_on_every_account():
    throttle = LoginThrottle(AccountPolicy())
    assert sum(fails(throttle, f"player{number}", "192.0.2.7", 0.0) for number in range(1000)) == 30


def test_many_addresses_cannot_try_many_passwords_on_one_account():
    throttle = LoginThrottle(AccountPolicy())
    assert sum(fails(throttle, "ann", f"192.0.2.{number}", 0.0) for number in range(200)) == 10


def test_right_passwords_count_for_nothing():
    throttle = LoginThrottle(AccountPolicy())
    for _ in range(1000):
        assert throttle.attempt("ann", "192.0.2.7", 0.0)
        throttle.forgive("ann", "192.0.2.7", 0.0)
        throttle.welcome("ann", "192.0.2.7")


def test_right_passwords_for_an_own_account_buy_no_guesses_at_others():
    throttle = LoginThrottle(AccountPolicy())
    throttle.welcome("mallory", "192.0.2.7")
    guesses = 0
    for number in range(200):
        guesses += fails(throttle, f"player{number}", "192.0.2.7", 0.0)
        assert throttle.attempt("mallory", "192.0.2.7", 0.0)
        throttle.forgive("mallory", "192.0.2.7", 0.0)
    assert guesses == 30


ADDRESSES = [f"192.0.2.{number}" for number in range(20)]


@given(st.lists(st.tuples(st.sampled_from(["ann", "bob", "carol"]), st.sampled_from(ADDRESSES), st.integers(0, 5)), max_size=200))
def test_whatever_others_do_the_owner_gets_in_from_where_the_owner_came_before(attempts):
    throttle, now = LoginThrottle(AccountPolicy()), 0.0
    throttle.welcome("ann", "198.51.100.1")
    for account, address, step in attempts:
        now += step
        throttle.attempt(account, address, now)
    assert throttle.attempt("ann", "198.51.100.1", now)


def test_the_networks_of_an_owner_are_known_after_a_restart_and_only_the_latest_are_kept():  # security
    throttle = LoginThrottle(AccountPolicy(known_networks=3))
    for number in range(5):
        (change,) = throttle.welcome("ann", f"198.51.100.{number}")
    assert throttle.welcome("ann", "198.51.100.4") == []  # nothing new to keep
    again = LoginThrottle(AccountPolicy(known_networks=3), [change.known])
    assert len(change.known.networks) == 3
    assert "198" not in "".join(change.known.networks)[:3]
    for number in range(100):
        again.attempt("ann", f"192.0.2.{number}", 0.0)
    assert [again.attempt("ann", f"198.51.100.{number}", 0.0) for number in range(5)] == [False, False, True, True, True]


def test_strangers_queue_and_each_network_gets_its_turn():  # security
    throttle, policy = LoginThrottle(AccountPolicy()), AccountPolicy()
    guessers = [f"192.0.2.{number}" for number in range(50)]
    assert sum(throttle.attempt("ann", guesser, 0.0) for guesser in guessers) == 10
    wait = throttle.wait("ann", "203.0.113.5", 0.0)
    assert wait == 41 * policy.stranger_guess_seconds  # forty are before the owner, who comes from somewhere new
    tries = 0
    for now in range(1, int(wait) + 1):
        tries += sum(throttle.attempt("ann", guesser, float(now)) for guesser in guessers)
    assert tries <= 41
    assert throttle.attempt("ann", "203.0.113.5", wait)
    assert throttle.attempt("bob", "203.0.113.5", wait)


def test_a_turn_that_nobody_takes_is_given_to_others():
    throttle = LoginThrottle(AccountPolicy())
    assert sum(throttle.attempt("ann", f"192.0.2.{number}", 0.0) for number in range(40)) == 10
    assert throttle.wait("ann", "203.0.113.5", 0.0) > 900
    assert throttle.attempt("ann", "203.0.113.6", 5_000.0)


def test_newcomers_from_one_address_are_limited_but_a_class_that_comes_together_fits():
    throttle = LoginThrottle(AccountPolicy())
    assert sum(throttle.newcomer("192.0.2.7", 0.0) for _ in range(300)) == 200
    assert throttle.newcomer("192.0.2.8", 0.0)
    throttle.turned_away("192.0.2.7", 0.0)
    assert throttle.newcomer("192.0.2.7", 0.0)
