"""A match by itself: commands and the time go in, events come out."""

from __future__ import annotations

import random

import pytest
from tests.server.playhouse import catalogue, do

from ludus.rules.rulebook import Rulebook
from ludus.server.fault import Fault
from ludus.server.matches import agreements, commands, events
from ludus.server.matches.chance import commitment, draw
from ludus.server.matches.events import NOBODY, Made, Played, Terms
from ludus.server.matches.match import Match
from ludus.server.policy import MatchPolicy
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.records.writer import write_record
from ludus.wire.error_sentences import Kind

START = 1000.0


def terms(rules: Rulebook, players: int = 0, move: float = 180.0, main: float = 0.0, increment: float = 0.0) -> Terms:
    return Terms(rules.game.slug, dict(rules.file.chosen), players or rules.game.seats, move, main, increment, 0.0, "")


def a_match(game: str, *players: str, **clock: float) -> Match:
    """A match with these players, who sat down in turn."""
    rules = catalogue().prepare(game, {})
    agreed = terms(rules, len(players) if len(players) > rules.game.seats else 0, **clock)
    match = Match(rules, Made(number=1, at=START, match="m1", terms=agreed, seed="a seed", by="ann"))
    for player in players:
        assert do(commands.sit(match, player, NOBODY, START)) is None
    return match


POLICY = MatchPolicy()


def play(match: Match, player: str, *squares: tuple[int, int], at: float = START, program: bool = False) -> Played | Fault:
    """Answer the question that a player's team is asked."""
    return do(commands.move(match, player, list(squares), match.ref(match.seat_of(player)), at, POLICY, program=program))


# Seats and teams


def test_players_are_put_into_teams_in_turn_and_the_match_begins_when_all_seats_are_taken():  # B5 B16
    match = a_match("conquest", "ann", "bob", "cid", "dan")
    assert [team.players for team in match.teams] == [["ann", "cid"], ["bob", "dan"]]
    assert match.status == "playing"
    assert match.free == 0
    assert do(commands.sit(match, "eve", NOBODY, START)) == Fault(Kind.NO_FREE_SEAT, "m1")


def test_nobody_sits_twice_nor_in_a_full_team_nor_in_a_team_that_does_not_exist():
    match = a_match("tic-tac-toe", "ann")
    assert match.status == "open"
    assert do(commands.sit(match, "ann", NOBODY, START)).kind is Kind.NOT_POSSIBLE
    assert do(commands.sit(match, "bob", 0, START)).kind is Kind.NO_FREE_SEAT
    assert do(commands.sit(match, "bob", 2, START)).sentence == "There is no team 3; the teams are 1 to 2"
    assert do(commands.move(match, "ann", [(1, 1)], "", START, POLICY)).kind is Kind.NOT_YET


def test_the_players_of_a_team_take_turns_in_the_order_they_joined():  # B5
    match = a_match("connect-four", "ann", "bob", "cid", "dan")
    movers = []
    for column in (1, 2, 3, 5, 6, 7):
        mover = match.next_player(next(iter(match.asked)))
        movers.append(mover)
        assert isinstance(play(match, mover, (column, 1)), Played)
    assert movers == ["ann", "bob", "cid", "dan", "ann", "bob"]


def test_a_move_of_anybody_else_is_refused_and_changes_nothing():  # B6 T4
    match = a_match("connect-four", "ann", "bob", "cid", "dan")
    before = match.play.state.tobytes(), match.number
    refs = match.ref(0)
    assert do(commands.move(match, "cid", [(1, 1)], "", START, POLICY)).kind is Kind.NOT_YOUR_TURN  # not this time
    assert do(commands.move(match, "bob", [(1, 1)], "", START, POLICY)).kind is Kind.NOT_YOUR_TURN
    assert do(commands.move(match, "bob", [(1, 1)], refs, START, POLICY)).kind is Kind.STALE  # somebody else's reference
    assert do(commands.move(match, "eve", [(1, 1)], refs, START, POLICY)).kind is Kind.NOT_YOUR_MATCH
    assert do(commands.move(match, "ann", [(1, 1)], "4-0000000000", START, POLICY)).kind is Kind.STALE
    assert (match.play.state.tobytes(), match.number) == before


def test_when_a_player_leaves_the_others_of_the_team_go_on_and_the_last_resigns():  # B12
    match = a_match("connect-four", "ann", "bob", "cid", "dan")
    asked = match.ref(0)
    assert do(commands.leave(match, "ann", START)) is None
    assert match.next_player(0) == "cid"
    assert match.ref(0) != asked
    assert isinstance(play(match, "cid", (1, 1)), Played)
    assert do(commands.leave(match, "cid", START)) is None
    assert match.closed.how == "resigned"
    assert match.closed.winner == 1


def test_a_match_that_has_not_begun_is_abandoned_when_everybody_has_left():
    match = a_match("conquest", "ann", "bob", "cid", "dan")
    match = Match(match.rulebook, match.made)
    do(commands.sit(match, "ann", 1, START))
    do(commands.sit(match, "computer1", 0, START, level=1))
    do(commands.leave(match, "ann", START))
    assert match.closed.how == "abandoned"
    assert match.closed.winner == match.closed.loser == NOBODY


# Illegal moves


def test_an_illegal_move_is_refused_with_the_sentence_of_its_rule_and_the_question_is_asked_anew():  # B6 B7 B12 B13
    match = a_match("conquest", "ann", "bob")
    asked = match.ref(0)
    fault = play(match, "ann", (1, 1), (1, 5))
    assert fault == Fault(Kind.ILLEGAL, "The range does not match the value shown")
    assert match.ref(0) != asked
    assert isinstance(play(match, "ann", (1, 1), (1, 6)), Played)


def test_three_refused_moves_lose_the_game_for_a_program_and_never_for_a_person():  # T8
    match = a_match("tic-tac-toe", "ann", "bob")
    for _ in range(10):
        assert play(match, "ann", (4, 4)).kind is Kind.ILLEGAL
    play(match, "ann", (2, 2))
    for _ in range(3):
        assert not match.closed
        assert play(match, "bob", (2, 2), program=True).sentence == "That square is taken"
    assert match.closed.how == "forfeit"
    assert match.closed.loser == 1
    assert match.closed.winner == 0


# References


def test_the_same_accepted_answer_again_gets_the_same_and_changes_nothing_even_when_the_match_is_over():  # T4
    match = a_match("tic-tac-toe", "ann", "bob")
    ref = match.ref(0)
    first = play(match, "ann", (2, 2))
    number = match.number
    assert do(commands.move(match, "ann", [(2, 2)], ref, START + 5, POLICY)) is first
    assert (
        do(commands.move(match, "ann", [(1, 2)], ref, START + 5, POLICY)).kind is Kind.STALE
    )  # another answer to the same question
    assert do(commands.move(match, "bob", [(2, 2)], ref, START + 5, POLICY)).kind is Kind.STALE
    assert match.number == number
    do(commands.resign(match, "bob", START))
    assert do(commands.move(match, "ann", [(2, 2)], ref, START + 9, POLICY)) is first
    assert do(commands.move(match, "ann", [(1, 1)], "", START, POLICY)).kind is Kind.GAME_OVER


# Clocks


def test_who_makes_no_move_in_time_loses_at_once():  # T13
    match = a_match("tic-tac-toe", "ann", "bob", move=180.0)
    assert match.deadline == START + 180
    do(commands.tick(match, START + 179))
    assert not match.closed
    do(commands.tick(match, START + 180))
    assert match.closed.how == "time"
    assert match.closed.sentence == "X has run out of time"
    assert match.closed.winner == 1


def test_a_move_that_comes_too_late_has_lost_whoever_notices_first():  # T13
    match = a_match("tic-tac-toe", "ann", "bob", move=180.0)
    assert play(match, "ann", (1, 1), at=START + 200).kind is Kind.GAME_OVER
    assert match.closed.how == "time"


def test_a_clock_for_the_whole_game_runs_only_on_ones_own_move_and_gives_an_increment():
    match = a_match("connect-four", "ann", "bob", move=0.0, main=60.0, increment=5.0)
    play(match, "ann", (1, 1), at=START + 20)
    assert match.clocks.left(0, START + 50).main == 45.0
    play(match, "bob", (1, 2), at=START + 50)
    assert match.clocks.left(1, START + 50).main == 35.0
    assert match.deadline == START + 50 + 45
    do(commands.tick(match, START + 95))
    assert match.closed.loser == 0


def test_an_illegal_move_does_not_set_the_clock_back():
    match = a_match("tic-tac-toe", "ann", "bob", move=180.0)
    play(match, "ann", (4, 4), at=START + 100)
    assert match.deadline == START + 180


# Agreements


def test_a_draw_needs_both_and_an_offer_stands_until_the_other_side_has_moved():
    match = a_match("connect-four", "ann", "bob")
    assert do(agreements.accept(match, "bob", "draw", START)).kind is Kind.NOT_OFFERED
    assert do(agreements.offer(match, "ann", "draw", START)) is None
    assert do(agreements.offer(match, "ann", "draw", START)).kind is Kind.NOT_POSSIBLE
    play(match, "ann", (1, 1))
    play(match, "bob", (1, 2))  # which says no
    assert do(agreements.accept(match, "bob", "draw", START)).kind is Kind.NOT_OFFERED
    do(agreements.offer(match, "ann", "draw", START))
    assert do(agreements.decline(match, "bob", "draw", START)) is None
    do(agreements.offer(match, "bob", "draw", START))
    assert do(agreements.accept(match, "ann", "draw", START)) is None
    assert match.closed.how == "agreed"
    assert match.closed.winner == match.closed.loser == NOBODY


def test_a_move_is_taken_back_when_the_others_agree_together_with_what_came_after_it():
    match = a_match("connect-four", "ann", "bob")
    assert do(agreements.offer(match, "ann", "undo", START)).sentence == "You have not moved yet"
    play(match, "ann", (1, 1))
    before, ref = match.play.state.tobytes(), match.ref(1)
    play(match, "bob", (2, 1))
    play(match, "ann", (3, 1))
    do(agreements.offer(match, "bob", "undo", START))
    assert do(agreements.accept(match, "ann", "undo", START)) is None
    assert match.play.state.tobytes() == before
    assert match.moves_made == [1, 0]
    assert match.ref(1) != ref  # a fresh question
    assert isinstance(
        do(commands.move(match, "bob", [(2, 1)], ref, START, POLICY)), Played
    )  # what was accepted stays so, and changes nothing
    assert match.play.state.tobytes() == before


def test_what_chance_has_decided_and_what_was_chosen_in_secret_cannot_be_taken_back():
    match = a_match("yahtzee", "ann", "bob")
    seat = next(iter(match.asked))
    do(commands.move(match, "ann", match.rulebook.moves(match.play.state, seat)[0], match.ref(seat), START, POLICY))
    assert do(agreements.offer(match, "ann", "undo", START)).kind is Kind.NOT_POSSIBLE


def test_a_rematch_can_only_be_wanted_when_the_game_is_over_and_a_draw_only_before():
    match = a_match("tic-tac-toe", "ann", "bob")
    assert do(agreements.offer(match, "ann", "rematch", START)).kind is Kind.NOT_POSSIBLE
    do(commands.resign(match, "ann", START))
    assert do(commands.resign(match, "ann", START)).kind is Kind.GAME_OVER
    assert do(agreements.offer(match, "ann", "draw", START)).kind is Kind.GAME_OVER
    do(agreements.offer(match, "ann", "rematch", START))
    assert not match.all_want("rematch")
    do(agreements.accept(match, "bob", "rematch", START))
    assert match.all_want("rematch")


def test_the_computer_plays_on_and_lets_everybody_take_back():
    match = Match(catalogue().prepare("tic-tac-toe", {}), a_match("tic-tac-toe").made)
    do(commands.sit(match, "ann", 0, START))
    do(commands.sit(match, "computer1", 1, START, level=1))
    assert do(agreements.offer(match, "ann", "draw", START)) is None
    assert match.log[-1] == events.Rejected(number=match.number, at=START, what="draw", seat=1, player="computer1")
    assert not match.agreed.get("draw")
    play(match, "ann", (2, 2))
    do(agreements.offer(match, "ann", "undo", START))
    assert not match.play.steps


# Chance


@pytest.mark.parametrize("seed", range(3))
def test_chance_follows_from_the_seed_and_the_record_of_a_finished_match_proves_it(seed):
    match, luck = a_match("yahtzee", "ann", "bob"), random.Random(seed)
    assert match.commitment == commitment("a seed")
    while not match.closed:
        seat = luck.choice(list(match.asked))
        moves = match.rulebook.moves(match.play.state, seat)
        do(commands.move(match, match.next_player(seat), luck.choice(moves[-13:]), match.ref(seat), START, POLICY))
    drawn = [event.chance for event in match.log if isinstance(event, events.Drawn)]
    assert drawn[0] == draw("a seed", 0, Match(match.rulebook, match.made).play.chances, None)
    assert len(drawn) == 13
    check_record(match.rulebook, read_record("\n".join(write_record(match.rulebook, "m1", match.log))))
