"""What people at a terminal read instead of the protocol's lines: lists in columns, and sentences (B11)."""

from __future__ import annotations

import pytest

from ludus.wire import line
from ludus.wire.messages import (
    Archived,
    GameList,
    LeaderboardOf,
    LoggedIn,
    MatchList,
    PlayerList,
    StatisticsOf,
    lists,
    session,
    statistics,
)
from ludus.wire.messages.base import in_columns

GAMES, MATCHES, PLAYERS = lists.EXAMPLES
LOGGED_IN = session.EXAMPLES[1]
SCORES, LEADERS = statistics.EXAMPLES


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
