"""Whole knockouts with crashes, returns and leavers, against a plain second computation of who goes on (T5, T6, T7)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.server.tournaments.bracket import seed_places
from ludus.server.tournaments.terms import TournamentTerms
from ludus.server.tournaments.tournament import Tournament


def champion(order, slots, decided):
    """Halve the line again and again: where two meet, whoever won goes on; where one is missing, the other."""
    line = [order[place - 1] if place <= len(order) else "" for place in seed_places(slots)]
    number, matches = 1, 0
    while len(line) > 1:
        pairs = list(zip(line[::2], line[1::2], strict=True))
        matches += sum(bool(one and two) for one, two in pairs)
        line = [decided[number, index] if one and two else one or two for index, (one, two) in enumerate(pairs)]
        number += 1
    return line[0], matches


def step(held, luck, now):
    """Something happens: mostly a game ends."""
    state = held.state
    ready = held.ready()
    choice = luck.random()
    if ready and choice < 0.8:
        game = luck.choice(ready)
        held.begin_game(game, now)
        if luck.random() < 0.1:
            held.vanish(luck.choice([game.mover, game.other]), now)
        else:
            held.end_game(game.pairing, game.game, luck.choice([game.mover, game.other, ""]), "played", "", now)
    elif choice < 0.85:
        held.vanish(luck.choice(state.order), now)
    elif choice < 0.87:
        held.withdraw(luck.choice(state.order), now)
    elif state.away and choice < 0.95:
        held.come_back(luck.choice(list(state.away)), now)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 6), st.data())
def test_the_winner_is_whom_the_results_make_the_winner(power, data):
    slots = 2**power
    players = data.draw(st.integers(2, slots))
    luck = data.draw(st.randoms(use_true_random=False))
    best_of = data.draw(st.sampled_from([1, 3]))
    terms = TournamentTerms(game="tic-tac-toe", kind="knockout", best_of=best_of, slots=slots, grace=20.0)
    held = Tournament.open("t1", terms, 1, 0.0)
    for number in range(players):
        held.enter(f"p{number}", 0.0)
    assert held.start(0.0) is None
    now = 0.0
    while held.state.standing == "playing":
        now += luck.choice([0.0, 1.0, 5.0])
        step(held, luck, now)
        if not held.ready() and held.deadline() is not None:
            now = max(now, held.deadline())
        held.tick(now)
    decided = {(pairing.round, pairing.index): pairing.ended.winner for pairing in held.state.pairings}
    winner, matches = champion(held.state.order, slots, decided)
    assert held.state.winners == [winner]
    assert matches == len(held.state.pairings) == players - 1
