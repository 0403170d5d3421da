"""What clients say: one type a message.

As JSON a message is an object with its `type` and its fields; as a line it is its word, then the fields without a default in
their order, then others as `name=value`, a text last (see `line.py`). Where `match` is left out, the match you play in is meant.
Any message may carry an `id`; the answer repeats it, and sent again with the same `id` it is answered again, not done again.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from ludus.wire.words import (
    VERSION,
    Agreement,
    AnyName,
    AnyText,
    AnyWord,
    Choice,
    Level,
    Name,
    Role,
    Seconds,
    Squares,
    Team,
    Text,
    Word,
)


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something a client says."""

    id: AnyWord = ""


# Who you are


class Hello(Request, tag="hello", frozen=True):
    """Say which version of the protocol you speak, what client you are, and whether a person or a program chooses your moves.

    A program that keeps sending moves that are not legal loses; a person may try for ever. Who says nothing is taken for a
    person, or for a program where JSON comes over TCP.
    """

    version: Annotated[int, Meta(ge=1, le=999)] = VERSION
    client: AnyWord = ""
    kind: Literal["", "person", "program"] = ""


class Login(Request, tag="login", frozen=True):
    """Log in with name and password; a name nobody has is yours from now on, with a password of at least 8 characters."""

    name: Name
    password: Text


class Guest(Request, tag="guest", frozen=True):
    """Play without an account, under a name you like if it is free."""

    name: AnyName = ""


class Resume(Request, tag="resume", frozen=True):
    """Come back with the token you were given."""

    token: Word


class Logout(Request, tag="logout", frozen=True):
    """Give up your token; who you are is forgotten on this connection."""


class Password(Request, tag="password", frozen=True):
    """Choose a new password, of at least 8 characters; wherever else you are logged in, you need it there.

    After `resume`, log in anew first.
    """

    password: Text


# What there is


class Help(Request, tag="help", frozen=True):
    """Ask what can be said, or about one command."""

    about: AnyWord = ""


class Games(Request, tag="games", frozen=True):
    """List the games that can be played here."""


class Matches(Request, tag="matches", frozen=True):
    """List the matches that are open or being played; of more than 200 those with a free seat, then the newest."""

    game: AnyWord = ""


class Players(Request, tag="players", frozen=True):
    """List who is logged in, in the order they came; of more than 200 those who came last."""


class Statistics(Request, tag="statistics", frozen=True):
    """Ask what a player has won, lost and drawn; without a name, what you have."""

    player: AnyName = ""


# Making and joining matches


class New(Request, tag="new", frozen=True):
    """Make a match and take a seat in it.

    `move` is the time for each move, `main` and `increment` a clock for the whole game; with `computer` the computer takes the
    other seats, at that level; those who watch see everything `delay` seconds late. A `position` to begin with goes last: as the
    game writes it, or the lines that `save` gives, joined by `; `.
    """

    game: Word
    team: Team = 1
    players: Team = 0
    move: Seconds = 180.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    computer: Level = 0
    delay: Seconds = 0.0
    options: Choice = field(default_factory=dict)
    position: AnyText = ""


class Seek(Request, tag="seek", frozen=True):
    """Take the first free seat of an open match of this game on the same terms (time and options), or make one and wait."""

    game: Word
    move: Seconds = 180.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    options: Choice = field(default_factory=dict)


class Join(Request, tag="join", frozen=True):
    """Take a seat in an open match, in a team of your choice or the first free one."""

    match: Word
    team: Team = 0


class Computer(Request, tag="computer", frozen=True):
    """Give a free seat of your match to the computer."""

    team: Team = 0
    level: Level = 3
    match: AnyWord = ""


class Watch(Request, tag="watch", frozen=True):
    """Watch a match. With `after` you are told what has happened after that event instead of being shown the board."""

    match: Word
    after: Annotated[int, Meta(ge=0)] = 0


class Leave(Request, tag="leave", frozen=True):
    """Leave a match; when the last of a team leaves, the team resigns."""

    match: AnyWord = ""


# Playing


class Move(Request, tag="move", frozen=True):
    """Make a move, named by its squares; `ref` is the reference of the question you answer."""

    squares: Squares
    match: AnyWord = ""
    ref: AnyWord = ""


class Moves(Request, tag="moves", frozen=True):
    """List your legal moves."""

    match: AnyWord = ""


class Show(Request, tag="show", frozen=True):
    """Show a match: players, clocks, board and everything that has happened."""

    match: AnyWord = ""


class Resign(Request, tag="resign", frozen=True):
    """Give up the game for your team."""

    match: AnyWord = ""


class Offer(Request, tag="offer", frozen=True):
    """Offer a draw, ask to take back your last move, or ask for another game. An offer stands until the other side has moved."""

    what: Agreement
    match: AnyWord = ""


class Accept(Request, tag="accept", frozen=True):
    """Agree to what the others have offered."""

    what: Agreement
    match: AnyWord = ""


class Decline(Request, tag="decline", frozen=True):
    """Do not agree."""

    what: Agreement
    match: AnyWord = ""


class Chat(Request, tag="chat", frozen=True):
    """Say something to everybody in a match. Who only watches may do so before the game and after it."""

    text: Text
    match: AnyWord = ""


class Save(Request, tag="save", frozen=True):
    """Have the position written out as a saved file, unless something in it is hidden."""

    match: AnyWord = ""


class Record(Request, tag="record", frozen=True):
    """Have the record of a match written out."""

    match: AnyWord = ""


class Ping(Request, tag="ping", frozen=True):
    """Ask whether anybody is there."""


class Quit(Request, tag="quit", frozen=True):
    """End the connection. What you play goes on, and you can come back."""


# For those who run the server


class Operator(Request, tag="operator", frozen=True):
    """Show that you run this server."""

    token: Word


class Ban(Request, tag="ban", frozen=True):
    """Shut a player out."""

    player: Name
    reason: AnyText = ""


class Unban(Request, tag="unban", frozen=True):
    """Let a player in again."""

    player: Name


class Appoint(Request, tag="appoint", frozen=True):
    """Give a player a role."""

    player: Name
    role: Role


class Reset(Request, tag="reset", frozen=True):
    """Give a player who forgot it a new password, of at least 8 characters."""

    player: Name
    password: Text


class Announce(Request, tag="announce", frozen=True):
    """Tell everybody something."""

    text: Text


AnyRequest: TypeAlias = (
    Hello
    | Login
    | Guest
    | Resume
    | Logout
    | Password
    | Help
    | Games
    | Matches
    | Players
    | Statistics
    | New
    | Seek
    | Join
    | Computer
    | Watch
    | Leave
    | Move
    | Moves
    | Show
    | Resign
    | Offer
    | Accept
    | Decline
    | Chat
    | Save
    | Record
    | Ping
    | Quit
    | Operator
    | Ban
    | Unban
    | Appoint
    | Reset
    | Announce
)
