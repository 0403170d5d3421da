"""What somebody with telnet sees: every message of the server as lines (B11).

The lines of play are few and short: drawing, READY, ERROR, RESULT. What they leave out, SHOW tells. An answer to a request with
an `id` begins with `ANSWER <id>`; an answer of many lines ends with `END` and what it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ludus.wire import replies
from ludus.wire.replies import AnyReply, Board, GameEntry, MatchEntry, PlayerEntry, Score, Shown, Square, StatisticsOf
from ludus.wire.words import UNSEEN


def lines(reply: AnyReply) -> list[str]:
    """The lines of a message, without their ends; whatever they hold, no control character is among it."""
    answer = [f"ANSWER {word(reply.id)}"] if reply.id else []
    return [seen(line).rstrip(" ") for line in (*answer, *_lines(reply))]


def seen(text: str) -> str:
    """A text without what is never shown."""
    return text if text.isascii() and text.isprintable() else UNSEEN.sub("", text)


def word(text: str) -> str:
    """A text in one word, so that what comes after it stays where it belongs."""
    return "_".join(seen(text).split()) or "-"


def number(value: float) -> str:
    """A number as people write it: 180, not 180.0."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def _lines(reply: AnyReply) -> Iterable[str]:
    match reply:
        # Coming in
        case replies.Welcome():
            return [f"WELCOME {reply.version} {reply.text}"]
        case replies.LoggedIn():
            return [f"LOGIN {word(reply.name)} {word(reply.role)} {word(reply.token)}{_more(reply.guest, reply.matches)}"]
        case replies.LoggedOut():
            return ["LOGOUT"]
        case replies.Notice():
            return [f"NOTICE {reply.text}"]
        case replies.Goodbye():
            return [f"GOODBYE {reply.text}"]
        case replies.Pong():
            return ["PONG"]
        case replies.Done():
            return ["OK"]
        case replies.Problem():
            return [f"ERROR {reply.sentence}"]
        # Lists
        case replies.Helped():
            return [*(f"HELP {line}" for line in reply.lines), "END HELP"]
        case replies.GameList():
            return [*(line for entry in reply.games for line in _game(entry)), "END GAMES"]
        case replies.MatchList():
            return [*map(_match, reply.matches), *_others(reply.more), "END MATCHES"]
        case replies.PlayerList():
            return [*map(_player, reply.players), *_others(reply.more), "END PLAYERS"]
        case replies.StatisticsOf():
            return _statistics(reply)
        # In a match
        case replies.Seated():
            return [f"SEATED {word(reply.match)} {reply.team} {reply.free} {word(reply.game)}"]
        case replies.Joined():
            return [f"JOINED {word(reply.match)} {word(reply.player)} {reply.team} {reply.free}"]
        case replies.Left():
            return [f"LEFT {word(reply.match)} {word(reply.player)} {reply.team}"]
        case replies.Board():
            return _board(reply)
        case replies.Changed():
            return _draw(reply.squares)
        case replies.Ask():
            return ["READY"]
        case replies.Shown():
            return _shown(reply)
        case replies.Accepted():
            return []  # the drawing says so
        case replies.Offered():
            return [f"OFFERED {reply.what.upper()} {word(reply.player)} {reply.team} {word(reply.match)}"]
        case replies.Declined():
            return [f"DECLINED {reply.what.upper()} {word(reply.player)} {reply.team} {word(reply.match)}"]
        case replies.Said():
            return [f"CHAT {word(reply.match)} {word(reply.player)} {reply.text}"]
        case replies.Ended():
            return [f"RESULT {reply.result.upper()} {reply.sentence}"]
        case replies.MoveList():
            return [*(f"LEGAL {_path(move.path)} {move.text}" for move in reply.moves), f"END LEGAL {word(reply.match)}"]
        case replies.Saved():
            return [*(f"SAVED {line}" for line in reply.lines), f"END SAVED {word(reply.match)}"]
        case replies.Recorded():
            return [*(f"RECORD {line}" for line in reply.lines), f"END RECORD {word(reply.match)}"]
        case _:
            assert_never(reply)


def _draw(squares: Iterable[Square]) -> Iterator[str]:
    for square in squares:
        yield f"DRAW SQUARE {word(square.type)} {square.x} {square.y}"
        if square.piece:
            yield f"DRAW PIECE {word(square.piece)} {square.team}"


def _board(board: Board) -> Iterator[str]:
    yield f"GAME TYPE {board.name}"
    yield f"GAME BOARD {word(board.board)} {board.width} {board.height}"
    yield from _draw(board.squares)


def _shown(shown: Shown) -> Iterator[str]:
    board = shown.board
    yield f"MATCH {word(shown.match)} {word(board.game)} {shown.standing} {_teams(board.teams)}"
    yield f"YOU {board.team}"
    for option, chosen in board.options.items():
        yield f"OPTION {word(option)} {chosen}"
    yield from _board(board)
    for move in board.history:
        yield f"HISTORY {move}"
    for team, clock in enumerate(board.clocks, start=1):
        yield f"CLOCK {team} {number(clock.move)} {number(clock.main)} {'RUNNING' if clock.running else 'STOPPED'}"
    yield f"TURN {' '.join(map(str, board.turn))}"
    yield f"GAMES {shown.games}"
    yield f"SCORE {' '.join(map(number, shown.score))}"
    yield f"FORFEITED {' '.join(map(str, shown.forfeited))}"
    yield f"REFUSED {shown.refused}"
    yield f"COMMITMENT {word(board.commitment)}"
    yield f"NUMBER {board.number}"
    yield f"REF {word(shown.ref)}"
    yield f"END SHOW {word(shown.match)}"


def _game(entry: GameEntry) -> Iterator[str]:
    teams = ",".join(map(word, entry.teams)) or "-"
    yield f"GAMES {word(entry.game)} {teams} {entry.width}x{entry.height} {entry.name}: {entry.says}"
    for option in entry.options:
        choices = ",".join(map(str, option.choices)) or "-"
        yield f"OPTION {word(entry.game)} {word(option.name)} {option.default} {choices} {option.says}"


def _match(entry: MatchEntry) -> str:
    standing = f"{entry.standing} {_teams(entry.teams)} free={entry.free} moves={entry.moves}"
    return f"MATCH {word(entry.match)} {word(entry.game)} {standing} {entry.result}"


def _player(entry: PlayerEntry) -> str:
    return f"PLAYER {word(entry.name)} {word(entry.role)}{_more(entry.guest, entry.matches)}"


def _statistics(statistics: StatisticsOf) -> Iterator[str]:
    yield f"STATISTICS {word(statistics.player)}"
    yield from map(_score, statistics.scores)
    yield from map(_match, statistics.last)
    yield "END STATISTICS"


def _score(score: Score) -> str:
    return f"SCORE {word(score.game)} won={score.won} lost={score.lost} drawn={score.drawn} forfeited={score.forfeited}"


def _teams(teams: Iterable[Iterable[str]]) -> str:
    """The players by team: ann,cat/bob."""
    return "/".join(",".join(map(word, players)) or "-" for players in teams) or "-"


def _more(guest: bool, matches: Iterable[str]) -> str:
    """What is said of few players, each after a space."""
    among = ",".join(map(word, matches))
    return (" guest=yes" if guest else "") + (f" matches={among}" if among else "")


def _others(more: int) -> list[str]:
    """How many a list leaves out, if it does."""
    return [f"MORE {more}"] if more else []


def _path(path: list[tuple[int, int]]) -> str:
    """Squares as MOVE wants them."""
    return " ".join([str(len(path)), *(f"{x} {y}" for x, y in path)])
