"""Knockout brackets for 2 to 64 slots and every number of players that fits, against a plain second computation (T5)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludus.server.tournaments.bracket import BYE, bracket, pairings_to_play, seed_places, slots_for, take_in_order

SIZES = [(slots, players) for slots in (2, 4, 8, 16, 32, 64) for players in range(2, slots + 1)]


def played_out(slots, players, luck):
    """Play a bracket, each pairing won by whoever luck says; the winners, and how often each player had a bye."""
    order = [f"p{number}" for number in range(1, players + 1)]
    winners: dict[tuple[int, int], str] = {}
    while ready := list(pairings_to_play(bracket(order, slots, winners))):
        for pairing in ready:
            winners[pairing.round, pairing.index] = luck.choice([pairing.first, pairing.second])
    return order, winners, bracket(order, slots, winners)


def plainly(order, slots, winners):
    """The same by a line that is halved again and again: who wins, and who had byes."""
    line = [order[place - 1] if place <= len(order) else None for place in seed_places(slots)]
    number, byes = 0, Counter()
    while len(line) > 1:
        left = []
        for index in range(len(line) // 2):
            one, two = line[2 * index], line[2 * index + 1]
            if one and two:
                left.append(winners[number, index])
            else:
                left.append(one or two)
                byes[one or two] += 1
        line, number = left, number + 1
    del byes[None]
    return line[0], byes


@pytest.mark.parametrize(("slots", "players"), SIZES)
def test_every_knockout_ends_with_the_right_winner_after_the_right_number_of_matches(slots, players):
    order, winners, rounds = played_out(slots, players, random.Random(f"{slots} {players}"))
    champion, byes = plainly(order, slots, winners)
    assert rounds[-1][0].winner == champion
    assert len(winners) == players - 1  # every match puts one player out
    assert champion not in {pairing.second if pairing.winner == pairing.first else pairing.first for pairing in rounds[-1]}
    if players > slots // 2:
        assert not any(pairing.first == pairing.second == BYE for each in rounds for pairing in each)
        assert max(byes.values(), default=0) <= 1
        assert all(
            number == 0 for number, each in enumerate(rounds) for pairing in each if BYE in (pairing.first, pairing.second)
        )
    # byes a player is given by the draw alone, however the matches end
    given = dict.fromkeys(order, 0)
    for player in order:
        _, alone = plainly_winning(order, slots, player)
        given[player] = alone
    assert max(given.values()) - min(given.values()) <= 1


def plainly_winning(order, slots, player):
    """How many byes a player has who wins every match."""
    place = seed_places(slots).index(order.index(player) + 1)
    line = [each <= len(order) for each in seed_places(slots)]
    byes = 0
    while len(line) > 1:
        byes += not line[place ^ 1]
        line = [one or two for one, two in zip(line[::2], line[1::2], strict=True)]
        place //= 2
    return player, byes


@pytest.mark.parametrize("slots", [2, 4, 8, 16, 32, 64, 128])
def test_the_best_two_can_only_meet_in_the_final(slots):
    places = seed_places(slots)
    assert sorted(places) == list(range(1, slots + 1))
    assert (places.index(1) < slots // 2) != (places.index(2) < slots // 2)
    assert all(one + two == slots + 1 for one, two in zip(places[::2], places[1::2], strict=True))


def test_nobody_goes_on_before_the_match_is_played():
    rounds = bracket(["ann", "bob", "cat"], 4, {})
    assert [pairing.winner for pairing in rounds[0]] == ["ann", None]
    assert (rounds[1][0].first, rounds[1][0].second) == ("ann", None)


def test_those_who_are_taken_stand_at_the_end_of_the_order_afterwards():
    assert take_in_order(["ann", "bob", "cat", "dee", "eve"], 2) == (["ann", "bob"], ["cat", "dee", "eve", "ann", "bob"])
    assert take_in_order(["ann"], 4) == (["ann"], ["ann"])


@pytest.mark.parametrize(("players", "slots"), [(2, 2), (3, 4), (4, 4), (5, 8), (33, 64)])
def test_a_knockout_has_no_more_slots_than_it_needs(players, slots):
    assert slots_for(players) == slots
