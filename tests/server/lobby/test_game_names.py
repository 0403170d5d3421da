"""Games over the wire are found as on the command line: by any spelling, by aliases, and with a suggestion."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse

from ludus.wire.messages import Matches, MatchList, New, Problem, Seated


@pytest.mark.parametrize("word", ["tic-tac-toe", "Tic_Tac_Toe", "TicTacToe", "noughts-and-crosses"])
def test_new_takes_any_name_of_a_game(word):
    playhouse = Playhouse()
    (ann,) = playhouse.guests("ann")
    ann.say(New(word))
    assert ann.last(Seated).game == "tic-tac-toe"
    ann.say(Matches(word))
    assert [match.game for match in ann.last(MatchList).matches] == ["tic-tac-toe"]


@pytest.mark.parametrize("request_for", [New, Matches])
def test_an_unknown_game_is_answered_with_a_suggestion(request_for):
    playhouse = Playhouse()
    (ann,) = playhouse.guests("ann")
    assert ann.refused(request_for("conect-four")) == "no game"
    assert "conect-four (did you mean connect-four?)" in ann.last(Problem).sentence
    ann.say(request_for("chess"))
    assert "did you mean" not in ann.last(Problem).sentence


def test_no_file_can_be_named_over_the_wire(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("raise SystemExit", "utf-8")
    (ann,) = Playhouse().guests("ann")
    assert ann.refused(New(str(path)[-64:])) == "no game"
