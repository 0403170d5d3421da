"""The line protocol, as people type it (B10 to B15)."""

import pytest

from ludus.wire import line, messages
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Clock, DrawnSquare, MatchBoard, Problem

BOARD = MatchBoard(
    match="m7",
    number=4,
    game="conquest",
    name="Conquest",
    options={},
    board="ConquestBoard",
    width=9,
    height=8,
    team=1,
    teams=[["ann"], ["bob"]],
    squares=[DrawnSquare(1, 1, "white", "die536", 1), DrawnSquare(2, 1, "black")],
    history=[],
    clocks=[Clock(180.0, 0.0, True), Clock(180.0, 0.0, False)],
    turn=[1],
    commitment="9f86d081",
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        # Words in either case, LF or CR LF, spaces and tabs as one likes
        (b"PING\n", messages.Ping()),
        (b"ping\r\n", messages.Ping()),
        (b"\t Ping  id=7 \r\n", messages.Ping(id="7")),
        (b"LEAVE m7", messages.Leave(match="m7")),
        (b"game quit", messages.Leave()),
        (b"GAME  QUIT match=m7", messages.Leave(match="m7")),
        # Fields in order, and by name
        (b"HELP MOVE", messages.Help(about="MOVE")),
        (b"JOIN m7 2", messages.Join(match="m7", team=2)),
        (b"JOIN m7 TEAM=2", messages.Join(match="m7", team=2)),
        (b"JOIN team=2 match=m7", messages.Join(match="m7", team=2)),
        (b"RESIGN m7", messages.Resign(match="m7")),
        (b"OFFER DRAW m7", messages.Offer(what="draw", match="m7")),
        (b"RESUME 3q2+vb7c==", messages.Resume(token="3q2+vb7c==")),  # noqa: S106
        (b"JOIN M7 2", messages.Join(match="m7", team=2)),
        (b"SHOW match=M7", messages.Show(match="m7")),
        (b"HELP game  quit", messages.Help(about="leave")),
        # A game by its title
        (b"NEW connect four", messages.New(game="connect-four")),
        (b"NEW Connect  Four 2 computer=3", messages.New(game="Connect-Four", team=2, computer=3)),
        (b'NEW "Connect Four" computer=3', messages.New(game="Connect-Four", computer=3)),
        (b'SEEK "connect four" move=5', messages.Seek(game="connect-four", move=5)),
        (b"MATCHES connect four", messages.Matches(game="connect-four")),
        (b"NEW tic tac toe :a1", messages.New(game="tic-tac-toe", position="a1")),
        # Squares
        (b"MOVE 2 1 1 1 6", messages.Move(squares=[(1, 1), (1, 6)])),
        (b"move 1 -3 0 match=m7 ref=r5 id=x", messages.Move(squares=[(-3, 0)], match="m7", ref="r5", id="x")),
        # Or as players write it, with fields by name on either side
        (b"MOVE d3", messages.Move(text="d3")),
        (b"MOVE 11-15 match=m7", messages.Move(text="11-15", match="m7")),
        (b"MOVE id=x 11 15", messages.Move(text="11 15", id="x")),
        (b"MOVE keep 4  3", messages.Move(text="keep 4 3")),
        (b"MOVE :4", messages.Move(text="4")),
        (b"TRY d3", messages.Try(text="d3")),
        # Words that people bring along
        (b"undo", messages.Offer(what="undo")),
        (b"DRAW m7", messages.Offer(what="draw", match="m7")),
        (b"say Hello there", messages.Chat(text="Hello there")),
        (b"ptell Now!", messages.Chat(text="Now!", to="team")),
        (b"tell bob hi", messages.Tell(player="bob", text="hi")),
        (b"shout hi", messages.Shout(text="hi")),
        (b"who", messages.Players()),
        (b"games", messages.Games()),
        (b"match bob connect four move=60", messages.Challenge(player="bob", game="connect-four", move=60)),
        (b"observe m7", messages.Watch(match="m7")),
        (b"resign", messages.Resign()),
        (b"finger bob", messages.Statistics(player="bob")),
        (b"? move", messages.Help(about="move")),
        (b"accept", messages.Accept()),
        # What was corrected while it was typed
        (b"PINH\x08G", messages.Ping()),
        (b"RESI\x15PING\n", messages.Ping()),
        ("CHAT grüß\x7f\x7fo".encode(), messages.Chat(text="gro")),
        (b"RESIGN\x03PING", messages.Ping()),
        # Options of a game
        (b"NEW santorini size=5", messages.New(game="santorini", options={"size": 5})),
        (b"NEW santorini 2 options.team=5 move=0.5", messages.New(game="santorini", team=2, move=0.5, options={"team": 5})),
        # A text is the rest of the line
        (b"LOGIN ann correct  horse", messages.Login(name="ann", password="correct  horse")),  # noqa: S106
        (b"CHAT hello match=m8", messages.Chat(text="hello match=m8")),
        (b"CHAT match=m7 hello", messages.Chat(text="hello", match="m7")),
        (b"CHAT :match=m7 hello", messages.Chat(text="match=m7 hello")),
        (b"CHAT ::-)", messages.Chat(text=":-)")),
        (b"CHAT size=5 is too small", messages.Chat(text="size=5 is too small")),
        (b"CHAT text=a b", messages.Chat(text="a b")),
        (b"NEW conquest computer=3 :b=5 ; c", messages.New(game="conquest", computer=3, position="b=5 ; c")),
        (b"BAN mallory a=b", messages.Ban(player="mallory", reason="a=b")),
        ("CHAT grüße ♞".encode(), messages.Chat(text="grüße ♞")),
    ],
)
def test_people_may_write_it_like_this(said, meant):  # B10, B12, B14
    assert line.read(said) == meant


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (b"JION m7", "Unknown command 'JION'. Did you mean JOIN?"),
        (b"XYZZY", "Unknown command 'XYZZY'. HELP lists the commands."),
        (b"GAME", "Unknown command 'GAME'. Did you mean GAME QUIT?"),
        (b"GAME LEAVE", "Unknown command 'GAME'. Did you mean GAME QUIT?"),
        (b"create", "Unknown command 'create'. Did you mean NEW?"),
        (b"NEW connect four team", "team must be a whole number from 0 to 100, not 'team'"),
        (b"JOIN", "JOIN needs a match: JOIN <match> [<team>] [<luck>]"),
        (b"JOIN m7 2 word 3", "JOIN does not take '3': JOIN <match> [<team>] [<luck>]"),
        (b"JOIN m7 tema=2", "JOIN does not take 'tema=2': JOIN <match> [<team>] [<luck>]"),
        (b"JOIN m7 two", "team must be a whole number from 0 to 100, not 'two'"),
        (b"JOIN m7 2 team=3", "team is given twice: JOIN <match> [<team>] [<luck>]"),
        (b"NEW a size=5 size=6", "'size' is given twice: " + line.FORMS[messages.New].usage),
        (b"OFFER", "OFFER needs draw, undo or rematch: OFFER <what> [<match>]"),
        (b"OFFER peace", "what must be draw, undo or rematch, not 'peace'"),
        (b"LOGIN ann", "LOGIN needs a password: LOGIN <name> <password>"),
        (b"LOGIN 4nn x", "name must be up to 24 letters, digits, - or _, beginning with a letter, not '4nn'"),
        (b"NEW conquest move=nan", "move must be a number from -1 to 1000000, not 'nan'"),
        (b"NEW conquest main=1e400", "main must be a number from 0 to 1000000"),
        (b"WATCH m7 " + b"9" * 400, "after must be a whole number from 0, not '" + "9" * 40 + "'..."),
        (b"CHAT :", "text must be 1 to 1000 characters on one line, without control characters or spaces around them"),
        (b"\xc3\x28", "This message cannot be read: it is not UTF-8"),
        (b"CHAT \xed\xa0\x80", "This message cannot be read: it is not UTF-8"),
        (b"PING " + b" " * LONGEST_LINE, "A message may have at most 4096 bytes"),
    ],
)
def test_a_mistake_is_quoted_and_told_what_was_expected(said, sentence):
    assert line.read(said).sentence == sentence


@pytest.mark.parametrize("said", [b"MOVE 0 1 1", b"MOVE 65 1 1", b"MOVE 2 1 1", b"MOVE 2 1 1 1 6 7", b"TRY 1 1 1 1"])
def test_a_move_needs_as_many_squares_as_it_says(said):  # B12
    problem = line.read(said)
    assert (problem.code, problem.field) == (Kind.WRONG_FIELD.code, "squares")
    assert f"{said.split()[0].decode()} <n> <x1> <y1> ... <xn> <yn>" in problem.sentence


def test_an_empty_line_says_nothing():
    assert [line.read(said) for said in (b"", b"\n", b"\r\n", b" \t \r\n", b"\xff\xf1\n")] == [None] * 5


@pytest.mark.parametrize(
    "said",
    [
        b"\xff\xfb\x01\xff\xfd\x03PING\r\n",  # WILL ECHO, DO SUPPRESS-GO-AHEAD
        b"\xff\xfa\x18\x00xterm\xff\xf0PING\r\n",  # the terminal's type
        b"\xff\xfa\x1f\x00\xff\xff\x18\xff\xf0PING\r\0\n",  # a window 255 columns wide
        b"PI\xff\xf1NG\xff",
    ],
)
def test_what_telnet_says_of_itself_is_skipped(said):
    assert line.read(said) == messages.Ping()


def test_the_id_of_a_mistake_is_repeated_but_not_looked_for_in_a_text():
    assert line.read(b"JOIN m7 two id=5").id == "5"
    assert line.read(b"MOVE 2 1 1 id=5").id == "5"
    assert line.read(b"CHAT id=5").id == "5"
    assert line.read(b"BAN 4nn id=5 is no name").id == "5"
    assert line.read(b"RESET 4nn my id=5").id == ""


def test_a_mistake_never_echoes_control_characters():  # B15
    for said in ("\x1b[2J", "JOIN m7 \x1b[2J", "JOIN m7 \u202ex=2", "LOGIN \x07 x", "HELP a \x9b", "MOVE \x1b"):
        problem = line.read(said.encode())
        assert isinstance(problem, Problem)
        assert all(each.isprintable() for each in problem.sentence + problem.field + problem.id)


def test_a_board_is_drawn_square_by_square():  # B11
    assert line.write(BOARD) == (
        b"GAME TYPE Conquest\nGAME BOARD ConquestBoard 9 8\nDRAW SQUARE white 1 1\nDRAW PIECE die536 1\nDRAW SQUARE black 2 1\n"
    )


def test_the_lines_of_play_are_short():  # B11, B13
    changed = messages.Changed(
        match="m7",
        number=5,
        what="move",
        team=1,
        player="ann",
        text="a1-a6",
        path=[(1, 1), (1, 6)],
        squares=[DrawnSquare(1, 1, "white"), DrawnSquare(1, 6, "black", "die326", 1)],
        clocks=[],
        turn=[2],
    )
    ask = messages.Ask(match="m7", number=4, ref="r5", team=1, board=BOARD, refused=0, games=1, score=[], forfeited=[])
    ended = messages.Ended(
        match="m7", number=9, result="lose", sentence="Your team has resigned", winner=2, seed="00", board=BOARD
    )
    assert line.write(changed) == b"DRAW SQUARE white 1 1\nDRAW SQUARE black 1 6\nDRAW PIECE die326 1\n"
    assert line.write(ask) == b"READY\n"
    assert line.write(messages.Accepted(match="m7", number=5, ref="r5")) == b""
    assert line.write(Problem.of(Kind.ILLEGAL, "The range does not match the value shown")) == (
        b"ERROR The range does not match the value shown\n"
    )
    assert line.write(ended) == b"RESULT LOSE Your team has resigned\n"


def test_an_answer_repeats_the_id_in_a_line_of_its_own():
    assert line.write(messages.Accepted(match="m7", number=5, ref="r5", id="a1")) == b"ANSWER a1\n"
    assert line.write(messages.Pong(id="a2")) == b"ANSWER a2\nPONG\n"


def test_nothing_that_is_written_holds_control_characters():  # B15
    said = messages.Said(match="m7", number=5, player="ann", text="a\r\nERROR \x1b[2Jb\u202e\x9b")
    assert line.write(said) == b"CHAT m7 ann aERROR [2Jb\n"
    assert line.write(messages.Notice(text="\ud800")) == b"NOTICE ?\n"


def test_a_field_of_one_word_stays_one_word():
    square = DrawnSquare(1, 1, "dark blue", " ", 2)
    changed = messages.Changed(
        match="", number=0, what="undo", team=0, player="", text="", path=[], squares=[square], clocks=[], turn=[]
    )
    assert line.write(changed) == b"DRAW SQUARE dark_blue 1 1\nDRAW PIECE - 2\n"
