"""What stands beside a board: the players with their clocks, the moves, and the chat."""

from __future__ import annotations

from ludus.clients.terminal.canvas import Canvas, shortened, wrapped
from ludus.clients.terminal.followed_match import FollowedMatch
from ludus.clients.terminal.look import BoardLook
from ludus.clients.terminal.sentences import clock_text, team_in_words
from ludus.clients.terminal.theme import Theme, piece_style

LEAST_PANEL = 20
"""Columns below which a panel is of no use beside a board."""

LEAST_ROWS = 6
"""Rows that a panel below a board should have."""

HURRY = 10.0
"""Seconds left on a clock from which on it is shown as urgent."""


def draw_panel(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    match: FollowedMatch,
    look: BoardLook | None,
    theme: Theme,
    now: float,
    scrolled: int = 0,
) -> None:
    """Draw as much as there is room for: players first, then the latest moves and the latest chat."""
    x, y, width, height = box
    if height < 1 or width < 8:
        return
    used = _draw_teams(canvas, x, y, width, height, match, look, theme, now)
    rest = height - used - 1
    if rest < 2:
        return
    chat = [line for who, text in match.chat for line in _chat_lines(who, text, width)]
    talk = min(len(chat), max(rest // 2, rest - 2 - len(match.history))) if chat else 0
    _draw_moves(canvas, (x, y + used + 1, width, rest - talk - (1 if talk else 0)), match, theme, scrolled)
    for offset, line in enumerate(chat[len(chat) - talk :]):
        canvas.put(x, y + height - talk + offset, line, theme.text if not line.startswith("·") else theme.faint, width=width)


def _draw_teams(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    match: FollowedMatch,
    look: BoardLook | None,
    theme: Theme,
    now: float,
) -> int:
    """The teams, one a row: its colour, whether it is to move, its players and its clock; gives the number of rows."""
    teams = range(1, len(match.teams) + 1)[:height]
    for offset, team in enumerate(teams):
        seconds = match.seconds_left(team, now)
        clock = clock_text(seconds)
        points = f" {match.scores[team - 1]}" if team <= len(match.scores) else ""
        style = piece_style(theme, team, look.team_colour(team) if look else "")
        canvas.put(x, y + offset, f"{'>' if team in match.turn else ' '}{team}", style)
        words = shortened(team_in_words(match, look, team) + points, max(1, width - len(clock) - 4))
        canvas.put(x + 3, y + offset, words, theme.strong if team == match.team else theme.text)
        hurry = seconds is not None and seconds < HURRY and team in match.turn
        canvas.put(x + width - len(clock), y + offset, clock, theme.alarm if hurry else theme.text)
    return len(teams)


def _draw_moves(canvas: Canvas, box: tuple[int, int, int, int], match: FollowedMatch, theme: Theme, scrolled: int) -> None:
    """The moves in columns, the last at the end; `scrolled` rows further back."""
    x, y, width, height = box
    if height < 1:
        return
    words = [f"{number}. {text}" for number, text in enumerate(match.history, 1)]
    wide = max((len(word) for word in words), default=1) + 2
    columns = max(1, min(3, width // wide))
    rows = [words[at : at + columns] for at in range(0, len(words), columns)]
    last = max(min(height, len(rows)), len(rows) - scrolled)
    for offset, row in enumerate(rows[max(0, last - height) : last]):
        for column, word in enumerate(row):
            is_last = word == words[-1]
            canvas.put(
                x + column * (width // columns), y + offset, word, theme.strong if is_last else theme.faint, width // columns
            )


def _chat_lines(who: str, text: str, width: int) -> list[str]:
    return wrapped(f"{who}: {text}", width) if who else [f"· {line}" for line in wrapped(text, width - 2)]
