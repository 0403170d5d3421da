"""Your connection: who you are, help, and what the server tells you about itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from ludus.wire.error_sentences import CODES, Kind
from ludus.wire.messages.base import Reply, Request, player_details, word
from ludus.wire.words import VERSION, AnyName, AnyWord, Name, Text, Word

TITLE = "Your connection"


# Requests


class Hello(Request, tag="hello", frozen=True):
    """Say which protocol version you speak, which client you are, and whether a person or a program chooses your moves.

    A program that keeps sending illegal moves loses; a person may try as often as they like. Unless you say otherwise, you are a
    person, or a program if you speak JSON over TCP. With `moves=yes`, every `ask` also lists your legal moves. A program that
    speaks lines gets the bare ones, as with `STYLE draw`.
    """

    example: ClassVar[str] = "HELLO 1 client=mybot kind=program"
    before_login: ClassVar[bool] = True

    version: Annotated[int, Meta(ge=1, le=999)] = VERSION
    client: AnyWord = ""
    kind: Literal["", "person", "program"] = ""
    moves: Literal["", "yes", "no"] = ""


class Style(Request, tag="style", frozen=True):
    """Choose how things are told in lines: drawn boards, lists and sentences for people, or the bare lines that programs read.

    `board` is usual, except where everybody is seated for one game. `width` is how many characters fit on a line of yours,
    usually 79. Your telnet program may have told already.
    """

    example: ClassVar[str] = "STYLE board 80"
    before_login: ClassVar[bool] = True

    style: Literal["board", "draw"]
    width: Annotated[int, Meta(ge=0, le=1000)] = 0


class Login(Request, tag="login", frozen=True):
    """Log in with your name and password. If nobody has that name, it is now yours; choose at least 8 characters."""

    example: ClassVar[str] = "LOGIN ann correct horse battery staple"
    before_login: ClassVar[bool] = True

    name: Name
    password: Text


class Guest(Request, tag="guest", frozen=True):
    """Play without an account, under a name of your choice if it is free."""

    example: ClassVar[str] = "GUEST bob"
    before_login: ClassVar[bool] = True

    name: AnyName = ""


class Resume(Request, tag="resume", frozen=True):
    """Come back with the token you were given."""

    example: ClassVar[str] = "RESUME 3q2_vb7cQk1x"
    before_login: ClassVar[bool] = True

    token: Word


class Logout(Request, tag="logout", frozen=True):
    """Log out: your token stops working, and this connection forgets who you are."""

    example: ClassVar[str] = "LOGOUT"
    before_login: ClassVar[bool] = True


class Password(Request, tag="password", frozen=True):
    """Choose a new password of at least 8 characters. This logs you out everywhere else.

    After `resume`, log in with your old password first.
    """

    example: ClassVar[str] = "PASSWORD a better one"

    password: Text


class Help(Request, tag="help", frozen=True):
    """Say how to play, explain a topic or a command, or list `all` commands."""

    example: ClassVar[str] = "HELP MOVE"
    before_login: ClassVar[bool] = True

    about: AnyWord = ""


class Ping(Request, tag="ping", frozen=True):
    """Check that the server is there."""

    example: ClassVar[str] = "PING id=1"
    before_login: ClassVar[bool] = True


class Quit(Request, tag="quit", frozen=True):
    """Close the connection. Your games go on, and you can come back."""

    example: ClassVar[str] = "QUIT"
    before_login: ClassVar[bool] = True


# Replies


class Welcome(Reply, tag="welcome", frozen=True):
    """The first thing the server says."""

    text: str
    version: int

    def _lines(self) -> Iterable[str]:
        return [f"WELCOME {self.version} {self.text}"]


class LoggedIn(Reply, tag="logged in", frozen=True):
    """You are logged in under this name. Keep the token to come back. `matches` are those you play in."""

    name: str
    token: str
    role: str
    guest: bool
    matches: list[str]

    def _lines(self) -> Iterable[str]:
        return [f"LOGIN {word(self.name)} {word(self.role)} {word(self.token)}{player_details(self.guest, self.matches)}"]

    def _sentences(self) -> Iterable[str]:
        yield f"You are logged in as {self.name}{', a guest' if self.guest else ''}. If the connection is lost, come back with"
        yield f"  RESUME {self.token}"
        if self.matches:
            yield f"You have a seat in {', '.join(self.matches)}."


class LoggedOut(Reply, tag="logged out", frozen=True):
    """You are no longer logged in on this connection."""

    def _lines(self) -> Iterable[str]:
        return ["LOGOUT"]

    def _sentences(self) -> Iterable[str]:
        return ["You are logged out."]


class Notice(Reply, tag="notice", frozen=True):
    """Something you should know: an announcement, or that somebody you play with has lost the connection or is back."""

    text: str

    def _lines(self) -> Iterable[str]:
        return [f"NOTICE {self.text}"]


class Goodbye(Reply, tag="goodbye", frozen=True):
    """The connection is about to close, and why."""

    text: str

    def _lines(self) -> Iterable[str]:
        return [f"GOODBYE {self.text}"]


class Pong(Reply, tag="pong", frozen=True):
    """The server is there."""

    def _lines(self) -> Iterable[str]:
        return ["PONG"]


class Done(Reply, tag="done", frozen=True):
    """Your request was carried out."""

    def _lines(self) -> Iterable[str]:
        return ["OK"]


class Problem(Reply, tag="problem", frozen=True):
    """Your request was not carried out. `field` names the field that is wrong."""

    code: Annotated[str, Meta(extra_json_schema={"enum": sorted(CODES)})]
    sentence: str
    field: str = ""
    match: str = ""

    @classmethod
    def of(cls, kind: Kind, about: str = "", *, field: str = "", match: str = "", id: str = "") -> Problem:  # noqa: A002
        """A problem of a kind, about something."""
        return cls(code=kind.code, sentence=kind.says(about), field=field, match=match, id=id)

    def _lines(self) -> Iterable[str]:
        return [f"ERROR {self.sentence}"]


class Helped(Reply, tag="helped", frozen=True):
    """Help, written for people."""

    lines: list[str]

    def _lines(self) -> Iterable[str]:
        return [*(f"HELP {line}" for line in self.lines), "END HELP"]

    def _sentences(self) -> Iterable[str]:
        return self.lines


SessionRequest: TypeAlias = Hello | Style | Login | Guest | Resume | Logout | Password | Help | Ping | Quit
SessionReply: TypeAlias = Welcome | LoggedIn | LoggedOut | Notice | Goodbye | Pong | Done | Problem | Helped

EXAMPLES: tuple[Reply, ...] = (
    Welcome(text="Ludus; type HELP for commands", version=VERSION),
    LoggedIn(name="ann", token="3q2_vb7cQk1x", role="player", guest=False, matches=["m7"], id="a1"),  # noqa: S106
    LoggedOut(),
    Notice(text="We stop for a minute at noon"),
    Goodbye(text="You have been silent for too long"),
    Pong(id="1"),
    Done(),
    Problem.of(Kind.WRONG_FIELD, "team must be a whole number from 0 to 100, not 'two'", field="team", id="a2"),
    Helped(lines=["PING", "", "Check that the server is there."]),
)
"""One of each reply."""
