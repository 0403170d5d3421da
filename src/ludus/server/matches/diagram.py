"""The board of a match drawn with letters, for people at a terminal."""

from __future__ import annotations

from ludus.rules.diagram import draw
from ludus.server.matches.match import Match
from ludus.wire.messages import Diagrammed


def diagram(match: Match, seat: int) -> Diagrammed:
    """The board as a seat sees it, below the names of the players; the game's own line follows if there is one."""
    rulebook, state = match.rulebook, match.play.state
    sides = [
        f"{rulebook.game.team(number)}: {', '.join(team.players) or '-'}{' (you)' if number == seat else ''}"
        for number, team in enumerate(match.teams)
    ]
    own = rulebook.status(state, seat)
    board = draw(rulebook.board(state, seat)).splitlines()
    return Diagrammed(match=match.id, lines=["", f"{match.id}  {'   '.join(sides)}", "", *board, "", *([own, ""] if own else [])])
