"""Tournaments on a server: how they fill and start, who is told what, and what happens to those who vanish (T5, T7, T12, T17)."""

from __future__ import annotations

import pytest
from tests.server.tournaments.house import TournamentHouse

from ludus.server.tournaments.pairer import standings_of
from ludus.wire.messages import (
    Accept,
    Appoint,
    Ask,
    Chat,
    Games,
    Login,
    Notice,
    Offer,
    Problem,
    Statistics,
    TournamentAnnounce,
    TournamentJoin,
    TournamentLeave,
    TournamentNew,
    TournamentNews,
    TournamentOver,
    TournamentPlayers,
    TournamentReady,
    TournamentShow,
    TournamentStanding,
    TournamentStart,
    TournamentStop,
    TournamentTree,
    TournamentWatch,
)

FOUR = ("ann", "bob", "cat", "dee")


def names(reply: TournamentPlayers) -> list[str]:
    return [player.name for player in reply.players]


# Filling and starting


def test_the_first_who_logged_in_are_taken_and_stand_at_the_end_of_the_order_then():  # T5
    house = TournamentHouse("ann", "bob", "cat", "dee", "eve")
    first, second = house.open(slots=2, entry="first"), house.open(slots=4, entry="first")
    house.start(first)
    house.start(second)
    assert house.tournament(first).state.order == ["ann", "bob"]
    assert house.tournament(second).state.order == ["cat", "dee", "eve", "ann"]
    house.play()
    assert {house.tournament(name).state.standing for name in (first, second)} == {"over"}


def test_players_are_taken_at_random_or_by_a_list():  # T5
    house = TournamentHouse(*(f"p{number}" for number in range(12)))
    some = house.open(slots=4, entry="random")
    house.start(some)
    listed = house.open(players="p3, p1 P2")
    house.start(listed)
    assert len(set(house.tournament(some).state.order)) == 4
    assert house.tournament(some).state.order != ["p0", "p1", "p2", "p3"]
    assert house.tournament(listed).state.order == ["p3", "p1", "p2"]


def test_everybody_gets_the_new_list_on_each_arrival_and_it_starts_when_all_are_ready():  # T12
    house = TournamentHouse("ann", "bob", "cat")
    name = house.open(kind="round-robin", start="ready")
    house.join(name)
    assert [names(reply) for reply in house.here["ann"].heard(TournamentPlayers)][-1] == ["ann", "bob", "cat"]
    assert ["ann", "bob"] in [names(reply) for reply in house.here["ann"].heard(TournamentPlayers)]
    for player in ("ann", "bob"):
        house.here[player].say(TournamentReady(name))
    assert house.tournament(name).state.standing == "open"
    house.here["cat"].say(TournamentReady(name))
    assert house.tournament(name).state.standing == "playing"
    house.play()
    for person in (*house.here.values(), house.olga):  # all of them are told the end, with the table
        assert [row.player for row in person.last(TournamentOver).table] == [
            row.player for row in standings_of(house.tournament(name).state)
        ]


def test_it_starts_when_it_is_full():
    house = TournamentHouse(*FOUR)
    name = house.open(slots=4, start="full")
    house.join(name, "ann", "bob", "cat")
    assert house.tournament(name).state.standing == "open"
    house.join(name, "dee")
    assert house.tournament(name).state.standing == "playing"


def test_it_starts_at_its_time_or_is_called_off_with_a_reason():
    house = TournamentHouse(*FOUR)
    held, empty = house.open(wait=300.0), house.open(wait=300.0)
    house.join(held)
    house.wait(299)
    assert house.tournament(held).state.standing == "open"
    house.wait(2)
    assert house.tournament(held).state.standing == "playing"
    assert house.tournament(empty).state.stopped == "A tournament needs at least two players, not 0"
    assert "at least two players" in house.olga.last(TournamentOver).sentence


def test_players_take_part_in_several_tournaments_at_once():  # T5, T17
    house = TournamentHouse(*FOUR)
    several = [house.open(kind=kind) for kind in ("knockout", "round-robin", "swiss")]
    for name in several:
        house.join(name)
        house.start(name)
    assert len(house.core.rooms.of("ann")) >= 2
    house.play()
    assert {house.tournament(name).state.standing for name in several} == {"over"}


def started(*players: str, **rules: object) -> TournamentHouse:
    house = TournamentHouse(*players)
    name = house.open(**rules)
    house.join(name)
    house.start(name)
    return house


def test_drawn_games_are_played_again_and_then_a_stated_tie_break_decides():  # T6
    house = started("ann", "bob", best_of=3, replays=1)
    for number in (1, 2):
        match = house.core.rooms.of("ann")[0].match
        assert match.made.games == number
        house.here["ann"].say(Offer("draw", match=match.id))
        house.here["bob"].say(Accept("draw", match=match.id))
    ended = house.tournament().state.pairings[0].ended
    assert (ended.winner, ended.how) == ("ann", "tie-break")
    assert "the better place in the starting order" in ended.sentence


# What is told


def test_whoever_watches_is_shown_everything_and_the_starter_is_told_the_winner():  # T5, T9
    house = TournamentHouse(*FOUR)
    cup, league = house.open(best_of=3), house.open(kind="round-robin")
    watcher = house.connect()  # not even logged in
    for name in (cup, league):
        watcher.say(TournamentWatch(name))
        house.join(name)
        house.start(name)
    house.play()
    told = [news.what for news in watcher.heard(TournamentNews) if news.tournament == cup]
    assert told[0] == "started"
    assert told.count("pairing ended") == 3
    assert told.count("game began") == told.count("game ended") >= 6
    assert watcher.heard(TournamentTree)[-1].rounds[-1][0].winner == house.tournament(cup).state.winners[0]
    assert len([table for table in watcher.heard(TournamentStanding) if table.tournament == league]) == 1 + 6
    for person in (house.olga, watcher, *house.here.values()):
        over = {each.tournament: each.winners for each in person.heard(TournamentOver)}
        assert over == {name: house.tournament(name).state.winners for name in (cup, league)}


def test_a_question_holds_all_there_is_to_know_about_the_match():  # T3
    house = TournamentHouse("ann", "bob")
    name = house.open(best_of=5, replays=0)
    house.join(name)
    house.start(name)
    while house.tournament().state.standing == "playing":
        played = len(house.tournament().state.pairings[0].games)
        person, ask = house.asked()[0]
        assert (ask.games, ask.tournament.round, ask.tournament.best_of) == (played + 1, 1, 5)
        assert (ask.tournament.tournament, ask.tournament.pairing) == ("t1", 1)
        wins = [house.tournament().state.pairings[0].wins(team[0]) for team in ask.board.teams]
        assert ask.tournament.wins == wins
        assert len(ask.tournament.records) == played
        assert all(f'[Tournament "{name}"]' in record for record in ask.tournament.records)
        house.move(person, ask)
    assert house.here["ann"].last(Ask).games > 1


def test_nobody_talks_during_a_game_unless_the_organiser_allows_it():  # T17
    house = TournamentHouse(*FOUR)
    silent, free = house.open(players="ann bob"), house.open(players="cat dee", talk="yes")
    for name in (silent, free):
        house.start(name)
    assert "may not talk" in house.here["ann"].say(Chat("hello"))[-1].sentence
    assert house.here["cat"].say(Chat("hello"))[-1].render() == ["OK"]
    assert house.here["ann"].refused(Offer("undo")) == "not possible"
    house.play()
    assert house.here["ann"].refused(Offer("rematch")) == "not possible"


def test_organisers_announce_to_a_tournament():
    house = TournamentHouse("ann", "bob")
    name = house.open()
    assert house.here["ann"].heard(Notice) == []  # programs are not invited
    person = house.come("eve", program=False)
    second = house.open()
    assert f"TOURNAMENT JOIN {second}" in person.last(Notice).text
    house.join(name, "ann")
    house.olga.say(TournamentAnnounce(name, "Lunch"))
    assert house.here["ann"].last(Notice).text == "t1: Lunch"
    assert "Lunch" not in person.last(Notice).text
    assert house.here["ann"].refused(TournamentAnnounce(name, "Cake")) == "not allowed"


def test_results_reach_the_statistics_as_they_happen():  # T2, T9
    house = started(*FOUR, replays=0)
    state = house.tournament().state
    while not any(pairing.ended for pairing in state.pairings):
        house.play(1)
    pairing = next(pairing for pairing in state.pairings if pairing.ended)
    lost, won = pairing.opponent(pairing.ended.winner), pairing.ended.winner
    assert state.standing == "playing"
    assert house.olga.say(Statistics(lost))[-1].tournaments.lost == 1
    assert house.olga.say(Statistics(won))[-1].matches.won == 1
    assert house.olga.say(Statistics(won))[-1].tournaments.won == 0
    house.play()
    assert house.olga.say(Statistics(state.winners[0]))[-1].tournaments.won == 1


def test_the_organiser_role_lets_somebody_hold_tournaments():
    house = TournamentHouse("ann", "bob")
    otto = house.connect()
    otto.enter(Login("otto", "correct horse"))
    assert otto.refused(TournamentNew("tic-tac-toe")) == "not allowed"
    house.olga.say(Appoint("otto", "organiser"))
    name = otto.say(TournamentNew("tic-tac-toe", players="ann bob"))[-1].tournament
    otto.say(TournamentStart(name))
    house.play()
    assert otto.last(TournamentOver).winners == house.tournament(name).state.winners


# Bad input


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"game": "chess2"}, "no game"),
        ({"kind": "knockout", "best_of": 2}, "not possible"),
        ({"kind": "knockout", "slots": 6}, "not possible"),
        ({"players": "nobody"}, "no player"),
        ({"players": "ann ann"}, "not possible"),
        ({"slots": 2, "players": "ann bob cat"}, "not possible"),
        ({"start": "full"}, "not possible"),
        ({"kind": "arena", "seconds": 0.0}, "not possible"),
        ({"options": {"size": 99}}, "wrong option"),
    ],
)
def test_a_tournament_that_cannot_be_held_is_refused_and_nothing_changes(rules, code):
    house = TournamentHouse("ann", "bob", "cat")
    commits = house.commits
    assert house.olga.refused(TournamentNew(**{"game": "tic-tac-toe"} | rules)) == code
    assert (house.commits, dict(house.core.context.tournaments.hosted)) == (commits, {})


def test_what_cannot_be_done_is_refused_in_a_sentence_and_nothing_changes():
    house = TournamentHouse("ann", "bob")
    ann = house.here["ann"]
    name = house.open()
    assert ann.refused(TournamentNew("tic-tac-toe")) == "not allowed"
    assert ann.refused(TournamentStart(name)) == "not allowed"
    assert ann.refused(TournamentStop(name)) == "not allowed"
    assert ann.refused(TournamentJoin(name, player="bob")) == "not allowed"
    assert ann.refused(TournamentJoin("t9")) == "no tournament"
    assert ann.refused(TournamentReady(name)) == "not possible"
    assert ann.refused(TournamentLeave(name)) == "not possible"
    assert house.connect().refused(TournamentJoin(name)) == "login first"
    assert house.olga.refused(TournamentStart(name)) == "not possible"  # nobody takes part
    house.join(name)
    commits = house.commits
    assert "takes part already" in ann.say(TournamentJoin(name))[-1].sentence
    assert house.commits == commits
    house.start(name)
    assert "has begun already" in house.olga.say(TournamentStart(name))[-1].sentence
    late = house.come("eve")
    assert "has begun" in late.say(TournamentJoin(name))[-1].sentence
    house.play()
    assert "is over" in house.olga.say(TournamentStop(name))[-1].sentence


def test_a_stopped_tournament_has_no_winner_and_its_games_are_broken_off():
    house = started(*FOUR)
    house.play(3)
    house.olga.say(TournamentStop("t1", "The power fails"))
    assert house.core.playing_now == 0
    assert house.here["ann"].last(TournamentOver).sentence == "t1 was ended early: The power fails"
    assert house.olga.say(TournamentShow("t1"))[-1].winners == []
    assert house.olga.say(Games())  # and the server goes on


def test_who_joins_is_told_the_players_once_and_the_others_too():
    house = TournamentHouse("ann", "bob")
    name = house.open("tic-tac-toe", kind="round-robin")
    house.join(name, "ann")
    for player in ("ann", "bob"):
        house.here[player].inbox.clear()
    house.here["bob"].say(TournamentJoin(name))
    for player in ("ann", "bob"):
        (told,) = house.here[player].heard(TournamentPlayers)
        assert [each.name for each in told.players] == ["ann", "bob"]


def test_one_household_has_one_seat_in_a_tournament_unless_the_organiser_enters_them():  # security
    house = TournamentHouse("ann", "bob", "cat")
    name = house.open("tic-tac-toe", kind="round-robin")
    for player, address in (("ann", "203.0.113.5"), ("bob", "203.0.113.5"), ("cat", "198.51.100.7")):
        house.core.connections.get(house.here[player].number).address = address
    house.here["ann"].say(TournamentJoin(name))
    house.here["bob"].say(TournamentJoin(name))
    refused = house.here["bob"].last(Problem).sentence
    assert refused == f"ann comes from the same network as you; ask the organiser to enter you: TOURNAMENT JOIN {name} bob"
    house.here["cat"].say(TournamentJoin(name))
    assert list(house.core.context.tournaments.get(name).tournament.state.ratings) == ["ann", "cat"]
    house.olga.say(TournamentJoin(name, player="bob"))
    assert list(house.core.context.tournaments.get(name).tournament.state.ratings) == ["ann", "cat", "bob"]
    assert house.core.context.pressure.counts["refused", "a second seat from one network"] == 1
