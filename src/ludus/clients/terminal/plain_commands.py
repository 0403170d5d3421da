"""What can be said to the plain client, one function a command: words in, requests out, or a sentence about what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.clients.terminal.model import ClientModel
from ludus.wire.messages import (
    Accept,
    AnyRequest,
    Challenge,
    Chat,
    Decline,
    Describe,
    Games,
    Hint,
    Join,
    Leave,
    Matches,
    Moves,
    New,
    Offer,
    Players,
    Queue,
    Quit,
    Resign,
    Seek,
    Shout,
    Tell,
    TournamentJoin,
    TournamentReady,
    Tournaments,
    TournamentShow,
    TournamentWatch,
    Watch,
)

Done: TypeAlias = Sequence[AnyRequest] | str
Command: TypeAlias = Callable[[ClientModel, str, list[str], str], Done]

USUAL_LEVEL = 3

HELP = [
    "games, rules GAME             what there is, and how it is played",
    "play GAME [LEVEL]             against the computer, at a level from 1 to 10",
    "seek GAME, queue GAME         against whoever comes, or somebody of your strength",
    "new GAME                      a match that others join",
    "matches, join M, watch M      the matches there are",
    "players, tournaments          who and what is here",
    "tournament T, enter T, ready T",
    "board, words                  the board as a drawing, or in words",
    "moves                         your legal moves; type one of them to play it, or numbers such as 1 1 1 6",
    "chat TEXT, offer draw, accept draw, decline draw (or undo, or rematch)",
    "hint                          a good move, where the match allows it",
    "tell NAME TEXT, shout TEXT, challenge NAME GAME, accept challenge, decline challenge",
    "resign, leave, quit",
]


def _on_game(make: Callable[[str, list[str]], AnyRequest]) -> Command:
    def command(_: ClientModel, __: str, words: list[str], ___: str) -> Done:
        return [make(words[0], words[1:])] if words else "Say which game; `games` lists them."

    return command


def _on_name(make: Callable[[str], Sequence[AnyRequest]], what: str) -> Command:
    def command(_: ClientModel, __: str, words: list[str], ___: str) -> Done:
        return make(words[0]) if words else f"Say which {what}; `{what}s` lists them."

    return command


def _in_match(make: Callable[[str, str], AnyRequest], needs: str = "") -> Command:
    def command(_: ClientModel, match: str, words: list[str], rest: str) -> Done:
        if not match:
            return "You are not in a match."
        return f"Say what: {needs}" if needs and not words else [make(match, rest)]

    return command


def _plain(*requests: AnyRequest) -> Command:
    return lambda *_: list(requests)


def _agreement(kind: type[Offer] | type[Accept] | type[Decline]) -> Command:
    def command(_: ClientModel, match: str, words: list[str], __: str) -> Done:
        if words == ["challenge"]:
            return [Accept(what="challenge") if kind is Accept else Decline(what="challenge")]
        if not match or not words or words[0] not in ("draw", "undo", "rematch"):
            return "Say draw, undo or rematch, while you are in a match; a challenge can be accepted or declined."
        return [kind(what=words[0], match=match)]  # type: ignore[arg-type]

    return command


def _to_player(make: Callable[[str, str], AnyRequest], what: str) -> Command:
    def command(_: ClientModel, __: str, words: list[str], rest: str) -> Done:
        return [make(words[0], rest.partition(words[0])[2].strip())] if len(words) > 1 else f"Say to whom, and what: {what}"

    return command


def _level(words: list[str]) -> int:
    return int(words[0]) if words and words[0].isdecimal() and 1 <= int(words[0]) <= 10 else USUAL_LEVEL


COMMANDS: dict[str, Command] = {
    "games": _plain(Games()),
    "rules": _on_game(lambda game, _: Describe(game=game)),
    "play": _on_game(lambda game, words: New(game=game, computer=_level(words))),
    "seek": _on_game(lambda game, _: Seek(game=game)),
    "queue": _on_game(lambda game, _: Queue(game=game)),
    "new": _on_game(lambda game, _: New(game=game)),
    "matches": _plain(Matches()),
    "join": _on_name(lambda match: [Join(match=match)], "match"),
    "watch": _on_name(lambda match: [Watch(match=match)], "match"),
    "players": _plain(Players()),
    "tournaments": _plain(Tournaments()),
    "tournament": _on_name(lambda name: [TournamentShow(tournament=name), TournamentWatch(tournament=name)], "tournament"),
    "enter": _on_name(lambda name: [TournamentJoin(tournament=name)], "tournament"),
    "ready": _on_name(lambda name: [TournamentReady(tournament=name)], "tournament"),
    "board": _plain(),
    "words": _plain(),
    "help": _plain(),
    "moves": _in_match(lambda match, _: Moves(match=match)),
    "chat": _in_match(lambda match, rest: Chat(text=rest, match=match), "chat Good luck!"),
    "hint": _in_match(lambda match, _: Hint(match=match)),
    "tell": _to_player(lambda player, text: Tell(player=player, text=text), "tell bob Shall we play?"),
    "shout": lambda _, __, words, rest: [Shout(text=rest)] if words else "Say what: shout Who would like to play?",
    "challenge": _to_player(lambda player, game: Challenge(player=player, game=game), "challenge bob othello"),
    "offer": _agreement(Offer),
    "accept": _agreement(Accept),
    "decline": _agreement(Decline),
    "resign": _in_match(lambda match, _: Resign(match=match)),
    "leave": _in_match(lambda match, _: Leave(match=match)),
    "quit": _plain(Quit()),
}
