"""Matches are saved as text and come back the same."""

from __future__ import annotations

import random

import pytest

import ludus
from ludus.server.records.reader import read_record


@pytest.mark.parametrize("name", ["connect-four", "checkers", "santorini", "yahtzee"])
def test_a_saved_match_comes_back(name, tmp_path):
    match, luck = ludus.load(name).start(seed=11), random.Random(name)
    while not match.over and len(match) < 40:
        seat = luck.choice(match.acting)
        match.push(luck.choice(match.listed(seat)), seat)
    ludus.save_match(match, tmp_path / "match.txt")
    again = ludus.load_match(tmp_path / "match.txt")
    assert again == match
    assert again.outcome == match.outcome


def test_what_is_saved_is_what_a_server_reads():
    match = ludus.load("connect-four", width=8).start("44").push("8")
    record = read_record(ludus.match_text(match))
    assert (record.game, record.options, record.position) == ("connect-four", {"width": 8}, "44")
    assert [word.text for word in record.words] == ["8"]


def test_what_happened_by_chance_is_told_in_words_and_read_back():
    match = ludus.load("santorini", size=5).start(seed=4).push("a1")
    text = ludus.match_text(match)
    assert text.splitlines()[-1] in ("*0 {Team 1 begins} 1. a1", "*1 {Team 2 begins} 1. a1")
    assert ludus.load_match(text) == match
    assert match.history[0] == text.splitlines()[-1].split("{")[1].split("}")[0]


def test_a_record_may_be_nothing_but_moves():
    game = ludus.load("connect-four")
    assert game.start(record="4 4 3").history == ["4", "4", "3"]
    assert game.start(record="1. 4 2. 4 3. 3").history == ["4", "4", "3"]


def test_what_cannot_be_read_is_quoted_with_its_line(tmp_path):
    game = ludus.load("connect-four")
    with pytest.raises(ludus.PositionError, match="line 1, after 1 step: '9' cannot be played there"):
        game.start(record="4 9")
    with pytest.raises(ludus.PositionError, match="the record does not say its game"):
        ludus.load_match("1. 4\n2. 4\n")
    with pytest.raises(ludus.PositionError, match=r"nothing\.txt cannot be read: No such file"):
        ludus.load_match(tmp_path / "nothing.txt")


def test_a_position_may_choose_the_size_of_the_board():
    text = "5 1 b2,d4 b4,d2 00000/00000/00000/00000/00000"
    match = ludus.load("santorini").start(text)
    assert match.game.board == (5, 5)
    assert match.position == text
    with pytest.raises(ludus.PositionError, match="the position has size=5, but the game was loaded with size=6"):
        ludus.load("santorini", size=6).start(text)
