"""Teams and the computer in tournaments, beside people and programs who play alone (T3, T5, T7, T10, T12)."""

from __future__ import annotations

import pytest
from tests.server.tournaments.house import TournamentHouse

from ludus.server.matches.events import Played
from ludus.server.records.reader import read_records
from ludus.server.tournaments.check import check_tournament
from ludus.server.tournaments.record import read_tournament
from ludus.wire.messages import (
    Guest,
    Leaderboard,
    Problem,
    Statistics,
    TournamentExport,
    TournamentJoin,
    TournamentLeave,
    TournamentNew,
    TournamentNews,
    TournamentOver,
    TournamentPlayers,
    TournamentReady,
    TournamentRecord,
)


def everybody(seed: int = 0) -> tuple[TournamentHouse, str]:
    """A tournament in which a player, a team and the computer meet."""
    house = TournamentHouse("ann", "bob", "cat", seed=seed)
    name = house.open(kind="round-robin", double="yes", team_size=2, players="ann reds:bob+cat computer3")
    house.start(name)
    return house, name


def movers(house: TournamentHouse, match: str, seat: int) -> list[str]:
    return [event.player for event in house.kept(match) if isinstance(event, Played) and event.seat == seat]


def test_people_teams_and_the_computer_play_side_by_side_and_the_record_holds():
    house, name = everybody()
    house.play()
    state = house.tournament().state
    assert state.standing == "over"
    assert sum(len(pairing.games) for pairing in state.pairings) == 6
    exported = house.olga.say(TournamentExport(name))[-1]
    assert {player.name: (player.members, player.level) for player in exported.shown.players} == {
        "ann": ([], 0),
        "reds": (["bob", "cat"], 0),
        "computer3": ([], 3),
    }
    text = "\n".join(house.olga.say(TournamentRecord(name))[-1].lines)
    shown, rest = read_tournament(text)
    assert shown == exported.shown
    check_tournament(shown, {record.match: record for record in read_records(rest)})


def test_the_players_of_a_team_take_turns_and_all_of_them_are_told():  # B5
    house, _ = everybody()
    house.play()
    pairing = next(each for each in house.tournament().state.pairings if set(each.players) == {"ann", "reds"})
    game = pairing.games[0]
    made = movers(house, game.match, seat=pairing.players.index("reds"))
    assert made == (["bob", "cat"] * 5)[: len(made)]
    for player in ("ann", "bob", "cat"):
        assert house.here[player].last(TournamentOver).winners == house.tournament().state.winners


def test_a_team_counts_for_each_of_its_players_and_games_with_the_computer_for_nobodys_rating():  # T2
    house, _ = everybody()
    house.play()
    for player in ("bob", "cat"):
        told = house.olga.say(Statistics(player))[-1]
        assert sum((told.matches.won, told.matches.lost, told.matches.drawn)) == 4
        assert sum((told.tournaments.won, told.tournaments.lost)) == 1
    rated = {row.player: row.games for row in house.olga.say(Leaderboard("tic-tac-toe"))[-1].leaders}
    assert rated == {"ann": 2, "bob": 2, "cat": 2}


def test_a_team_plays_on_while_one_of_its_players_is_there_and_vanishes_with_the_last():  # T7
    house, _ = everybody()
    house.play(2)
    house.go("cat")
    assert house.tournament().state.away == {}
    house.wait(120)  # the turns of those who are away pass to the others
    house.go("bob")
    assert list(house.tournament().state.away) == ["reds"]
    house.wait(30)
    house.come("cat")
    assert house.tournament().state.away == {}
    house.go("cat")
    house.wait(61)
    assert "reds" in house.tournament().state.withdrawn
    house.play()
    assert house.tournament().state.standing == "over"


def test_whoever_leaves_a_team_stands_up_and_the_others_play_on():
    house, name = everybody()
    house.here["cat"].say(TournamentLeave(name))
    assert house.here["bob"].last(TournamentNews).sentence == "cat has left; bob plays on for reds"
    assert house.core.rooms.of("cat") == []
    house.play()
    state = house.tournament().state
    assert state.standing == "over"
    assert "reds" not in state.withdrawn
    assert house.olga.say(Statistics("cat"))[-1].tournaments.forfeited == 1
    exported = house.olga.say(TournamentExport(name))[-1]
    check_tournament(exported.shown, {each.match: each for each in read_records("\n".join(exported.records.values()))})


def test_when_the_last_of_a_team_leaves_the_team_is_out():
    house, name = everybody()
    for player in ("cat", "bob"):
        house.here[player].say(TournamentLeave(name))
    assert house.tournament().state.withdrawn == {"reds": "has left"}
    house.olga.say(TournamentLeave(name, player="computer3"))
    assert house.tournament().state.winners == ["ann"]


def test_after_a_crash_teams_and_the_computer_go_on():  # T10
    house, _ = everybody()
    for _ in range(3):
        house.play(4)
        house.crash(after=100.0)
        for player in ("ann", "cat"):  # one of the team is enough
            house.come(player)
        house.wait(90)
        assert house.tournament().state.away == {}
        house.come("bob")
    house.play()
    state = house.tournament().state
    assert state.standing == "over"
    assert {game.how for pairing in state.pairings for game in pairing.games} == {"played"}


def test_two_computers_meet_while_nobody_is_there():
    house = TournamentHouse()
    house.start(house.open(best_of=5, replays=0, players="computer2, Computer5"))
    house.wait(1)
    assert house.tournament().state.standing == "over"
    assert house.tournament().state.order == ["computer2", "computer5"]


def test_it_starts_when_every_player_of_every_team_is_ready():  # T12
    house = TournamentHouse("ann", "bob", "cat")
    name = house.open(start="ready", team_size=3)
    house.join(name, "ann")
    house.join(name, "bob", team="reds")
    house.join(name, "cat", team="Reds")
    for player in ("ann", "bob"):
        house.here[player].say(TournamentReady(name))
    told = {player.name: player for player in house.olga.last(TournamentPlayers).players}
    assert (told["ann"].ready, told["reds"].ready, told["reds"].members) == (True, False, ["bob", "cat"])
    house.here["cat"].say(TournamentReady(name))
    assert house.tournament(name).state.standing == "playing"


def test_everybody_says_how_many_games_they_play_at_once():  # T12
    house = TournamentHouse("ann", "bob", "cat", "dee")
    name = house.open(kind="round-robin")
    house.here["ann"].say(TournamentJoin(name, at_once=3))
    house.here["bob"].say(TournamentJoin(name, at_once=2))
    house.join(name, "cat", "dee")
    house.start(name)
    assert {player: len(house.core.rooms.of(player)) for player in house.here} == {"ann": 2, "bob": 2, "cat": 1, "dee": 1}
    house.play()
    assert house.tournament().state.standing == "over"


def test_before_the_start_teams_change_as_players_come_and_go():
    house = TournamentHouse("ann", "bob", "cat")
    name = house.open(team_size=2)
    house.join(name, "bob", "cat", team="reds")
    house.here["bob"].say(TournamentLeave(name))
    assert house.tournament().state.teams.players("reds") == ["cat"]
    house.here["cat"].say(TournamentLeave(name))
    assert house.tournament().state.ratings == {}
    house.join(name, "cat", "ann", team="reds")
    house.olga.say(TournamentLeave(name, player="REDS"))
    assert house.tournament().state.ratings == {}
    house.join(name, "ann", "bob", "cat")
    assert list(house.tournament().state.ratings) == ["ann", "bob", "cat"]


# Bad input


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"players": "ann reds:bob+cat"}, "Everybody plays alone in it; for teams it must be opened with team_size=2 or more"),
        ({"team_size": 2, "players": "reds:ann+bob+cat"}, "reds is full: a team has at most 2 players"),
        ({"team_size": 2, "players": "ann reds:ann+bob"}, "ann is named twice"),
        ({"team_size": 2, "players": "cat:ann+bob"}, "A team cannot be called cat: that is the name of a player"),
        ({"team_size": 2, "players": "computer1:ann+bob"}, "A team cannot be called computer1: that is the name of a player"),
        ({"team_size": 2, "players": "reds:ann+computer1"}, "The computer plays alone, not in a team"),
        ({"team_size": 2, "players": "reds:"}, "There is no player called reds:"),
        ({"best_of": 2}, "best_of must be odd in a knockout, so that somebody wins, not 2"),
        ({"players": "computer11"}, "The computer takes part as computer1 to computer10, by its level, not as computer11"),
        ({"players": "computer3 computer3"}, "computer3 is named twice"),
    ],
)
def test_teams_that_cannot_be_are_refused_and_nothing_changes(rules, sentence):
    house = TournamentHouse("ann", "bob", "cat")
    house.olga.say(TournamentNew("tic-tac-toe", **rules))
    assert house.olga.last(Problem).sentence.startswith(sentence)
    assert house.core.context.tournaments.hosted == {}


def test_who_cannot_join_a_team_is_told_why():
    house = TournamentHouse("ann", "bob", "cat", "dee")
    alone, name = house.open(), house.open(team_size=2)
    for request, who, sentence in (
        (TournamentJoin(alone, team="reds"), "ann", "Everybody plays alone in t1; for teams it must be opened with team_size=2"),
        (TournamentJoin(name, team="dee"), "ann", "A team cannot be called dee: that is the name of a player"),
        (TournamentJoin(name, team="reds"), "ann", ""),
        (TournamentJoin(name, team="blues"), "ann", "ann takes part already for reds"),
        (TournamentJoin(name), "ann", "ann takes part already for reds"),
        (TournamentJoin(name, team="reds"), "bob", ""),
        (TournamentJoin(name, team="reds"), "cat", "reds is full: a team has at most 2 players"),
        (TournamentJoin(name, player="computer3"), "cat", "You may not do that"),
    ):
        told = house.here[who].say(request)[-1]
        assert (told.sentence.startswith(sentence) and bool(sentence)) if isinstance(told, Problem) else not sentence
    guest = house.connect()
    guest.enter(Guest("reds"))  # whoever is called like a team has no say in it
    for request in (TournamentReady(name), TournamentLeave(name), TournamentJoin(name)):
        assert guest.refused(request) == "not possible"
    assert house.tournament(name).state.teams.players("reds") == ["ann", "bob"]
