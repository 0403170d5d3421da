"""Records of matches: what is written is read back and can be checked, and nobody can change anything in them unnoticed."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.records.random_matches import RandomMatch

from ludus.games import GAMES
from ludus.rules.errors import LudusError
from ludus.rules.recordtext import result_text
from ludus.server.matches import events
from ludus.server.matches.chance import commitment
from ludus.server.matches.events import Terms
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record, read_records
from ludus.server.records.writer import write_record

HOWS = ["played", "resigned", "time", "forfeit", "agreed", "abandoned", "running"]


def record_of(match: RandomMatch) -> str:
    return "\n".join(write_record(match.rules, "m7", match.log)) + "\n"


def finished(rules, seed="5eed", **more) -> RandomMatch:
    match = RandomMatch(rules, seed, **more)
    match.go_on(3000)
    match.close("played")
    return match


def test_what_happened_by_chance_is_told_in_words(rulebook):
    rules = rulebook("santorini")
    text = record_of(finished(rules))
    assert re.search(r"^\*(0 \{Team 1|1 \{Team 2) begins\} 1\. ", text, re.MULTILINE)
    assert check_record(rules, read_record(text)).result


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(GAMES),
    seed=st.text(min_size=1, max_size=12),
    most=st.integers(0, 60),
    how=st.sampled_from(HOWS),
    undo=st.booleans(),
)
def test_what_is_written_is_read_back_as_the_same_game(rulebook, name, seed, most, how, undo):  # B8 T3
    rules = rulebook(name)
    match = RandomMatch(rules, seed)
    match.go_on(most, undo=undo)
    if how != "running" or match.play.result:
        match.close(how)
    text = record_of(match)
    assert max(map(len, text.split("\n\n", 1)[1].split("\n"))) <= 80
    record = read_record(text)
    assert (record.game, record.match, record.date) == (rules.game.slug, "m7", "2023-11-14T22:13:25Z")
    assert record.teams == [["ann", "bob"], ["cid", "dora"]][: rules.game.seats]
    assert record.commitment == commitment(seed)
    play = check_record(rules, record)
    over = isinstance(match.log[-1], events.Closed)
    hidden = not over and (rules.game.secret or rules.game.private)
    assert play.steps == ([] if hidden else match.play.steps)
    assert record.seed == (seed if over else "")
    if not hidden:
        assert play.state.tobytes() == match.play.state.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_played_to_its_end_is_proven(rulebook, name):
    match = finished(rulebook(name))
    play = check_record(match.rules, read_record(record_of(match)))
    assert play.result == match.play.result


def test_a_record_is_easy_to_read(rulebook):
    match = RandomMatch(rulebook("tic-tac-toe"), "x", teams=(["ann"], ["bob"]))
    for move in (4, 0, 2, 1, 6):
        seat = match.play.acting[0]
        match.play.play(seat, move)
        match._note(events.Played, seat=seat, player="?", move=move, path=[], ref="")
    match.close("played")
    assert (
        record_of(match)
        == f"""\
[Game "tic-tac-toe"]
[Match "m7"]
[Date "2023-11-14T22:13:23Z"]
[Team1 "ann"]
[Team2 "bob"]
[Clock "move=180"]
[Commitment "{commitment("x")}"]
[Seed "x"]
[Result "1-0"]
[Ending "X wins"]
[How "played"]

1. b2 2. a1 3. c1 4. b1 5. a3
"""
    )


def test_a_full_board_may_be_told_in_the_words_of_earlier_versions(rulebook):
    text = """\
[Game "tic-tac-toe"]
[Match "m7"]
[Team1 "ann"]
[Team2 "bob"]
[Result "1/2"]
[Ending "O has no legal move: the game is drawn"]
[How "played"]

1. b2 2. a1 3. a2 4. c2 5. b1 6. b3 7. c1 8. a3 9. c3
"""
    rules = rulebook("tic-tac-toe", compiled=False)
    for ending in ("O has no legal move: the game is drawn", "The board is full: a draw"):
        told = text.replace("O has no legal move: the game is drawn", ending)
        assert check_record(rules, read_record(told)).result.sentence == "The board is full: a draw"
    with pytest.raises(LudusError, match="the ending is told as 'X wins'"):
        check_record(rules, read_record(text.replace("O has no legal move: the game is drawn", "X wins")))


def test_chat_is_not_in_a_record(rulebook):
    assert "secret plans" not in record_of(finished(rulebook("connect-four")))


def test_options_and_the_position_at_the_beginning_are_told(rulebook):
    rules = rulebook("santorini", size=5)
    assert read_record(record_of(RandomMatch(rules, "s", options={"size": 5}))).options == {"size": 5}
    rules = rulebook("tic-tac-toe")
    terms = Terms("tic-tac-toe", {}, 2, 0.0, 300.0, 5.0, 0.0, "xo.......")
    log = [
        events.Made(number=1, at=0.0, match="m1", terms=terms, seed="s", by="ann"),
        events.Began(number=2, at=0.0),
        events.Played(number=3, at=0.0, seat=0, player="ann", move=4, path=[], ref=""),
    ]
    record = read_record("\n".join(write_record(rules, "m1", log)))
    assert (record.position, record.clock) == ("xo.......", "main=300 increment=5")
    assert len(check_record(rules, record).steps) == 1


@given(name=st.text(st.characters(exclude_characters=","), min_size=1, max_size=20).filter(lambda name: name.strip(" ") == name))
def test_no_name_can_break_a_record(rulebook, name):
    match = RandomMatch(rulebook("tic-tac-toe"), "s", teams=([name], ['"]\n[Seed "x"]']))
    assert read_record(record_of(match)).teams == [[name], ['"]\n[Seed "x"]']]


def test_who_left_before_the_beginning_is_not_named_and_who_left_later_is(rulebook):
    match = RandomMatch(rulebook("tic-tac-toe"), "s", teams=(["ann", "bob"], ["cid"]))
    match.log.insert(3, events.Stood(number=0, at=0.0, player="ann"))
    match.log.append(events.Stood(number=0, at=0.0, player="bob"))
    assert read_record(record_of(match)).teams == [["bob"], ["cid"]]


@pytest.mark.parametrize(
    ("seats", "winner", "loser", "how", "text"),
    [
        (2, 0, 1, "resigned", "1-0"),
        (2, 1, -1, "played", "0-1"),
        (2, -1, -1, "agreed", "1/2"),
        (2, -1, -1, "abandoned", "*"),
        (3, 2, -1, "played", "3"),
        (3, -1, 1, "time", "1,3"),
        (1, 0, -1, "played", "1"),
        (1, -1, 0, "time", "*"),
    ],
)
def test_results_as_they_are_written(seats, winner, loser, how, text):
    assert result_text(seats, winner, loser, how) == text


# Several records


def test_a_file_may_hold_several_records(rulebook):
    records = [record_of(finished(rulebook("tic-tac-toe"), seed)) for seed in "abc"]
    nothing_played = record_of(RandomMatch(rulebook("connect-four"), "d"))
    text = "\n".join(["# the games of Sunday", nothing_played, *records]).replace("\n", "\r\n")
    found = read_records(text)
    assert [record.seed for record in found] == ["", "a", "b", "c"]
    assert found[0].words == []
    for record in found[1:]:
        check_record(rulebook("tic-tac-toe"), record)
    with pytest.raises(LudusError, match="one record is expected, not 4"):
        read_record(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. a1", "line 1: a record begins with [Game \"...\"], not '1. a1'"),
        ('[Match "m1"]\n\n1. a1', 'line 1: this record does not say its game: [Game "..."]'),
        ('[Game "x"]\n[Match m1]', "line 2: a tag looks like [Game \"conquest\"], not '[Match m1]'"),
        ('[Game "x"]\n[Match "m"1"]', 'line 2: a tag looks like [Game "conquest"], not \'[Match "m"1"]\''),
        ('[Game "x"]\n[Game "y"]', "line 2: the tag Game was given before"),
        ('[Game "x"]\n\n1. a1\n3. b1', "line 4: 2. is expected before the next move, not '3.'"),
        ('[Game "x"]\n\n1. a1 2.', "the record that begins in line 1 ends before move 2"),
        ('[Game "x"]\n[Options "size=big"]', "line 1: an option looks like size=5, not 'size=big'"),
    ],
)
def test_a_text_that_is_no_record_says_which_line_is_wrong(text, says):  # B8
    with pytest.raises(LudusError, match=f"^{re.escape(says)}$"):
        read_record(text)


@given(st.text(st.sampled_from('[]"Game Result x1.*\\\n'), max_size=60))
def test_whatever_is_read_is_a_record_or_an_error(text):
    with suppress(LudusError):
        assert all(record.game for record in read_records(text)) or '[Game ""]' in text


# Nothing can be changed unnoticed


def tampered(rules, text: str) -> str:
    with pytest.raises(LudusError) as refused:
        check_record(rules, read_record(text))
    return str(refused.value)


def test_another_throw_of_the_dice_is_refused(rulebook):
    match = finished(rulebook("santorini"), "5eed")
    text = record_of(match)
    (first,) = set(re.findall(r"\*\d", text))
    other = "*1" if first == "*0" else "*0"
    assert re.fullmatch(
        rf"line \d+: the seed gives \{first} there, not \{other}", tampered(match.rules, text.replace(first, other))
    )


def test_every_throw_of_a_yahtzee_game_is_checked(rulebook):
    match = finished(rulebook("yahtzee"))
    text = record_of(match)
    throws = re.findall(r"\*\d+", text)
    assert len(throws) == 13
    for throw in throws:
        changed = f"*{int(throw[1:]) ^ 1}"
        assert f"the seed gives {throw} there, not {changed}" in tampered(match.rules, text.replace(throw, changed))


def test_another_seed_is_not_what_was_promised(rulebook):
    match = finished(rulebook("santorini"), "5eed")
    text = record_of(match)
    assert tampered(match.rules, text.replace('"5eed"', '"other"')) == "the commitment is not the hash of the seed"
    without = re.sub(r"\[Seed.*\n", "", text)
    assert re.fullmatch(r"line 12: the record tells no seed, so nobody can check \*\d", tampered(match.rules, without))


TOLD = """\
[Game "tic-tac-toe"]
[Team1 "ann"]
[Team2 "bob"]
[Result "1-0"]
[How "played"]

1. b2 2. a1 3. c1 4. b1 5. a3
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("4. b1", "4. b2", "line 7: 'b2' is not a legal move there, as move 4"),
        ("4. b1", "4. hello", "line 7: 'hello' is not a legal move there, as move 4"),
        ("4. b1", "*0 4. b1", "line 7: '*0' is not a legal move there, as move 4"),
        ("5. a3", "5. a3 6. c3", "line 7: 'c3' comes after the end of the game: X wins"),
        ("1-0", "0-1", "the result is told as 0-1 (played), but by the rules it is 1-0: X wins"),
        ('"played"', '"resigned"', "the result is told as 1-0 (resigned), but by the rules it is 1-0: X wins"),
        ("5. a3", "", "the game is told as played to its end, but by the rules it is not over"),
        ("tic-tac-toe", "chess", "the record is of a game of chess, not of tic-tac-toe"),
        ('[Team2 "bob"]\n', "", "the record names 1 teams; tic-tac-toe has 2"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(rulebook, old, new, says):
    check_record(rulebook("tic-tac-toe"), read_record(TOLD))
    assert tampered(rulebook("tic-tac-toe"), TOLD.replace(old, new)) == says


@pytest.mark.parametrize(
    ("result", "how", "says"),
    [
        ("0-1", "resigned", None),
        ("1-0", "time", None),
        ("1/2", "agreed", None),
        ("*", "abandoned", None),
        ("1-0", "agreed", "the result is told as 1-0, which cannot be for a game that was drawn by agreement"),
        ("1/2", "time", "the result is told as 1/2, which cannot be for a game that ended by time"),
        ("7-0", "forfeit", "the result is told as 7-0, which cannot be for a game that ended by forfeit"),
        ("1-0", "", "the result is told as 1-0, which cannot be for a game that goes on"),
        ("1-0", "magic", "a game does not end by 'magic'; the ways are played, agreed, abandoned, resigned, time, forfeit"),
    ],
)
def test_a_game_may_end_before_the_rules_end_it(rulebook, result, how, says):  # T13
    text = TOLD.replace("5. a3", "").replace("1-0", result).replace('"played"', f'"{how}"')
    if says is None:
        assert check_record(rulebook("tic-tac-toe"), read_record(text)).result is None
    else:
        assert tampered(rulebook("tic-tac-toe"), text) == says
