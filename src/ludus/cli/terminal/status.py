"""How a game stands, in one sentence: who is to move, or how it ended."""

from __future__ import annotations

from ludus.rules.diagram import draw
from ludus.rules.play import Play
from ludus.rules.rulebook import WATCHER


def status_of(play: Play) -> str:
    """The sentence below a board."""
    if play.result:
        return "\n".join([play.result.sentence, *_ranking(play)])
    if play.chances:
        return f"{play.chances:,} things may happen by chance"
    names = [play.rulebook.game.team(seat) for seat in play.acting]
    return f"{' and '.join(names)} to move"


def drawing_of(play: Play, seat: int = WATCHER) -> str:
    """The board as a seat sees it, with the game's own line below it if there is one."""
    rulebook = play.rulebook
    own = rulebook.status(play.state, seat)
    return draw(rulebook.board(play.state, seat)) + (f"\n\n{own}" if own else "")


def _ranking(play: Play) -> list[str]:
    """Everybody's points, the most first, where a game for more than two counts them."""
    scores, game = play.rulebook.scores(play.state), play.rulebook.game
    if len(scores) < 3:
        return []
    ranked = sorted(range(game.seats), key=lambda seat: -scores[seat])
    return [f"{1 + sum(each > scores[seat] for each in scores)}. {game.team(seat)}: {scores[seat]}" for seat in ranked]
