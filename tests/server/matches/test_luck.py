"""Players add words of their own to the seed: then nobody, not even the server, can have chosen the dice."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from tests.server.playhouse import Playhouse

from ludus.rules.errors import LudusError
from ludus.server.matches.chance import commitment, draw, mix
from ludus.server.matches.events import Drawn
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.wire.messages import Join, Luck, New, Problem, Record, Recorded, Resign, Seated, Show, Shown


def test_words_are_mixed_into_the_dice_and_the_record_proves_it():  # security
    house = Playhouse()
    ann, bob = house.guests("ann", "bob")
    ann.say(New("yahtzee"))
    name = ann.last(Seated).match
    ann.say(Show(name))
    promised = ann.last(Shown).board.commitment  # before anybody has said a word
    ann.say(Luck("x8Kq2vT0"))
    bob.say(Join(name, luck="seventy-seven"))
    match = house.core.rooms.get(name).match
    assert match.words == [("ann", "x8Kq2vT0"), ("bob", "seventy-seven")]
    key = hashlib.sha256(f"{match.seed}\nann x8Kq2vT0\nbob seventy-seven".encode()).hexdigest()
    assert (commitment(match.seed), mix(match.seed, match.words)) == (promised, key)
    first = next(event for event in match.log if isinstance(event, Drawn))
    count = match.rulebook.chances(match.start)
    assert first.chance == draw(key, 0, count, None) == int(hmac.new(key.encode(), b"0", "sha256").hexdigest(), 16) % count
    assert first.chance != draw(match.seed, 0, count, None)
    ann.say(Resign(name))
    ann.say(Record(name))
    text = "\n".join(ann.last(Recorded).lines)
    assert '[Luck "ann x8Kq2vT0 bob seventy-seven"]' in text
    check_record(match.rulebook, read_record(text))
    with pytest.raises(LudusError, match="the seed gives"):
        check_record(match.rulebook, read_record(text.replace("seventy-seven", "seventy-eight")))
    with pytest.raises(LudusError, match="Luck has a name and a word for each player"):
        read_record(text.replace(" seventy-seven", ""))


def test_a_word_is_added_once_and_before_the_game():  # security
    house = Playhouse()
    ann, bob = house.guests("ann", "bob")
    ann.say(New("tic-tac-toe"))
    name = ann.last(Seated).match
    bob.say(Luck("mine", match=name))
    assert bob.last(Problem).code == "not your match"
    ann.say(Luck("one"))
    ann.say(Luck("two"))
    assert ann.last(Problem).sentence == "You have added a word already"
    bob.say(Join(name))
    bob.say(Luck("late"))
    assert bob.last(Problem).sentence == "The game has begun; a word can only be added before"
    assert house.core.rooms.get(name).match.words == [("ann", "one")]


def test_without_words_everything_is_as_it_was():
    assert mix("5eed", []) == "5eed"
