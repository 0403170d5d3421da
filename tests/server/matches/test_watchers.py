"""What is hidden stays hidden, and who watches sees it as late as was agreed."""

from __future__ import annotations

import random
import re

import pytest
from tests.server.playhouse import Person, Playhouse, a_random_move, everything

from ludus.server.matches.events import Closed, Drawn, Played
from ludus.server.matches.match import Match
from ludus.server.policy import MatchPolicy, Policy
from ludus.server.settings import Settings
from ludus.wire.messages import (
    Accept,
    Changed,
    Chat,
    Ended,
    Joined,
    MatchBoard,
    Matches,
    MatchList,
    Move,
    New,
    Offer,
    Players,
    Problem,
    Record,
    Recorded,
    Resign,
    Said,
    Save,
    Saved,
    Show,
    Shown,
    Statistics,
    Unwatch,
    Watch,
)

# Hidden things


@pytest.mark.parametrize("seed", range(6))
def test_nobody_is_told_what_others_have_before_a_round_of_yahtzee_is_over(seed):
    playhouse, luck = Playhouse(seed=seed), random.Random(seed)
    people = playhouse.begin(New("yahtzee"), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    for _ in range(40):
        match = playhouse.match()
        if match.closed:
            break
        seat = luck.choice(list(match.asked))
        secret_of = {0: people[1], 1: people[0]}
        for person in (*people, eve):
            person.forget()
        state = match.play.state.copy()
        people[seat].say(Show())
        ask = match.ref(seat)
        legal = match.rulebook.moves(match.play.state, seat)
        move = luck.choice(legal[-14:])
        people[seat].say(Move(match.path(seat, move), match="m1", ref=ask))
        for other in (secret_of[seat], eve):
            for request in (Show("m1"), Save("m1"), Watch("m1"), Matches()):
                other.say(request)
        after = match.play.state
        round_goes_on = int(after["thrown"]) == 1 and (after["scores"] == state["scores"]).all()
        if round_goes_on:
            no_private_word_leaks(match, seat, secret_of[seat], eve)


def no_private_word_leaks(match: Match, seat: int, other: Person, eve: Person) -> None:
    """The other seat sees only its own dice, the watcher none; neither a move of this seat, nor its rolls, nor the pool."""
    rules, state = match.rulebook, match.play.state
    for person, seen_from in ((other, 1 - seat), (eve, -1)):
        assert not person.heard(Changed)
        for board in [*person.heard(MatchBoard), *(shown.board for shown in person.heard(Shown))]:
            expected = rules.board(rules.seen_by(state, seen_from), seen_from)
            assert [(square.piece) for square in board.squares] == [
                one.piece.word if one.piece else "" for one in expected.squares
            ]
            assert board.turn in ([], [2 - seat]) if seen_from >= 0 else board.turn == []
            assert all(not clock.running or team == seen_from for team, clock in enumerate(board.clocks))
            unknown = board.history[len(board.history) - board.history[::-1].index("*") :]
            assert all(text.startswith(f"{seen_from + 1}: ") for text in unknown)
        for saved in person.heard(Saved):
            lines = "\n".join(saved.lines)
            assert "pool" not in lines or set(re.search(r"pool ([0 ]+)", lines).group(1)) <= {"0", " "}
        entries = [entry for each in person.heard(MatchList) for entry in each.matches]
        assert all(entry.moves == known_moves(match) for entry in entries)
        assert match.seed.encode() not in everything(person.inbox)


def known_moves(match: Match) -> int:
    """How many moves were made before the round that is being played."""
    last_draw = max(place for place, event in enumerate(match.log) if isinstance(event, Drawn))
    return sum(isinstance(event, Played) for event in match.log[:last_draw])


def test_the_record_of_a_game_that_hides_something_is_written_only_when_it_is_over():
    ann, bob = Playhouse().begin(New("yahtzee"), "ann", "bob")
    assert ann.refused(Record()) == "not possible"
    bob.say(Resign())
    assert "Seed" in "\n".join(ann.say(Record("m1"))[0].lines)


# Watching


def test_a_watcher_sees_what_the_players_see_but_may_not_talk_while_they_play():
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    assert eve.last(MatchBoard).team == 0
    ann.move((2, 2))
    assert eve.last(Changed) == ann.last(Changed)
    assert eve.refused(Chat("b1!")) == "not possible"
    assert eve.last(Problem).sentence == "Watchers may talk before and after a game, but not while it is being played"
    ann.say(Resign())
    eve.say(Chat("good game"))
    assert ann.last(Said).text == "good game"


def test_to_stop_watching_costs_nobody_a_seat():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    ann.say(Watch("m1"))
    ann.say(Unwatch("m1"))
    for match in ("m1", "m1", "m99"):
        eve.say(Unwatch(match))
    eve.forget()
    ann.move((2, 2))
    bob.move((1, 1))
    assert eve.inbox == []
    assert ann.last(Changed).number == bob.last(Changed).number


def test_with_a_delay_nothing_is_seen_early_in_any_way_and_nothing_is_missed():
    playhouse, luck = Playhouse(seed=3), random.Random(3)
    ann, bob = playhouse.begin(New("connect-four", delay=30.0, main=900.0), "ann", "bob")
    people, times, eves = {0: ann, 1: bob}, {}, []
    for step in range(60):
        match = playhouse.match()
        if match.asked and not match.closed:
            a_random_move(people[next(iter(match.asked))], luck)
        for event in match.log:
            times.setdefault(event.number, playhouse.now if event.number > 1 else 0.0)  # that it was made is known
        if step % 7 == 0:
            eves += playhouse.guests(f"eve{step}")
            eves[-1].say(Watch("m1", after=step % 2))
        for eve in eves:
            for request in (Show("m1"), Save("m1"), Record("m1")):
                eve.say(request)
            early = [n for reply in eve.inbox if (n := getattr(reply, "number", 0)) and times[n] + 30.0 > playhouse.now]
            early += [one.board.number for one in eve.heard(Shown) if times[one.board.number] + 30.0 > playhouse.now]
            assert not early, (step, early)
            shown = eve.last(Shown)
            assert (shown.standing == "over") == bool(eve.heard(Recorded))
        playhouse.wait(luck.choice([0.0, 3.0, 11.0]))
    playhouse.wait(60)
    for eve in eves:
        numbers = [reply.number for reply in eve.inbox if isinstance(reply, (Changed, Ended, Joined))]
        assert numbers == sorted(set(numbers))
        first = next((reply.number for reply in eve.inbox if isinstance(reply, MatchBoard)), 0)
        changes = [event.number for event in playhouse.kept() if isinstance(event, (Played, Closed)) and event.number > first]
        assert [reply.number for reply in eve.inbox if isinstance(reply, (Changed, Ended)) and reply.number > first] == changes


@pytest.mark.parametrize("restart", [False, True])
def test_the_result_of_a_delayed_match_is_in_no_statistics_before_watchers_may_see_it(restart):  # T2
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe", position="xx.oo....", delay=30.0), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    ann.move((3, 3))
    assert ann.last(Ended).result == "win"
    if restart:
        playhouse.restart()
        eve = eve.back()
    for seconds, won in ((0.0, []), (29.0, []), (1.0, [1])):
        playhouse.wait(seconds)
        statistics = eve.say(Statistics("ann"))[-1]
        assert [score.won for score in statistics.scores] == won
        assert len(statistics.last) == len(won)


def test_a_delayed_match_stays_in_the_list_until_watchers_may_see_its_end():
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe", delay=30.0), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    playhouse.wait(1.0)
    before = eve.say(Matches())[-1]
    ann.say(Resign())
    assert eve.say(Matches())[-1] == before
    playhouse.wait(30.0)
    assert eve.say(Matches())[-1].matches == []


def test_what_is_said_of_others_does_not_tell_that_a_delayed_match_has_ended():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", delay=100.0), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    playhouse.wait(1.0)

    def seen():
        """Everything that eve can ask about."""
        said = [eve.say(request)[-1] for request in (Players(), Matches(), Chat("hi", match="m1"), Accept("draw", match="m1"))]
        return [*said, eve.say(Show("m1"))[-1].standing]

    before = seen()
    ann.say(Offer("draw"))
    assert seen() == before
    bob.say(Resign())
    ann.say(Offer("rematch"))
    bob.say(Accept("rematch"))
    assert playhouse.match("m2").made.score == [0.0, 1.0]
    assert seen() == before
    assert eve.say(Show("m2"))[-1].score == [0.0, 0.0]
    playhouse.wait(101.0)
    assert eve.say(Show("m2"))[-1].score == [0.0, 1.0]
    assert [match.match for match in eve.say(Matches())[-1].matches] == ["m2"]


def test_those_who_watch_late_see_the_end_however_many_matches_have_ended_since():
    playhouse = Playhouse(Settings(policy=Policy(matches=MatchPolicy(finished=3))))
    ann, bob = playhouse.begin(New("tic-tac-toe", delay=60.0), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    playhouse.wait(100.0)
    ann.move((1, 1))
    bob.say(Resign())
    for number in range(4):
        cid, _ = playhouse.begin(New("tic-tac-toe"), f"cid{number}", f"dan{number}")
        cid.say(Resign())
    playhouse.wait(61.0)
    assert eve.last(Ended).winner == 1
    playhouse.wait(MatchPolicy().finished_seconds + 200.0)
    assert not playhouse.core.connections.get(eve.number).watching  # the room is cleared away


def test_when_the_time_of_day_is_set_back_those_who_watch_late_see_everything_in_order():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", delay=30.0), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    ann.move((2, 2))
    playhouse.now -= 20
    bob.move((1, 1))
    playhouse.wait(49)
    eve.say(Show("m1"))
    assert not eve.heard(Changed)
    playhouse.wait(2)
    assert [change.path for change in eve.heard(Changed)] == [[(2, 2)], [(1, 1)]]


def test_a_watcher_of_a_delayed_match_misses_nothing_when_the_server_restarts():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", delay=30.0), "ann", "bob")
    playhouse.wait(31)
    ann.move((2, 2))
    playhouse.restart()
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    assert eve.last(MatchBoard).history == []
    playhouse.wait(31)
    assert eve.last(Changed).path == [(2, 2)]
    assert bob.token
