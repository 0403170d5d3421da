"""What people at a terminal read instead of the protocol's lines: lists in columns, and sentences (B11)."""

from __future__ import annotations

import pytest
from msgspec import structs

from ludus.wire import line
from ludus.wire.messages import (
    Archived,
    GameList,
    LeaderboardOf,
    LoggedIn,
    MatchList,
    PlayerList,
    StatisticsOf,
    TournamentList,
    lists,
    session,
    standings,
    statistics,
    tournament,
)
from ludus.wire.messages.base import in_columns

GAMES, MATCHES, PLAYERS = lists.EXAMPLES
LOGGED_IN = session.EXAMPLES[1]
SCORES, LEADERS = statistics.EXAMPLES
MADE, ENTRANTS, NEWS, OVER = tournament.EXAMPLES
TOURNAMENTS, TABLE, BRACKET, PAIRINGS, SHOWN, RECORD, _ = standings.EXAMPLES

TABLE_TOLD = [
    "Table of t1 (over, 2 of 2 games played):",
    "     player  points  won  drawn  lost",
    "  1  ann     1       1    0      0",
]
BRACKET_TOLD = ["Bracket of t1:", "Final:", "  ann  - bob  ->  ann"]
PAIRINGS_TOLD = [
    "Pairings of t1:",
    "  round 1  ann against bob  ann has won 2 of 2 games",
    "             game 1         m7, ann wins: X wins",
]


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (
            GAMES,
            [
                "The games you can play here:",
                "  santorini  Santorini: move a worker, then build; the first worker to reach level 3 wins.",
                "Option of Santorini: size=6 or 5 (squares a side)",
                "NEW santorini opens a match, NEW santorini computer=3 one against the computer.",
            ],
        ),
        (
            MATCHES,
            [
                "Matches:",
                "  m7  conquest     ann against bob, 2 moves",
                "  m8  tic-tac-toe  cat; waiting for one more player. "
                "Each side has 5 minutes for the whole game, and 5 seconds more after each move.",
                "There are 12 more.",
                "JOIN takes a seat, OBSERVE watches.",
            ],
        ),
        (PLAYERS, ["Players who are here:", "  ann  in m7", "  bob  guest, in m7"]),
        (
            SCORES,
            [
                "Games of ann:",
                "  santorini  3 won, 1 lost, 1 forfeited; rated 1612 (give or take 431, not settled yet); won the last 2",
                "Matches in tournaments: 2 won, 1 lost.",
                "Tournaments: 1 won.",
                "Against cat: 2 won, 1 lost.",
                "Last games:",
                "  m3  santorini  ann against cat, 31 moves: Team 2 has resigned",
            ],
        ),
        (
            LEADERS,
            ["Who leads in santorini:", "  1  ann  1612 (give or take 431, not settled yet), 5 games", "There are 3 more."],
        ),
        (MADE, ["The tournament is open. Its name is t1: TOURNAMENT JOIN t1 takes part in it."]),
        (
            ENTRANTS,
            [
                "Players of t1, with their ratings:",
                "  ann        1500  ready",
                "  reds       1432  bob, cat, away",
                "  computer3  1500  level 3, ready",
            ],
        ),
        (NEWS, ["t1: X wins"]),
        (
            OVER,
            [
                "t1 is over: ann has won the tournament",
                "     player  points  won  drawn  lost",
                "  1  ann     2       2    0      0",
                "  2  bob     1       1    0      1     out",
            ],
        ),
        (
            TOURNAMENTS,
            [
                "Tournaments:",
                "  t1  tic-tac-toe  knockout, over, 2 players; won by ann",
                "There are 3 more.",
                "TOURNAMENT SHOW t1 tells more, TOURNAMENT JOIN takes part in one that is open.",
            ],
        ),
        (TABLE, TABLE_TOLD),
        (BRACKET, BRACKET_TOLD),
        (PAIRINGS, PAIRINGS_TOLD),
        (
            SHOWN,
            [
                "t1: tic-tac-toe, knockout, over, won by ann; opened by olga.",
                "Each pairing is the best of 3 games; room for 2.",
                "Each side has 3 minutes for each move.",
                *TABLE_TOLD,
                *BRACKET_TOLD,
                *PAIRINGS_TOLD,
            ],
        ),
        (RECORD, RECORD.lines),
        (TournamentList([]), ["There is no tournament yet. An organiser opens one with TOURNAMENT NEW."]),
        (MatchList(matches=[]), ["No match is open or being played. NEW opens one, GAMES lists the games."]),
        (PlayerList(players=[]), ["Nobody is logged in."]),
        (StatisticsOf(player="ann", scores=[], last=[]), ["ann has finished no game yet."]),
        (LeaderboardOf(game="othello", leaders=[]), ["Nobody is rated in othello yet."]),
        (Archived(matches=[]), ["No finished match is like that."]),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, list) else "",
)
def test_lists_are_written_for_people(reply, told):  # B11
    assert reply.prose() == told


def test_somebody_who_logs_in_reads_how_to_come_back():  # B11
    assert isinstance(LOGGED_IN, LoggedIn)
    assert LOGGED_IN.prose()[1:] == [
        "You are logged in as ann. If the connection is lost, come back with",
        "  RESUME 3q2_vb7cQk1x",
        "You have a seat in m7.",
    ]


def test_the_rows_of_a_list_are_wrapped_and_their_columns_stay():  # B11
    assert isinstance(GAMES, GameList)
    told = line.write_prose(GAMES, 40).decode().splitlines()
    assert told[1:3] == ["  santorini  Santorini: move a worker,", "    then build; the first worker to"]
    assert max(map(len, told)) <= 40


def test_columns_are_as_wide_as_their_longest_word():
    assert list(in_columns([("a", "bb", "c"), ("aaa", "b", "cc")])) == ["  a    bb  c", "  aaa  b   cc"]
    assert list(in_columns([])) == []


def test_names_in_a_bracket_stand_below_each_other_and_what_is_not_known_yet_is_a_question():  # T5
    first = [standings.BracketEntry(1, 0, "ann", "bob", "ann"), standings.BracketEntry(1, 1, "christina", "-", "christina")]
    rounds = [first, [standings.BracketEntry(2, 0, "ann", "", "")]]
    assert standings.TournamentTree("t1", 3, rounds).prose()[1:] == [
        "Round 1:",
        "  ann        - bob    ->  ann",
        "  christina  - (bye)  ->  christina",
        "Final:",
        "  ann        - ?",
    ]


def test_a_tournament_that_is_open_says_how_to_take_part():  # T12
    assert isinstance(SHOWN, standings.TournamentShown)
    shown = structs.replace(SHOWN, standing="open", winners=[], players=[])
    assert shown.prose()[3:] == [
        "Nobody has joined t1 yet.",
        "TOURNAMENT JOIN t1 takes part in it, TOURNAMENT WATCH t1 watches.",
    ]
