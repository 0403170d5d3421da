"""The record of a whole tournament: as text and as JSON it says the same, and a wrong one is noticed."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from tests.server.tournaments.house import TournamentHouse
from typer.testing import CliRunner

from ludus.cli.main import app
from ludus.rules.errors import LudusError
from ludus.server.records.reader import read_records
from ludus.server.tournaments.check import check_tournament
from ludus.server.tournaments.record import read_tournament
from ludus.wire import jsonlines
from ludus.wire.messages import TournamentExport, TournamentExported, TournamentLeave, TournamentRecord

KINDS = {
    "knockout": {"best_of": 3, "slots": 8},
    "round-robin": {"double": "yes"},
    "swiss": {"best_of": 2},
    "arena": {"seconds": 60.0},
}


def held(kind: str, *, leaver: bool = False, full: bool = True) -> tuple[TournamentHouse, TournamentExported, str]:
    """A tournament of this kind, as JSON and as text."""
    house = TournamentHouse("ann", "bob", "cat", "dee", "eve", seed=3)
    name = house.open(kind=kind, **KINDS[kind])
    house.join(name)
    house.start(name)
    house.play(40)
    if leaver:
        house.here["bob"].say(TournamentLeave(name))
    while full and house.tournament(name).state.standing != "over":
        house.play(100)
        house.wait(10)
    house.play(0 if not full else 10_000)
    exported = house.olga.say(TournamentExport(name))[-1]
    return house, exported, "\n".join(house.olga.say(TournamentRecord(name))[-1].lines)


def checked(exported: TournamentExported) -> None:
    records = read_records("\n".join(exported.records.values()))
    check_tournament(exported.shown, {record.match: record for record in records})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("leaver", [False, True])
def test_text_and_json_say_the_same_and_everything_follows_from_the_games(kind, leaver):
    _, exported, text = held(kind, leaver=leaver)
    shown, rest = read_tournament(text)
    assert shown == exported.shown
    assert shown.standing == "over"
    assert {record.match for record in read_records(rest)} == exported.records.keys()
    checked(exported)
    assert jsonlines.read_reply(jsonlines.write(exported)) == exported


def test_a_tournament_that_goes_on_can_be_checked_too():
    _, exported, text = held("round-robin", full=False)
    assert exported.shown.standing == "playing"
    assert read_tournament(text)[0] == exported.shown
    checked(exported)


def changed(shown, number, **what):
    pairings = list(shown.pairings)
    pairings[number] = replace(pairings[number], **what)
    return replace(shown, pairings=pairings)


def test_what_cannot_be_is_noticed():
    _, exported, _ = held("knockout")
    shown = exported.shown
    first = shown.pairings[0]
    loser = first.second if first.winner == first.first else first.first
    wrong = {
        "by its games": changed(shown, 0, winner=loser),
        "do not meet": changed(shown, 0, second="ann", games=[], how="", winner=""),
        "not decided": changed(shown, -1, games=[], how="", winner=""),
        "never out": changed(shown, 0, how="forfeit"),
        "is missing": replace(shown, pairings=shown.pairings[1:]),
        "alternates": changed(shown, 0, games=[replace(each, mover=first.second) for each in first.games]),
        "by the record of": changed(shown, 0, games=[*first.games[:-1], replace(first.games[-1], winner=loser)]),
        "the table is not": replace(shown, table=list(reversed(shown.table))),
        "the bracket is not": replace(shown, bracket=shown.bracket[:-1]),
        "cannot have won": replace(shown, winners=[loser]),
    }
    for says, tampered in wrong.items():
        with pytest.raises(LudusError, match=says):
            checked(TournamentExported(shown=tampered, records=exported.records))
    with pytest.raises(LudusError, match="is missing"):
        checked(TournamentExported(shown=shown, records={}))


def test_a_text_with_a_mistake_is_refused_with_the_line():
    _, _, text = held("round-robin")
    with pytest.raises(LudusError, match="line 3:"):
        read_tournament(text.replace("RULE best_of 1", "RULE", 1))
    with pytest.raises(LudusError, match="has no line END TOURNAMENT"):
        read_tournament(text.replace("END TOURNAMENT", "", 1))
    with pytest.raises(LudusError, match="not complete"):
        read_tournament(text.replace("RULE grace 60\n", "", 1))


def test_replay_checks_a_tournament_as_text_as_json_and_as_a_terminal_shows_it(tmp_path):
    house, exported, text = held("knockout")
    as_text, as_json, pasted = tmp_path / "t1.txt", tmp_path / "t1.json", tmp_path / "paste.txt"
    as_text.write_text(text, "utf-8")
    as_json.write_bytes(jsonlines.write(exported))
    lines = house.olga.say(TournamentRecord("t1"))[-1].render()
    pasted.write_text("\n".join(lines), "utf-8")
    for file in (as_text, as_json, pasted):
        done = CliRunner().invoke(app, ["replay", str(file)])
        assert done.exit_code == 0, done.output
        first, *games = done.output.splitlines()
        won = f"{exported.shown.games} games, won by {exported.shown.winners[0]}"
        assert first == f"t1 tic-tac-toe knockout: 5 players, {won}: ok"
        assert len(games) == len(exported.records)
    as_text.write_text(text.replace(f"winners={exported.shown.winners[0]}", "winners=eve2", 1), "utf-8")
    done = CliRunner().invoke(app, ["replay", str(as_text)])
    assert done.exit_code == 1
    assert "wrong: eve2 cannot have won" in done.output
    game, record = next(iter(exported.records.items()))
    as_text.write_text(text.replace(record, re.sub(r"\n1\. \w+", "\n1. z9", record), 1), "utf-8")
    first, *games = CliRunner().invoke(app, ["replay", str(as_text)]).output.splitlines()
    assert first == f"t1 tic-tac-toe knockout: wrong: 1 game cannot be as recorded: {game}"
    assert sum("wrong" in line for line in games) == 1
