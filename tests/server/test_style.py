"""How people at a terminal are told of a match: drawn boards and sentences, and bare lines for programs (B11)."""

from __future__ import annotations

from tests.server.playhouse import Person, Playhouse, first_move

from ludus.server.catalogue import Catalogue
from ludus.server.compilation import Compilations
from ludus.server.matches.bare_move import bare_move
from ludus.server.outbox import Delivery
from ludus.server.policy import CompilationPolicy, MatchPolicy, Policy
from ludus.server.settings import Settings
from ludus.server.style import in_style
from ludus.wire.messages import (
    Accepted,
    Changed,
    Diagrammed,
    Done,
    Guest,
    Hello,
    Help,
    Join,
    Login,
    Matches,
    Move,
    Moves,
    New,
    Notice,
    Pong,
    Problem,
    Seek,
    Style,
    Watch,
)


def at_terminals(playhouse: Playhouse, *names: str) -> list[Person]:
    people = [playhouse.connect(line=True) for _ in names]
    for person, name in zip(people, names, strict=True):
        person.enter(Guest(name))
    return people


def read(person: Person) -> list[str]:
    """Everything that was told, as it is read in STYLE board."""
    return [line for reply in person.inbox for line in reply.prose()]


def type_line(person: Person, said: str) -> bool:
    """Type a line that begins with no command."""
    was_move = person.playhouse.core.complain(person.number, Problem("unknown command", said), person.playhouse.now, said)
    person.playhouse.settle()
    return was_move


def test_in_the_lobby_boards_are_drawn_and_moves_are_sentences():  # B11
    playhouse = Playhouse()
    ann, bob = at_terminals(playhouse, "ann", "bob")
    ann.say(New("tic-tac-toe", move=0))
    assert "m1: You have a seat in team 1 of tic-tac-toe; waiting for one more player." in read(ann)
    bob.say(Join("m1"))
    assert "m1: There is no clock." in read(bob)
    assert read(ann)[-2:] == ["", "m1: It is your move."]
    assert ann.last(Diagrammed).lines == [
        "",
        "m1  X: ann (you)   O: bob",
        "",
        "3  . . .",
        "2  . . .",
        "1  . . .",
        "   a b c",
        "",
    ]
    bob.forget()
    assert type_line(ann, "b2")
    assert read(bob)[0] == "m1: ann plays b2"
    assert "2  . x ." in read(bob)
    assert "m1  X: ann   O: bob (you)" in read(bob)
    assert read(bob)[-1] == "m1: It is your move."


def test_programs_and_servers_for_one_game_get_the_bare_lines():  # B13, B16
    playhouse = Playhouse(Settings(game="tic-tac-toe"))
    plain = playhouse.connect(line=True)
    playhouse.connect(line=True)
    assert not plain.heard(Diagrammed)
    assert not playhouse.core.connections.readers
    lobby = Playhouse()
    person, program = lobby.connect(line=True), lobby.connect(line=True)
    program.say(Hello(kind="program"))
    assert lobby.core.connections.readers == {person.number}
    assert person.say(Style("draw")) == [Done()]
    assert not lobby.core.connections.readers
    assert lobby.connect().refused(Style("board")) == "not possible"


def test_a_message_is_told_to_everybody_in_their_own_way():
    playhouse = Playhouse()
    wide, narrow, program = playhouse.connect(line=True), playhouse.connect(line=True), playhouse.connect()
    narrow.say(Style("board", width=40))
    told = in_style([Delivery((1, 2, 3), Pong())], playhouse.core.connections)
    assert told == [
        Delivery((program.number,), Pong()),
        Delivery((wide.number,), Pong(), 79),
        Delivery((narrow.number,), Pong(), 40),
    ]


def test_a_word_that_is_a_move_but_not_now_is_refused_by_its_rule():  # B12
    playhouse = Playhouse()
    ann, bob = at_terminals(playhouse, "ann", "bob")
    ann.say(New("othello"))
    bob.say(Join("m1"))
    assert type_line(ann, "pass")
    assert "you may only pass when you cannot place a disc" in ann.last(Problem).sentence


def test_a_move_needs_no_command_but_must_look_like_one():  # B12
    playhouse = Playhouse()
    ann, bob = at_terminals(playhouse, "ann", "bob")
    assert not type_line(ann, "b2")  # not playing
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m1"))
    assert not type_line(ann, "jion")
    assert type_line(ann, "b9")
    assert ann.last(Problem).code == "illegal"
    assert type_line(bob, "b2")
    assert bob.last(Problem).sentence == "It is not your turn"
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m2"))
    assert type_line(ann, "M2: c3")
    assert ann.last(Changed).match == "m2"
    assert type_line(ann, "a1")  # the only one that awaits a move
    assert ann.last(Changed).match == "m1"
    connection = playhouse.core.connections.get(ann.number)
    assert bare_move(playhouse.core.context, connection, "b\x1b2") is None


def test_what_is_typed_while_a_game_is_compiled_is_done_when_it_is_there(monkeypatch):  # B12, B16
    monkeypatch.setattr("ludus.server.catalogue.is_compiled", lambda *_: False)
    playhouse = Playhouse(think=first_move, games=Catalogue(compilations=Compilations(CompilationPolicy())))
    monkeypatch.setattr(Compilations, "compile", lambda *_: None)
    (ann,) = at_terminals(playhouse, "ann")
    with playhouse.slow() as tasks:
        ann.say(New("tic-tac-toe", computer=1))
        playhouse.work(tasks.pop())  # it is not on disk
        playhouse.settle()
        assert ann.last(Notice).text == "Tic-tac-toe is being made ready. The first time takes up to half a minute."
        assert not type_line(ann, "b2")
    assert ann.heard(Accepted)
    assert not ann.heard(Problem)


def test_words_without_a_digit_are_moves_only_where_they_are_legal():
    playhouse = Playhouse()
    ann, bob = at_terminals(playhouse, "ann", "bob")
    ann.say(New("yahtzee"))
    bob.say(Join("m1"))
    ann.say(Moves())
    words = next(move.text for move in ann.inbox[-1].moves if not any(each.isdigit() for each in move.text))
    bob.forget()
    assert not type_line(ann, "nonsense")
    assert type_line(ann, words.upper())
    assert not bob.inbox  # what is chosen unseen is not told, and no board is drawn that would tell of it


def test_a_move_is_taken_as_players_write_it_and_its_repetition_is_the_same_answer():  # T4
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("checkers"), "ann", "bob")
    ask = ann.inbox[-1]
    assert ann.say(Move(text="11-15", ref=ask.ref, match="m1"))[-1].ref == ask.ref
    again = ann.say(Move(text="11-15", ref=ask.ref, match="m1"))
    assert (again[-1].ref, len(playhouse.match().play.steps)) == (ask.ref, 1)
    assert ann.refused(Move(text="12-16", ref=ask.ref, match="m1")) == "stale"
    assert ann.refused(Move()) == "wrong field"
    bob.say(Move(text="22 18"))  # as people type it
    assert playhouse.match().moves_made == [1, 1]


def test_there_is_no_clock_against_the_computer_unless_it_is_asked_for():
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=1))
    ann.say(New("tic-tac-toe", computer=1, move=60))
    ann.say(New("tic-tac-toe"))
    assert [playhouse.match(name).terms.move for name in ("m1", "m2", "m3")] == [0.0, 60.0, 180.0]


def test_people_at_a_terminal_are_warned_before_their_clock_runs_out():
    playhouse = Playhouse()
    ann, bob = at_terminals(playhouse, "ann", "bob")
    ann.say(New("tic-tac-toe", move=60))
    bob.say(Join("m1"))
    assert "m1: Each side has 1 minute for each move." in read(ann)
    playhouse.wait(39)
    assert not ann.heard(Notice)
    playhouse.wait(1)
    assert [notice.text for notice in ann.heard(Notice)] == ["m1: 20 seconds left for your move"]
    type_line(ann, "b2")
    playhouse.wait(30)
    assert len(ann.heard(Notice)) == 1
    assert not bob.heard(Notice)
    playhouse.wait(10)
    assert len(bob.heard(Notice)) == 1


def test_watchers_are_shown_the_board_when_they_come_and_when_it_changes():
    playhouse = Playhouse()
    ann, bob, cat = at_terminals(playhouse, "ann", "bob", "cat")
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m1"))
    cat.say(Watch("m1"))
    assert len(cat.heard(Diagrammed)) == 1
    type_line(ann, "b2")
    assert "2  . x ." in cat.last(Diagrammed).lines
    assert not any("(you)" in line for line in read(cat))


# A server for one game


def test_who_waits_for_others_is_told_so_after_a_moment():  # B16
    playhouse = Playhouse(Settings(game="conquest", players=4))
    first, second = playhouse.connect(line=True), playhouse.connect(line=True)
    assert not first.inbox
    playhouse.wait(3)
    assert [reply.text for reply in first.inbox] == ["You are in team 1 of Conquest; waiting for 2 more players"]
    assert [reply.text for reply in second.inbox] == ["You are in team 2 of Conquest; waiting for 2 more players"]
    playhouse = Playhouse(Settings(game="tic-tac-toe"))
    first, _ = playhouse.connect(line=True), playhouse.connect(line=True)
    playhouse.wait(10)
    assert not first.heard(Notice)  # B13: the game has begun


def test_help_begins_with_a_move_of_the_game():
    playhouse = Playhouse(Settings(game="conquest"))
    first = playhouse.connect(line=True)
    told = first.say(Help())[-1].lines
    assert told[0] == "This server plays Conquest: whoever comes is given a seat."
    assert told[1].startswith("  MOVE 2 1 1 1 6  ")
    assert first.say(Help("move"))[-1].lines[0].startswith("MOVE")


def test_a_program_that_asks_for_nothing_is_seated_after_a_moment():  # B16
    playhouse = Playhouse(Settings(game="tic-tac-toe"))
    person, program = playhouse.connect(line=True), playhouse.connect(program=True, silent=False)
    program.say(Hello(kind="program"))
    playhouse.wait(1)
    program.say(Login("deep", "a long password"))
    playhouse.wait(1)
    assert playhouse.match().free == 1
    playhouse.wait(1)
    assert playhouse.match().teams[1].players == ["deep"]
    assert [type(reply).__name__ for reply in program.inbox[-3:]] == ["Joined", "MatchBoard", "Seated"]
    person.say(Move([(2, 2)]))
    assert program.inbox[-1].board.history == ["b2"]
    program.leave()
    assert playhouse.match().closed.how == "resigned"


def test_a_program_that_looks_after_itself_is_left_alone():  # B16
    playhouse = Playhouse(Settings(game="tic-tac-toe", policy=Policy(matches=MatchPolicy())))
    program = playhouse.connect(program=True, silent=False)
    program.say(Guest("bot"))
    program.say(Seek("connect-four"))
    human, watcher = (playhouse.connect(program=True, silent=False) for _ in range(2))
    human.say(Hello(kind="person"))
    watcher.say(Matches())
    playhouse.wait(10)
    assert [room.match.terms.game for room in playhouse.core.rooms] == ["connect-four"]


def test_a_match_for_everybody_can_begin_in_a_position():  # B17
    playhouse = Playhouse(
        Settings(game="santorini", options={"size": 5}, position="5 1 a1,e5 a5,e1 00000/00000/00000/00000/00000")
    )
    first, _ = playhouse.connect(line=True), playhouse.connect(line=True)
    assert (first.inbox[0].width, first.inbox[0].options) == (5, {"size": 5})
    assert playhouse.match().terms.position
    assert first.inbox[-1].team == 1
